"""Slips in Python: what was called, the kind of the error and its code; what may be said in several ways."""

from collections.abc import Callable
from pathlib import Path

import pytest

import anaphora
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.errors import OptionError
from tests.refused import raises

CHAINS = [{"a", "b"}, {"c", "d"}]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: anaphora.resolve(["Sue lost it."], ["mars"]), "no-text"),  # type: ignore[arg-type]
        (lambda: anaphora.resolve(None, ["mars"]), "no-text"),  # type: ignore[arg-type]
        (lambda: anaphora.rewrite("report.txt"), "path-for-text"),
        (lambda: anaphora.chains("report.txt"), "path-for-text"),
        (lambda: anaphora.compare(None, ["mars"], window="3"), "window"),  # type: ignore[arg-type]
        (lambda: anaphora.compare(None, ["mars"], window=True), "window"),
        (lambda: anaphora.compare(None, ["mars"], cached="no"), "cached"),  # type: ignore[arg-type]
        (lambda: anaphora.score(CHAINS, CHAINS, resamples=1.5), "resamples"),  # type: ignore[call-overload]
        (lambda: anaphora.score(CHAINS, CHAINS).report("scores.pdf"), "report-name"),
        (lambda: anaphora.score({"a": [{1, 2}]}, {"b": [{1, 2}]}), "not-in-key"),
        (lambda: anaphora.score(BUNDLED, datasets={"a": {"key": BUNDLED}}), "datasets"),  # type: ignore[call-overload]
        (anaphora.score, "no-response"),
    ],
)
def test_a_slip_in_python_is_an_error_of_ours(call: Callable[[], object], code: str) -> None:
    with raises(code):
        call()


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: anaphora.compare(None, ["mars"], windows=3), "'window'"),  # type: ignore[call-arg]
        (lambda: anaphora.score(CHAINS, CHAINS, presets="conll2012"), "'preset'"),  # type: ignore[call-overload]
    ],
)
def test_a_wrong_keyword_is_told_the_right_one(call: Callable[[], object], meant: str) -> None:
    with pytest.raises(TypeError, match=meant):
        call()


def test_a_text_in_a_file_is_given_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "note"
    path.write_text("Sue lost her key.", "utf8")

    assert len(anaphora.resolve(path, ["most_recent"]).tables()[0].rows) == 1
    with raises("path-for-text", OptionError):
        anaphora.resolve(str(path), ["most_recent"])


def test_scores_in_memory_show_what_papers_report_or_what_was_asked() -> None:
    """One document has no intervals; names may stand in one string."""
    usual, asked = anaphora.score(CHAINS, CHAINS).table(), anaphora.score(CHAINS, CHAINS, measures="muc,lea").table()

    assert [name for name in asked.columns if "_" not in name] == ["muc", "lea"]
    assert {"muc", "b_cubed", "conll", "lea"} <= {*usual.columns}
    assert len(usual.columns) < 30
    assert not usual.isna().any(axis=None)
