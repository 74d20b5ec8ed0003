"""Figures of somebody's scorer held against the right ones: which are wrong, and the mistakes that explain them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.vocabulary import counted


class Held(NamedTuple):
    """A figure of a scorer beside the right one; `mistake` names what explains a wrong one, if anything does."""

    case: str
    measure: str
    part: str
    value: float
    right: float
    is_right: bool
    mistake: str | None = None


@dataclass(frozen=True)
class ScorerCheck:
    """Figures of a scorer on the cases; `mistakes` have a cause and a cure by name.

    It has not the `missing` right ones, and has `others` of which no right one is known.
    """

    held: tuple[Held, ...]
    missing: int
    others: int
    mistakes: Mapping[str, Mapping[str, str]]

    @property
    def wrong(self) -> list[Held]:
        """The figures that are wrong."""
        return [figure for figure in self.held if not figure.is_right]

    @property
    def causes(self) -> dict[str | None, int]:
        """The mistakes, `None` for none that is usual, and how many wrong figures each explains, the most first."""
        return dict(Counter(figure.mistake for figure in self.wrong).most_common())

    def tables(self, **_: object) -> list[Table]:
        """The mistakes, each with its first wrong figure."""
        first = {figure.mistake: figure for figure in reversed(self.wrong)}
        rows = []
        for name, number in self.causes.items():
            texts = self.mistakes[name].values() if name else ("No usual mistake explains them",)
            case, measure, part, *numbers = first[name][:5]
            example = f"{measure} {part} of {case} is {{:.4g}}, not {{:.4g}}.".format(*numbers)
            rows.append((name, number, ". ".join((*texts, example))))
        title = f"{len(self.held) - len(self.wrong):,} of {counted(len(self.held), 'figure')} right"
        counts = {"Right figures without one of yours": self.missing, "Yours without a right one": self.others}
        notes = tuple(f"{what}: {number:,}." for what, number in counts.items() if number)
        return [Table(title, (Column("mistake"), Column("figures", "count"), Column("cause")), tuple(rows), notes)]

    def figures(self, **_: object) -> Table:
        """All figures, the right ones too."""
        return Table("", tuple(Column(name, "plain") for name in Held._fields), self.held)

    def as_json(self, **_: object) -> JsonObject:
        """The wrong figures, and how many each mistake explains."""
        counts = {"figures": len(self.held), "missing": self.missing, "others": self.others}
        causes = {name: {"figures": number, **self.mistakes[name]} for name, number in self.causes.items() if name}
        return {**counts, "wrong": [figure._asdict() for figure in self.wrong], "causes": causes}
