"""The public API: what `import anaphora` offers, as README and docs show it."""

import inspect
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import anaphora
from anaphora import Decision
from anaphora.experiments.commands import summaries
from anaphora.experiments.run.command import COMMANDS, load_command
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.show.charts.layout import Dots
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.macro import MacroScores
from tests.refused import raises

FAST = ["mars", "most_recent"]
PRINTER, NEWS = BUNDLED / "printer.conllu", BUNDLED / "news.conllu"


class LastCandidate:
    """A resolver of one's own: the last compatible candidate."""

    def resolve(self, prepared: anaphora.Prepared) -> list[Decision]:
        return [
            Decision(number, case.compatible[-1] if case.compatible else None)
            for number, case in enumerate(prepared.cases)
        ]


@pytest.fixture(scope="module")
def result() -> anaphora.Result[Comparison]:
    corpus = anaphora.read([PRINTER, NEWS])
    return anaphora.compare(corpus, [*FAST, "Last=most_recent", LastCandidate()], window=2, perfect=LAYERS)


def test_what_a_command_does_python_does_by_its_name() -> None:
    """And the help that opens without importing them says what they say themselves."""
    commands = {name: load_command(name) for name in COMMANDS.names()}

    assert [name for name in anaphora.__all__ if not hasattr(anaphora, name)] == []
    assert [name for name in commands if name not in anaphora.__all__] == []
    assert [name for name, command in commands.items() if getattr(anaphora, name) is not command.function] == []
    helps = {name: text for name, (_, text) in summaries().items()}
    assert {command.name: command.help for command in commands.values()} == helps
    assert [command.name for command in commands.values() if not (command.example or command.stages)] == []
    assert "mars" in anaphora.resolvers()  # type: ignore[operator]  # a module that can be called
    assert "muc" in anaphora.measures()
    assert "corefud" in anaphora.formats()


def test_a_corpus_is_read_when_it_is_asked_for() -> None:
    corpus = anaphora.read()

    assert len(corpus) == 12
    document, key = corpus[0]
    assert document.id == key.document_id
    assert next(document.id for document, _ in corpus) == document.id


def test_paths_may_be_str_or_path_one_or_several_and_resolvers_a_mapping() -> None:
    given = (str(NEWS), [NEWS], anaphora.read(NEWS))
    results = [anaphora.compare(corpus, ["most_recent"], perfect=LAYERS) for corpus in given]
    named = anaphora.compare(NEWS, {"Own": LastCandidate(), "Nearest": "most_recent"}, perfect=LAYERS)

    assert len({result.signature for result in results}) == 1
    assert set(named.table().index) == {"Own", "Nearest"}


def test_a_comparison_gives_tidy_frames(result: anaphora.Result[Comparison]) -> None:
    """A row for each resolver, best first; MARS scores, the others do not say how sure they are."""
    table, anaphors, coverage = result.table(), result.anaphors(), result.coverage()

    assert isinstance(table, pd.DataFrame)
    assert set(table.index) == {*FAST, "Last", "LastCandidate"} == set(coverage.index)
    assert table["success_rate"].is_monotonic_decreasing
    assert {"success_rate", "non_trivial", "critical", "precision", "f1"} <= set(table.columns)
    assert len(result.differences()) == 6
    assert set(result.losses().columns) >= {"resolver", "stage", "anaphors"}
    assert len(result.documents()) == 2 * 4
    assert len(anaphors) == 4 * result.data.anaphors
    assert set(anaphors.columns) >= {"document", "anaphor", "resolver", "stage", "right"}
    assert coverage["precision_50"].notna().to_dict() == {name: name == "mars" for name in coverage.index}


def test_a_resolver_that_gives_chances_is_calibrated() -> None:
    sure = anaphora.compare(NEWS, "ranker", keep=False, perfect=LAYERS).coverage()

    assert 0 < sure.loc["ranker", "calibration_error"] < 1


def test_a_resolver_of_ones_own_answers_as_it_says(result: anaphora.Result[Comparison]) -> None:
    [evidence] = [kept for kept in result.data.evidence if kept.prepared.document.id == "news"]

    answers = [decision.antecedent for decision in evidence.decisions["LastCandidate"]]
    assert answers == [max(case.compatible, default=None) for case in evidence.prepared.cases]


def test_results_are_short_to_print_and_go_into_papers(result: anaphora.Result[Comparison], tmp_path: Path) -> None:
    assert len(repr(result)) < 2_000
    assert max(map(len, str(result).splitlines())) <= 80
    assert "<table" in result._repr_html_()
    assert "<svg" in result._repr_html_()
    for form in (result.to_latex, result.to_markdown):
        assert ("P(best)" in form(), "P(best)" in form(details=True)) == (False, True)
    assert r"\label{tab:own}" in result.to_latex(caption="Own", label="tab:own")
    result.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text("utf8").startswith("<!")
    assert result.plot("scores").save(tmp_path / "scores.svg").read_bytes().startswith(b"<?xml")
    assert result.signature.startswith("corpus:")


def test_baselines_are_grey_in_the_chart_whatever_their_label(result: anaphora.Result[Comparison]) -> None:
    plan = result.plot("scores").plan

    assert isinstance(plan, Dots)
    held = {name: row[""].held for name, row in plan.rows.items()}
    assert held == {"mars": True, "LastCandidate": True, "Last": False, "most_recent": False}


def test_the_report_of_scored_files_shows_their_errors(tmp_path: Path) -> None:
    """Those leave singletons out, which have no link that could be wrong, but would be missing or extra entities."""
    scores = anaphora.score(PRINTER, {"same": PRINTER}, measures=["muc"], resamples=0)
    scores.report(tmp_path / "report.html")

    assert 'id="chain-errors"' in (tmp_path / "report.html").read_text("utf8")
    assert inspect.signature(anaphora.errors).parameters["singletons"].default == "drop"


def test_chains_in_memory_are_scored() -> None:
    """MUC of a link of two: recall 1/2, precision 1 (Vilain et al. 1995). Several documents have intervals."""
    scores = anaphora.score([{"a", "b", "c"}], [{"a", "b"}, {"c"}], measures=["muc"])
    assert scores.table().loc["response", ["muc_recall", "muc_precision"]].tolist() == [0.5, 1.0]

    key = [[{"a", "b"}, {"c", "d"}]] * 8
    response = [[{"a", "b"}, {"c"}, {"d"}]] * 4 + [[{"a", "b", "c", "d"}]] * 4
    table = anaphora.score(key, {"own": response}, measures=["b_cubed"]).table()
    assert table.loc["own", "b_cubed_low"] < table.loc["own", "b_cubed"] < table.loc["own", "b_cubed_high"]

    scores = anaphora.score({"a": [{1, 2}], "b": [{1, 2}]}, {"own": {"a": [{1, 2}]}}, measures=["muc"])
    assert "Warning:" in str(scores)


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

    with raises(code) as caught:
        anaphora.compare(NEWS, Broken(), perfect=LAYERS)
    assert "Broken" in str(caught.value)


@pytest.fixture(scope="module")
def macro(tmp_path_factory: pytest.TempPathFactory) -> anaphora.Result[MacroScores]:
    """Two datasets of two texts, of which a system has no response to the second."""
    key = tmp_path_factory.mktemp("key")
    for path in (PRINTER, NEWS):
        shutil.copy(path, key)
    listed: dict[str, dict[str, str | Path]] = {
        "first": {"key": key, "cut": "key(links=0.5)", "merged": "key(merged=0.1)"},
        "second": {"key": key, "cut": "key(links=0.6)"},
    }
    return anaphora.score(datasets=listed, measures=["conll", "muc"], resamples=20)


def test_many_datasets_are_scored_by_name(macro: anaphora.Result[MacroScores], tmp_path: Path) -> None:
    assert set(macro.table().index) == {"merged", "cut"}
    assert list(macro.datasets().index) == ["first", "second", "macro average"]
    assert macro.datasets()["merged"].isna().tolist() == [False, True, False]
    assert macro.ranks().sum(axis=1).tolist() == pytest.approx([1, 1])
    assert len(macro.differences()) == 1
    assert macro.differences_by_dataset()["dataset"].tolist() == ["first"]
    assert macro.wins().shape == (2, 2)
    assert "second" in macro.data.warnings[0]
    assert macro.to_latex(label="tab:league").count("\\begin{tabular}") == 5
    assert macro.signature.startswith("datasets:2@")
    assert macro.report(tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert macro.plot("wins").save(tmp_path / "wins.svg").stat().st_size
    assert "<svg" in macro._repr_html_()
