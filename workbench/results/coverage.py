"""Coverage and precision of a resolver that keeps to the answers of which it is most sure.

A resolver that may leave anaphors open is a selective classifier. Its curve has for each coverage the precision of
the answers that it is most sure of (El-Yaniv & Wiener 2010; Geifman & El-Yaniv 2017). Calibration error says how far
the probabilities that it states are from the share of right answers (Guo et al. 2017).

- **Coverage** is the share of all key anaphors that are answered. What preprocessing loses can never be, so that curves
  end below 100%.
- **Precision** counts as the measure of that name does: answers to pronouns that are no key anaphors are wrong.
- **Confidence** is the probability that a resolver states, else the margin by which its answer scores higher than the
  best candidate of another entity, infinite without one (`workbench.trace.build.margins`). Answers without either come
  last.
- Answers of the same confidence all count in the same part where only some are needed, so that no order is favoured.
- The **area** under the curve is the mean precision over coverages from 0 to 100%, at each key anaphor, 0 beyond the
  end: 1 less the area under the risk-coverage curve (AURC) in which what is never answered is an error.
- The **calibration error** has `BINS` bins with as many answers each (Nixon et al. 2019): the mean difference between
  probability and precision in a bin. Equal probabilities share a bin. It is of answers that are given, and cannot be
  negative, so that with few answers it is too large, and its interval (bootstrap over documents) all the more.
- An anaphor is **open** if annotators share none of its antecedents; all others are clear. A resolver that gives its
  surest answers alone says of all other anaphors that they are open. How many of the clear ones it has right then, and
  how many of the open ones it leaves open, is the trade-off of *Correct-Detect* (Shore et al. 2025).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers, sum_by
from anaphora.workbench.document import Span
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.figures import Figure, figure, rate_figure
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval, Rate, clustered
from anaphora.workbench.statistics import RESAMPLES
from anaphora.workbench.statistics.resampling import blocks, intervals, resample
from anaphora.workbench.statistics.significance import interval as confidence_interval
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor

BINS = 10
STEPS = tuple(step / 20 for step in range(1, 21))
"""Coverages at which the JSON has the curve."""
_SHOWN = (0.25, 0.5, 0.75)
_SHARES = (1.0, 0.75, 0.5, 0.25)
"""Shares of the answers whose right and open anaphors are printed."""
_MARGIN = "how far the answer outscores all other entities"


class Point(NamedTuple):
    """A point of a curve: the precision of the answers, and right answers of the key anaphors that are answered."""

    coverage: float
    precision: float
    interval: Interval | None
    success_of_answered: float


class Tradeoff(NamedTuple):
    """The surest answers, a `share` of all, of at least so much confidence (`None`: all of them).

    `clear` is the rate of right answers to clear anaphors, `open` that of open anaphors without an answer.
    """

    share: float
    threshold: float | None
    clear: Rate
    open: Rate


@dataclass(frozen=True, eq=False)
class Coverage:
    """The answers of a resolver, of all documents: how sure it is (`confidence`), whether they are right.

    `kind` says what the confidence is, `probability` or `margin`; `None`: the resolver gives neither, and there is no
    curve. `of_key` marks answers to key anaphors, of which there are so many as `anaphors` says, and `document` numbers
    the documents. `to_open` marks answers to open anaphors; `clear_and_open` counts both kinds in each document.
    """

    kind: str | None
    anaphors: int
    documents: int
    confidence: Numbers
    of_key: Flags
    right: Flags
    document: Integers
    to_open: Flags
    clear_and_open: Integers

    @property
    def answered(self) -> float | None:
        """The share of the key anaphors that have an answer: where the curve ends."""
        return int(self.of_key.sum()) / self.anaphors if self.anaphors else None

    @property
    def precision(self) -> float | None:
        """The precision of all answers, which is that of the comparison."""
        return int(self.right.sum()) / len(self.right) if len(self.right) else None

    @cached_property
    def _levels(self) -> Integers:
        """The number of different confidences that are higher than that of each answer."""
        return np.unique(-self.confidence, return_inverse=True)[1]

    @cached_property
    def _reached(self) -> Numbers:
        """Answered key anaphors, answers and right answers up to each level; the first row has nothing."""
        count = self._levels.max(initial=-1) + 1
        columns = (self.of_key, np.ones(len(self.right)), self.right)
        return np.array([np.append(0.0, sum_by(self._levels, column, count).cumsum()) for column in columns]).T

    def _level(self, wanted: Numbers) -> tuple[Integers, Numbers]:
        """The level at which so many key anaphors are answered, and the part of it that is needed."""
        answered = self._reached[:, 0]
        level = np.searchsorted(answered, wanted - 1e-9)
        before = answered[level - 1]
        return level, (wanted - before) / (answered[level] - before)

    def at(self, coverage: float) -> Point | None:
        """The curve at a coverage above 0; `None` without a curve or beyond its end."""
        wanted = coverage * self.anaphors
        if self.kind is None or not 0 < wanted <= self._reached[-1, 0] + 1e-9:
            return None
        level, part = self._level(np.array(wanted))
        taken = (self._levels < level - 1) + part * (self._levels == level - 1)
        parts = (taken, taken * self.of_key, taken * self.right)
        answers, of_key, right = (sum_by(self.document, part, self.documents) for part in parts)
        interval = Interval.of(confidence_interval(right, answers))
        return Point(coverage, float(right.sum() / answers.sum()), interval, float(right.sum() / of_key.sum()))

    def tradeoff(self, share: float) -> Tradeoff | None:
        """Give a share of the answers to key anaphors, the surest; `None` of less than all without a curve.

        Answers that are as sure as the last of them are given too.
        """
        sure = np.sort(self.confidence[self.of_key])[::-1]
        last = ceil(share * len(sure) - 1e-9)
        threshold = -np.inf if share >= 1 or not last else float(sure[last - 1])
        if self.kind is None and share < 1:
            return None
        given = self.of_key & (self.confidence >= threshold)
        clear, left_open = self.clear_and_open.T
        right = sum_by(self.document, given & self.right & ~self.to_open, self.documents)
        left = left_open - sum_by(self.document, given & self.to_open, self.documents)
        rates = (clustered(np.array(counts).T) for counts in ((right, clear), (left, left_open)))
        return Tradeoff(share, threshold if np.isfinite(threshold) else None, *rates)

    @cached_property
    def area(self) -> float | None:
        """The area under the curve, of 1; `None` without one."""
        if self.kind is None or not self.anaphors:
            return None
        level, part = self._level(np.arange(1.0, self._reached[-1, 0] + 1))
        _, answers, right = (self._reached[level - 1] + part[:, None] * np.diff(self._reached, axis=0)[level - 1]).T
        return float((right / answers).sum()) / self.anaphors

    @cached_property
    def calibration(self) -> tuple[float, Interval | None] | None:
        """The calibration error with its interval over documents; `None` if no probabilities are stated."""
        stated = np.isfinite(self.confidence)
        if self.kind != "probability" or not stated.any():
            return None
        document, sure, right = self.document[stated], self.confidence[stated], self.right[stated]
        cell = document * BINS + _bins(sure)
        columns = [sum_by(cell, column, self.documents * BINS) for column in (np.ones(len(sure)), sure, right)]
        counts = np.array(columns).T.reshape(self.documents, BINS * 3)
        value = float(_calibration_error(counts.sum(axis=0)))
        if len(np.unique(document)) < 2:
            return value, None
        low, high = intervals(_calibration_error(resample(blocks(counts), RESAMPLES, seed=0))).tolist()
        return value, Interval(low, high)


def _bins(probabilities: Numbers) -> Integers:
    """The bin of each answer, all with as many answers as ties allow: equal ones are where their middle falls."""
    _, inverse, counts = np.unique(probabilities, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - counts / 2
    return np.asarray((middle * BINS / len(probabilities)).astype(np.int64)[inverse])


def _calibration_error(sums: Numbers) -> Numbers:
    """Compute the error from answers, probabilities and right answers of each bin, in the last axis."""
    answers, sure, right = np.moveaxis(sums.reshape(*sums.shape[:-1], BINS, 3), -1, 0)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(sure - right).sum(axis=-1) / answers.sum(axis=-1))


def open_anaphors(
    anaphors: Iterable[KeyAnaphor], annotations: Collection[Mapping[Span, Collection[Span]]]
) -> frozenset[Span]:
    """The anaphors of which further annotations share no antecedent with the key.

    An annotation gives for each mention those of its chain. An antecedent that is open itself is not shared; one that
    is no mention there is shared by a mention that begins or ends with it ("Jom", "Jom, grown taller").
    """
    found: set[Span] = set()
    for anaphor in anaphors:
        settled = [span for span in anaphor.acceptable if span not in found]
        if not all(any(_is_shared(span, anaphor.span, chains) for span in settled) for chains in annotations):
            found.add(anaphor.span)
    return frozenset(found)


def _is_shared(antecedent: Span, anaphor: Span, chains: Mapping[Span, Collection[Span]]) -> bool:
    chain = chains.get(anaphor, ())
    near = () if antecedent in chains else chain
    return antecedent in chain or any(antecedent.start == span.start or antecedent.end == span.end for span in near)


def coverages(
    documents: Sequence[DocumentTrace], names: Sequence[str], found_open: Mapping[str, Collection[Span]]
) -> dict[str, Coverage]:
    """The coverage of each of these resolvers: those with a curve by their area, then the others.

    `found_open` has the open anaphors of each document by its id. Empty if nobody asked how sure they are.
    """
    if not documents or not all(document.confidences for document in documents):
        return {}
    by_name = {name: _coverage(documents, name, found_open) for name in names}
    order = sorted(by_name, key=lambda name: -1.0 if (area := by_name[name].area) is None else area, reverse=True)
    return {name: by_name[name] for name in order}


def _coverage(documents: Sequence[DocumentTrace], name: str, found_open: Mapping[str, Collection[Span]]) -> Coverage:
    entries = [document.confidences[name] for document in documents]
    stated = any(entry.stated for entry in entries)
    values = [entry.values if entry.stated == stated else np.full(len(entry.values), np.nan) for entry in entries]
    confidence = np.concatenate(values).astype(np.float64)
    kind = "probability" if stated else "margin"
    return Coverage(
        kind if not np.isnan(confidence).all() else None,
        sum(len(document.anaphors) for document in documents),
        len(entries),
        np.where(np.isnan(confidence), -np.inf, confidence),
        np.concatenate([entry.of_key for entry in entries]),
        np.concatenate([entry.right for entry in entries]),
        np.repeat(np.arange(len(entries)), [len(entry.values) for entry in entries]),
        np.concatenate([_to_open(entry, name, found_open.get(entry.document_id, ())) for entry in documents]),
        np.array(
            [(len(entry.anaphors) - (left := len(found_open.get(entry.document_id, ()))), left) for entry in documents]
        ),
    )


def _to_open(document: DocumentTrace, name: str, found_open: Collection[Span]) -> Flags:
    """Mark the answers to open anaphors; those to key anaphors stand in the order of their cases."""
    marked = np.zeros(len(document.confidences[name].values), np.bool_)
    if found_open:
        answered = {
            anaphor.case: anaphor.span in found_open
            for anaphor, outcome in zip(document.anaphors, document.outcomes[name], strict=True)
            if anaphor.case is not None and outcome.antecedent is not None
        }
        marked[document.confidences[name].of_key] = [is_open for _, is_open in sorted(answered.items())]
    return marked


def tradeoff_table(found: Mapping[str, Coverage]) -> Table:
    """A row a resolver and share of its surest answers: clear anaphors that are right, open ones that are left open."""
    clear, left_open = np.sum([entry.clear_and_open for entry in [*found.values()][:1]], axis=(0, 1)).tolist()
    rows = tuple(
        (name, *point[:2], point.clear, point.clear.interval, point.open, point.open.interval)
        for name, curve in found.items()
        for share in _SHARES
        if (point := curve.tradeoff(share))
    )
    note = f"{clear} clear anaphors, {left_open} open. Given: so many of its answers, the surest; all others are open."
    return Table("Clear and open anaphors", _TRADEOFF, rows, (note,))


def tradeoff_figures(found: Mapping[str, Coverage]) -> Iterator[Figure]:
    """The same as long rows, at every step."""
    for name, curve in found.items():
        for point in filter(None, map(curve.tradeoff, STEPS)):
            yield figure("", name, "given", f"{point.share:.2f}", point.threshold)
            yield rate_figure("", name, "clear_right", point.clear, f"{point.share:.2f}")
            yield rate_figure("", name, "open_left", point.open, f"{point.share:.2f}")


def coverage_tables(found: Mapping[str, Coverage], corpus: str) -> tuple[Table, ...]:
    """A row a resolver: precision where a share of the anaphors is covered; then calibration, where anything states it.

    A rule divides resolvers with a curve from those without. Without resolvers there is nothing to print. `corpus` says
    in words what they answered.
    """
    if not found:
        return ()
    curves = sum(curve.kind is not None for curve in found.values())
    covered = Table(
        "Coverage",
        _COLUMNS,
        tuple((name, *_covered(curve)) for name, curve in found.items()),
        tuple(_notes(found)),
        groups=frozenset({curves} if 0 < curves < len(found) else ()),
        caption=f"Precision of the surest answers on {corpus}, by coverage, in %.",
    )
    rows = tuple((name, *_calibrated(curve, curve.calibration)) for name, curve in found.items() if curve.calibration)
    caption = f"Calibration of the probabilities that resolvers state on {corpus}, in %."
    return (covered, *([Table("Calibration", _CALIBRATION, rows, caption=caption)] if rows else []))


def joined_coverage(found: Mapping[str, Coverage]) -> Table:
    """A row a resolver, with the columns of both tables; those of calibration are undefined where there is none."""
    shown, *_ = coverage_tables(found, "") or [Table("Coverage", _COLUMNS, ())]
    rows = []
    for curve, row in zip(found.values(), shown.rows, strict=True):
        answers, probability, _, *error = _calibrated(curve, curve.calibration) if curve.calibration else [None] * 5
        rows.append((*row, answers, probability, *error))
    of_calibration = (column for column in _CALIBRATION[1:] if column.name != "precision")
    return replace(shown, columns=(*shown.columns, *of_calibration), rows=tuple(rows))


def coverage_json(found: Mapping[str, Coverage], tradeoffs: bool = False) -> JsonObject:
    """The curve and the calibration of each resolver; with `tradeoffs` clear and open anaphors at every step."""
    by_name = {name: _coverage_json(coverage) for name, coverage in found.items()}
    for name, coverage in found.items() if tradeoffs else ():
        by_name[name]["clear_and_open"] = [point._asdict() for point in map(coverage.tradeoff, STEPS) if point]
    return by_name


def _coverage_json(coverage: Coverage) -> JsonObject:
    points = (point for step in STEPS if (point := coverage.at(step)))
    error, interval = coverage.calibration or (None, None)
    return {
        "confidence": coverage.kind,
        "precision": coverage.precision,
        "answered": coverage.answered,
        "area": coverage.area,
        "curve": [point._asdict() for point in points],
        "calibration_error": coverage.calibration and {"value": error, "interval": interval, "bins": BINS},
    }


def _covered(coverage: Coverage) -> Sequence[Cell]:
    points = map(coverage.at, _SHOWN)
    (quarter, *_), (half, interval, success), (most, *_) = (point[1:] if point else (None,) * 3 for point in points)
    return (
        coverage.kind, quarter, half, interval, success, most, coverage.precision, coverage.answered, coverage.area,
    )  # fmt: skip


def _calibrated(coverage: Coverage, error: tuple[float, Interval | None]) -> Sequence[Cell]:
    stated = coverage.confidence[np.isfinite(coverage.confidence)]
    return len(coverage.right), float(stated.mean()), coverage.precision, *error


def _notes(by_name: Mapping[str, Coverage]) -> Iterator[str]:
    yield (
        "25%, 50%, 75%: precision of the surest answers that cover this share of the key anaphors. Area: under the "
        "curve of all shares."
    )
    if stated := [name for name, curve in by_name.items() if curve.kind == "probability"]:
        yield f"How sure: the probability that a resolver states ({', '.join(stated)}), else {_MARGIN}."
    elif any(curve.kind for curve in by_name.values()):
        yield f"How sure: {_MARGIN}."


_COLUMNS = (
    Column("resolver"), Column("confidence", detail=True),
    Column("precision_25", "percent", "25%", direction="higher"),
    Column("precision_50", "percent", "50%", direction="higher"),
    Column("precision_50_interval", "percent", "95% interval", ends=True),
    Column("success_50", "percent", "50%, key anaphors only", direction="higher", detail=True),
    Column("precision_75", "percent", "75%", direction="higher"),
    Column("precision", "percent", "prec.", direction="higher"),
    Column("answered", "percent", direction="higher"),
    Column("area", "percent", direction="higher"),
)  # fmt: skip
_TRADEOFF = (
    Column("resolver"), Column("given", "percent"), Column("threshold", "decimal", "at least", digits=3),
    Column("clear_right", "percent", "clear right", direction="higher"),
    Column("clear_right_interval", "percent", "95% interval", ends=True),
    Column("open_left", "percent", "left open", direction="higher"),
    Column("open_left_interval", "percent", "95% interval", ends=True),
)  # fmt: skip
_CALIBRATION = (
    Column("resolver"), Column("answers", "count"), Column("probability", "percent", "mean probability"),
    Column("precision", "percent", "prec.", direction="higher"),
    Column("calibration_error", "percent", "calibration error", direction="lower"),
    Column("calibration_error_interval", "percent", "95% interval", ends=True),
)  # fmt: skip
