"""The public API: what `import anaphora` offers, as README and docs show it."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import anaphora
from anaphora import Decision
from anaphora.experiments.charts.layout import Dots
from anaphora.experiments.cli.main import GROUPS
from anaphora.experiments.scoring.datasets.macro import MacroScores
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.results.comparison import Comparison
from tests.refused import raises

FAST = ["mars", "most_recent"]


class LastCandidate:
    """A resolver of one's own: the last compatible candidate."""

    def resolve(self, prepared: anaphora.Prepared) -> list[Decision]:
        return [
            Decision(number, case.compatible[-1] if case.compatible else None)
            for number, case in enumerate(prepared.cases)
        ]


@pytest.fixture(scope="module")
def result() -> anaphora.Result[Comparison]:
    return anaphora.compare(anaphora.read(), [*FAST, "Last=most_recent", LastCandidate()], window=2)


def run(code: str, **options: object) -> str:
    """What another interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, **options)  # type: ignore[call-overload]
    return str(done.stdout)


def test_each_public_name_is_there() -> None:
    assert [name for name in anaphora.__all__ if not hasattr(anaphora, name)] == []


@pytest.mark.parametrize("command", [command for commands in GROUPS.values() for command in commands])
def test_what_a_command_does_python_does_by_its_name(command: str) -> None:
    assert command == "serve" or command in anaphora.__all__


def test_a_corpus_is_read_when_it_is_asked_for() -> None:
    corpus = anaphora.read()

    assert len(corpus) == 12
    document, key = corpus[0]
    assert document.id == key.document_id
    assert next(document.id for document, _ in corpus) == document.id


def test_paths_may_be_str_or_path_one_or_several(tmp_path: Path) -> None:
    bundled = sorted(anaphora.read().paths[0].glob("*.conllu"))

    as_text = anaphora.compare(str(bundled[0]), ["most_recent"])
    as_paths = anaphora.compare(bundled[:1], ["most_recent"])
    as_corpus = anaphora.compare(anaphora.read(bundled[0]), ["most_recent"])

    assert as_text.signature == as_paths.signature == as_corpus.signature


def test_a_comparison_has_a_row_for_each_resolver_best_first(result: anaphora.Result[Comparison]) -> None:
    table = result.table()

    assert isinstance(table, pd.DataFrame)
    assert set(table.index) == {*FAST, "Last", "LastCandidate"}
    assert table["success_rate"].is_monotonic_decreasing
    assert {"success_rate", "non_trivial", "critical", "precision", "f1"} <= set(table.columns)


def test_a_resolver_of_ones_own_answers_as_it_says(result: anaphora.Result[Comparison]) -> None:
    [evidence] = [kept for kept in result.data.evidence if kept.prepared.document.id == "news"]

    answers = [decision.antecedent for decision in evidence.decisions["LastCandidate"]]
    assert answers == [max(case.compatible, default=None) for case in evidence.prepared.cases]


def test_differences_losses_anaphors_and_documents_are_tidy_frames(result: anaphora.Result[Comparison]) -> None:
    assert len(result.differences()) == 6
    assert set(result.losses().columns) >= {"resolver", "stage", "anaphors"}
    assert len(result.documents()) == 12 * 4
    anaphors = result.anaphors()
    assert len(anaphors) == 4 * result.data.anaphors
    assert set(anaphors.columns) >= {"document", "anaphor", "resolver", "stage", "right"}


def test_coverage_is_a_frame_with_calibration(result: anaphora.Result[Comparison]) -> None:
    """MARS scores; the others do not say how sure they are."""
    found = result.coverage()

    assert set(found.index) == set(result.table().index)
    assert found["precision_50"].notna().to_dict() == {name: name == "mars" for name in found.index}
    sure = anaphora.compare(anaphora.read().paths[0] / "news.conllu", "ranker", keep=False).coverage()
    assert 0 < sure.loc["ranker", "calibration_error"] < 1


def test_results_are_short_to_print(result: anaphora.Result[Comparison]) -> None:
    assert len(repr(result)) < 2_000
    assert max(map(len, str(result).splitlines())) <= 80
    assert "<table" in result._repr_html_()
    assert "<svg" in result._repr_html_()


def test_results_go_into_papers(result: anaphora.Result[Comparison], tmp_path: Path) -> None:
    assert r"\begin{tabular}" in result.to_latex()
    assert "P(best)" not in result.to_latex() + result.to_markdown()
    assert "P(best)" in result.to_latex(details=True)
    assert r"\label{tab:mine}" in result.to_latex(caption="Mine", label="tab:mine")
    assert "P(best)" in result.to_markdown(details=True)
    result.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text("utf8").startswith("<!")
    for form, head in {"pdf": b"%PDF", "svg": b"<?xml", "png": b"\x89PNG"}.items():
        result.plot("scores").save(tmp_path / f"scores.{form}")
        assert (tmp_path / f"scores.{form}").read_bytes().startswith(head)
    assert result.signature.startswith("corpus:")


def test_the_report_of_scored_files_shows_their_errors(tmp_path: Path) -> None:
    manual = BUNDLED / "printer.conllu"
    scores = anaphora.score(manual, {"same": manual}, measures=["muc"], resamples=0)
    scores.report(tmp_path / "report.html")

    assert 'id="chain-errors"' in (tmp_path / "report.html").read_text("utf8")


def test_errors_leaves_singletons_out_as_its_command_does() -> None:
    """A singleton has no link that could be wrong, but a kept one is a missing or extra entity."""
    manual = BUNDLED / "printer.conllu"

    assert anaphora.errors(manual, manual).as_json() == anaphora.errors(manual, manual, singletons="drop").as_json()
    assert inspect.signature(anaphora.errors).parameters["singletons"].default == "drop"


def test_chains_in_memory_are_scored() -> None:
    """MUC of one link of two, none wrong: recall 1/2, precision 1 (Vilain et al. 1995)."""
    scores = anaphora.score([{"a", "b", "c"}], [{"a", "b"}, {"c"}], measures=["muc"])

    assert scores.table().loc["response", ["muc_recall", "muc_precision"]].tolist() == [0.5, 1.0]


def test_chains_of_several_documents_have_intervals() -> None:
    key = [[{"a", "b"}, {"c", "d"}]] * 8
    response = [[{"a", "b"}, {"c"}, {"d"}]] * 4 + [[{"a", "b", "c", "d"}]] * 4

    table = anaphora.score(key, {"mine": response}, measures=["b_cubed"]).table()

    assert table.loc["mine", "b_cubed_low"] <= table.loc["mine", "b_cubed"] <= table.loc["mine", "b_cubed_high"]


def test_a_text_is_resolved() -> None:
    answers = anaphora.resolve("Sue lost her key. She found it.", ["mars", "hobbs"])

    assert answers.table()["mars"].tolist() == ["Sue", "Sue", "her key"]
    explained = answers.explanations()
    assert explained[["pronoun", "antecedent"]].drop_duplicates().to_numpy().tolist()[-1] == ["it", "her key"]
    assert explained["explanation"].str.len().min() > 10


@pytest.mark.issue(31)
def test_a_text_of_three_words_in_another_language_is_refused() -> None:
    with raises("not-english"):
        anaphora.resolve("Elle la voit.")


def test_registries_are_listed() -> None:
    assert "mars" in anaphora.resolvers()  # type: ignore[operator]  # a module that can be called
    assert "muc" in anaphora.measures()
    assert "corefud" in anaphora.formats()


def test_an_unknown_setting_is_refused_with_those_there_are() -> None:
    with pytest.raises(TypeError, match="window"):
        anaphora.compare(None, ["mars"], windows=2)  # type: ignore[call-arg]


def test_resolvers_may_be_named_by_a_mapping() -> None:
    first = anaphora.read().paths[0] / "news.conllu"

    result = anaphora.compare(first, {"Mine": LastCandidate(), "Nearest": "most_recent"})

    assert set(result.table().index) == {"Mine", "Nearest"}


def test_documents_of_other_names_are_refused_and_not_taken_for_systems() -> None:
    with pytest.raises(anaphora.WorkbenchError) as caught:
        anaphora.score({"a": [{1, 2}]}, {"b": [{1, 2}]})

    assert caught.value.code == "not-in-key"


def test_warnings_stand_below_the_scores() -> None:
    scores = anaphora.score({"a": [{1, 2}], "b": [{1, 2}]}, {"mine": {"a": [{1, 2}]}}, measures=["muc"])

    assert "Warning:" in str(scores)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (lambda prepared: [None], "no-decision"),
        (lambda prepared: None, "own-resolver"),
        (lambda prepared: 1 / 0, "own-resolver"),
    ],
)
def test_a_resolver_that_fails_is_named(answer: Callable[[object], Any], code: str) -> None:
    class Broken:
        def resolve(self, prepared: anaphora.Prepared) -> Any:
            return answer(prepared)

    with pytest.raises(anaphora.WorkbenchError) as caught:
        anaphora.compare(anaphora.read().paths[0] / "news.conllu", Broken())

    assert caught.value.code == code
    assert "Broken" in str(caught.value)


def test_baselines_are_grey_in_the_chart_whatever_their_label() -> None:
    first = anaphora.read().paths[0] / "news.conllu"

    plan = anaphora.compare(first, ["mars", "Nearest=most_recent"]).plot("scores").plan

    assert isinstance(plan, Dots)
    assert {name: row[""].held for name, row in plan.rows.items()} == {"mars": True, "Nearest": False}


@pytest.fixture(scope="module")
def macro() -> anaphora.Result[MacroScores]:
    """Two datasets, of which a system has no response to the second."""
    listed: dict[str, dict[str, str | Path]] = {
        "first": {"key": BUNDLED, "cut": "key(links=0.5)", "merged": "key(merged=0.1)"},
        "second": {"key": BUNDLED, "cut": "key(links=0.6)"},
    }
    return anaphora.score(datasets=listed, measures=["conll", "muc"], resamples=100)


def test_many_datasets_are_scored_by_name(macro: anaphora.Result[MacroScores]) -> None:
    assert set(macro.table().index) == {"merged", "cut"}
    assert list(macro.datasets().index) == ["first", "second", "macro average"]
    assert macro.datasets()["merged"].isna().tolist() == [False, True, False]
    assert macro.ranks().sum(axis=1).tolist() == pytest.approx([1, 1])
    assert len(macro.differences()) == 1
    assert macro.differences_by_dataset()["dataset"].tolist() == ["first"]
    assert macro.wins().shape == (2, 2)
    assert "second" in macro.data.warnings[0]


def test_many_datasets_print_and_make_tables_pages_and_charts(
    macro: anaphora.Result[MacroScores], tmp_path: Path
) -> None:
    assert str(macro).startswith("Macro average of conll F1")
    assert macro.to_latex(label="tab:league").count("\\begin{tabular}") == 5
    assert "tab:league" in macro.to_latex(label="tab:league")
    assert macro.signature.startswith("datasets:2@")
    assert macro.report(tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert macro.plot("wins").save(tmp_path / "wins.svg").stat().st_size
    assert "<svg" in macro._repr_html_()


def test_key_and_datasets_exclude_each_other() -> None:
    with pytest.raises(anaphora.WorkbenchError) as both:
        anaphora.score(BUNDLED, datasets={"a": {"key": BUNDLED}})  # type: ignore[call-overload]
    with pytest.raises(anaphora.WorkbenchError) as neither:
        anaphora.score()  # type: ignore[call-overload]

    assert (both.value.code, neither.value.code) == ("datasets", "no-response")
