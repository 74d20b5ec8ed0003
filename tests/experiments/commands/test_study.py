import csv
import json
from collections.abc import Mapping
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pandas as pd
import pytest

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.run import tables
from anaphora.experiments.commands.run.declaration import Column, Layout, Part, Trial, list_parts, read_study
from anaphora.experiments.commands.run.run import StudyRun, bundled_studies, run
from anaphora.experiments.run import worker
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.run.worker import decide
from anaphora.experiments.show.render import cells
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Document
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import locked
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.table import to_json
from tests.experiments.conftest import Run
from tests.refused import raises

HEAD = 'title = "T"\n'
ALL_KINDS = """
title = "Two resolvers"

[corpora]
printer = "${MANUALS}/printer.conllu"
help = { path = "${MANUALS}/help_file.conllu", format = "corefud" }

[comparisons.main]
resolvers = ["most_recent", "recent_subject"]
input = "perfect"

[ablations.mitkov]
corpora = ["printer"]
resolvers = ["mitkov"]
input = "perfect"

[losses.stages]
corpora = ["printer"]
resolvers = ["most_recent"]
input = "perfect"

[scores.chains]
key = "${MANUALS}/help_file.conllu"
responses = { same = "${MANUALS}/help_file.conllu" }
measures = ["muc", "b_cubed"]
resamples = 100

[tables.by_file]
caption = "By file"
rows = "documents"
columns = [
    { comparison = "main", resolver = "most_recent", heading = "recent" },
    { comparison = "main", resolver = "recent_subject" },
    { comparison = "main", max = "partial" },
]
"""
MAIN = """
title = "One"
[comparisons.main]
resolvers = ["most_recent"]
input = "perfect"
"""
ONE = MAIN.replace("[comp", '[corpora]\nprinter = "${MANUALS}/printer.conllu"\n[comp')


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


def test_a_part_has_the_figures_and_the_table_of_its_command(finished: Path, manuals: Path, anaphora: Run) -> None:
    settings = configure(("most_recent", "recent_subject"), perfect=LAYERS)
    expected = json.loads(json.dumps(to_json(run_comparison([manuals / "printer.conllu"], settings).tables())))
    words = ("--resolvers", "most_recent,recent_subject", "--input", "perfect", "--to", "csv")
    printed = anaphora("compare", manuals / "printer.conllu", *words)

    part = figures(finished, "main.printer")
    assert {name: part[name] for name in expected} == expected
    assert figures(finished, "mitkov.printer")["resolver"] == "mitkov"
    assert figures(finished, "stages.printer")["upper_bound"].keys() == {"as_it_is", "window", "all"}
    assert figures(finished, "chains")["systems"]["same"]["measures"]["muc"]["f1"] == 1.0
    assert (finished / "tables" / "main.printer.csv").read_text("utf-8") == printed.out
    parts = ("main.printer", "main.help", "mitkov.printer", "stages.printer", "chains", "by_file")
    names = {path.name for path in (finished / "tables").iterdir()}
    assert names == {f"{part}.{suffix}" for part in parts for suffix in ("csv", "md", "tex")}


def test_ablations_are_of_components_or_rules(tmp_path: Path, manuals: Path, anaphora: Run) -> None:
    ablation = "".join(
        f"[ablations.{name}]\nresolvers = ['{name}']\ninput = 'perfect'\n" for name in ("camp", "cogniac")
    )
    ran = run(written(tmp_path, ONE.partition("[comp")[0] + ablation), tmp_path / "out", report=tmp_path / "r.html")

    command = ("ablate", manuals / "printer.conllu", "--resolver", "camp", "--input", "perfect", "--json", "-")
    expected = anaphora(*command).json
    assert figures(ran.folder, "camp.printer") == expected
    rows = pd.read_csv(ran.folder / "data" / "components.csv")
    assert set(rows.component) == set(expected["components"])
    assert set(rows.way) == {"alone", "until", "without"}
    rules = pd.read_csv(ran.folder / "data" / "rules.csv")
    assert set(rules.rule) == figures(ran.folder, "cogniac.printer")["rules"].keys()


def test_tidy_tables_have_the_figures_of_the_parts(finished: Path) -> None:
    names = {path.stem for path in (finished / "data").iterdir()}
    assert names >= {"resolvers", "differences", "indicators", "curves", "cured", "charges", "scores"}

    rates = pd.read_csv(finished / "data" / "resolvers.csv").set_index(["part", "corpus", "resolver", "measure"])
    expected = figures(finished, "main.help")["resolvers"]["recent_subject"]["critical"]
    row = rates.loc[("main", "help", "recent_subject", "critical")]
    assert (row["right"], row["of"], row["value"]) == (expected["right"], expected["of"], expected["value"])

    rows, expected = pd.read_csv(finished / "data" / "anaphors.csv"), figures(finished, "main.printer")
    of_printer = rows[rows.corpus == "printer"]
    right = of_printer[of_printer.resolver == "most_recent"].right.sum()
    assert len(of_printer) == 2 * expected["anaphors"] > 0
    assert right == expected["resolvers"]["most_recent"]["success_rate"]["right"]
    assert set(rows.columns) >= {"document", "genre", "form", "distance", "candidates", "compatible", "stage", "rule"}


def test_a_table_has_a_row_for_each_file_and_one_for_all(finished: Path) -> None:
    with (finished / "tables" / "by_file.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    assert [(row["corpus"], row["document"]) for row in rows[::3]] == [
        ("printer", "printer"), ("printer", ""), ("help", "help_file"), ("help", ""),
    ]  # fmt: skip
    assert [row["column"] for row in rows[:3]] == ["recent", "recent_subject", "MAX partial"]
    assert float(rows[2]["value"]) == figures(finished, "main.printer")["upper_bound"]["partial"]
    assert r"\label{tab:by_file}" in (finished / "tables" / "by_file.tex").read_text("utf-8")


def counts(right: Mapping[str, list[int]]) -> dict[str, Any]:
    """What a comparison keeps of documents with four anaphors each, from how many each resolver has right."""
    documents = len(next(iter(right.values())))
    return {
        "per_document": {
            f"d{at}": {
                "anaphors": 4,
                "upper_bound": {"strict": 3, "partial": 4},
                "resolvers": {name: {"success_rate": [values[at], 4]} for name, values in right.items()},
            }
            for at in range(documents)
        }
    }


GOOD, POOR = Column(comparison="c", resolver="good"), Column(comparison="c", resolver="poor", heading="bad")


@pytest.mark.parametrize(
    ("documents", "shown"),
    [(6, ["24", "50.00 b", "75.00", "25.00"]), (5, ["20", "50.00", "75.00", "25.00"])],
    ids=["all six in one direction: p = 2 / 2 ** 6 = 0.031", "too few to test"],
)
def test_a_letter_says_which_column_is_worse(documents: int, shown: list[str]) -> None:
    results = [(Part("comparisons", "c", "x", Trial()), counts({"good": [2] * documents, "poor": [1] * documents}))]
    layout = Layout(columns=(GOOD, Column(comparison="c", max="strict"), POOR))

    table = tables.study_table("t", layout, results).table

    assert [column.shown for column in table.columns] == ["corpus", "anaphors", "a good", "MAX strict", "b bad"]
    assert cells(table) == [["x", *shown]]


def test_a_table_over_all_pronouns_counts_them_and_compares_like_with_like() -> None:
    """Four anaphors and one pleonastic pronoun in each file; rates over different pronouns are not tested."""
    figures = counts({"good": [2] * 6, "poor": [1] * 6})
    for document in figures["per_document"].values():
        document["non_anaphoric"] = {"pleonastic": 1}
        document["resolvers"]["good"]["all_pronouns"] = [3, 5]
    columns = (Column(comparison="c", resolver="good", measure="all_pronouns", heading="over all"), POOR)
    table = tables.study_table(
        "t", Layout(columns=columns), [(Part("comparisons", "c", "six", Trial()), figures)]
    ).table

    assert [column.name for column in table.columns] == ["corpus", "anaphors", "pronouns", "a over all", "b bad"]
    assert cells(table) == [["six", "24", "30", "60.00", "25.00"]]


def test_a_comparison_without_a_corpus_of_the_others_has_a_dash_there() -> None:
    layout = Layout(columns=(GOOD, Column(comparison="d", resolver="poor")))
    results = [
        (Part("comparisons", "c", "x", Trial()), counts({"good": [2]})),
        (Part("comparisons", "c", "y", Trial()), counts({"good": [1]})),
        (Part("comparisons", "d", "x", Trial()), counts({"poor": [0]})),
    ]
    table = tables.study_table("t", layout, results).table

    assert cells(table) == [["x", "4", "50.00", "0.00"], ["y", "4", "25.00", "–"]]


def test_the_index_has_signatures_and_commands_but_no_place_on_the_machine(finished: Path, manuals: Path) -> None:
    page = (finished / "README.md").read_text("utf-8")

    assert figures(finished, "main.printer")["signature"] in page
    expected = 'anaphora compare "${MANUALS}/printer.conllu" --input perfect --resolvers most_recent,recent_subject'
    assert expected in page
    assert 'anaphora score "${MANUALS}/help_file.conllu" "same=${MANUALS}/help_file.conllu" --measures muc' in page
    assert 'anaphora ablate "${MANUALS}/printer.conllu" --input perfect --resolver mitkov' in page
    assert [name for name, text in tree(finished).items() if str(manuals).encode() in text] == []


def test_the_frozen_study_has_every_default_and_is_the_same_study(tmp_path: Path) -> None:
    frozen = read_study(written(tmp_path))[0].completed().as_toml()
    assert 'it_filter = "learned"' in frozen
    assert "resamples = 100" in frozen
    assert read_study(written(tmp_path, frozen))[0].as_toml() == frozen

    odd, _ = read_study(written(tmp_path, 'title = "a \\"b\\" \\\\ \\u007f é \\n c"\n[comparisons.main]\n'))
    assert read_study(written(tmp_path, odd.as_toml()))[0] == odd


def test_what_is_finished_is_not_done_again(tmp_path: Path) -> None:
    done: list[tuple[str, bool]] = []

    def again(text: str) -> StudyRun:
        return run(written(tmp_path, text), tmp_path / "out", tell=lambda *part: done.append(part))

    again(ONE)
    again(ONE + '[comparisons.other]\nresolvers = ["recent_subject"]\ninput = "perfect"\n')
    again(ONE + "window = 0\n")

    assert done == [
        ("main.printer", True), ("main.printer", False), ("other.printer", True), ("main.printer", True),
    ]  # fmt: skip


def test_a_part_with_a_damaged_file_is_done_again(tmp_path: Path) -> None:
    study = written(tmp_path, ONE)
    whole = tree(run(study, tmp_path / "out").folder)
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
    text = MAIN.replace("most_recent", "mars(weights=own.toml)") + '[corpora]\nown = "own.conllu"\n'
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
    table = '[tables.t]\ncolumns = [{ comparison = "main", resolver = "most_recent" }]\n'
    study, rename = written(tmp_path, ONE + table), Path.replace
    whole = tree(run(study, tmp_path / "whole").folder)
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
        left = 1 + 2 * stops
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

    table = '[tables.other]\ncolumns = [{ comparison = "main", resolver = "most_recent" }]\n'
    run(written(tmp_path, ONE + table), results)
    assert {path.stem for path in (results / "tables").iterdir()} == {"main.printer", "other"}
    assert not {"indicators", "scores", "cured"} & {path.stem for path in (results / "data").iterdir()}


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
    text = """
    [corpora]
    printer = { path = "${MANUALS}/printer.conllu", pipeline = "en_anaphora_ud" }
    french = { path = "${MANUALS}/printer.conllu", pipeline = "fr_nowhere", optional = true }
    one = { path = "${NOWHERE}/one", optional = true }
    two = { path = "two", optional = true }
    [scores.s]
    key = "none.conll"
    responses = { own = "own.conll" }
    optional = true
    """
    ran = run(written(tmp_path, MAIN + text), tmp_path / "out")

    assert ran.parts == ("main.printer",)
    assert {*ran.skipped} == {"french", "one", "two", "s"}
    assert ("NOWHERE" in ran.skipped["one"], "none.conll" in ran.skipped["s"]) == (True, True)
    assert f"- two: {ran.skipped['two']}" in (tmp_path / "out" / "README.md").read_text("utf-8")
    with raises("unknown-name", FormatError):
        run(written(tmp_path, MAIN + text.replace('"fr_nowhere", optional = true', '"fr_nowhere"')), tmp_path / "out")


def test_paths_are_those_of_the_study_and_a_corpus_can_be_elsewhere(
    tmp_path: Path, manuals: Path, anaphora: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = written(tmp_path, MAIN + '[corpora]\nown = "own.conllu"\n')
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


TABLE = MAIN + "[tables.t]\n"
STRICT = "{ comparison = 'main', max = 'strict' }"
OTHER = MAIN + "[comparisons.b]\nanaphors = 'all'\n"


MISTAKES = (
    ("title = a\n", 1, "not-toml"),
    ("[a]\n[a]\n", 2, "not-toml"),
    ("seed = 1\n", None, "missing"),
    (HEAD, None, "no-part"),
    (HEAD + "sed = 1\n", 2, "extra-forbidden"),
    (HEAD + "seed = 1.5\n", 2, "int-type"),
    (HEAD + "seed = true\n", 2, "int-type"),
    (HEAD + "comparisons = 1\n", 2, "dict-type"),
    (HEAD + "[comparisons.main]\nresolver = 'mars'\n", 3, "extra-forbidden"),
    (HEAD + "[comparisons.main]\nresolvers = 'mars'\n", 3, "tuple-type"),
    (HEAD + "[comparisons.main]\nresolvers = ['mars', 1]\n", 3, "string-type"),
    (HEAD + "[comparisons.'a/b']\n", 2, "string-pattern-mismatch"),
    (HEAD + "[comparisons.main]\nresolvers = ['mar']\n", 3, "unknown-name"),
    (HEAD + "[comparisons.main]\nresolvers = ['mars', 'mars']\n", 3, "named-twice"),
    (HEAD + "[comparisons.main]\nresolvers = ['mars(agre=no)']\n", 3, "bad-option"),
    (HEAD + "[comparisons.main]\ncorpora = ['gum']\n", 3, "unknown-name"),
    (HEAD + "[comparisons.main]\ncorpora = ['manuals', 'manuals']\n", 3, "named-twice"),
    (HEAD + "[comparisons.main]\ninput = 'gold'\n", 3, "literal-error"),
    (HEAD + "[comparisons.main]\ninput = 'perfect'\nperfect = ['mentions']\n", 2, "bad-option"),
    (HEAD + "[comparisons.main]\nmatch = 'exact'\n", 3, "literal-error"),
    (HEAD + "[comparisons.main]\nwindow = -1\n", 3, "greater-than-equal"),
    (HEAD + "[comparisons.a]\n[losses.A]\n", 3, "name-taken"),
    (HEAD + "[comparisons.a]\n[corpora]\nx = 'bundled'\nX = 'bundled'\n", 5, "name-taken"),
    (HEAD + "[comparisons.a]\npipeline = 'en_none'\n", 3, "unknown-name"),
    (HEAD + "[ablations.a]\n", 2, "missing"),
    (HEAD + "[ablations.a]\nresolvers = ['oracle']\n", 3, "not-one-resolver"),
    (HEAD + "[corpora]\nx = 'none'\n[comparisons.a]\n", 3, "missing-file"),
    (HEAD + "[corpora]\nx = '${NOT_SET}/a'\n[comparisons.a]\n", 3, "missing-file"),
    (HEAD + "[corpora]\nx = { path = '.', format = 'muc' }\n[comparisons.a]\n", 3, "empty"),
    (HEAD + "[scores.s]\nresponses = {}\n", 2, "missing"),
    (HEAD + "[scores.s]\nkey = 'a'\nresponses = {}\n", 4, "too-short"),
    (HEAD + "[scores.s]\nkey = 'a'\nresponses = { b = 'b' }\n", 2, "missing-file"),
    (HEAD + "[scores.s]\nkey = 'a'\nresponses = { b = 'b' }\nmeasures = ['x']\n", 5, "unknown-name"),
    (HEAD + "[scores.s]\nkey = 'a'\nresponses = { b = 'b' }\nmatch = 'x'\n", 5, "literal-error"),
    (TABLE + "columns = []\n", 7, "too-short"),
    (TABLE + "columns = [{ comparison = 'x', resolver = 'mars' }]\n", 7, "unknown-name"),
    (TABLE + "columns = [{ comparison = 'main' }]\n", 7, "not-one-figure"),
    (TABLE + "columns = [{ comparison = 'main', max = 'x' }]\n", 7, "literal-error"),
    (TABLE + "columns = [{ comparison = 'main', resolver = 'mars' }]\n", 7, "unknown-name"),
    (TABLE + "columns = [{ comparison = 'main', max = 'strict', measure = 'x' }]\n", 7, "unknown-name"),
    (TABLE + f"columns = [{STRICT}, {STRICT}]", 7, "named-twice"),
    (
        OTHER + f"[tables.t]\ncolumns = [{STRICT}, {STRICT.replace('main', 'b').replace('strict', 'partial')}]",
        9,
        "different-anaphors",
    ),
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
    ablation = '[ablations.recent]\nresolvers = ["most_recent"]\ninput = "perfect"\n'
    with pytest.raises(WorkbenchError, match=r"^recent.printer: "):
        run(written(tmp_path, ONE + ablation), tmp_path / "out")

    assert (tmp_path / "out/results/main.printer/result.json").exists()


def test_bundled_studies_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ANAPHORA_DATA", "ANAPHORA_OUTPUTS"):
        monkeypatch.delenv(variable, raising=False)
    for name, path in bundled_studies().items():
        study, source = read_study(path)
        parts, skipped = list_parts(study.completed(), source, {})

        if name in ("recorded_outputs", "languages"):  # nothing of others is bundled
            assert (parts, set(skipped)) == ([], {*study.scores, *study.corpora})
        else:
            assert parts, name
            assert set(skipped) <= {"gum_dev", "gum_train", "litbank"}, name


def test_recorded_outputs_are_scored_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "coreference-pairs" / "test" / "conll"
    folder.mkdir(parents=True)
    text = "#begin document (d); part 000\nd (1\nd 1)\nd -\nd ({})\nd (1)\n#end document\n"  # documents without words
    (folder / "12.key").write_text(text.format(1))
    (folder / "12.response").write_text(text.format(1))
    (folder / "1.response").write_text(text.format(2))
    monkeypatch.setenv("ANAPHORA_OUTPUTS", str(tmp_path))
    ran = run(Path("recorded_outputs"), tmp_path / "out")

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
    run(written(tmp_path, f"{HEAD}[scores.gap]\n{paths}"), tmp_path / "out")

    mine = json.loads((tmp_path / "out/results/gap/result.json").read_text())["systems"]["mine"]["measures"]["gap"]
    assert (mine["recall"], mine["precision"]) == (1, 0.5)


def test_tables_name_resolvers_by_their_labels(tmp_path: Path) -> None:
    comparison = ONE.replace('"most_recent"', '"Own=most_recent", "hobbs(agreement=no)"')
    columns = "{ comparison = 'main', resolver = 'Own' }, { comparison = 'main', resolver = 'hobbs( agreement=no )' }"
    run(written(tmp_path, f"{comparison}[tables.t]\ncolumns = [{columns}]\n"), tmp_path / "out")

    text = (tmp_path / "out" / "tables" / "t.md").read_text("utf-8")
    assert ("Own" in text, "hobbs(agreement=no)" in text) == (True, True)
