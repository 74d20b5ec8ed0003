"""X_NAME (Author year): the candidate that agrees and stands first in the nearest sentence that has one.

Where this departs from the paper, or decides what it does not specify:

- The search scope is that of the comparison.
"""

from dataclasses import dataclass

from anaphora.workbench.decision import Decision, Explanation, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True)
class XName:
    """The resolver with its option; see `build`."""

    own_sentence: bool

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """One decision for each case, in order; `None` where no candidate agrees (Author year, section)."""
        return [self._decide(prepared, number) for number in range(len(prepared.cases))]

    def _decide(self, prepared: Prepared, number: int) -> Decision:
        case, mentions = prepared.cases[number], prepared.mentions
        here = mentions[case.anaphor].sentence

        def rank(candidate: int) -> tuple[int, int]:
            back = here - mentions[candidate].sentence
            late = back == 0 and not self.own_sentence
            return here + 1 if late else back, mentions[candidate].span.start

        antecedent = min(case.compatible, key=rank, default=None)
        rule = "no candidate" if antecedent is None else f"first of {here - mentions[antecedent].sentence} back"
        return Decision(number, antecedent, Explanation("ladder", case.compatible, rule))


def build(*, own_sentence: bool = True) -> Resolver:
    """The resolver; without `own_sentence` the pronoun's own sentence is searched last."""
    return XName(own_sentence)


RESOLVER = ResolverEntry(
    build,
    title="Author year, X_NAME",
    summary="the candidate that agrees and stands first in the nearest sentence that has one",
)
