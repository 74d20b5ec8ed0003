"""Kennedy & Boguraev 1996: salience of coreference classes without a parser, disjoint reference by order and function.

Where this departs from the paper, or decides what it leaves open:

- Functions and the flags EMBED and ADJUNCT come from the tree, where the paper had a function tagger and patterns. A
  genitive is not embedded by being one; an adjunct is an adverbial clause, or a prepositional phrase set off by its
  place before the subject or by a comma.
- Each class has one value for each factor, which a new member resets and a new sentence halves; so the published
  totals (432.5 and 192.5) come out. A context that has ended counts nothing.
- The threshold of salience is not published; here none is needed, since the scope is that of the comparison.
- The size of the bonus for parallelism and of the penalty for cataphora are those of Lappin & Leass 1994.
- A candidate that follows the pronoun (cataphora) can win, but is on no candidate list: the case is then left open.
- Disjoint reference holds in either order of the two. A subject begins a new clause, as in the paper; between two
  objects so does a coordinated verb ("take the cup and wash it").
- An embedded noun phrase contains no other, since in the published trace the subject of a relative clause is the
  antecedent of "its" in that clause.
- A class is out if a member of the pronoun's sentence is disjoint from the pronoun.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from resolvers._reading.salience import (
    Classes,
    choose,
    containers,
    decision,
    in_demarcated_adverbial,
    later_in_sentence,
    weights,
)
from resolvers._reading.segments import segments
from workbench.decision import Decision, Resolver
from workbench.document import Mention, Prepared
from workbench.errors import OptionError

Context = Literal["segment", "paragraph", "document"]
_FUNCTIONS = {
    "subject": "subject", "existential": "existential", "possessor": "possessive", "object": "accusative",
    "indirect_object": "dative",
}  # fmt: skip
_DIRECT = ("subject", "accusative")
_LOWER = ("accusative", "dative", "oblique")
_FORGOTTEN = 10  # sentences after which a factor has less than a thousandth of its weight


@dataclass(frozen=True, slots=True)
class Referent:
    """What the paper's record holds: GFUN, EMBED and ADJUNCT, the innermost subordinate context (-1: none), CNTX."""

    function: str
    embedded: bool
    adjunct: bool
    subordinate: int
    context: int


@dataclass(frozen=True, slots=True, eq=False)
class KennedyBoguraev:
    """The resolver: its weights and options, see `build`."""

    factors: Mapping[str, float]
    adjustments: Mapping[str, float]
    cataphora: bool
    context: Context

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Resolve the pronouns in text order; each one joins the class of its antecedent at once."""
        discourse = _Discourse(self, prepared)
        return [discourse.decide(number) for number in range(len(prepared.cases))]


class _Discourse:
    """What is known of one document as its pronouns are resolved."""

    __slots__ = ("boundaries", "classes", "mentions", "pairs", "prepared", "referents", "resolver", "subjects")

    def __init__(self, resolver: KennedyBoguraev, prepared: Prepared) -> None:
        self.resolver, self.prepared, self.mentions = resolver, prepared, prepared.mentions
        self.referents = referents(prepared, resolver.context)
        self.classes = Classes(prepared.mentions)
        relations = prepared.annotation.relation
        self.subjects = [token for token, relation in enumerate(relations) if relation.startswith(("nsubj", "expl"))]
        verbs = {token for token in set(prepared.clauses) if relations[token] == "conj"}
        self.boundaries = sorted(verbs.union(self.subjects))
        self.pairs: set[tuple[str, str]] = set()

    def decide(self, number: int) -> Decision:
        """Steps 3 and 4 of the procedure, for one reflexive or other pronoun."""
        anaphor = self.prepared.cases[number].anaphor
        reflexive = self.mentions[anaphor].pronoun == "reflexive"
        scores = self._binders(number) if reflexive else self._candidates(number)
        chosen, rule = choose(self.prepared, anaphor, scores)
        made = decision(self.prepared, number, scores, chosen, f"binder, {rule}" if reflexive else rule)
        if chosen is not None:
            self.classes.merge(anaphor, chosen)
            self.pairs.add((self.referents[chosen].function, self.referents[anaphor].function))
        return made

    def _binders(self, number: int) -> dict[int, float]:
        """For a reflexive object the closest subject before it, for others the closest object after that, too."""
        case = self.prepared.cases[number]
        sentence = self.mentions[case.anaphor].sentence
        before = [index for index in case.compatible if self.mentions[index].sentence == sentence]
        subject = max((index for index in before if self.referents[index].function == "subject"), default=-1)
        binders = [subject] if subject >= 0 else []
        if self.referents[case.anaphor].function != "accusative":
            objects = [index for index in before if self.referents[index].function == "accusative"]
            binders += [index for index in objects[-1:] if not self._between(self.subjects, index, case.anaphor)]
        return {index: self.salience(index, case.anaphor) for index in sorted(binders)}

    def _candidates(self, number: int) -> dict[int, float]:
        """The candidates that disjoint reference leaves, with the salience of their class as adjusted."""
        case = self.prepared.cases[number]
        later: Iterable[int] = later_in_sentence(self.prepared, case.anaphor) if self.resolver.cataphora else ()
        out: dict[int, bool] = {}
        found = {}
        for candidate in (*case.compatible, *later):
            first = self.classes.of(candidate)[0]
            if first not in out:
                out[first] = self._excluded(case.anaphor, candidate)
            if not out[first]:
                found[candidate] = self.salience(candidate, case.anaphor) + self._adjustment(candidate, case.anaphor)
        return found

    def _excluded(self, anaphor: int, candidate: int) -> bool:
        members = self.classes.in_sentence(self.mentions, candidate, self.mentions[anaphor].sentence)
        return any(self.disjoint(anaphor, member) for member in members)

    def disjoint(self, pronoun: int, other: int) -> bool:
        """Whether a pronoun cannot corefer with another mention of its sentence: the three conditions of the paper."""
        mine, its = self.referents[pronoun], self.referents[other]
        first, second = (its, mine) if other < pronoun else (mine, its)
        boundaries = self.subjects if first.function == "subject" else self.boundaries
        if first.function in _DIRECT and second.function in _LOWER and not self._between(boundaries, pronoun, other):
            return self.mentions[other].pronoun != "reflexive"
        if other > pronoun:
            return not mine.embedded and not mine.adjunct and self.mentions[other].kind != "pronoun"
        return (
            mine.embedded
            and not its.embedded
            and all(self.referents[index].embedded for index in range(other + 1, pronoun))
        )

    def _between(self, tokens: Sequence[int], one: int, other: int) -> bool:
        """Whether one of these tokens stands between two mentions."""
        heads = sorted((self.mentions[one].head, self.mentions[other].head))
        return bisect_right(tokens, heads[0]) < bisect_left(tokens, heads[1])

    def salience(self, mention: int, anaphor: int) -> float:
        """The salience of a mention's class at an anaphor: for each factor the value of the last member that has it."""
        sentence, context = self.mentions[anaphor].sentence, self.referents[anaphor].context
        total, found = 0.0, set[str]()
        for member in reversed(self.classes.of(mention)):
            age = sentence - self.mentions[member].sentence
            if age > _FORGOTTEN:
                break
            factors = set(_factors(self.referents[member])) - found
            found |= factors
            if self.referents[member].context != context:
                factors.discard("context")
            total += sum(self.resolver.factors[factor] for factor in factors) / 2**age
        return total

    def _adjustment(self, candidate: int, anaphor: int) -> float:
        """Locality, parallelism and cataphora, for candidates in the pronoun's sentence."""
        mine, its, weigh = self.referents[anaphor], self.referents[candidate], self.resolver.adjustments
        if self.mentions[candidate].sentence != self.mentions[anaphor].sentence:
            return 0.0
        total = weigh["cataphora"] * (candidate > anaphor)
        if (its.function, mine.function) in self.pairs:
            total += weigh["parallelism"]
        if its.subordinate == mine.subordinate >= 0:
            missing = self.resolver.factors["head"] * its.embedded + self.resolver.factors["argument"] * its.adjunct
            total += weigh["locality"] * missing
        return total


def referents(prepared: Prepared, context: Context) -> list[Referent]:
    """The paper's record of each mention."""
    children = prepared.annotation.children()
    segment = segments(prepared) if context == "segment" else []
    found = []
    for mention in prepared.mentions:
        around = [entry for entry in containers(prepared.annotation, children, mention.head) if entry[0] != "genitive"]
        kinds = {kind for kind, _ in around}
        adverbial = in_demarcated_adverbial(prepared.annotation, prepared.document.words, children, mention.head)
        found.append(
            Referent(
                function=_function(mention),
                embedded=bool(kinds & {"phrase", "clause"}),
                adjunct="adverbial" in kinds or adverbial,
                subordinate=around[0][1] if around else -1,
                context=segment[mention.sentence] if segment else mention.paragraph * (context == "paragraph"),
            )
        )
    return found


def _function(mention: Mention) -> str:
    return _FUNCTIONS.get(mention.function) or ("oblique" if mention.preposition >= 0 else "other")


def _factors(referent: Referent) -> Sequence[str]:
    """The salience factors that a mention satisfies where it stands."""
    satisfied = ["sentence", "context"]
    if referent.function != "other":
        satisfied.append(referent.function)
    if not referent.embedded:
        satisfied.append("head")
    if not referent.adjunct:
        satisfied.append("argument")
    return satisfied


def build(*, without: Sequence[str] = (), cataphora: bool = True, context: Context = "segment") -> Resolver:
    """The resolver of Kennedy & Boguraev.

    `without` leaves out salience factors and adjustments of `kennedy_boguraev.toml`. `cataphora` lets noun phrases
    after the pronoun compete. `context` says what CNTX-S goes by: topical segments, paragraphs, or the whole document.
    Raises `OptionError` for an unknown factor or context.
    """
    if context not in ("segment", "paragraph", "document"):
        raise OptionError(f"There is no context {context!r}; choose segment, paragraph or document.")
    factors, adjustments = weights("kennedy_boguraev.toml", without)
    return KennedyBoguraev(factors, adjustments, cataphora, context)
