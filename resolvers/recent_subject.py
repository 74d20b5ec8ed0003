"""Baseline of Mitkov 1998 and 2001: the most recent subject that agrees."""

from dataclasses import dataclass
from typing import Literal, get_args

from anaphora.resolvers.most_recent import most_recent
from anaphora.resolvers.parameters import check_choice
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry

Fallback = Literal["most_recent", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentSubject:
    """The baseline "most recent subject".

    Where no candidate is a subject, Mitkov 1998 leaves the pronoun open (`fallback="none"`), so that recall and
    precision differ; "most_recent" answers every pronoun, so that one success rate compares it with the others.
    Raises `OptionError` for another fallback.
    """

    fallback: Fallback = "most_recent"

    def __post_init__(self) -> None:
        check_choice("fallback", self.fallback, get_args(Fallback))

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Take a single compatible candidate whatever it is, else the most recent subject (Mitkov 1998, section 3)."""
        return [self._decide(prepared, number) for number in range(len(prepared.cases))]

    def _decide(self, prepared: Prepared, number: int) -> Decision:
        mentions, compatible = prepared.mentions, prepared.cases[number].compatible
        subject = most_recent(mentions, [index for index in compatible if mentions[index].function == "subject"])
        if not compatible:
            antecedent, rule = None, "no candidate"
        elif len(compatible) == 1:
            antecedent, rule = compatible[0], "only candidate"
        elif subject is not None:
            antecedent, rule = subject, "most recent subject"
        elif self.fallback == "most_recent":
            antecedent = most_recent(mentions, compatible)
            rule = "no subject: most recent"
        else:
            antecedent, rule = None, "no subject"
        return Decision(number, antecedent, Explanation("ladder", compatible, rule))


RESOLVER = ResolverEntry(
    RecentSubject,
    title="the most recent subject that agrees",
    source="Mitkov 1998 and 2001",
    baseline=True,
    noun_phrases=True,
)
