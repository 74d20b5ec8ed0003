"""A history: a line a run, written whole or not at all, listed and ranked."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.experiments import history
from anaphora.experiments.history import Run, commit_of, read, wanted
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from anaphora.workbench.preparation import LAYERS
from tests.experiments.conftest import Run as Command
from tests.refused import raises, refused

KEY, GOOD, BAD = [{"a", "b"}, {"c", "d"}], [{"a", "b"}, {"c", "d"}], [{"a", "b"}, {"c"}, {"d"}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.jsonl"


def score(path: Path, **responses: object) -> None:
    anaphora.score(KEY, responses, measures="muc,lea").append(path)


def test_a_line_says_what_shaped_the_figures_of_each_system(path: Path) -> None:
    """MUC of the bad response: one of two links is found, and it is right (recall 1/2, precision 1)."""
    score(path, good=GOOD, bad=BAD)
    (line,) = path.read_text("utf8").splitlines()
    said = json.loads(line)

    assert {name: said[name] for name in ("schema", "command", "version")} == {
        "schema": "anaphora-workbench/run/1", "command": "score", "version": anaphora.__version__,
    }  # fmt: skip
    assert said["signature"].startswith(f"key:{said['corpus']}|")
    assert said["systems"]["bad"]["muc"] == pytest.approx(2 / 3)
    assert said["systems"]["bad"]["muc_recall"] == 0.5
    assert said["systems"]["good"]["lea"] == 1


def test_runs_are_added_in_their_order_each_on_a_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after a line that lacks its end; a disk that fails leaves the history as it was."""
    score(path, bad=BAD)
    path.write_text(path.read_text("utf8").rstrip("\n"), "utf8")
    score(path, good=GOOD)
    assert [list(run.figures) for run in read(path)] == [["bad"], ["good"]]

    before = path.read_bytes()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with raises("bad-input", WorkbenchError):
        score(path, good=GOOD)
    assert path.read_bytes() == before


def test_what_is_no_history_is_named_and_not_added_to(path: Path) -> None:
    path.write_text('{"doc_key": "a"}\n', "utf8")
    with refused("malformed", path, 1):
        score(path, good=GOOD)
    assert path.read_text("utf8") == '{"doc_key": "a"}\n'

    path.unlink()
    with raises("no-figures", OptionError):
        anaphora.profile(BUNDLED / "printer.conllu", perfect=LAYERS).append(path)
    assert not path.exists()
    score(path, bad=BAD)
    whole = path.read_text("utf8")
    path.write_text(whole + '{"schema": "anaphora-wor\n', "utf8")
    with refused("malformed", path, 2):
        anaphora.runs(path)
    path.write_text(whole.replace('"corpus"', '"answered": {"bad": [1]}, "corpus"'), "utf8")
    with refused("malformed", path, 1):
        anaphora.runs(path)


def test_runs_are_filtered_and_sorted(path: Path) -> None:
    score(path, bad=BAD, good=GOOD)
    score(path, worse=[{"a"}, {"b"}, {"c"}, {"d"}])
    every, best = anaphora.runs(path, sort="muc").table(), anaphora.runs(path, where={"system": "*o*"}).table()

    assert list(every.system) == ["good", "bad", "worse"]
    assert list(best.system) == ["good", "worse"]
    unknown: tuple[dict[str, Any], ...] = ({"sort": "conl"}, {"where": {"systen": "a"}}, {"measures": ["conl"]})
    for asked in unknown:
        with pytest.raises(UnknownNameError):
            anaphora.runs(path, **asked).tables()
    assert wanted(["system=mars", "date=2026-*"]) == {"system": "mars", "date": "2026-*"}
    for words in (["mars"], ["system=a", "system=b"]):
        with raises("bad-filter", OptionError):
            wanted(words)


def run(system: str, value: float, signature: str = "key:k@1|responses:r@2|documents:3|match:strict") -> Run:
    return Run(
        "2026-11-26T12:00:00+00:00", "score", "k@1", signature, {system: {"conll": value}}, line=int(1000 * value)
    )


def test_runs_compete_only_if_all_is_the_same_but_the_systems(tmp_path: Path) -> None:
    """The last run of each system counts, and its change."""
    head = run("c", 0.9, "key:k@1|responses:s@4|documents:3|match:head")
    other = run("b", 0.6, "key:k@1|responses:s@4|documents:3|match:strict")
    boards = list(history.History(tmp_path / "h", (run("a", 0.5), other, head)).boards())
    assert [[row[0] for row in table.rows] for table, _ in boards] == [["b", "a"], ["c"]]

    ((table, main),) = history.History(tmp_path / "h", (run("a", 0.5), run("a", 0.75))).boards()
    named = dict(zip((column.name for column in table.columns), table.rows[0], strict=True))
    assert (main, named["conll"], named["change"], named["runs"]) == ("conll", 0.75, 0.25, 2)


def test_runs_on_many_datasets_say_how_many_a_system_answered(path: Path, tmp_path: Path) -> None:
    """The macro average has the name of its measure; what is not answered counts as 0: (1 + 0) / 2."""
    for place in ("key/one", "key/two", "whole/one", "whole/two", "partial/one"):
        file = tmp_path / "league" / f"{place}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('{"doc_key": "d", "sentences": [["Sue", "slept", "she"]], "clusters": [[[0, 0], [2, 2]]]}\n')
    anaphora.score(datasets=tmp_path / "league", measures=["muc", "lea"], resamples=0).append(path)
    [run], table = read(path), anaphora.runs(path, sort="muc").table()
    ((board, main),) = history.History(path, read(path)).boards()

    assert run.figures == {"whole": {"muc": 1, "lea": 1}, "partial": {"muc": 0.5, "lea": 0.5}}
    assert run.answered == {"whole": (2, 2), "partial": (1, 2)}
    assert list(zip(table.system, table.answered, strict=True)) == [("whole", "2 of 2"), ("partial", "1 of 2")]
    assert (main, [row[0] for row in board.rows]) == ("muc", ["whole", "partial"])
    assert "1 of 2" in board.rows[1]


def test_the_command_line_adds_and_lists_runs(anaphora: Command, place: Path) -> None:
    """A gate that is missed is a run, too."""
    for words, code in (
        (("score", "in.conll", "in.conll"), 0),
        (("coref", "in.conll", "--resolvers", "singletons"), 0),
        (("score", "in.conll", "in.conll", "--fail-under", "muc=101"), 3),
    ):
        assert anaphora(*words, "--append", "runs.jsonl", "-q").code == code
    shown, figures = anaphora("list", "runs", "runs.jsonl"), anaphora("list", "runs", "runs.jsonl", "--to", "json")
    anaphora("list", "runs", "runs.jsonl", "--report", "board.html")

    assert "singletons" in shown.out
    assert [row["command"] for row in figures.json["runs"]] == ["score", "coref", "score"]
    assert (place / "board.html").read_text("utf8").count('id="board-') >= 2
    refusals = {("list", "runs"): 2, ("list", "mars", "--sort", "conll"): 2, ("list", "runs", "in.conll"): 1}
    assert {words: anaphora(*words).code for words in refusals} == refusals


def test_the_commit_is_that_which_is_checked_out(tmp_path: Path) -> None:
    git, commit = tmp_path / ".git", "0123456789abcdef0123456789abcdef01234567"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n", "utf8")
    (git / "packed-refs").write_text(f"# pack-refs with: peeled\n{commit} refs/heads/main\n", "utf8")
    (tmp_path / "inner").mkdir()
    packed = commit_of(tmp_path / "inner")
    (git / "refs" / "heads" / "main").write_text("f" * 40, "utf8")
    loose = commit_of(tmp_path)
    (git / "HEAD").write_text(commit, "utf8")

    assert (packed, loose, commit_of(tmp_path)) == (commit[:12], "f" * 12, commit[:12])
