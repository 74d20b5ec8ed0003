"""Agreement of several annotators of the same texts: pair by pair, all together, and what most of them have."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

import numpy as np

from anaphora.workbench.agreement.alpha import DISTANCES, alpha, disagreement_of_several
from anaphora.workbench.agreement.annotators import Agreement, Counts
from anaphora.workbench.arrays import Integers, Numbers
from anaphora.workbench.document import Span
from anaphora.workbench.linking import UnionFind
from anaphora.workbench.measures import Measure, named
from anaphora.workbench.statistics.resampling import blocks, intervals, resample

Marked = Sequence[Mapping[Span, int]]
"""Of one document, for each annotator, the mentions with the number of the chain of each."""


def _measure(distance: str, union: bool) -> Measure[tuple[Marked, ...]]:
    name = f"alpha_union_{distance}" if union else f"alpha_{distance}"
    counting = partial(_count, similarity=distance, union=union)
    return Measure(name, counting, alpha, "Passonneau 2004", parts=("value", "observed", "expected"))


def _count(texts: Sequence[Marked], *, similarity: str, union: bool) -> Numbers:
    """Count by document observed and expected disagreement and units, for the mentions of all annotators or of any."""
    return np.concatenate([_of_text(text, similarity, union) for text in texts])


def _of_text(text: Marked, similarity: str, union: bool) -> Numbers:
    spans = sorted(set().union(*text) if union else set(text[0]).intersection(*text[1:]))
    sets: Integers = np.array([[marks.get(span, -1) for span in spans] for marks in text], dtype=np.int64)
    units = np.zeros(len(spans), dtype=np.int64)
    return disagreement_of_several(1, units, sets.reshape(len(text), -1), DISTANCES[similarity])


MEASURES = {
    measure.name: measure
    for measure in (_measure(distance, union) for union in (False, True) for distance in DISTANCES)
}


@dataclass(frozen=True, slots=True)
class Dispute:
    """A mention on which the annotators of a text differ: not all marked it, or they give it different antecedents.

    `answers` has for each annotator the mention itself, or what comes before it in its chain among the mentions of all;
    `None` where there is none.
    """

    document: str
    what: str
    mention: Span
    answers: tuple[Span | None, ...]


def disputes(document: str, text: Marked) -> Iterator[Dispute]:
    """All disputes of a text, in its order."""
    common = sorted(set(text[0]).intersection(*text[1:]))
    before = [_antecedents(common, marks) for marks in text]
    for span in sorted(set().union(*text)):
        if not all(span in marks for marks in text):
            yield Dispute(document, "mention", span, tuple(span if span in marks else None for marks in text))
        elif len(answers := {antecedents[span] for antecedents in before}) > 1 or not answers:
            yield Dispute(document, "antecedent", span, tuple(antecedents[span] for antecedents in before))


def _antecedents(common: Sequence[Span], marks: Mapping[Span, int]) -> dict[Span, Span | None]:
    last: dict[int, Span] = {}
    antecedents: dict[Span, Span | None] = {}
    for span in common:
        antecedents[span] = last.get(marks[span])
        last[marks[span]] = span
    return antecedents


def majority(text: Marked) -> tuple[tuple[Span, ...], ...]:
    """Chains of the mentions that more than half of the annotators marked, joined where more than half join two.

    Joins are transitive, so that two mentions may be in one chain that most keep apart.
    """
    needed = len(text) // 2 + 1
    kept = [span for span in sorted(set().union(*text)) if sum(span in marks for marks in text) >= needed]
    labels = {span: tuple(marks.get(span, -1) for marks in text) for span in kept}
    alike: dict[tuple[int, ...], list[Span]] = {}
    for span in kept:
        alike.setdefault(labels[span], []).append(span)
    links = [(group[0], span) for group in alike.values() for span in group[1:]]
    places: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for label in alike:
        for annotator, chain in enumerate(label):
            if chain >= 0:
                places.setdefault((annotator, chain), []).append(label)
    together = {pair for group in places.values() for pair in combinations(group, 2)}
    for first, second in sorted(together):
        if sum(left == right >= 0 for left, right in zip(first, second, strict=True)) >= needed:
            links.append((alike[first][0], alike[second][0]))
    return tuple(sorted(tuple(sorted(chain)) for chain in UnionFind(kept, links).chains()))


@dataclass(frozen=True)
class Panel:
    """The agreement of several annotators: of `pairs`, by their names, and counts of all (documents x statistics).

    `texts` has of each document what the annotators marked, `disputes` what differs, `words` what mentions are called.
    """

    names: tuple[str, ...]
    signature: str
    documents: tuple[str, ...]
    pairs: Mapping[tuple[str, str], Agreement]
    texts: tuple[Marked, ...]
    disputes: tuple[Dispute, ...]
    words: Mapping[tuple[str, Span], str]
    warnings: tuple[str, ...] = ()
    resamples: int = 0
    seed: int = 0

    @cached_property
    def counts(self) -> Counts:
        """The counts of each alpha."""
        return {name: measure.count(self.texts) for name, measure in MEASURES.items()}

    def values(self, document: int | None = None) -> dict[str, dict[str, float | None]]:
        """Value, observed and expected disagreement by alpha, of a document or of all."""
        sums = {
            name: counts.sum(axis=0) if document is None else counts[document] for name, counts in self.counts.items()
        }
        return {name: named(MEASURES[name], MEASURES[name].score(counts)) for name, counts in sums.items()}

    @cached_property
    def intervals(self) -> dict[str, tuple[float, float] | None]:
        """The 95 % bootstrap interval over documents of each alpha; none of one document."""
        if self.resamples == 0 or len(self.documents) < 2:
            return dict.fromkeys(MEASURES)
        samples = {
            name: MEASURES[name].score(resample(blocks(counts), self.resamples, self.seed))[..., :1]
            for name, counts in self.counts.items()
        }
        ends = {name: intervals(values)[:, 0].tolist() for name, values in samples.items()}
        return {name: (low, high) if low == low else None for name, (low, high) in ends.items()}
