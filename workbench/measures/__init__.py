"""Measures, one family a file. A measure counts each document once; its score is a function of the summed counts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.trace import DocumentTrace

Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of one resolver on a trace.

    `count(document, resolver)` gives a few numbers a document that add over documents; `score(sum)` makes the value of
    them, `None` where it is undefined. `source` cites the definition.
    """

    name: str
    count: Callable[[DocumentTrace, str], tuple[float, ...]]
    score: Callable[[Counts], float | None]
    source: str


def counts(measure: Measure, documents: list[DocumentTrace], resolver: str) -> Counts:
    """The matrix documents x statistics of one measure."""
    return np.array([measure.count(document, resolver) for document in documents], dtype=np.float64)


def ratio(sums: Counts) -> float | None:
    """First count over second; undefined when the second is 0."""
    return float(sums[0] / sums[1]) if sums[1] else None


def by_name(measures: tuple[Measure, ...]) -> Mapping[str, Measure]:
    """Measures under their names."""
    return {measure.name: measure for measure in measures}
