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


def words_and_figures(text: str) -> tuple[str, list[float]]:
    """A text without its figures, and these."""
    figure = r"\d+(?:\.\d+)?"
    return re.sub(figure, "#", text), [float(each) for each in re.findall(figure, text)]
