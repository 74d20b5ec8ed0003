"""A column that is added in one place stands in every rendering."""

from collections.abc import Sequence

import pytest

from anaphora.experiments.api import results
from anaphora.experiments.report.report import report
from anaphora.experiments.setup.configuration import Configuration
from anaphora.experiments.terminal.render import FORMS, render
from anaphora.workbench.results import comparison, scores
from anaphora.workbench.results.table import Column, Table, to_json
from tests.workbench.results.test_scores import CONLL, of
from tests.workbench.tiny_comparison import CAREFUL, tiny_comparison


def require_everywhere(tables: Sequence[Table], heading: str, name: str) -> None:
    """Terminal text, Markdown, LaTeX, CSV and HTML have the column; programs read its name, people its heading."""
    for form in FORMS:
        shown = render(tables, form)
        assert (name if form == "csv" else heading) in shown, form
        assert ("0.25" if form == "csv" else "25.0") in shown, form


def test_a_column_of_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    added = Column("share_of_luck", "percent", "luck"), lambda result, resolver: 0.25
    monkeypatch.setattr(comparison, "_COLUMNS", (*comparison._COLUMNS, added))
    found = tiny_comparison()
    result = results.of_comparison(found, Configuration())

    require_everywhere(found.tables(), "luck", "share_of_luck")
    assert to_json(found.tables())["resolvers"][CAREFUL]["share_of_luck"] == 0.25
    assert result.table().loc[CAREFUL, "share_of_luck"] == 0.25
    findings = result.findings()
    assert findings is not None
    assert "luck" in report(findings)


def test_a_figure_of_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    added = Column("luck", "percent", "luck", key="luck.{part}"), lambda *_: 0.25
    monkeypatch.setattr(scores, "_FIGURES", (*scores._FIGURES, added))
    found = of(CONLL, mine=[(1, 2, 1, 4)])
    result = results.of_scores(found)

    require_everywhere(found.tables(), "luck", "luck")
    assert "luck" in render(found.tables(tidy=True), "csv")
    assert to_json(found.tables())["systems"]["mine"]["measures"]["conll"]["luck"]["f1"] == 0.25
    assert result.table().loc["mine", "conll_luck"] == 0.25
    findings = result.findings()
    assert findings is not None
    assert "luck" in report(findings)
