"""Runs that stop in the middle, and go on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.comparison.ablate import ablate
from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.running import worker
from anaphora.experiments.running.journal import SCHEMA, Journal, key_of
from anaphora.experiments.scoring import pairing
from anaphora.experiments.scoring.score import score
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench import trace as tracing
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.measures import chain_measures
from anaphora.workbench.results.table import to_json
from tests.experiments.scoring.test_pairing import conll
from tests.experiments.scoring.test_score import ANN, ANN_MIXED_UP, BOB
from tests.refused import raises, refused

RUN = {"settings": "all of them"}
TEXTS = [BUNDLED / f"{name}.conllu" for name in ("news", "how_to", "car_maintenance")]


class StoppedError(Exception):
    """Stands for a machine that crashes."""


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


def test_the_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", RUN):
        pass

    with pytest.raises(OptionError) as caught:
        Journal(tmp_path / "j", {"settings": "others"})
    assert caught.value.code == "another-run"


@pytest.mark.parametrize("content", ["{}\n", "text\n", "text", "[1]\n", '{"run": 1}\n', "[" * 100_000])
def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / "j").write_text(content)

    with pytest.raises((FormatError, OptionError)):
        Journal(tmp_path / "j", RUN)
    assert (tmp_path / "j").read_text() == content


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError):
        Journal(tmp_path / "nowhere" / "j", RUN)


def test_two_runs_do_not_write_to_one_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", RUN):
        with pytest.raises(WorkbenchError) as caught:
            Journal(tmp_path / "j", RUN)
        assert caught.value.code == "locked"
    with Journal(tmp_path / "j", RUN):
        pass


@pytest.mark.parametrize("body", ['"result":1}', '"key":"a,"result":1}', '"key":["a"],"result":1}', '"key":"a"}}'])
def test_a_line_with_a_digest_and_without_a_key_is_refused(tmp_path: Path, body: str) -> None:
    with Journal(tmp_path / "j", RUN) as journal:
        seal = journal._seal(f"{body}\n".encode())
    with (tmp_path / "j").open("ab") as file:
        file.write(seal + f"{body}\n".encode())

    with refused("damaged", "j", 2):
        Journal(tmp_path / "j", RUN)


@pytest.mark.parametrize("line", ['{"key": [], "result": 1}', '{"key": "a"}', "[]", "1"])
def test_a_line_that_is_no_result_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    with Journal(tmp_path / "j", RUN) as journal:
        journal.add("a", 1)
    with (tmp_path / "j").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(FormatError) as caught:
        Journal(tmp_path / "j", RUN)
    assert caught.value.line == 3


@pytest.mark.parametrize("change", [("1", "2"), ("rows", "roes"), (":", ": "), ("}\n", "}")])
def test_a_line_that_was_changed_is_refused_with_its_number(tmp_path: Path, change: tuple[str, str]) -> None:
    with Journal(tmp_path / "j", RUN) as journal:
        journal.add("a", 0)
        journal.add("b", {"rows": [[1, 0.1], None]})
        journal.add("c", 0)
    first, one, *rest = (tmp_path / "j").read_text().splitlines(keepends=True)
    rest[0] = rest[0][:60] + rest[0][60:].replace(*change)
    (tmp_path / "j").write_text("".join((first, one, *rest)))

    with refused("damaged", "j", 3):
        Journal(tmp_path / "j", RUN)
    (tmp_path / "j").write_text("".join((first, one, rest[-1])))
    with Journal(tmp_path / "j", RUN) as journal:
        assert ("a" in journal, "b" in journal, len(journal)) == (True, False, 1 + rest[-1].startswith("{"))


def test_a_result_of_another_run_is_refused(tmp_path: Path) -> None:
    for name, run in (("j", RUN), ("other", {"settings": "others"})):
        with Journal(tmp_path / name, run) as journal:
            journal.add("a", name)
    mine, theirs = ((tmp_path / name).read_text().splitlines(keepends=True) for name in ("j", "other"))
    (tmp_path / "j").write_text(mine[0] + theirs[1])

    with refused("damaged", "j", 2):
        Journal(tmp_path / "j", RUN)


def test_the_journal_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "j").write_text('{"schema": "anaphora-workbench/journal/1", "run": {"settings": "all of them"}}\n')

    with raises("another-run", OptionError):
        Journal(tmp_path / "j", RUN)


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/full"])
def test_a_device_is_no_journal(place: str) -> None:
    with refused("not-a-file", place):
        Journal(Path(place), RUN)


def test_results_of_another_kind_are_refused(tmp_path: Path) -> None:
    compare(TEXTS[:1], configure(("mars",)), journal=tmp_path / "journal")
    first, second, *_ = (tmp_path / "journal").read_text().splitlines()
    key = json.loads(second)["key"]
    (tmp_path / "journal").write_text(f'{first}\n{{"key": "{key}", "result": {{"trace": 1}}}}\n')

    with pytest.raises(FormatError):
        compare(TEXTS[:1], configure(("mars",)), journal=tmp_path / "journal")


def test_traces_with_numbers_that_cannot_be_are_refused(tmp_path: Path) -> None:
    compare(TEXTS[:1], configure(("mars",)), journal=tmp_path / "journal")

    rewrite(tmp_path / "journal", lambda result: result["trace"]["anaphors"][0]["span"].update(end=10**30))
    with refused("malformed", "journal"):
        compare(TEXTS[:1], configure(("mars",)), journal=tmp_path / "journal")


def test_a_file_that_an_option_names_and_that_changed_is_another_run(tmp_path: Path) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text("[weights]\ncollocation = 0.5\n")
    settings = configure((f"mars(weights={weights})",))
    compare(TEXTS[:1], settings, journal=tmp_path / "journal")
    weights.write_text("[weights]\ncollocation = 1.5\n")

    with pytest.raises(OptionError) as caught:
        compare(TEXTS[:1], settings, journal=tmp_path / "journal")
    assert caught.value.code == "another-run"


def test_keys_tell_contents_apart() -> None:
    assert key_of("a", "b") != key_of("ab") != key_of("b", "a")
    assert key_of(("a", 1)) == key_of(("a", 1))


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
    original = tracing.trace

    def counting(document: Any, *rest: Any, **options: Any) -> Any:
        seen.append(document.id)
        return original(document, *rest, **options)

    monkeypatch.setattr(worker, "trace", counting)
    return seen


def test_a_comparison_goes_on_where_it_stopped_and_comes_to_the_same(tmp_path: Path, traced: list[str]) -> None:
    settings = configure(("mars", "cogniac", "random_any"))
    whole = compare(TEXTS, settings)
    every, done = list(traced), tmp_path / "journal"
    traced.clear()
    with pytest.raises(StoppedError):
        compare(TEXTS, settings, journal=done, progress=stopping(2))
    again = compare(TEXTS, settings, journal=done)

    assert traced == every, "each document once, in both runs together"
    assert to_json(again.tables()) == to_json(whole.tables())
    assert again.documents == whole.documents
    traced.clear()
    in_processes = compare(TEXTS, configure(settings.resolvers, jobs=2), journal=done)
    assert (to_json(in_processes.tables()), traced) == (to_json(whole.tables()), [])


def test_a_journal_of_before_there_were_confidences_is_read(tmp_path: Path, traced: list[str]) -> None:
    settings, done = configure(("mars",)), tmp_path / "journal"
    whole = compare(TEXTS, settings, journal=done)
    traced.clear()
    rewrite(done, lambda result: result["trace"].pop("confidences"))

    assert to_json(compare(TEXTS, settings, journal=done).tables()) == to_json(whole.tables())
    assert traced == []


def test_a_document_that_has_changed_is_worked_on_anew(tmp_path: Path, traced: list[str]) -> None:
    text, done = tmp_path / "news.conllu", tmp_path / "journal"
    text.write_text(TEXTS[0].read_text())
    compare([text], configure(("mars",)), journal=done)
    text.write_text(TEXTS[0].read_text().replace("\tthe\t", "\tThe\t", 1))
    compare([text], configure(("mars",)), journal=done)

    assert len(traced) == 2


def test_other_options_are_another_run(tmp_path: Path) -> None:
    compare(TEXTS[:1], configure(("mars",)), journal=tmp_path / "journal")

    with pytest.raises(OptionError) as caught:
        compare(TEXTS[:1], configure(("mars",), seed=1), journal=tmp_path / "journal")
    assert caught.value.code == "another-run"
    with pytest.raises(OptionError):
        compare(TEXTS[:1], configure(("mars",)), journal=tmp_path / "journal", keep=True)


@pytest.mark.parametrize("resolver", ["mars", "cogniac"])
def test_an_ablation_goes_on_where_it_stopped_and_comes_to_the_same(
    tmp_path: Path, traced: list[str], resolver: str
) -> None:
    texts = TEXTS[:2]
    whole = ablate(texts, resolver, configure())
    every = list(traced)
    traced.clear()
    with pytest.raises(StoppedError):
        ablate(texts, resolver, configure(), journal=tmp_path / "journal", progress=stopping(1))
    again = ablate(texts, resolver, configure(), journal=tmp_path / "journal")

    assert traced == every
    assert to_json(again.tables()) == to_json(whole.tables())


def test_scores_go_on_where_they_stopped_and_come_to_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pairing, "BATCH", 2)
    key = conll(tmp_path / "key.conll", **{f"d{at}": ANN if at % 2 else BOB for at in range(9)})
    response = conll(tmp_path / "r.conll", **{f"d{at}": ANN_MIXED_UP if at % 2 else BOB for at in range(8)})
    whole = score(key, {"r": response}, configure(resamples=10))
    from anaphora.experiments.scoring import score as module

    original = module.evidence_of
    counted: list[int] = []
    dies = True

    def evidence_of(*given: Any, **named: Any) -> Any:
        if dies and len(counted) == 2:
            raise StoppedError
        counted.append(1)
        return original(*given, **named)

    monkeypatch.setattr(module, "evidence_of", evidence_of)
    with pytest.raises(StoppedError):
        score(key, {"r": response}, configure(resamples=10), tmp_path / "journal")
    dies = False
    again = score(key, {"r": response}, configure(resamples=10), tmp_path / "journal")

    assert len(counted) == 5, "two batches before, three after"
    assert to_json(again.tables()) == to_json(whole.tables())
    assert again.warnings == whole.warnings != ()


@pytest.mark.parametrize("count", [-5.0, 1e6, float("inf"), 10**400, "x"])
def test_counts_that_no_measure_can_have_are_refused(tmp_path: Path, count: object) -> None:
    key, journal = conll(tmp_path / "key.conll", d=ANN), tmp_path / "journal"
    score(key, {"r": key}, configure(resamples=0), journal)

    def change(result: Any) -> None:
        result["counts"]["muc"] = [[count] * 4]

    rewrite(journal, change)
    with refused("foreign-journal", "journal"):
        score(key, {"r": key}, configure(resamples=0), journal)


def test_counts_of_fewer_statistics_than_a_measure_has_are_refused(tmp_path: Path) -> None:
    key, journal = conll(tmp_path / "key.conll", d=ANN), tmp_path / "journal"
    score(key, {"r": key}, configure(resamples=0), journal)

    rewrite(journal, lambda result: result["counts"]["muc"][0].pop())
    with refused("foreign-journal", "journal"):
        score(key, {"r": key}, configure(resamples=0), journal)


def test_every_measure_takes_its_own_counts_again(tmp_path: Path) -> None:
    """Counts that are rounded, such as those of ace_value, must not come out as what no measure can have."""
    settings = configure(resamples=0, measures=tuple(chain_measures()))
    first, again = (score(BUNDLED, {"r": BUNDLED}, settings, tmp_path / "journal") for _ in range(2))

    assert to_json(first.tables()) == to_json(again.tables())


@pytest.mark.parametrize("number", [-1, 10**400])
def test_notes_with_numbers_that_cannot_be_are_refused(tmp_path: Path, number: int) -> None:
    key, journal = conll(tmp_path / "key.conll", d=ANN), tmp_path / "journal"
    score(key, {"r": key}, configure(resamples=0), journal)

    rewrite(journal, lambda result: result["notes"].update(divided=["d", number, 1, 1]))
    with refused("foreign-journal", "journal"):
        score(key, {"r": key}, configure(resamples=0), journal)


def test_the_commands_take_a_journal(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    for command in (("compare", TEXTS[0], "--resolvers", "cogniac"), ("ablate", TEXTS[0], "--resolver", "cogniac")):
        journal = tmp_path / command[0]
        first, second = (anaphora(*command, "--journal", journal, "--json", "-") for _ in range(2))
        assert first.code == second.code == 0, second.err
        assert first.json == second.json
        assert json.loads(journal.read_text().splitlines()[0])["schema"] == SCHEMA
    scored = anaphora("score", TEXTS[0], TEXTS[0], "--journal", tmp_path / "score", "--json", "-")
    assert scored.json["systems"]["news"]["measures"]["muc"]["f1"] == 1
