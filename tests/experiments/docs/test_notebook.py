"""The notebook of the pages runs from top to bottom, and shows what it computes."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from anaphora.experiments.docs import notebook

pytestmark = pytest.mark.slow

PAGES = Path(__file__).resolve().parents[3] / "experiments" / "docs" / "pages"
NOTEBOOKS = sorted(PAGES.rglob("*.ipynb"))


@pytest.fixture(scope="module")
def text() -> str:
    """The notebook as a page."""
    pytest.importorskip("nbclient")
    return notebook.pages(PAGES)["how-to/notebook.md"]


def test_results_show_themselves_as_tables(text: str) -> None:
    assert re.search(r"<th[^>]*>lappin_leass</th><td[^>]*>\d+/130</td>", text)
    assert re.search(r"<th[^>]*>muc</th><td[^>]*>0.00</td>", text)
    assert '<td style="text-align: right">the cassette</td>' in text


def test_every_cell_that_ends_with_a_result_shows_it(text: str) -> None:
    code = [
        cell for cell in json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"
    ]

    assert text.count('<div class="output">') == len(code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.name for path in NOTEBOOKS])
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]

    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []


def test_text_of_an_output_is_escaped() -> None:
    output = {"output_type": "stream", "text": "<b>\n"}
    cell = SimpleNamespace(cell_type="code", source="1", outputs=[output])

    assert '<div class="output"><pre>&lt;b&gt;</pre></div>' in notebook.as_markdown(SimpleNamespace(cells=[cell]))
