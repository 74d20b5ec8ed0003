"""Figures of somebody's scorer held against the right ones: which are wrong, and the mistakes that explain them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.vocabulary import counted

_SHOWN = 10


class Held(NamedTuple):
    """A figure of a scorer beside the right one; `mistake` names what explains a wrong one, empty for nothing."""

    case: str
    measure: str
    part: str
    value: float
    right: float
    is_right: bool
    mistake: str


@dataclass(frozen=True)
class ScorerCheck:
    """Figures of a scorer on the cases; `missing` right ones it has not; `mistakes` have a cause and a cure by name."""

    held: tuple[Held, ...]
    missing: int
    mistakes: Mapping[str, Mapping[str, str]]

    @cached_property
    def wrong(self) -> tuple[Held, ...]:
        """The figures that are wrong."""
        return tuple(figure for figure in self.held if not figure.is_right)

    @property
    def causes(self) -> dict[str, int]:
        """The mistakes that explain wrong figures, those that explain most first, and how many each explains."""
        return dict(Counter(figure.mistake for figure in self.wrong if figure.mistake).most_common())

    def tables(self, **_: object) -> list[Table]:
        """The mistakes, and the first wrong figures of each."""
        right = f"{len(self.held) - len(self.wrong):,} of {counted(len(self.held), 'figure')} right"
        notes = (f"Without a figure of yours: {self.missing:,}.",) if self.missing else ()
        causes = tuple(
            (name, number, f"{self.mistakes[name]['cause']}. {self.mistakes[name]['cure']}.")
            for name, number in self.causes.items()
        )
        found = Table(right, (Column("mistake"), Column("figures", "count"), Column("cause")), causes, notes)
        return [found, self._examples()] if self.wrong else [found]

    def _examples(self) -> Table:
        """Some of what each mistake explains, and of what none does."""
        groups = [*self.causes, *([""] if any(not figure.mistake for figure in self.wrong) else [])]
        most = max(1, _SHOWN // len(groups))
        chosen = [row for name in groups for row in [row for row in self.wrong if row.mistake == name][:most]]
        rows = tuple((row.case, row.measure, row.part, row.value, row.right, row.mistake or None) for row in chosen)
        left = len(self.wrong) - len(rows)
        notes = (f"{left:,} more: --to csv has all.",) if left else ()
        return Table("Wrong figures", _COLUMNS, rows, notes)

    def figures(self, **_: object) -> Table:
        """All figures, the right ones too."""
        rows = tuple((row.case, row.measure, row.part, row.value, row.right, row.mistake or None) for row in self.held)
        return Table("", _COLUMNS, rows)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, the mistakes by name, and how much is missing."""
        causes = {name: {"figures": number, **self.mistakes[name]} for name, number in self.causes.items()}
        wrong = [{name: value for name, value in row._asdict().items() if name != "is_right"} for row in self.wrong]
        return {"figures": len(self.held), "missing": self.missing, "wrong": wrong, "causes": causes}


_COLUMNS = (
    Column("case"),
    Column("measure"),
    Column("part"),
    Column("value", "plain", "yours"),
    Column("right", "decimal", digits=4),
    Column("mistake"),
)
