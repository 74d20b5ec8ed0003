"""Paired differences of systems, tested together: of success rates, chain measures and macro averages alike."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.table import Cell, Column, Table, plain
from anaphora.workbench.results.values import Interval, Marked
from anaphora.workbench.results.vocabulary import counted, letters
from anaphora.workbench.statistics import ALPHA, LEVEL, MIN_DOCUMENTS


class Turnable(Protocol):
    """Details of a pair that can be turned, so as to be seen from its second system."""

    def turned(self) -> Self:
        """The same, second less first."""
        ...


Detail = TypeVar("Detail", bound=Turnable)


class Pair(NamedTuple, Generic[Detail]):
    """The difference of two systems in a measure, first less second, and its paired test over units.

    Units are documents, or datasets for macro averages. `difference` is `None` where there is nothing to compare. `p`
    is that of the pair alone, `p_adjusted` is corrected for all pairs of the family (step-down max-T). Both are `None`
    with too few units, `p_adjusted` is so too if one of the two reads the key. `detail` is what else is known.
    """

    first: str
    second: str
    difference: float | None
    interval: Interval | None
    p: float | None
    p_adjusted: float | None
    detail: Detail
    measure: str = "success_rate"
    part: str = "value"

    def is_significant(self) -> bool:
        """Return whether the corrected test finds a difference."""
        return self.p_adjusted is not None and self.p_adjusted < ALPHA and bool(self.difference)

    @property
    def corrected_level(self) -> float:
        """The level of an interval that is corrected as p is: 1 - `ALPHA` p / p_adjusted.

        That is Bonferroni's with as many tests as the adjusted p has made of this one (Dunn 1961).
        """
        return 1 - ALPHA * self.p / self.p_adjusted if self.p and self.p_adjusted else LEVEL

    @property
    def points(self) -> float:
        """The difference in points, 0 where there is none."""
        return 100 * (self.difference or 0.0)

    @property
    def better(self) -> str:
        """The one with the higher value (the first if they are level)."""
        return self.first if self.points >= 0 else self.second

    @property
    def worse(self) -> str:
        """The other one."""
        return self.second if self.better == self.first else self.first

    def turned(self) -> "Pair[Detail]":
        """The same, second less first."""
        return self._replace(
            first=self.second,
            second=self.first,
            difference=None if self.difference is None else -self.difference,
            interval=self.interval and self.interval.turned(),
            detail=self.detail.turned(),
        )

    def best_first(self) -> "Pair[Detail]":
        """The same, seen from the better system."""
        return self if self.better == self.first else self.turned()

    def record(self) -> JsonObject:
        """The pair and its test by name, as in JSON."""
        names = ("first", "second", "difference", "interval", "p", "p_adjusted")
        return dict(zip(names, self.cells(), strict=True))

    def cells(self) -> tuple[Cell, ...]:
        """The cells under `difference_columns`."""
        return self.first, self.second, self.difference, self.interval, self.p, self.p_adjusted


def difference_columns(digits: int = 1, unit: str = "", names: tuple[str, str] = ("first", "second")) -> list[Column]:
    """The columns that all tables of differences begin with."""
    return [
        Column(names[0]), Column(names[1]), Column("difference", "points", unit=unit, digits=digits),
        Column("difference_interval", "points", "95% interval", digits=digits, ends=True), Column("p", "p"),
        Column("p_adjusted", "p", "adjusted p"),
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Family(Generic[Detail]):
    """The pairs that were compared, and tested together."""

    pairs: tuple[Pair[Detail], ...] = ()

    def __iter__(self) -> Iterator[Pair[Detail]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __getitem__(self, number: int) -> Pair[Detail]:
        return self.pairs[number]

    @property
    def tested(self) -> tuple[Pair[Detail], ...]:
        """The pairs that were tested."""
        return tuple(pair for pair in self.pairs if pair.p_adjusted is not None)

    def pair(self, first: str, second: str) -> Pair[Detail] | None:
        """The pair of two systems, seen from the first; `None` if they were not compared."""
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair if pair.first == first else pair.turned()
        return None

    def beaten(self) -> dict[str, list[str]]:
        """List for each system those that are significantly worse."""
        beaten: dict[str, list[str]] = {}
        for pair in self.pairs:
            if pair.is_significant():
                beaten.setdefault(pair.better, []).append(pair.worse)
        return beaten


MainValues: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""The main value of each system by measure, as gates are held against it."""


class Regressions(NamedTuple):
    """Systems held against a baseline in one measure: each less the baseline, tested as one family over `documents`.

    The `detail` of each pair has as `detectable` the smallest difference that these documents show with 80% power. The
    `unit` is what the documents are, if not documents.
    """

    baseline: str
    measure: str
    pairs: tuple[Pair[Any], ...]
    documents: int
    unit: str = "document"

    @property
    def worse(self) -> tuple[Pair[Any], ...]:
        """The systems that are significantly worse than the baseline."""
        return tuple(pair for pair in self.pairs if pair.is_significant() and pair.points < 0)

    @property
    def testable(self) -> bool:
        """True if a system can be significantly worse, so that the gate can be missed."""
        return self.documents >= MIN_DOCUMENTS and any(pair.p_adjusted is not None for pair in self.pairs)

    @property
    def warning(self) -> str:
        """The warning that no system can fail the gate, empty if one can."""
        if self.testable:
            return ""
        size = counted(self.documents, self.unit)
        return f"'No worse than {self.baseline}' is not testable with {size}: it takes {MIN_DOCUMENTS}."

    def table(self) -> Table:
        """A row a system: what it is better or worse by, and what could have been seen."""
        response, _, *others = difference_columns(digits=2, names=("response", "baseline"))
        columns = (response, *others, *([Column("detectable", "percent", digits=2)] if self.testable else []))
        verdicts = {False: "no worse", True: "worse", None: "not testable"}
        rows: list[tuple[Cell, ...]] = []
        for pair in self.pairs:
            first, _, *cells = pair.cells()
            seen = [pair.detail.detectable] if self.testable else []
            rows.append((first, *cells, *seen, verdicts[self._is_worse(pair)]))
        note = f"Detectable: the smallest difference that these {self.unit}s show in four of five cases (80% power)."
        title = f"No worse than {self.baseline}: {self.measure}"
        return Table(title, (*columns, Column("verdict")), tuple(rows), (note,) if self.testable else ())

    def _is_worse(self, pair: Pair[Any]) -> bool | None:
        return pair in self.worse if self.testable else None

    def as_json(self) -> JsonObject:
        """By system what it is better or worse by, and whether it is worse (`None`: not testable)."""
        by_system = {}
        for pair in self.pairs:
            figures = {"baseline": self.baseline, **pair.record()}
            del figures["first"], figures["second"]
            by_system[pair.first] = figures | {"detectable": pair.detail.detectable, "worse": self._is_worse(pair)}
        data: JsonObject = plain(by_system)
        return data


def marked(values: Mapping[str, float | None], beaten: Mapping[str, Sequence[str]]) -> list[Marked]:
    """The values of systems in their order, each with the letters of the systems that it beats."""
    order = list(values)
    return [
        Marked(value, letters(sorted(order.index(loser) for loser in beaten.get(system, ()))))
        for system, value in values.items()
    ]
