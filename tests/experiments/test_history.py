"""A history: a line a run, written whole or not at all, listed and ranked."""

import json
import os
from pathlib import Path

import pytest

import anaphora
from anaphora.experiments import history
from anaphora.experiments.history import Run, commit_of, read, wanted
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
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


def test_runs_are_added_in_their_order(path: Path) -> None:
    score(path, bad=BAD)
    score(path, good=GOOD)

    assert [list(run.figures) for run in read(path)] == [["bad"], ["good"]]


def test_a_line_that_lacks_its_end_stays_apart_from_the_next(path: Path) -> None:
    score(path, bad=BAD)
    path.write_text(path.read_text("utf8").rstrip("\n"), "utf8")
    score(path, good=GOOD)

    assert len(read(path)) == 2


def test_what_is_no_history_is_not_added_to(path: Path) -> None:
    path.write_text('{"doc_key": "a"}\n', "utf8")

    with refused("malformed", path, 1):
        score(path, good=GOOD)
    assert path.read_text("utf8") == '{"doc_key": "a"}\n'


def test_a_disk_that_fails_leaves_the_history_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    score(path, bad=BAD)
    before = path.read_bytes()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with raises("bad-input", WorkbenchError):
        score(path, good=GOOD)

    assert path.read_bytes() == before


def test_a_line_that_is_damaged_is_named(path: Path) -> None:
    score(path, bad=BAD)
    path.write_text(path.read_text("utf8") + '{"schema": "anaphora-wor\n', "utf8")

    with refused("malformed", path, 2):
        anaphora.runs(path)


def test_what_scores_nothing_has_no_line(path: Path) -> None:
    with raises("no-figures", OptionError):
        anaphora.resolve("Sue lost her key.", ["most_recent"]).append(path)
    assert not path.exists()


def test_runs_are_filtered_and_sorted(path: Path) -> None:
    score(path, bad=BAD, good=GOOD)
    score(path, worse=[{"a"}, {"b"}, {"c"}, {"d"}])
    every, best = anaphora.runs(path, sort="muc").table(), anaphora.runs(path, where={"system": "*o*"}).table()

    assert list(every.system) == ["good", "bad", "worse"]
    assert list(best.system) == ["good", "worse"]


@pytest.mark.parametrize("asked", [{"sort": "conl"}, {"where": {"systen": "a"}}, {"measures": ["conl"]}])
def test_unknown_columns_are_named(path: Path, asked: dict[str, object]) -> None:
    score(path, good=GOOD)

    with pytest.raises(UnknownNameError):
        anaphora.runs(path, **asked).tables()  # type: ignore[arg-type]


def test_a_filter_says_a_name_and_a_value() -> None:
    assert wanted(["system=mars", "date=2026-*"]) == {"system": "mars", "date": "2026-*"}
    for given in (["mars"], ["system=a", "system=b"]):
        with raises("bad-filter", OptionError):
            wanted(given)


def run(system: str, value: float, signature: str = "key:k@1|responses:r@2|documents:3|match:strict") -> Run:
    return Run(
        "2026-11-26T12:00:00+00:00", "score", "k@1", signature, {system: {"conll": value}}, line=int(1000 * value)
    )


def test_runs_compete_only_if_all_is_the_same_but_the_systems(tmp_path: Path) -> None:
    head = run("c", 0.9, "key:k@1|responses:s@4|documents:3|match:head")
    other = run("b", 0.6, "key:k@1|responses:s@4|documents:3|match:strict")
    boards = list(history.History(tmp_path / "h", (run("a", 0.5), other, head)).boards())

    assert [[row[0] for row in table.rows] for table, _ in boards] == [["b", "a"], ["c"]]


def test_a_leaderboard_has_the_last_run_of_each_system_and_its_change(tmp_path: Path) -> None:
    ((table, main),) = history.History(tmp_path / "h", (run("a", 0.5), run("a", 0.75))).boards()
    named = dict(zip((column.name for column in table.columns), table.rows[0], strict=True))

    assert main == "conll"
    assert (named["conll"], named["change"], named["runs"]) == (0.75, 0.25, 2)


def league(folder: Path) -> Path:
    """Two datasets of one chain, of which "whole" answers both and "partial" only the first; each answer is right."""
    for place in ("key/one", "key/two", "whole/one", "whole/two", "partial/one"):
        file = folder / f"{place}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('{"doc_key": "d", "sentences": [["Sue", "slept", "she"]], "clusters": [[[0, 0], [2, 2]]]}\n')
    return folder


def test_runs_on_many_datasets_say_how_many_a_system_answered(path: Path, tmp_path: Path) -> None:
    """The macro average has the name of its measure; what is not answered counts as 0: (1 + 0) / 2."""
    anaphora.score(datasets=league(tmp_path / "league"), measures=["muc", "lea"], resamples=0).append(path)
    [run], table = read(path), anaphora.runs(path, sort="muc").table()
    ((board, main),) = history.History(path, read(path)).boards()

    assert run.figures == {"whole": {"muc": 1, "lea": 1}, "partial": {"muc": 0.5, "lea": 0.5}}
    assert run.answered == {"whole": (2, 2), "partial": (1, 2)}
    assert list(zip(table.system, table.answered, strict=True)) == [("whole", "2 of 2"), ("partial", "1 of 2")]
    assert (main, [row[0] for row in board.rows]) == ("muc", ["whole", "partial"])
    assert "1 of 2" in board.rows[1]


def test_counts_of_datasets_that_are_none_are_refused(path: Path) -> None:
    score(path, good=GOOD)
    path.write_text(path.read_text("utf8").replace('"corpus"', '"answered": {"good": [1]}, "corpus"'), "utf8")

    with refused("malformed", path, 1):
        anaphora.runs(path)


def test_the_command_line_adds_and_lists_runs(anaphora: Command, place: Path) -> None:
    for words in (("score", "in.conll", "in.conll"), ("coref", "in.conll", "--resolvers", "singletons")):
        assert anaphora(*words, "--append", "runs.jsonl", "-q").code == 0
    shown, figures = anaphora("list", "runs", "runs.jsonl"), anaphora("list", "runs", "runs.jsonl", "--to", "json")
    anaphora("list", "runs", "runs.jsonl", "--report", "board.html")

    assert "singletons" in shown.out
    assert [row["command"] for row in figures.json["runs"]] == ["score", "coref"]
    assert (place / "board.html").read_text("utf8").count('id="board-') >= 2


def test_a_gate_that_is_missed_is_a_run_too(anaphora: Command, place: Path) -> None:
    result = anaphora("score", "in.conll", "in.conll", "--fail-under", "muc=101", "--append", "runs.jsonl")

    assert result.code == 3
    assert len(read(place / "runs.jsonl")) == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [(("list", "runs"), 2), (("list", "mars", "--sort", "conll"), 2), (("list", "runs", "in.conll"), 1)],
)
@pytest.mark.usefixtures("place")
def test_a_history_that_is_none_is_refused(anaphora: Command, words: tuple[str, ...], code: int) -> None:
    assert anaphora(*words).code == code


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
