"""Lappin & Leass 1994, RAP: a syntactic filter, then the highest salience of a class of coreferent mentions.

Where this departs from the paper, or decides what it does not specify:

- The trees are Universal Dependencies, not Slot Grammar; `anaphora.resolvers.syntax.binding` says how they are read.
- The search scope is that of the comparison (`--window`); the paper keeps four sentences.
- Every oblique of a verb counts as an oblique complement, since treebanks do not distinguish complements from adjuncts;
  so does a passive agent. A conjunct is not contained in its coordination.
- An adverbial phrase is set off by a comma, or if it stands before the subject; a passive agent is no adverbial.
- Slots, for parallelism, are functions: all obliques fill one slot; appositions and complements of nouns fill none.
- The threshold of salience, which the paper does not give, is 0; weights are halved without remainder.
- A candidate that follows the pronoun (cataphora) can win, but is on no candidate list: the case is then unresolved,
  and the answer counted apart.
- A class agrees if its most recent member and all that is known of its number and sex do; of "his or her" neither tells
  the sex. An unresolved pronoun is a class.
- A pronoun that may be singular or plural is resolved once; the paper resolves each reading and compares.
- Distance, which breaks ties, is that of the heads in words. Reciprocals are no anaphors of the workbench.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

from anaphora.resolvers.discourse.salience import (
    Row,
    SalienceReader,
    SalientPool,
    later_in_sentence,
    parts_of,
    satisfied_factors,
    weights,
)
from anaphora.resolvers.syntax.binding import are_alternatives, first_conjunct, syntax_of
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Case, Function, Prepared
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class LappinLeass:
    """The resolver RAP.

    `without` leaves out salience factors and adjustments of `lappin_leass.toml`, as the paper's section 3 does to weigh
    them. `cataphora` lets noun phrases after the pronoun compete. `same_names` puts names of the same words into one
    class. Only classes with a salience above `threshold` are candidates.
    Raises `OptionError` for an unknown factor.
    """

    without: Sequence[str] = ()
    cataphora: bool = True
    same_names: bool = False
    threshold: float = 0.0

    def __post_init__(self) -> None:
        weights("lappin_leass.toml", self.without)

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Resolve the pronouns in text order; each one joins the class of its antecedent at once (section 2.2)."""
        reader = _LappinLeassReader(self, prepared)
        return [reader.decide(number) for number in range(len(prepared.cases))]


class _LappinLeassReader(SalienceReader):
    """The state of resolution in one document."""

    def __init__(self, resolver: LappinLeass, prepared: Prepared) -> None:
        super().__init__(prepared, "lappin_leass.toml", resolver.without, lambda weight, age: weight // 2**age)
        self.resolver = resolver
        self.syntax = syntax_of(prepared)
        self.factors = satisfied_factors(prepared)
        self.slots = _slots(prepared)
        self.horizon = int(max(self.weights.values())).bit_length()  # sentences until nothing is left
        self.read = 0
        self.named: dict[str, int] = {}

    def decide(self, number: int) -> Decision:
        """Section 2.2, for one pronoun."""
        case = self.prepared.cases[number]
        if self.resolver.same_names:
            self._join_names(self.mentions[case.anaphor].sentence)
        reflexive = self.mentions[case.anaphor].pronoun == "reflexive"
        pool = self._binders(case) if reflexive else self._candidates(case)
        return self.settle(number, pool)[0]

    def _binders(self, case: Case) -> SalientPool:
        """The candidates that may bind a reflexive, with their salience (section 2.1.2)."""
        sentence = self.mentions[case.anaphor].sentence
        rows, steps = {}, []
        for candidate in case.compatible:
            near = self.mentions[candidate].sentence == sentence and self.classes.agree(candidate, case.anaphor)
            if near and (condition := self.syntax.binds(candidate, case.anaphor)):
                rows[candidate] = self.salience(self.classes.members_of(candidate), sentence)
                steps.append(f"{self.quote(candidate)} binds it: {condition}")
        return SalientPool(rows, steps)

    def _candidates(self, case: Case) -> SalientPool:
        """The members in scope of all classes that the filter leaves, each with the row of its class."""
        out: dict[str, list[int]] = {}
        rows = self.rows(case.compatible, lambda _, members: self._judge(case, members, out))
        candidates = frozenset(case.candidates)
        for later in later_in_sentence(self.prepared, case.anaphor) if self.resolver.cataphora else ():
            members = self.classes.members_of(later)
            if candidates.isdisjoint(members) and (row := self._row(case.anaphor, later, out)):
                rows[later] = row
        return SalientPool(rows, self.describe_excluded(out))

    def _judge(self, case: Case, members: Sequence[int], out: dict[str, list[int]]) -> Row | None:
        """The row of a class, for which its most recent candidate stands; `None` if it is out."""
        if len(members) == 1:
            return self._row(case.anaphor, members[0], out)
        beside = partial(are_alternatives, self.prepared.annotation, self.syntax.tables, self.mentions[case.anaphor])
        candidates = [member for member in members if member in case.candidates]
        last = ([member for member in candidates if not beside(self.mentions[member])] or candidates)[-1]
        if last in case.compatible:
            return self._row(case.anaphor, last, out)
        out.setdefault("disagrees, and is the last of its coreference class", []).append(last)
        return None

    def _row(self, anaphor: int, candidate: int, out: dict[str, list[int]]) -> Row | None:
        """The salience of the candidate's class, raised or lowered as the candidate stands to the pronoun.

        `None` if the class is out, for a reason that goes to `out`.
        """
        agrees = self.classes.agree(candidate, anaphor)
        reason = self.objection(anaphor, candidate, self._disjoint) if agrees else "its coreference class disagrees"
        if not reason:
            row = self.salience(self.classes.members_of(candidate), self.mentions[anaphor].sentence)
            parallel = not self.slots[candidate].isdisjoint(self.slots[anaphor])
            if parallel or candidate > anaphor:
                weigh = self.adjustments
                cataphora = weigh["cataphora"] * (candidate > anaphor)
                row = self.worth.adjust(row, weigh["parallelism"] * parallel, cataphora)
            if sum(row) > self.resolver.threshold:
                return row
            reason = f"salience {sum(row):g}"
        out.setdefault(reason, []).append(candidate)
        return None

    def _disjoint(self, anaphor: int, member: int) -> str:
        """The condition by which the pronoun is disjoint from a mention of its sentence, empty if none."""
        return "" if self.mentions[member].pronoun == "reflexive" else self.syntax.disjoint(anaphor, member)

    def salience(self, members: Sequence[int], sentence: int) -> Row:
        """The salience of a class in a sentence: each factor once a sentence, halved for each sentence since."""
        if len(members) == 1:
            return self.worth.row(self.factors[members[0]], sentence - self.mentions[members[0]].sentence)
        by_age: dict[int, frozenset[str]] = {}
        for member in reversed(members):
            age = sentence - self.mentions[member].sentence
            if age > self.horizon:
                break
            by_age[age] = by_age[age] | self.factors[member] if age in by_age else self.factors[member]
        return self.worth.sum([(factors, age) for age, factors in by_age.items()])

    def _join_names(self, sentence: int) -> None:
        """Put names of the same words into one class, up to the end of a sentence."""
        while self.read < len(self.mentions) and self.mentions[self.read].sentence <= sentence:
            if self.mentions[self.read].kind == "name":
                words = self.prepared.document.words_of(self.mentions[self.read].base)
                self.classes.link(self.read, self.named.setdefault(words, self.read))
            self.read += 1


def _slots(prepared: Prepared) -> list[frozenset[str]]:
    """The slot of each mention and the deep one: a passive subject is an object, its agent a subject (section 4)."""
    annotation, slots = prepared.annotation, []
    for mention in prepared.mentions:
        passive = mention.function == "subject" and (
            annotation.relation[first_conjunct(annotation, mention.head)] == "nsubj:pass"
        )
        slots.append(_slot(mention.function, passive=passive))
    return slots


@cache
def _slot(function: Function, *, passive: bool) -> frozenset[str]:
    if function in ("subject", "agent"):
        return frozenset({function, "object" if passive else "subject"})
    return frozenset() if function in ("other", "apposition") else frozenset({function})


RESOLVER = ResolverEntry(
    LappinLeass,
    title="Lappin & Leass 1994, RAP",
    summary="a syntactic filter, then the highest salience of a class of coreferent mentions",
    parts=partial(parts_of, "lappin_leass.toml"),
)
