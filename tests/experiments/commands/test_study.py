import csv
import json
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pytest

from anaphora.experiments.commands.run.run import StudyRun, bundled_studies, pivot, run
from anaphora.experiments.commands.run.study import Layout, Source, list_calls, read_study
from anaphora.experiments.run import worker
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.run.worker import decide
from anaphora.experiments.show.render import cells
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Document
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import locked
from tests.experiments.conftest import Run
from tests.refused import raises

HEAD = 'title = "T"\n'
PART = '[[part]]\nname = "main"\ncommand = "compare"\n'
PERFECT = 'perfect = ["annotation", "mentions", "pleonastic", "agreement", "constituents"]\n'
CORPUS = '[corpora]\nprinter = "${MANUALS}/printer.conllu"\n'
MAIN = f'{PART}resolvers = ["most_recent"]\n{PERFECT}'
ONE = HEAD + CORPUS + MAIN
TABLE = '[tables.t]\nrows = "corpus"\ncolumns = "system"\nmeasure = "success_rate"\n'
SCORE = HEAD + '[[part]]\nname = "s"\ncommand = "score"\n'
ALL_KINDS = f"""
title = "Two resolvers"

[corpora]
printer = "${{MANUALS}}/printer.conllu"
help = {{ path = "${{MANUALS}}/help_file.conllu", format = "corefud" }}

[[part]]
name = "main"
command = "compare"
resolvers = ["most_recent", "recent_subject"]
{PERFECT}

[[part]]
name = "mitkov"
command = "ablate"
corpus = "printer"
resolver = "mitkov"
{PERFECT}

[[part]]
name = "stages"
command = "losses"
corpus = ["printer"]
resolvers = ["most_recent"]
{PERFECT}

[[part]]
name = "chains"
command = "score"
key = "${{MANUALS}}/help_file.conllu"
responses = {{ same = "${{MANUALS}}/help_file.conllu" }}
measures = ["muc", "b_cubed"]
resamples = 100

[tables.by_file]
caption = "By file"
rows = ["corpus", "unit"]
name = "main"
measure = "success_rate"
columns = [
    {{ system = "most_recent", heading = "recent" }},
    {{ system = "recent_subject" }},
    {{ system = "MAX", measure = "upper_bound", part = "partial", heading = "MAX" }},
]
"""


@pytest.fixture(scope="module")
def manuals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first ten sentences of texts of the bundled corpus."""
    folder = tmp_path_factory.mktemp("manuals")
    for name in ("printer", "help_file", "news"):
        text = (BUNDLED / f"{name}.conllu").read_text("utf-8")
        (folder / f"{name}.conllu").write_text(text.partition(f"# sent_id = {name}-11\n")[0], "utf-8")
    return folder


@pytest.fixture(autouse=True)
def variable(manuals: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANUALS", str(manuals))


def written(folder: Path, text: str = ALL_KINDS) -> Path:
    path = folder / "study.toml"
    path.write_text(text, "utf-8")
    return path


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, manuals: Path) -> Path:
    """The results of the study above, run without interruption."""
    place = tmp_path_factory.mktemp("finished")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MANUALS", str(manuals))
        run(written(place), place / "results")
    return place / "results"


def figures(finished: Path, part: str) -> Any:
    return json.loads((finished / "results" / part / "result.json").read_text("utf-8"))


def test_a_part_has_what_its_command_prints(finished: Path, manuals: Path, anaphora: Run) -> None:
    words = ("--resolvers", "most_recent,recent_subject", "--input", "perfect", "--per-document")
    printed = {
        form: anaphora("compare", manuals / "printer.conllu", *words, "--to", form).out for form in ("json", "csv")
    }
    part = finished / "results" / "main.printer"

    assert (part / "result.json").read_text("utf-8") == printed["json"]
    assert (part / "figures.csv").read_text("utf-8") == printed["csv"]
    assert figures(finished, "mitkov.printer")["resolver"] == "mitkov"
    assert figures(finished, "stages.printer")["upper_bound"].keys() == {"as_it_is", "window", "all"}
    assert figures(finished, "chains")["systems"]["same"]["measures"]["muc"]["f1"] == 1.0
    names = {path.name for path in part.iterdir()}
    assert names == {
        "result.json", "figures.csv", "table.md", "table.tex", "anaphors.csv", "declaration.json", "digests.json",
    }  # fmt: skip


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def test_anaphors_add_up_to_the_figures(finished: Path) -> None:
    rows, expected = rows_of(finished / "results/main.printer/anaphors.csv"), figures(finished, "main.printer")
    right = sum(row["right"] == "True" for row in rows if row["resolver"] == "most_recent")

    assert len(rows) == 2 * expected["anaphors"] > 0
    assert right == expected["resolvers"]["most_recent"]["success_rate"]["right"]
    assert {*rows[0]} >= {"document", "genre", "anaphor", "distance", "candidates", "compatible", "stage", "rule"}


def test_all_figures_are_one_long_table(finished: Path) -> None:
    rows = rows_of(finished / "figures.csv")
    wanted = {"name": "main", "corpus": "help", "command": "compare", "unit": "", "system": "recent_subject"}
    [row] = [row for row in rows if {**row, **wanted, "measure": "critical", "part": "value"} == row]

    expected = figures(finished, "main.help")["resolvers"]["recent_subject"]["critical"]
    names = {"k": "right", "n": "of", "value": "value"}
    assert {name: float(row[name]) for name in names} == {name: expected[key] for name, key in names.items()}
    assert {(row["name"], row["corpus"]) for row in rows} >= {
        ("main", "printer"),
        ("stages", "printer"),
        ("chains", ""),
    }


def test_components_are_ablated_by_one_worker(tmp_path: Path, manuals: Path, anaphora: Run) -> None:
    part = f"[[part]]\nname = 'camp'\ncommand = 'ablate'\nresolver = 'camp'\n{PERFECT}"
    ran = run(written(tmp_path, HEAD + CORPUS + part), tmp_path / "out", report=tmp_path / "r.html", jobs=2).data

    command = ("ablate", manuals / "printer.conllu", "--resolver", "camp", "--input", "perfect", "--json", "-")
    assert figures(ran.folder, "camp.printer") == anaphora(*command).json


def test_a_table_has_a_row_for_each_file_and_one_for_all(finished: Path) -> None:
    rows = rows_of(finished / "tables" / "by_file.csv")

    assert [(row["corpus"], row["unit"]) for row in rows] == [
        ("printer", "printer"), ("help", "help_file"), ("printer", "all"), ("help", "all"),
    ]  # fmt: skip
    assert [*rows[0]][2:] == ["recent", "recent_subject", "MAX"]
    assert float(rows[2]["MAX"]) == figures(finished, "main.printer")["upper_bound"]["partial"]
    assert r"\label{tab:by_file}" in (finished / "tables" / "by_file.tex").read_text("utf-8")


def long_row(**values: str) -> dict[str, str]:
    usual = {
        "name": "c",
        "corpus": "x",
        "command": "compare",
        "unit": "",
        "system": "a",
        "measure": "m",
        "part": "value",
    }
    return {**usual, "value": "0.5", "low": "", "high": "", "k": "2", "n": "4", **values}


def test_tables_are_pivots_of_the_long_table() -> None:
    source = Source(Path("study.toml"), "[tables.t]\ncolumns = 'system'")
    rows = [long_row(), long_row(system="b", value="0.25"), long_row(corpus="y", value=""), long_row(part="p")]
    by_system = Layout.model_validate({"rows": "corpus", "columns": "system", "decimals": 0})
    one = {"system": "a", "figure": "n", "heading": "size"}
    sizes = Layout.model_validate({"rows": ["corpus"], "columns": ["name", one], "system": "a", "percent": False})

    assert [column.name for column in pivot(rows, by_system, "t", source).columns] == ["corpus", "a", "b"]
    assert cells(pivot(rows, by_system, "t", source)) == [["x", "50", "25"], ["y", "–", "–"]]
    assert cells(pivot(rows, sizes, "t", source)) == [["x", "0.5", "4"], ["y", "–", "4"]]
    with raises("several-figures", FormatError) as caught:
        pivot(rows, Layout.model_validate({"rows": "name", "columns": "system"}), "t", source)
    assert caught.value.line == 2


def test_the_index_has_signatures_and_commands_but_no_place_on_the_machine(finished: Path, manuals: Path) -> None:
    page = (finished / "README.md").read_text("utf-8")

    assert figures(finished, "main.printer")["signature"] in page
    assert 'anaphora compare "${MANUALS}/printer.conllu" --resolvers most_recent,recent_subject --perfect ann' in page
    assert 'anaphora score "${MANUALS}/help_file.conllu" "same=${MANUALS}/help_file.conllu" --measures muc' in page
    assert 'anaphora ablate "${MANUALS}/printer.conllu" --resolvers mitkov' in page
    assert [name for name, text in tree(finished).items() if str(manuals).encode() in text] == []


def test_what_is_finished_is_not_done_again(tmp_path: Path) -> None:
    done: list[tuple[str, bool]] = []

    def again(text: str) -> StudyRun:
        return run(written(tmp_path, text), tmp_path / "out", tell=lambda *part: done.append(part)).data

    again(ONE)
    again(ONE + MAIN.replace("main", "other"))
    again(ONE + "window = 0\n")

    assert done == [
        ("main.printer", True), ("main.printer", False), ("other.printer", True), ("main.printer", True),
    ]  # fmt: skip


def test_a_part_with_a_damaged_file_is_done_again(tmp_path: Path) -> None:
    study = written(tmp_path, ONE)
    whole = tree(run(study, tmp_path / "out").data.folder)
    damaged = (
        ("result.json", b"x"), ("table.md", b""), ("anaphors.csv", None), ("declaration.json", b"\xff"),
        ("digests.json", b"[]"), ("digests.json", None),
    )  # fmt: skip
    for name, damage in damaged:
        file, done = tmp_path / "out" / "results" / "main.printer" / name, dict[str, bool]()
        file.unlink() if damage is None else file.write_bytes(damage)
        run(study, tmp_path / "out", tell=done.__setitem__)

        assert done == {"main.printer": True}, (name, damage)
        assert tree(tmp_path / "out") == whole, (name, damage)


def test_changed_inputs_are_read_again(tmp_path: Path, manuals: Path) -> None:
    """A corpus, and a file that an option names, which stands beside the study."""
    text = HEAD + '[corpora]\nown = "own.conllu"\n' + MAIN.replace("most_recent", "mars(weights=own.toml)")
    printer = (manuals / "printer.conllu").read_bytes()
    done: list[bool] = []
    for weight, added in ((1.0, b""), (1.0, b""), (0.0, b""), (0.0, b"\n")):
        (tmp_path / "own.conllu").write_bytes(printer + added)
        (tmp_path / "own.toml").write_text(f"[weights]\nfrequent_candidates = {weight}\n")
        run(written(tmp_path, text), tmp_path / "out", tell=lambda _, fresh: done.append(fresh))

    assert done == [True, False, True, True]


class StopError(Exception):
    pass


def test_a_part_that_was_interrupted_goes_on_with_the_documents_that_were_not_done(
    tmp_path: Path, manuals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = written(tmp_path, ONE.replace("/printer.conllu", ""))
    seen: list[str] = []

    def stop(document: Document) -> None:
        seen.append(document.id)
        if len(seen) == 2:
            raise StopError

    with pytest.raises(StopError):
        run(study, tmp_path / "out", progress=stop)
    worked: list[str] = []

    def counted(*given: Any) -> dict[str, list[Decision]]:
        worked.append(given[1].document.id)
        return decide(*given)

    monkeypatch.setattr(worker, "decide", counted)
    run(study, tmp_path / "out")
    run(study, tmp_path / "whole")

    assert worked[0] not in seen
    assert len(worked) == 1 + 3
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")


def test_a_run_that_ends_at_any_file_goes_on_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study, rename = written(tmp_path, ONE + TABLE), Path.replace
    whole = tree(run(study, tmp_path / "whole").data.folder)
    left = 0

    def replace(path: Path, target: Path) -> Path:
        nonlocal left
        left -= 1
        if left < 0:
            raise StopError
        return rename(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    stops = 0
    while True:
        left = 1 + stops
        try:
            run(study, tmp_path / "results")
        except StopError:
            stops += 1
        else:
            break

    assert stops > 4
    assert tree(tmp_path / "results") == whole


def test_what_an_interrupted_run_left_and_tables_that_are_no_more_are_taken_away(
    tmp_path: Path, finished: Path
) -> None:
    results = tmp_path / "results"
    copytree(finished, results)
    (results / "results" / ".main.printer.abc.part" / "part").mkdir(parents=True)
    (results / ".study.toml.abc.part").mkdir()
    (results / ".study.toml.lock").touch()

    run(written(tmp_path), results)
    assert tree(results) == tree(finished)

    run(written(tmp_path, ONE + TABLE), results)
    assert {path.stem for path in (results / "tables").iterdir()} == {"t"}


def test_a_folder_that_is_in_use_or_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    study, folder = written(tmp_path, ONE), tmp_path / "out"
    before = tree(tmp_path)
    for place in (tmp_path, study):
        with pytest.raises(OptionError):
            run(study, place)
    assert tree(tmp_path) == before

    folder.mkdir()
    with locked(folder / "study.toml"), raises("locked"):
        run(study, folder)


def test_what_is_optional_and_absent_is_skipped_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Languages differ in their pipelines; that of the part is for all corpora without one of their own."""
    monkeypatch.delenv("NOWHERE", raising=False)
    text = (
        HEAD
        + """
    [corpora]
    printer = { path = "${MANUALS}/printer.conllu", pipeline = "en_anaphora_ud" }
    french = { path = "${MANUALS}/printer.conllu", pipeline = "fr_nowhere", optional = true }
    one = { path = "${NOWHERE}/one", optional = true }
    two = { path = "two", optional = true }
    [[part]]
    name = "s"
    command = "score"
    key = "none.conll"
    responses = { own = "own.conll" }
    optional = true
    """
        + MAIN
    )
    ran = run(written(tmp_path, text), tmp_path / "out").data

    assert ran.parts == ("main.printer",)
    assert {*ran.skipped} == {"french", "one", "two", "s"}
    assert ("NOWHERE" in ran.skipped["one"], "none.conll" in ran.skipped["s"]) == (True, True)
    assert f"- two: {ran.skipped['two']}" in (tmp_path / "out" / "README.md").read_text("utf-8")
    with raises("unknown-name", FormatError):
        run(written(tmp_path, text.replace('"fr_nowhere", optional = true', '"fr_nowhere"')), tmp_path / "out")


def test_paths_are_those_of_the_study_and_a_corpus_can_be_elsewhere(
    tmp_path: Path, manuals: Path, anaphora: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = written(tmp_path, HEAD + '[corpora]\nown = "own.conllu"\n' + MAIN)
    copy(manuals / "printer.conllu", tmp_path / "own.conllu")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    copy(manuals / "help_file.conllu", tmp_path / "here" / "other.conllu")

    first, again = anaphora("run", study), anaphora("run", study)
    other = anaphora("run", study, "--to", "out", "--corpus", "own=other.conllu")

    assert (first.code, again.code, other.code) == (0, 0, 0)
    assert "main.own: done" in first.err
    assert "main.own: unchanged" in again.err
    documents = [[*figures(Path(folder), "main.own")["per_document"]] for folder in ("build/study", "out")]
    assert documents == [["printer"], ["help_file"]]
    codes = {words: anaphora("run", study, "--corpus", words).code for words in ("own", "own=", "=x", "gum=.")}
    assert codes == dict.fromkeys(codes, 2)


MISTAKES = (
    ("title = a\n", 1, "not-toml"),
    ("[a]\n[a]\n", 2, "not-toml"),
    ("seed = 1\n", None, "missing"),
    (HEAD + "part = []\n", 2, "too-short"),
    (HEAD + "sed = 1\n" + PART, 2, "extra-forbidden"),
    (HEAD + "seed = true\n" + PART, 2, "int-type"),
    (HEAD + "seed = -1\n" + PART, 2, "greater-than-equal"),
    (HEAD + "[comparisons.main]\n", 2, "old-form"),
    (HEAD + "[[part]]\nname = 'a'\n", 2, "missing"),
    (HEAD + "[[part]]\nname = 'a/b'\ncommand = 'compare'\n", 3, "string-pattern-mismatch"),
    (HEAD + "[[part]]\nname = 'a'\ncommand = 'compere'\n", 4, "unknown-name"),
    (HEAD + "[[part]]\nname = 'a'\ncommand = 'train'\n", 4, "no-figures"),
    (HEAD + "[[part]]\nname = 'a'\ncommand = 'run'\n", 4, "no-figures"),
    (HEAD + PART + "resolver = 'mars'\n", 5, "unknown-name"),
    (HEAD + PART + "responses = 'answers'\n", 5, "unknown-name"),
    (HEAD + PART + "resolvers = ['mars', 1]\n", 5, "bad-value"),
    (HEAD + PART + "resolvers = ['mar']\n", 5, "unknown-name"),
    (HEAD + PART + "resolvers = ['mars', 'mars']\n", 5, "named-twice"),
    (HEAD + PART + "resolvers = ['mars(agre=no)']\n", 5, "bad-option"),
    (HEAD + PART + "corpus = ['gum']\n", 5, "unknown-name"),
    (HEAD + PART + "corpus = ['manuals', 'manuals']\n", 5, "named-twice"),
    (HEAD + PART + "perfect = ['gold']\n", 5, "perfect"),
    (HEAD + PART + "match = 'exact'\n", 5, "match"),
    (HEAD + PART + "window = -1\n", 5, "window"),
    (HEAD + PART + "repeats = 'many'\n", 5, "repeats"),
    (HEAD + PART + PART.replace("main", "MAIN"), 5, "name-taken"),
    (HEAD + "[corpora]\nx = 'bundled'\nX = 'bundled'\n" + PART, 4, "name-taken"),
    (HEAD + PART + "pipeline = 'en_none'\n", 5, "unknown-name"),
    (HEAD + "[corpora]\nx = 'none'\n" + PART, 3, "missing-file"),
    (HEAD + "[corpora]\nx = '${NOT_SET}/a'\n" + PART, 3, "missing-file"),
    (HEAD + "[corpora]\nx = { path = '.', format = 'muc' }\n" + PART, 3, "empty"),
    (SCORE + "corpus = 'manuals'\n", 5, "unknown-name"),
    (SCORE + "corpus = 'manuals'\nkey = 'bundled'\nresponses = { a = 'key(links=1)' }\n", 5, "unknown-name"),
    (SCORE + "key = 'a'\nresponses = { b = 'b' }\n", 2, "missing-file"),
    (SCORE + "key = 'a'\nmeasures = ['x']\n", 6, "unknown-name"),
    (SCORE + "singletons = 'drop'\nsplit_antecedents = 'count'\n", 2, "split-without-singletons"),
    (HEAD + PART + TABLE.replace("'system'", "[]").replace('"system"', "[]"), 7, "too-short"),
    (HEAD + PART + TABLE.replace('"corpus"', '"row"'), 6, "literal-error"),
    (HEAD + PART + TABLE + "name = 'x'\n", 5, "unknown-name"),
    (HEAD + PART + TABLE + "corpus = 'x'\n", 5, "unknown-name"),
    (HEAD + PART + TABLE + "figure = 'x'\n", 9, "literal-error"),
)


def test_a_mistake_is_reported_before_anything_runs(tmp_path: Path) -> None:
    found = []
    for text, _, _ in MISTAKES:
        study = written(tmp_path, text)
        with pytest.raises(FormatError) as caught:
            run(study, tmp_path / "out")
        assert caught.value.path == str(study), text
        found.append((text, caught.value.line, caught.value.code))

    assert found == [*MISTAKES]
    assert not (tmp_path / "out").exists()
    (tmp_path / "study.toml").write_bytes(b"\xff")
    for path in (tmp_path / "none", tmp_path / "study.toml", tmp_path):
        with pytest.raises(FormatError) as caught:
            run(path)
        assert caught.value.path == str(path)


def test_what_goes_wrong_in_a_part_names_the_part(tmp_path: Path) -> None:
    ablation = f"[[part]]\nname = 'recent'\ncommand = 'ablate'\nresolver = 'most_recent'\n{PERFECT}"
    with pytest.raises(WorkbenchError, match=r"^recent.printer: "):
        run(written(tmp_path, ONE + ablation), tmp_path / "out")

    assert (tmp_path / "out/results/main.printer/result.json").exists()


def test_bundled_studies_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ANAPHORA_DATA", "ANAPHORA_OUTPUTS"):
        monkeypatch.delenv(variable, raising=False)
    for name, path in bundled_studies().items():
        study, source = read_study(path)
        calls, skipped = list_calls(study, source, {})

        if name in ("recorded_outputs", "languages"):  # nothing of others is bundled
            others = [part.name for part in study.part if part.optional] or study.corpora
            assert (calls, set(skipped)) == ([], {*others})
        else:
            assert calls, name
            assert set(skipped) <= {"gum_dev", "gum_train", "litbank"}, name


def test_bundled_studies_read_a_corpus_from_elsewhere_or_refuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recorded outputs have keys of their own; other languages need pipelines that are not installed."""
    for variable in ("ANAPHORA_DATA", "ANAPHORA_OUTPUTS"):
        monkeypatch.delenv(variable, raising=False)
    elsewhere = BUNDLED / "printer.conllu"

    def outcome(path: Path, name: str) -> str:
        try:
            calls, _ = list_calls(*read_study(path), {name: elsewhere})
        except WorkbenchError as error:
            return error.code
        read = {call.keywords()[call.corpus_as] for call in calls if call.corpus == name}
        return "read" if read == {elsewhere} else "ignored"

    found = {
        study: {outcome(path, name) for name in read_study(path)[0].corpora}
        for study, path in bundled_studies().items()
    }
    assert found.pop("recorded_outputs") == {"unused"}
    assert found.pop("languages") <= {"read", "unknown-name", "missing-file"}
    assert set().union(*found.values()) == {"read"}
    assert {outcome(path, "none") for path in bundled_studies().values()} == {"corpus"}


def test_what_no_part_of_a_study_works_with_is_refused(tmp_path: Path) -> None:
    for asked in ({"jobs": 2}, {"corpora": {"manuals": BUNDLED}}):
        scored = written(tmp_path, SCORE + "key = 'bundled'\nresponses = { a = 'key(links=1)' }\n")
        with raises("unused", OptionError):
            run(scored, tmp_path / "out", **asked)
    assert not (tmp_path / "out").exists()


def test_recorded_outputs_are_scored_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "coreference-pairs" / "test" / "conll"
    folder.mkdir(parents=True)
    text = "#begin document (d); part 000\nd (1\nd 1)\nd -\nd ({})\nd (1)\n#end document\n"  # documents without words
    (folder / "12.key").write_text(text.format(1))
    (folder / "12.response").write_text(text.format(1))
    (folder / "1.response").write_text(text.format(2))
    monkeypatch.setenv("ANAPHORA_OUTPUTS", str(tmp_path))
    ran = run(Path("recorded_outputs"), tmp_path / "out").data

    assert len(ran.skipped) == 4
    scores = json.loads((tmp_path / "out/results/ukrainian/result.json").read_text())
    recall = {name: system["measures"]["muc"]["recall"] for name, system in scores["systems"].items()}
    assert recall == {"model_12": 1, "model_1": 0.5}  # of the links of three mentions, the second model has one


def test_answers_to_gap_are_scored_in_a_study(tmp_path: Path) -> None:
    columns = ["ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL"]
    row = ["d", "Ann met Eve. She left.", "She", "13", "Ann", "0", "TRUE", "Eve", "8", "FALSE", ""]
    (tmp_path / "key.tsv").write_text("\t".join(columns) + "\n" + "\t".join(row) + "\n")
    (tmp_path / "answers.tsv").write_text("d\tTrue\tTrue\n")
    paths = f"key = '{tmp_path / 'key.tsv'}'\nresponses = {{ mine = '{tmp_path / 'answers.tsv'}' }}\n"
    run(written(tmp_path, SCORE + paths), tmp_path / "out")

    mine = json.loads((tmp_path / "out/results/s/result.json").read_text())["systems"]["mine"]["measures"]["gap"]
    assert (mine["recall"], mine["precision"]) == (1, 0.5)
