"""Baldwin 1997, high-precision CogNIAC: six rules answer where one antecedent is left, others stay open.

Where this departs from the paper, or decides what it does not specify:

- Third-person pronouns of both numbers are resolved; the paper's first experiment has the singular only.
- What is unique is an entity: pronouns resolved so far belong to their antecedents, and repeated names are one entity.
  Other noun phrases, appositions and predicates among them, are entities of their own each time, and so is a pronoun
  that was left unresolved: it blocks uniqueness rather than be passed over.
- "Unique in discourse" reads the whole text, but the answer is among the candidates of the comparison.
- The coreference restrictions are those of Lappin & Leass 1994 on what stands before a pronoun (conditions 2, 3 and 5:
  arguments of the same verb or noun), and hold for all mentions of an entity. None are put on reflexives.
- The rule for possessives wants one occurrence of the same form in the prior sentence; its entity is the answer.
- The subject of a sentence is that of its main clause; of the prior sentence, where nothing in that is possible, that
  of an adverbial clause, too, as in the paper's example ("if he provoked Malek, uncertainties were introduced").
- The finite clause before another is the one that starts last before it, so that a relative clause comes between its
  noun phrase's clause and the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from anaphora.resolvers.discourse.cogniac_rules import RULES, decisions
from anaphora.resolvers.parameters import check_choice
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import Part, ResolverEntry

Scope = Literal["text", "candidates"]
HIGH_PRECISION = tuple(RULES)[:6]
"""Baldwin 1997, section 3: the rules of the high-precision system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cogniac:
    """CogNIAC, by default with its first six rules.

    `rules` names the rules and their order, such as `("unique in discourse", "reflexive")`. `merge_names` takes
    repeated names for one entity. `scope` is what "unique in discourse" looks at: the whole "text" read so far, or
    just the "candidates", as re-implementations with a window of three sentences do.
    Raises `OptionError` for an unknown rule or scope.
    """

    rules: Sequence[str] = HIGH_PRECISION
    merge_names: bool = True
    scope: Scope = "text"

    def __post_init__(self) -> None:
        for rule in self.rules:
            check_choice("rule", rule, RULES)
        check_choice("scope", self.scope, get_args(Scope))

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide pronouns from left to right by the first rule that answers (Baldwin 1997, section 3)."""
        return decisions(prepared, self.rules, merge_names=self.merge_names, whole_text=self.scope == "text")


def parts() -> dict[str, Part]:
    """The rules, each with the option that leaves it out."""
    rest = {rule: "/".join(other for other in HIGH_PRECISION if other != rule) for rule in HIGH_PRECISION}
    return {rule: Part({"rules": others}) for rule, others in rest.items()}


RESOLVER = ResolverEntry(
    Cogniac,
    title="Baldwin 1997, high-precision CogNIAC",
    summary="six rules answer where one antecedent is left, others stay open",
    parts=parts,
)
