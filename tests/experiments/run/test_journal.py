"""Runs that stop in the middle, and go on."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.experiments.commands.ablate import run_ablation
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.score import counting as scoring
from anaphora.experiments.commands.score import pairing
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run import worker
from anaphora.experiments.run.configuration import Configuration, configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.run.journal import SCHEMA, Journal
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.measures import chain_measures
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.table import plain
from anaphora.workbench.trace import build
from tests.experiments.commands.test_pairing import conll
from tests.experiments.commands.test_score import ANN, ANN_MIXED_UP, BOB
from tests.experiments.conftest import Run
from tests.refused import raises, refused

RUN = {"settings": "all of them"}
PRINTER = BUNDLED / "printer.conllu"
TEXTS = [PRINTER, BUNDLED / "how_to.conllu", BUNDLED / "car_maintenance.conllu"]


class StoppedError(Exception):
    """Stands for a machine that crashes."""


def perfect(*resolvers: str) -> Configuration:
    return configure(resolvers, perfect=LAYERS)


# ---- the file


def test_results_are_found_under_their_keys_when_the_journal_is_opened_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", RUN) as journal:
        journal.add("a", {"rows": [[1, 0.1], None]})
        journal.add("ß", "é")
        assert ("a" in journal, "b" in journal, len(journal)) == (True, False, 2)
    with Journal(tmp_path / "j", RUN) as journal:
        assert (journal["a"], journal["ß"], len(journal)) == ({"rows": [[1, 0.1], None]}, "é", 2)
        journal.add("c", 3)
        assert (journal["c"], journal["a"]) == (3, {"rows": [[1, 0.1], None]})
        with pytest.raises(KeyError):
            journal["d"]


def test_a_line_that_was_cut_off_is_taken_away_wherever_it_was_cut(tmp_path: Path) -> None:
    with Journal(tmp_path / "whole", RUN) as journal:
        journal.add("a", 1)
        journal.add("b", 2)
    whole = (tmp_path / "whole").read_bytes()
    for end in range(len(whole) + 1):
        cut = tmp_path / "cut"
        cut.write_bytes(whole[:end])
        with Journal(cut, RUN) as journal:
            assert len(journal) == max(whole[:end].count(b"\n") - 1, 0)
            for key, result in (("a", 1), ("b", 2)):
                if key not in journal:
                    journal.add(key, result)
        assert cut.read_bytes() == whole


def test_a_file_that_is_no_journal_of_this_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "j"
    for content in ("{}\n", "text\n", "text", "[1]\n", '{"run": 1}\n', "[" * 100_000):
        file.write_text(content)
        with pytest.raises((FormatError, OptionError)):
            Journal(file, RUN)
        assert file.read_text() == content
    file.write_text('{"schema": "anaphora-workbench/journal/1", "run": {"settings": "all of them"}}\n')
    with raises("another-run", OptionError):
        Journal(file, RUN)
    file.unlink()
    with Journal(file, RUN):
        pass
    with raises("another-run", OptionError):
        Journal(file, {"settings": "others"})
    with pytest.raises(WorkbenchError):
        Journal(tmp_path / "nowhere" / "j", RUN)
    for device in ("/dev/zero", "/dev/full"):
        with refused("not-a-file", device):
            Journal(Path(device), RUN)


@pytest.mark.parametrize(
    ("body", "sealed"),
    [
        *((body, True) for body in ('"result":1}', '"key":"a,"result":1}', '"key":["a"],"result":1}', '"key":"a"}}')),
        *((line, False) for line in ('{"key": [], "result": 1}', '{"key": "a"}', "[]", "1")),
    ],
)
def test_a_line_that_is_no_result_is_refused_with_its_number(tmp_path: Path, body: str, sealed: bool) -> None:
    """Also with a digest."""
    with Journal(tmp_path / "j", RUN) as journal:
        seal = journal._seal(f"{body}\n".encode()) if sealed else b""
    with (tmp_path / "j").open("ab") as file:
        file.write(seal + f"{body}\n".encode())

    with refused("damaged", "j", 2):
        Journal(tmp_path / "j", RUN)


@pytest.mark.parametrize("change", [("1", "2"), ("rows", "roes"), (":", ": "), ("}\n", "}")])
def test_a_line_that_was_changed_is_refused_with_its_number(tmp_path: Path, change: tuple[str, str]) -> None:
    with Journal(tmp_path / "j", RUN) as journal:
        journal.add("a", 0)
        journal.add("b", {"rows": [[1, 0.1], None]})
        journal.add("c", 0)
    head, first, *rest = (tmp_path / "j").read_text().splitlines(keepends=True)
    rest[0] = rest[0][:60] + rest[0][60:].replace(*change)
    (tmp_path / "j").write_text("".join((head, first, *rest)))

    with refused("damaged", "j", 3):
        Journal(tmp_path / "j", RUN)
    (tmp_path / "j").write_text("".join((head, first, rest[-1])))
    with Journal(tmp_path / "j", RUN) as journal:
        assert ("a" in journal, "b" in journal, len(journal)) == (True, False, 1 + rest[-1].startswith("{"))


def test_a_journal_is_written_by_one_run_and_holds_no_result_of_another(tmp_path: Path) -> None:
    for name, run in (("j", RUN), ("other", {"settings": "others"})):
        with Journal(tmp_path / name, run) as journal:
            journal.add("a", name)
            with raises("locked"):
                Journal(tmp_path / name, run)
    ours, others = ((tmp_path / name).read_text().splitlines(keepends=True) for name in ("j", "other"))
    (tmp_path / "j").write_text(ours[0] + others[1])

    with refused("damaged", "j", 2):
        Journal(tmp_path / "j", RUN)
    assert Journal.key_of("a", "b") != Journal.key_of("ab") != Journal.key_of("b", "a")
    assert Journal.key_of(("a", 1)) == Journal.key_of(("a", 1))


def rewrite(path: Path, change: Callable[[Any], object]) -> None:
    """Write a journal again, its results changed by hand and their digests right."""
    first, *rest = map(json.loads, path.read_text("utf8").splitlines())
    path.unlink()
    with Journal(path, first["run"]) as journal:
        for entry in rest:
            change(entry["result"])
            journal.add(entry["key"], entry["result"])


# ---- runs


def stopping(after: int) -> Callable[[object], None]:
    """A progress that ends the run after so many documents."""
    left = [after]

    def progress(_: object) -> None:
        left[0] -= 1
        if not left[0]:
            raise StoppedError

    return progress


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that were worked on."""
    seen: list[str] = []
    original = build.trace

    def counting(document: Any, *rest: Any, **options: Any) -> Any:
        seen.append(document.id)
        return original(document, *rest, **options)

    monkeypatch.setattr(worker, "trace", counting)
    return seen


def test_a_comparison_goes_on_where_it_stopped_and_comes_to_the_same(tmp_path: Path, traced: list[str]) -> None:
    """Also from a journal of before there were confidences."""
    settings = perfect("most_recent", "random_any")
    whole = run_comparison(TEXTS, settings)
    every, done = list(traced), tmp_path / "journal"
    traced.clear()
    with pytest.raises(StoppedError):
        run_comparison(TEXTS, settings, journal=done, progress=stopping(2))
    again = run_comparison(TEXTS, settings, journal=done)

    assert traced == every, "each document once, in both runs together"
    assert plain(again.as_json()) == plain(whole.as_json())
    assert again.documents == whole.documents
    traced.clear()
    rewrite(done, lambda result: result["trace"].pop("confidences"))
    assert plain(run_comparison(TEXTS, settings, journal=done).as_json()) == plain(whole.as_json())
    assert traced == []


def test_a_document_that_has_changed_is_worked_on_anew(tmp_path: Path, traced: list[str]) -> None:
    text, done = tmp_path / "printer.conllu", tmp_path / "journal"
    text.write_text(PRINTER.read_text())
    run_comparison([text], perfect("most_recent"), journal=done)
    text.write_text(PRINTER.read_text().replace("\tthe\t", "\tThe\t", 1))
    run_comparison([text], perfect("most_recent"), journal=done)

    assert len(traced) == 2


def test_other_options_and_files_that_they_name_are_another_run(tmp_path: Path) -> None:
    (weights := tmp_path / "weights.toml").write_text("[weights]\ncollocation = 0.5\n")
    settings, journal = perfect(f"mars(weights={weights})"), tmp_path / "journal"
    run_comparison([PRINTER], settings, journal=journal)

    with raises("another-run", OptionError):
        run_comparison([PRINTER], settings.changed(seed=1), journal=journal)
    with pytest.raises(OptionError):
        run_comparison([PRINTER], settings, journal=journal, keep=True)
    weights.write_text("[weights]\ncollocation = 1.5\n")
    with raises("another-run", OptionError):
        run_comparison([PRINTER], settings, journal=journal)


@pytest.mark.parametrize(
    "change",
    [
        lambda result: (result.clear(), result.update(trace=1)),
        lambda result: result["trace"]["anaphors"][0]["span"].update(end=10**30),
    ],
)
def test_results_that_are_no_traces_are_refused(tmp_path: Path, change: Callable[[Any], object]) -> None:
    run_comparison([PRINTER], perfect("most_recent"), journal=tmp_path / "journal")
    rewrite(tmp_path / "journal", change)

    with refused("malformed", "journal"):
        run_comparison([PRINTER], perfect("most_recent"), journal=tmp_path / "journal")


@pytest.mark.parametrize("resolver", ["mars", "cogniac"])
def test_an_ablation_goes_on_where_it_stopped_and_comes_to_the_same(
    tmp_path: Path, traced: list[str], resolver: str
) -> None:
    texts, journal = TEXTS[:2], tmp_path / "journal"
    whole = run_ablation(texts, resolver, perfect())
    every = list(traced)
    traced.clear()
    with pytest.raises(StoppedError):
        run_ablation(texts, resolver, perfect(), journal=journal, progress=stopping(1))
    again = run_ablation(texts, resolver, perfect(), journal=journal)

    assert traced == every
    assert plain(again.comparison.as_json()) == plain(whole.comparison.as_json())
    assert again.rules() == whole.rules()
    for votes in (again.additive, whole.additive):
        assert (votes is None) == (resolver == "cogniac")
    if again.additive and whole.additive:
        assert np.array_equal(again.additive.matrix.votes, whole.additive.matrix.votes)


def test_scores_go_on_where_they_stopped_and_come_to_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pairing, "BATCH", 2)
    key = conll(tmp_path / "key.conll", **{f"d{at}": ANN if at % 2 else BOB for at in range(9)})
    response = conll(tmp_path / "r.conll", **{f"d{at}": ANN_MIXED_UP if at % 2 else BOB for at in range(8)})
    whole = score_files(key, {"r": response}, configure(resamples=10))
    original = scoring.evidence_of
    counted: list[int] = []
    dies = True

    def evidence_of(*values: Any, **named: Any) -> Any:
        if dies and len(counted) == 2:
            raise StoppedError
        counted.append(1)
        return original(*values, **named)

    monkeypatch.setattr(scoring, "evidence_of", evidence_of)
    with pytest.raises(StoppedError):
        score_files(key, {"r": response}, configure(resamples=10), tmp_path / "journal")
    dies = False
    again = score_files(key, {"r": response}, configure(resamples=10), tmp_path / "journal")

    assert len(counted) == 5, "two batches before, three after"
    assert plain(again.as_json()) == plain(whole.as_json())
    assert again.warnings == whole.warnings != ()


@pytest.mark.parametrize(
    "change",
    [
        *({"counts": {"muc": [[count] * 4]}} for count in (-5.0, 1e6, float("inf"), 10**400, "x")),
        {"counts": {"muc": [[1.0] * 3]}},  # fewer statistics than the measure has
        *({"notes": {"divided": ["d", number, 1, 1]}} for number in (-1, 10**400)),
    ],
)
def test_counts_and_notes_that_cannot_be_are_refused(tmp_path: Path, change: dict[str, dict[str, Any]]) -> None:
    key, journal = conll(tmp_path / "key.conll", d=ANN), tmp_path / "journal"
    score_files(key, {"r": key}, configure(resamples=0), journal)

    rewrite(journal, lambda result: [result[part].update(values) for part, values in change.items()])
    with refused("foreign-journal", "journal"):
        score_files(key, {"r": key}, configure(resamples=0), journal)


def test_every_measure_takes_its_own_counts_again(tmp_path: Path) -> None:
    """Counts that are rounded, such as those of ace_value, must not come out as what no measure can have."""
    settings = configure(resamples=0, measures=tuple(chain_measures()))
    key, response = PRINTER, PRINTER.with_suffix(".sgml")
    first, again = (score_files(key, {"r": response}, settings, tmp_path / "journal") for _ in range(2))

    assert plain(first.as_json()) == plain(again.as_json())


def test_the_commands_take_a_journal(anaphora: Run, tmp_path: Path) -> None:
    commands: Sequence[tuple[str | Path, ...]] = (
        ("compare", PRINTER, "--resolvers", "cogniac", "--input", "perfect"),
        ("ablate", PRINTER, "--resolver", "cogniac", "--input", "perfect"),
        ("score", PRINTER, PRINTER),
    )
    for command in commands:
        journal = tmp_path / f"{command[0]}.jsonl"
        first, second = (anaphora(*command, "--journal", journal, "--json", "-") for _ in range(2))
        assert first.code == second.code == 0, second.err
        assert first.json == second.json
        assert json.loads(journal.read_text().splitlines()[0])["schema"] == SCHEMA
