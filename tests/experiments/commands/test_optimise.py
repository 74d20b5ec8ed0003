from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.experiments.commands import optimise as optimising
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.optimise import optimise, parts
from anaphora.experiments.run.configuration import Options, configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.optimised import Optimised, SearchPlan
from anaphora.workbench.results.table import plain
from tests.conftest import required
from tests.experiments.conftest import Run
from tests.refused import raises

INPUT: Options = {"perfect": LAYERS, "match": "partial"}
PERFECT = configure(**INPUT)
PRINTER, NEWS, FICTION = (BUNDLED / f"{name}.conllu" for name in ("printer", "news", "fiction"))
THREE = (PRINTER, NEWS, FICTION)


def at_random(matrix: VoteMatrix, seed: int) -> Numbers:
    """Scores that no search would find, for each part others."""
    return np.random.default_rng([seed, int(matrix.asked.sum())]).integers(-12, 13, len(matrix.weights)) / 4


@pytest.fixture
def random_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimising, "genetic", at_random)


def right(resolver: str, paths: tuple[Path, ...] = THREE) -> dict[str, int]:
    """How many anaphors of each document a comparison counts right."""
    result = run_comparison(paths, PERFECT.changed(resolvers=(resolver,)))
    return {
        document.document_id: sum(outcome.stage == "right" for outcome in document.outcomes[resolver])
        for document in result.documents
    }


def written(result: Optimised, folder: Path) -> Path:
    path = folder / "weights.toml"
    path.write_text(result.as_toml(), "utf8")
    return path


@pytest.mark.usefixtures("random_scores")
@pytest.mark.parametrize("resolver", ["mars", "mitkov(definite_plus=yes)"])
def test_a_resolver_with_the_written_file_decides_what_the_search_counted(resolver: str, tmp_path: Path) -> None:
    texts = (PRINTER, NEWS)
    result = optimise(texts, resolver, protocol="self", **INPUT)
    option = f"weights={written(result.data, tmp_path)}"
    with_file = f"{resolver.removesuffix(')')};{option})" if "(" in resolver else f"{resolver}({option})"

    by_document = plain(result.as_json())["by_document"]
    assert {name: row["default"] for name, row in by_document.items()} == right(resolver, texts)
    assert {name: row["optimised"] for name, row in by_document.items()} == right(with_file, texts)


def test_scores_trained_on_one_corpus_are_reported_on_the_other(anaphora: Run, tmp_path: Path) -> None:
    file, options = tmp_path / "weights.toml", ("--input", "perfect", "--match", "partial", "--json", "-")
    made = anaphora("optimise", PRINTER, "--test", NEWS, *options, "--output", file)
    with_file = f"mars(weights={file})"

    assert (made.code, made.json["protocol"], made.json["documents"]) == (0, "test", 1)
    assert made.json["optimised"]["right"] == made.json["by_document"]["news"]["optimised"]
    assert right(with_file, (NEWS,)) == {"news": made.json["optimised"]["right"]}
    trained = right(with_file, (PRINTER,))["printer"]
    assert f"right_with_these_scores = {trained}" in file.read_text("utf8")
    assert trained > right("mars", (PRINTER,))["printer"]


def test_each_part_is_solved_by_scores_that_were_searched_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search writes down which documents have anaphors for it, and its scores tell which search they come from."""
    seen: list[list[int]] = []
    answers: list[Numbers] = []

    def spy(matrix: VoteMatrix, seed: int) -> Numbers:
        seen.append(np.flatnonzero(matrix.asked).tolist())
        assert set(matrix.document.tolist()) <= set(seen[-1])
        answers.append(at_random(matrix, seed))
        return answers[-1]

    monkeypatch.setattr(optimising, "genetic", spy)
    result = optimise(THREE, "mars", protocol="loo", **INPUT)

    held_out = [set(range(3)) - set(documents) for documents in seen[1:]]
    assert seen[0] == [0, 1, 2]
    assert sorted(map(tuple, held_out)) == [(0,), (1,), (2,)]
    assert len({tuple(scores.tolist()) for scores in answers}) == 4
    for (document,), scores in zip(held_out, answers[1:], strict=True):
        monkeypatch.setattr(optimising, "genetic", lambda matrix, seed, scores=scores: scores)
        expected = optimise(THREE, "mars", protocol="self", **INPUT).optimised[document]
        assert result.optimised[document] == expected


@pytest.mark.usefixtures("random_scores")
def test_scores_that_are_written_are_trained_on_all_documents(tmp_path: Path) -> None:
    texts = (PRINTER, NEWS)
    by_parts = optimise(texts, "mars", protocol="loo", **INPUT)
    in_sample = optimise(texts, "mars", protocol="self", **INPUT)
    text = written(by_parts.data, tmp_path).read_text("utf8")

    assert by_parts.data.table == in_sample.data.table
    assert by_parts.in_sample[1] == in_sample.optimised.sum()
    assert by_parts.optimised.tolist() != in_sample.optimised.tolist()
    assert [len(plain(result.as_json())["warnings"]) for result in (by_parts, in_sample)] == [0, 1]
    assert 'trained_on = "corpus:printer.conllu news.conllu@' in text
    assert 'reported = "loo: ' in text
    assert f"right_with_these_scores = {by_parts.in_sample[1]}" in text
    assert str(tmp_path) not in text


def test_every_document_is_held_out_once_in_parts_that_the_seed_chooses() -> None:
    for protocol, count in (("kfold", 4), ("loo", 10)):
        held_out = parts(SearchPlan(protocol, 4), 10, seed=0)

        assert len(held_out) == count
        assert np.sum(held_out, axis=0).tolist() == [1] * 10
        assert {int(part.sum()) for part in held_out} <= {10 // count, 10 // count + 1}
    first, again, other = (np.array(parts(SearchPlan(), 30, seed)).tolist() for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.usefixtures("random_scores")
def test_the_difference_is_that_of_the_counts_and_tested_from_six_documents_on() -> None:
    six = (*THREE, *(BUNDLED / f"{name}.conllu" for name in ("dialogue", "how_to", "help_file")))
    figures = plain(optimise(six, "mars", protocol="loo", **INPUT).as_json())
    difference, anaphors = figures["difference"], figures["anaphors"]
    gained = figures["optimised"]["right"] - figures["default"]["right"]

    assert anaphors == sum(row["of"] for row in figures["by_document"].values())
    assert difference["only_optimised"] - difference["only_default"] == gained
    assert difference["value"] == pytest.approx(gained / anaphors)
    assert difference["interval"][0] < difference["value"] < difference["interval"][1]
    assert 0 < difference["p"] <= 1
    assert plain(optimise(six[:5], "mars", protocol="loo", **INPUT).as_json())["difference"]["p"] is None


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("trained-on", {"test": [NEWS]}),
        ("folds", {"folds": 10}),
        ("folds", {"corpus": [NEWS], "protocol": "loo"}),
        ("no-scores", {"resolver": "most_recent"}),
        ("no-scores", {"resolver": "lappin_leass"}),
        ("no-scores", {"resolver": "oracle"}),
        ("antecedent", {"antecedent": "nominal"}),
    ],
)
def test_a_search_that_would_mean_nothing_is_refused(code: str, changed: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"corpus": THREE, "resolver": "mars", "folds": 3, **INPUT}
    with raises(code, OptionError):
        optimise(**usual | changed)


def test_plans_that_do_not_exist_are_refused() -> None:
    with raises("protocol", OptionError):
        SearchPlan("half")
    with raises("folds", OptionError):
        SearchPlan(folds=1)


@pytest.mark.slow
def test_optimised_scores_are_better_on_documents_of_gum_that_they_were_not_trained_on(data: Path) -> None:
    settings = PERFECT.changed(resolvers=("mars", "mars_optimised"))
    result = plain(run_comparison([required(data / "gum" / "dev" / "corefud")], settings).as_json())["resolvers"]
    default, optimised = (result[spec.label]["success_rate"]["value"] for spec in settings.resolvers)

    assert optimised >= 0.73
    assert optimised >= default + 0.05
