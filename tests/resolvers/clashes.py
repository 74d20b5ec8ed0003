"""Answers that contradict earlier ones: two values of number, gender or animacy in a chain, or two arguments of a verb.

Chains are those that the answers make, nothing else; "his or her" is no contradiction.
"""

from collections.abc import Sequence

from anaphora.resolvers._syntax.binding import are_alternatives, syntax_of
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.language.packs import language_of

FEATURES = ("number", "gender", "animacy")


def clashes(prepared: Prepared, decisions: Sequence[Decision], *, syntax: bool = True) -> list[int]:
    """The cases, in text order, whose answer contradicts what its chain holds so far."""
    chain_of: dict[int, list[int]] = {}
    clashing = []
    for decision in decisions:
        anaphor = prepared.cases[decision.case].anaphor
        if decision.antecedent is not None:
            chain = chain_of.setdefault(decision.antecedent, [decision.antecedent])
            if any(
                _disagree(prepared, anaphor, other) or (syntax and _disjoint(prepared, anaphor, other))
                for other in chain
            ):
                clashing.append(decision.case)
            chain.append(anaphor)
            chain_of[anaphor] = chain
    return clashing


def _disagree(prepared: Prepared, anaphor: int, other: int) -> bool:
    first, second = prepared.mentions[anaphor], prepared.mentions[other]
    if are_alternatives(prepared.annotation, language_of(prepared.document), first, second):
        return False
    return any(len({getattr(first, name), getattr(second, name)} - {"unknown"}) > 1 for name in FEATURES)


def _disjoint(prepared: Prepared, anaphor: int, other: int) -> bool:
    first, second = prepared.mentions[anaphor], prepared.mentions[other]
    near = first.sentence == second.sentence and "reflexive" not in (first.pronoun, second.pronoun)
    return near and bool(syntax_of(prepared).disjoint(anaphor, other))
