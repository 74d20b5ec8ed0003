"""Kennedy & Boguraev 1996: salience of coreference classes without a parser, disjoint reference by order and function.

Where this departs from the paper, or decides what it does not specify:

- Functions and the flags EMBED and ADJUNCT come from the tree, where the paper had a function tagger and patterns. A
  genitive is not embedded by being one; an adjunct is an adverbial clause, or a prepositional phrase set off by its
  place before the subject or by a comma. A possessive without a noun ("Tom lost his") is a genitive. Indirect
  objects are those without a preposition; a passive agent is oblique.
- Each class has one value for each factor, which a new member resets and a new sentence halves; so the published
  totals (432.5 and 192.5) come out. A context that has ended counts nothing.
- The threshold of salience is not published; here it is 0, since the scope is that of the comparison.
- The size of the bonus for parallelism and of the penalty for cataphora are those of Lappin & Leass 1994.
- A candidate that follows the pronoun (cataphora) can win, but is on no candidate list: the case is then unresolved,
  and the answer counted apart. Of equal candidates the nearest is taken, before or after.
- A pronoun of the third person that found no antecedent is not interpreted, and no candidate. Those of the first and
  second, which the paper leaves out, refer by themselves.
- A class agrees if all its members do; of "his or her" neither tells the sex.
- The binders of a reflexive are the closest of those that agree in its sentence. One that is no argument ("the author
  herself") is treated as an oblique. Reciprocals are no anaphors of the workbench.
- Disjoint reference holds in either order of the two, also of an object before the subject of its verb, as German,
  Dutch, Norwegian and Hungarian have it. A subject begins a new clause, as in the paper; between two
  objects so does a coordinated verb ("take the cup and wash it"). No pronoun is disjoint from a reflexive.
- An embedded noun phrase contains no other, since in the published trace the subject of a relative clause is the
  antecedent of "its" in that clause.
- A class is out if a member of the pronoun's sentence is disjoint from the pronoun.
- The subordinate context that lifts a candidate (locality) is the innermost noun phrase or clause that both stand in.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt
from statistics import fmean, pstdev
from typing import Literal, get_args

import numpy as np

from anaphora.resolvers.discourse.salience import (
    Row,
    SalienceReader,
    SalientPool,
    factors_of,
    later_in_sentence,
    parts_of,
    weights,
)
from anaphora.resolvers.parameters import check_choice
from anaphora.resolvers.syntax.binding import are_alternatives, settings
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Case, Prepared
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.resolver_entry import ResolverEntry

Context = Literal["segment", "paragraph", "document"]
_FUNCTIONS = {
    "subject": "subject", "existential": "existential", "possessor": "possessive", "object": "accusative",
    "indirect_object": "dative",
}  # fmt: skip
_DIRECT = ("subject", "accusative")
_LOWER = ("accusative", "dative", "oblique")
_THIRD = 3  # person
_FORGOTTEN = 10  # sentences after which a factor has less than a thousandth of its weight


@dataclass(frozen=True, slots=True, kw_only=True)
class KennedyBoguraev:
    """The resolver of Kennedy & Boguraev.

    `without` leaves out salience factors and adjustments of `kennedy_boguraev.toml`. `cataphora` lets noun phrases
    after the pronoun compete. `context` says what CNTX-S goes by: topical segments, paragraphs, or the whole document.
    Only classes with a salience above `threshold`, before adjustments, are candidates.
    Raises `OptionError` for an unknown factor or context.
    """

    without: Sequence[str] = ()
    cataphora: bool = True
    context: Context = "segment"
    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_choice("context", self.context, get_args(Context))
        weights("kennedy_boguraev.toml", self.without)

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Resolve sentence by sentence the reflexives, then the other pronouns in text order (steps 3 and 4).

        Each one joins the class of its antecedent at once.
        """
        reader = _KennedyBoguraevReader(self, prepared)
        anaphors = [prepared.mentions[case.anaphor] for case in prepared.cases]
        order = sorted(
            range(len(anaphors)), key=lambda case: (anaphors[case].sentence, anaphors[case].pronoun != "reflexive")
        )
        return sorted((reader.decide(number) for number in order), key=lambda decision: decision.case)


class _KennedyBoguraevReader(SalienceReader):
    """The state of resolution in one document.

    For each mention it has GFUN (`functions`), EMBED and ADJUNCT (`settings`) of the paper's record, and the context
    of CNTX-S.
    """

    def __init__(self, resolver: KennedyBoguraev, prepared: Prepared) -> None:
        super().__init__(prepared, "kennedy_boguraev.toml", resolver.without, lambda weight, age: weight / 2**age)
        self.resolver = resolver
        self.settings = settings(prepared)
        self.tables = language_of(prepared.document)
        self.free = [-1, *(number for number, setting in enumerate(self.settings) if not setting.embedded)]
        self.functions = [
            _FUNCTIONS.get("possessor" if mention.stands_for_what_is_owned else mention.function)
            or ("oblique" if mention.preposition >= 0 else "other")
            for mention in prepared.mentions
        ]
        self.factors = [
            _factors(function, setting.embedded, setting.adverbial or setting.set_off)
            for function, setting in zip(self.functions, self.settings, strict=True)
        ]
        self.contexts = _contexts(prepared, resolver.context)
        self.anaphors = frozenset(
            case.anaphor for case in prepared.cases if prepared.mentions[case.anaphor].person == _THIRD
        )
        relations = prepared.annotation.relation
        subjects = {relation for relation in set(relations) if relation.startswith(("nsubj", "expl"))}
        self.subjects = [token for token, relation in enumerate(relations) if relation in subjects]
        verbs = {token for token in set(prepared.clauses) if relations[token] == "conj"}
        self.boundaries = sorted(verbs.union(self.subjects))
        self.pairs: set[tuple[str, str]] = set()

    def decide(self, number: int) -> Decision:
        """Steps 3 and 4 of the procedure, for one reflexive or other pronoun."""
        case = self.prepared.cases[number]
        pool = self._binders(case) if self.mentions[case.anaphor].pronoun == "reflexive" else self._candidates(case)
        decision, chosen = self.settle(number, pool)
        if chosen is not None:
            self.pairs.add((self.functions[chosen], self.functions[case.anaphor]))
        return decision

    def _binders(self, case: Case) -> SalientPool:
        """Return the binders of a reflexive: the closest subject and, unless it is an accusative, a closer object."""
        sentence = self.mentions[case.anaphor].sentence
        agree = partial(self.classes.agree, case.anaphor)
        before = [index for index in case.compatible if self.mentions[index].sentence == sentence and agree(index)]
        subjects = [index for index in before if self.functions[index] == "subject"][-1:]
        objects = []
        if self.functions[case.anaphor] != "accusative":
            closest = [index for index in before if self.functions[index] == "accusative"][-1:]
            objects = [index for index in closest if not self._stands_between(self.subjects, index, case.anaphor)]
        steps = [f"{self.quote(index)} binds it: closest subject" for index in subjects]
        steps += [f"{self.quote(index)} binds it: closest object" for index in objects]
        binders = sorted(subjects + objects)
        return SalientPool(
            {index: self.salience(self.classes.members_of(index), case.anaphor) for index in binders}, steps
        )

    def _candidates(self, case: Case) -> SalientPool:
        """The candidates that disjoint reference leaves, with the salience of their class as adjusted."""
        out: dict[str, list[int]] = {}
        later = later_in_sentence(self.prepared, case.anaphor) if self.resolver.cataphora else ()
        rows = self.rows(
            (*case.compatible, *later), lambda first, members: self._judge(case.anaphor, first, members, out)
        )
        adjusted = {candidate: self._adjust(row, candidate, case.anaphor) for candidate, row in rows.items()}
        return SalientPool(adjusted, self.describe_excluded(out))

    def _judge(self, anaphor: int, candidate: int, members: Sequence[int], out: dict[str, list[int]]) -> Row | None:
        """The salience of a candidate's class; `None` if the class is out, for a reason that goes to `out`."""
        if candidate in self.anaphors and self.anaphors.issuperset(members):
            reason = "has no antecedent itself"
        elif not self.classes.agree(candidate, anaphor):
            reason = "its coreference class disagrees"
        elif sum(row := self.salience(members, anaphor)) <= self.resolver.threshold:
            reason = f"salience {sum(row):g}"
        elif not (reason := self.objection(anaphor, candidate, self.disjoint)):
            return row
        out.setdefault(reason, []).append(candidate)
        return None

    def disjoint(self, pronoun: int, other: int) -> str:
        """The condition by which a pronoun cannot corefer with another mention of its sentence, empty if none."""
        if are_alternatives(self.prepared.annotation, self.tables, self.mentions[pronoun], self.mentions[other]):
            return ""
        setting, other_setting = self.settings[pronoun], self.settings[other]
        first, second = sorted((pronoun, other))
        boundaries = self.subjects if self.functions[first] == "subject" else self.boundaries
        direct = self.functions[first] in _DIRECT and self.functions[second] in _LOWER
        direct = direct or self._is_fronted(first, second)
        if direct and not self._stands_between(boundaries, pronoun, other):
            return "" if self.mentions[other].pronoun == "reflexive" else "argument beside it"
        if other > pronoun:
            free = not (setting.embedded or setting.adverbial or setting.set_off)
            return "commanded by it" if free and self.mentions[other].kind != "pronoun" else ""
        inside = setting.embedded and self.free[bisect_left(self.free, pronoun) - 1] <= other
        return "contains it" if (inside and not other_setting.embedded) or self._is_possessed(pronoun, other) else ""

    def _is_fronted(self, first: int, second: int) -> bool:
        """Return whether an object stands before the subject of its verb, as in German "Den Mann sieht er"."""
        governor = self.mentions[first].governor
        fronted = self.functions[first] in ("accusative", "dative") and self.functions[second] == "subject"
        return fronted and governor >= 0 and governor == self.mentions[second].governor

    def _is_possessed(self, pronoun: int, other: int) -> bool:
        """Return whether a noun phrase is the one that a genitive pronoun modifies."""
        governor = self.prepared.annotation.head[self.mentions[pronoun].head]
        return self.functions[pronoun] == "possessive" and self.mentions[other].head == governor

    def _stands_between(self, tokens: Sequence[int], mention: int, other: int) -> bool:
        """Return whether one of these tokens stands between two mentions."""
        heads = sorted((self.mentions[mention].head, self.mentions[other].head))
        return bisect_right(tokens, heads[0]) < bisect_left(tokens, heads[1])

    def salience(self, members: Sequence[int], anaphor: int) -> Row:
        """The salience of a class at an anaphor: for each factor the value of the last member that has it."""
        sentence, context = self.mentions[anaphor].sentence, self.contexts[anaphor]
        if len(members) == 1 and self.contexts[members[0]] == context:
            return self.worth.row(self.factors[members[0]], sentence - self.mentions[members[0]].sentence)
        parts = []
        seen = frozenset[str]()
        for member in reversed(members):
            age = sentence - self.mentions[member].sentence
            if age > _FORGOTTEN:
                break
            factors = self.factors[member] - seen
            if factors:
                seen |= factors
                parts.append((factors if self.contexts[member] == context else factors - {"context"}, age))
        return self.worth.sum(parts)

    def _adjust(self, row: Row, candidate: int, anaphor: int) -> Row:
        """The row with parallelism, cataphora and locality, for candidates in the pronoun's sentence."""
        if self.mentions[candidate].sentence != self.mentions[anaphor].sentence:
            return row
        setting, other_setting, weigh = self.settings[anaphor], self.settings[candidate], self.adjustments
        parallel = (self.functions[candidate], self.functions[anaphor]) in self.pairs
        missing = 0.0
        if other_setting.subordinate == setting.subordinate >= 0:
            missing += self.weights["head"] * other_setting.embedded
            missing += self.weights["argument"] * (other_setting.adverbial or other_setting.set_off)
        cataphora = weigh["cataphora"] * (candidate > anaphor)
        return self.worth.adjust(row, weigh["parallelism"] * parallel, cataphora, weigh["locality"] * missing)


def _contexts(prepared: Prepared, context: Context) -> Sequence[int]:
    """The number of the context that each mention stands in."""
    if context == "paragraph":
        return [mention.paragraph for mention in prepared.mentions]
    of_sentence = segments(prepared) if context == "segment" else [0] * len(prepared.annotation.sentence_starts)
    return [of_sentence[mention.sentence] for mention in prepared.mentions]


@cache
def _factors(function: str, embedded: bool, adjunct: bool) -> frozenset[str]:
    """The salience factors that a mention satisfies where it stands."""
    return factors_of(
        {
            "sentence": True,
            "context": True,
            function: function != "other",
            "head": not embedded,
            "argument": not adjunct,
        }
    )


RESOLVER = ResolverEntry(
    KennedyBoguraev,
    title="Kennedy & Boguraev 1996",
    summary="salience of coreference classes without a parser, disjoint reference by order and function",
    parts=partial(parts_of, "kennedy_boguraev.toml"),
)


_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ"})
_WIDTH, _BLOCK, _APART = 20, 10, 4  # words in a sequence, sequences in a block, sequences between two boundaries
_SHORTEST = 400  # words; the two blocks compared at a gap are as long as that, so a shorter text is one segment


def segments(prepared: Prepared) -> list[int]:
    """Return for each sentence the number of its topical segment (TextTiling, Hearst 1994, 1997), 0 and up.

    Sequences of 20 words are compared in blocks of 10 by the cosine of their content lemmas; a boundary lies where the
    depth of a valley exceeds the mean less half a standard deviation, at the nearest start of a paragraph, or of a
    sentence where paragraphs are not marked. A text under 400 words is one segment.
    """
    annotation, document = prepared.annotation, prepared.document
    sentences = annotation.sentence_starts
    starts: set[int] = set()
    if len(document.words) >= _SHORTEST:
        breaks = document.paragraph_starts if len(document.paragraph_starts) > 1 else sentences
        starts = {_nearest(breaks, (gap + 1) * _WIDTH) for gap in _boundaries(_depths(_similarities(prepared)))}
    numbers, segment = [], 0
    edges = sorted(starts - {0})
    for sentence in sentences:
        while segment < len(edges) and edges[segment] <= sentence:
            segment += 1
        numbers.append(segment)
    return numbers


def _similarities(prepared: Prepared) -> list[float]:
    """Return the cosine, 0 to 1, of the content lemmas in the blocks before and after each gap of two sequences."""
    annotation = prepared.annotation
    content = [token for token, pos in enumerate(annotation.pos) if pos in _CONTENT]
    numbers: dict[str, int] = {}
    lemma = np.array([numbers.setdefault(annotation.lemma[token].lower(), len(numbers)) for token in content], np.int64)
    edges = np.searchsorted(content, range(0, len(annotation.pos) + _WIDTH, _WIDTH)).tolist()  # of sequences
    similarities = []
    for gap in range(1, len(edges) - 1):
        before = np.bincount(lemma[edges[max(0, gap - _BLOCK)] : edges[gap]], minlength=len(numbers))
        after = np.bincount(lemma[edges[gap] : edges[min(gap + _BLOCK, len(edges) - 1)]], minlength=len(numbers))
        lengths = sqrt((before @ before) * (after @ after))
        similarities.append(float(before @ after) / lengths if lengths else 0.0)
    return similarities


def _depths(similarity: Sequence[float]) -> list[float]:
    """Return how deep a valley each smoothed gap is: the climbs to the next peaks left and right; 0 on a slope."""
    smooth = [fmean(similarity[max(0, gap - 1) : gap + 2]) for gap in range(len(similarity))]
    left = _climbs(smooth)
    right = _climbs(smooth[::-1])[::-1]
    return [before + after if before and after else 0.0 for before, after in zip(left, right, strict=True)]


def _climbs(smooth: Sequence[float]) -> list[float]:
    """Return for each gap how far one climbs from it to the left before the way leads down."""
    climbs: list[float] = []
    for gap, height in enumerate(smooth):
        higher = gap > 0 and smooth[gap - 1] >= height
        climbs.append(climbs[-1] + smooth[gap - 1] - height if higher else 0.0)
    return climbs


def _boundaries(depths: Sequence[float]) -> list[int]:
    """The gaps that are deep enough, the deepest first, not too near to each other."""
    cutoff = fmean(depths) - pstdev(depths) / 2
    chosen: list[int] = []
    for gap in sorted(range(len(depths)), key=lambda gap: (-depths[gap], gap)):
        if depths[gap] <= max(cutoff, 0.0):
            break
        if all(abs(gap - other) >= _APART for other in chosen):
            chosen.append(gap)
    return chosen


def _nearest(breaks: Sequence[int], token: int) -> int:
    after = bisect_left(breaks, token)
    return min(breaks[max(0, after - 1) : after + 1], key=lambda start: (abs(start - token), start))
