"""Tables of results that lie as CSV beside the pages of the appendix."""

import csv
import io
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "experiments" / "docs" / "pages" / "results" / "appendix" / "tables"


def as_csv(table: str) -> str:
    """A table in Markdown as CSV; a line above it is a row of one cell, emphasis is left out."""
    lines = [line for line in table.splitlines() if line and not re.fullmatch(r"<!--.*|[|: -]+", line)]
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(
        [cell.strip(" *") for cell in line.strip("|").split("|")] if line.startswith("|") else [line] for line in lines
    )
    return written.getvalue()


ONE_ANAPHOR = 0.15
"""Points of an anaphor of the bundled corpus: processors round networks of 8 bits differently, and rarely parse so."""

_FIGURE = re.compile(r"\d+\.\d+|\d{1,3}(?:,\d{3})+|\d+")


def assert_same_but_for_rounding(program: str, page: str) -> None:
    """The same words, and figures as near as those of networks of 8 bits are on all processors.

    Rates in percent within one anaphor, probabilities of tests within .01, counts within one or half a percent.
    """
    assert _FIGURE.sub("#", program) == _FIGURE.sub("#", page)
    pairs = zip(_FIGURE.findall(program), _FIGURE.findall(page), strict=True)
    assert [pair for pair in pairs if not _is_near(*pair)] == []


def _is_near(program: str, page: str) -> bool:
    here, there = (float(figure.replace(",", "")) for figure in (program, page))
    if "." not in page:
        return abs(here - there) <= max(1, there / 200)
    return abs(here - there) <= (0.01 if len(page.partition(".")[2]) == 3 else ONE_ANAPHOR)
