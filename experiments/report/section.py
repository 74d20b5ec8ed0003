"""A section of the report: a title, and under it words, charts, tables, in that order or any other."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from anaphora.experiments.charts.chart import Chart, Figures
from anaphora.experiments.charts.draw import page_svg
from anaphora.experiments.report.page import part


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


Block = Words | Sheet | Heading | Chart | Row | Markup


@dataclass(frozen=True, slots=True)
class Section:
    """`anchor` is the section's id on the page, `short` its name in the contents."""

    anchor: str
    title: str
    short: str
    blocks: tuple[Block, ...]


def written(sections: Sequence[Section], prefix: str = "", linked: bool = True) -> Markup:
    """Sections as HTML; `prefix` goes before all ids, `linked`: figures open the anaphors behind them."""
    kinds = [[(type(block).__name__, block) for block in section.blocks] for section in sections]

    def picture(chart: Chart) -> Markup:
        svg = page_svg(chart.plan.drawn(), f"{prefix}{chart.name}", chart.title, chart.description)
        return Markup(svg)  # noqa: S704 - it escapes

    return part(
        "sections.html.j2",
        sections=list(zip(sections, kinds, strict=True)),
        prefix=prefix,
        linked=linked,
        picture=picture,
    )
