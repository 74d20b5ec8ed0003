"""Lappin & Leass 1994, RAP: a syntactic filter, then the highest salience of a class of coreferent mentions.

Where this departs from the paper, or decides what it leaves open:

- The trees are Universal Dependencies, not Slot Grammar; `resolvers._structure.disjoint` says how they are read.
- The search scope is that of the comparison (`--window`); the paper keeps four sentences.
- Every oblique of a verb counts as an oblique complement, since treebanks do not tell complements from adjuncts.
- The threshold of salience, which the paper does not give, is 0; weights are halved without remainder.
- A candidate that follows the pronoun (cataphora) can win, but is on no candidate list: the case is then left open.
- A class is judged by its most recent member: if that does not agree, the class is out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from resolvers._reading.salience import (
    Classes,
    choose,
    containers,
    decision,
    in_demarcated_adverbial,
    later_in_sentence,
    weights,
)
from resolvers._structure.disjoint import Syntax, first_conjunct, syntax_of
from workbench.decision import Decision, Resolver
from workbench.document import Mention, Prepared


@dataclass(frozen=True, slots=True, eq=False)
class LappinLeass:
    """The resolver: its weights and options, see `build`."""

    factors: Mapping[str, float]
    adjustments: Mapping[str, float]
    cataphora: bool
    same_names: bool
    threshold: float

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Resolve the pronouns in text order; each one joins the class of its antecedent at once (section 2.2)."""
        discourse = _Discourse(self, prepared)
        return [discourse.decide(number) for number in range(len(prepared.cases))]


class _Discourse:
    """What is known of one document as its pronouns are resolved."""

    __slots__ = ("classes", "factors", "horizon", "named", "prepared", "read", "resolver", "slots", "syntax")

    def __init__(self, resolver: LappinLeass, prepared: Prepared) -> None:
        self.resolver, self.prepared = resolver, prepared
        self.syntax = syntax_of(prepared)
        self.classes = Classes(prepared.mentions)
        self.factors = [_factors(prepared, self.syntax, mention) for mention in prepared.mentions]
        self.slots = [_slots(prepared, mention) for mention in prepared.mentions]
        self.horizon = _sentences_to_zero(max(resolver.factors.values()))
        self.read = 0
        self.named: dict[str, int] = {}

    def decide(self, number: int) -> Decision:
        """Section 2.2, for one pronoun."""
        anaphor = self.prepared.cases[number].anaphor
        if self.resolver.same_names:
            self._join_names(self.prepared.mentions[anaphor].sentence)
        reflexive = self.prepared.mentions[anaphor].pronoun == "reflexive"
        scores = self._binders(number) if reflexive else self._candidates(number)
        chosen, rule = choose(self.prepared, anaphor, scores)
        made = decision(self.prepared, number, scores, chosen, f"binder, {rule}" if reflexive else rule)
        if chosen is not None:
            self.classes.merge(anaphor, chosen)
        return made

    def _binders(self, number: int) -> dict[int, float]:
        """The candidates that may bind a reflexive, with their salience (section 2.1.2)."""
        case = self.prepared.cases[number]
        sentence = self.prepared.mentions[case.anaphor].sentence
        return {
            candidate: self.salience(candidate, sentence)
            for candidate in case.compatible
            if self.prepared.mentions[candidate].sentence == sentence and self.syntax.binds(candidate, case.anaphor)
        }

    def _candidates(self, number: int) -> dict[int, float]:
        """The members in scope of all classes that the filter leaves, each with the score of its class."""
        case = self.prepared.cases[number]
        recent = {self.classes.of(candidate)[0]: candidate for candidate in case.candidates}
        compatible = set(case.compatible)
        scores: dict[int, float | None] = {}
        for first, candidate in recent.items():
            open_ = candidate in compatible and not self._excluded(case.anaphor, candidate)
            scores[first] = self._score(case.anaphor, candidate) if open_ else None
        listed = {candidate: scores[self.classes.of(candidate)[0]] for candidate in case.compatible}
        found = {candidate: score for candidate, score in listed.items() if score is not None}
        if self.resolver.cataphora:
            for later in later_in_sentence(self.prepared, case.anaphor):
                if len(self.classes.of(later)) == 1 and not self._excluded(case.anaphor, later):
                    found[later] = self._score(case.anaphor, later)
        return {candidate: score for candidate, score in found.items() if score > self.resolver.threshold}

    def _excluded(self, anaphor: int, candidate: int) -> bool:
        """Whether the pronoun is disjoint from a member of the candidate's class in its own sentence."""
        mentions = self.prepared.mentions
        members = self.classes.in_sentence(mentions, candidate, mentions[anaphor].sentence)
        return any(
            mentions[member].pronoun != "reflexive" and bool(self.syntax.disjoint(anaphor, member))
            for member in members
        )

    def _score(self, anaphor: int, candidate: int) -> float:
        """The salience of the candidate's class, raised or lowered as the candidate stands to the pronoun."""
        adjustments = self.resolver.adjustments
        score = self.salience(candidate, self.prepared.mentions[anaphor].sentence)
        if self.slots[candidate] & self.slots[anaphor]:
            score += adjustments["parallelism"]
        return score + adjustments["cataphora"] * (candidate > anaphor)

    def salience(self, mention: int, sentence: int) -> float:
        """The salience of a mention's class in a sentence: each factor once a sentence, halved for each one since."""
        total, current, found = 0.0, -1, set[str]()
        for member in reversed(self.classes.of(mention)):
            place = self.prepared.mentions[member].sentence
            if sentence - place > self.horizon:
                break
            if place != current:
                current, found = place, set()
            for factor in self.factors[member] - found:
                total += self.resolver.factors[factor] // 2 ** (sentence - place)
            found |= self.factors[member]
        return total

    def _join_names(self, sentence: int) -> None:
        """Put names of the same words into one class, up to the end of a sentence."""
        mentions = self.prepared.mentions
        while self.read < len(mentions) and mentions[self.read].sentence <= sentence:
            if mentions[self.read].kind == "name":
                words = self.prepared.document.words_of(mentions[self.read].base)
                self.classes.merge(self.read, self.named.setdefault(words, self.read))
            self.read += 1


def _sentences_to_zero(weight: float) -> int:
    return int(weight).bit_length()


def _factors(prepared: Prepared, syntax: Syntax, mention: Mention) -> frozenset[str]:
    """The salience factors of a mention in its own sentence (Table 1)."""
    annotation, words, children = prepared.annotation, prepared.document.words, syntax.children
    around = {kind for kind, _ in containers(annotation, children, mention.head)}
    holds = {
        "sentence_recency": True,
        "subject": mention.function == "subject",
        "existential": mention.function == "existential",
        "accusative": mention.function == "object",
        "indirect_object_and_oblique": mention.function in ("indirect_object", "agent")
        or (mention.function == "oblique" and mention.preposition >= 0),
        "head_noun": around <= {"adverbial"},
        "non_adverbial": not in_demarcated_adverbial(annotation, words, children, mention.head),
    }
    return frozenset(name for name, true in holds.items() if true)


def _slots(prepared: Prepared, mention: Mention) -> frozenset[str]:
    """The slot of a mention and the deep one: a passive subject is an object, its agent a subject (section 4)."""
    relation = prepared.annotation.relation[first_conjunct(prepared.annotation, mention.head)]
    if mention.function in ("subject", "agent"):
        return frozenset({mention.function, "object" if relation == "nsubj:pass" else "subject"})
    nowhere = mention.function in ("other", "apposition", "predicate")
    return frozenset() if nowhere else frozenset({mention.function})


def build(
    *, without: Sequence[str] = (), cataphora: bool = True, same_names: bool = False, threshold: float = 0.0
) -> Resolver:
    """The resolver RAP.

    `without` leaves out salience factors and adjustments of `lappin_leass.toml`, as the paper's section 3 does to weigh
    them. `cataphora` lets noun phrases after the pronoun compete. `same_names` puts names of the same words into one
    class. Only classes with a salience above `threshold` are candidates.
    Raises `OptionError` for an unknown factor.
    """
    factors, adjustments = weights("lappin_leass.toml", without)
    return LappinLeass(factors, adjustments, cataphora, same_names, threshold)
