"""A section of the report: a title, and under it words, charts, tables, in that order or any other."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from anaphora.experiments.show.charts.chart import Chart, Figures
from anaphora.experiments.show.charts.draw import page_svg
from anaphora.experiments.show.report.page import part


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive words that are shown alike: `look` is empty, `anaphor` or `key`."""

    text: str
    look: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph, or with several lines a list; `look` is `lead`, `note`, `warning`, or empty."""

    lines: tuple[str, ...]
    look: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table under a title of its own; `folded`: a click opens it (on paper it is open)."""

    title: str
    figures: Figures
    note: str = ""
    folded: bool = False
    ahead: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within the section."""

    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """Charts side by side; those that are `small` and many keep their tables folded on paper."""

    charts: tuple[Chart, ...]
    small: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """Words or a table with a chart on their right, or on a narrow screen below them."""

    blocks: "tuple[Words | Sheet, ...]"
    chart: Chart


Block = Words | Sheet | Heading | Chart | Row | Beside | Markup
NARROW = 312.0
"""Units of width of a chart on a telephone; one that is wider is drawn for it once more."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the report: `anchor` is its id on the page, `short` its name in the contents."""

    anchor: str
    title: str
    short: str
    blocks: tuple[Block, ...]


def written(sections: Sequence[Section], prefix: str = "", linked: bool = True) -> Markup:
    """Sections as HTML; `prefix` goes before all ids, `linked`: figures open the anaphors behind them."""

    def picture(chart: Chart) -> Markup:
        wide = chart.plan.drawn()
        drawn = {"wide": wide, "narrow": chart.plan.drawn(NARROW)} if wide.width > NARROW else {"": wide}
        svgs = (
            page_svg(drawing, f"{prefix}{chart.name}-{look}", chart.title, chart.description, look)
            for look, drawing in drawn.items()
        )
        return Markup("".join(svgs))  # noqa: S704 - it escapes

    return part(
        "sections.html.j2",
        sections=sections,
        kind_of=lambda block: type(block).__name__,
        prefix=prefix,
        linked=linked,
        picture=picture,
    )
