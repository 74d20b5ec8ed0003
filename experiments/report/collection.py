"""The report of a study: its tables, and the figures of all its parts on one page."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from anaphora.experiments.charts.chart import Figures
from anaphora.experiments.report.page import FRAME, STYLES, page
from anaphora.experiments.report.section import Block, Section, Sheet, Words, written


def collection(
    title: str,
    description: str,
    tables: Sequence[tuple[str, Figures, Sequence[str]]],
    parts: Sequence[tuple[str, str, str]],
    passed_over: Mapping[str, str],
) -> str:
    """The page; `tables` have name, cells and notes, `parts` title, id and what `report.fragment` made of them.

    `passed_over` says of parts that could not be run why.
    """
    blocks: list[Block] = [Words((description,))] if description else []
    for name, figures, notes in tables:
        blocks += [Sheet(name, figures), Words(tuple(notes), "note")]
    if passed_over:
        blocks.append(Words(("Passed over:", *(f"{name}: {why}" for name, why in passed_over.items())), "note"))
    tabled = Section("tables", "Tables", "Tables", tuple(blocks))
    return page(
        "collection.html.j2",
        styles=STYLES,
        scripts=FRAME,
        title=title,
        tables=written([tabled], linked=False) if blocks else "",
        parts=[(name, place, Markup(body)) for name, place, body in parts],  # noqa: S704 - made by our own templates
    )
