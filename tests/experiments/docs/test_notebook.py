"""The notebook of the pages runs from top to bottom, and shows what it computes."""

import json
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[3] / "experiments" / "docs" / "pages"
NOTEBOOK = PAGES / "python" / "notebook.ipynb"
CELLS = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


@pytest.mark.slow
def test_every_cell_shows_its_result() -> None:
    pytest.importorskip("nbconvert")
    from anaphora.experiments.docs.hooks import executed

    text = executed(str(NOTEBOOK))

    assert text.count("<table") >= len(CELLS)  # each ends with a result
    assert "the cassette</td>" in text


def test_the_notebook_is_kept_without_outputs() -> None:
    assert [cell for cell in CELLS if cell["outputs"] or cell["execution_count"]] == []
