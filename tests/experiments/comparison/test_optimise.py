from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.experiments.comparison import optimise as optimising
from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.comparison.optimise import Optimised, Plan, optimise, parts
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.aliases import Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.table import to_json
from tests.experiments.conftest import Run

PERFECT = configure(perfect=LAYERS, match="partial")
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
    found = compare(paths, PERFECT.changed(resolvers=(resolver,)))
    return {
        document.document_id: sum(outcome.stage == "right" for outcome in document.outcomes[resolver])
        for document in found.documents
    }


def written(found: Optimised, folder: Path) -> Path:
    path = folder / "weights.toml"
    path.write_text(found.as_toml(), "utf8")
    return path


@pytest.mark.usefixtures("random_scores")
@pytest.mark.parametrize("resolver", ["mars", "mars(scope=window)", "mitkov", "mitkov(definite_plus=yes)"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_resolver_with_the_written_file_decides_what_the_search_counted(
    resolver: str, seed: int, tmp_path: Path
) -> None:
    found = optimise(THREE, resolver, PERFECT.changed(seed=seed), Plan("self"))
    option = f"weights={written(found, tmp_path)}"
    with_file = f"{resolver.removesuffix(')')};{option})" if "(" in resolver else f"{resolver}({option})"

    by_document = to_json(found.tables())["by_document"]
    assert {name: row["default"] for name, row in by_document.items()} == right(resolver)
    assert {name: row["optimised"] for name, row in by_document.items()} == right(with_file)


def test_scores_trained_on_one_corpus_are_reported_on_the_other(tmp_path: Path) -> None:
    found = optimise((PRINTER, FICTION), "mars", PERFECT, Plan(), test=[NEWS])
    with_file = f"mars(weights={written(found, tmp_path)})"

    assert found.protocol == "test"
    assert sum(right(with_file, (PRINTER, FICTION)).values()) == found.in_sample[1]
    assert to_json(found.tables())["by_document"]["news"]["optimised"] == right(with_file, (NEWS,))["news"]


def test_each_part_is_solved_by_scores_that_were_searched_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search writes down which documents have anaphors for it, and its scores tell which search they come from."""
    seen: list[list[int]] = []
    given: list[Numbers] = []

    def spy(matrix: VoteMatrix, seed: int) -> Numbers:
        seen.append(np.flatnonzero(matrix.asked).tolist())
        assert set(matrix.document.tolist()) <= set(seen[-1])
        given.append(at_random(matrix, seed))
        return given[-1]

    monkeypatch.setattr(optimising, "genetic", spy)
    found = optimise(THREE, "mars", PERFECT, Plan("loo"))

    held_out = [set(range(3)) - set(documents) for documents in seen[1:]]
    assert seen[0] == [0, 1, 2]
    assert sorted(map(tuple, held_out)) == [(0,), (1,), (2,)]
    assert len({tuple(scores.tolist()) for scores in given}) == 4
    for (document,), scores in zip(held_out, given[1:], strict=True):
        monkeypatch.setattr(optimising, "genetic", lambda matrix, seed, scores=scores: scores)
        expected = optimise(THREE, "mars", PERFECT, Plan("self")).optimised[document]
        assert found.optimised[document] == expected


def test_scores_that_are_written_are_trained_on_all_documents() -> None:
    by_parts = optimise(THREE, "mars", PERFECT, Plan("loo"))
    in_sample = optimise(THREE, "mars", PERFECT, Plan("self"))

    assert by_parts.table == in_sample.table
    assert by_parts.in_sample[1] == in_sample.optimised.sum()
    assert by_parts.optimised.sum() < in_sample.optimised.sum()


@pytest.mark.parametrize(("protocol", "count"), [("kfold", 4), ("loo", 10)])
def test_every_document_is_held_out_once(protocol: str, count: int) -> None:
    held_out = parts(Plan(protocol, 4), 10, seed=0)

    assert len(held_out) == count
    assert np.sum(held_out, axis=0).tolist() == [1] * 10
    assert {int(part.sum()) for part in held_out} <= {10 // count, 10 // count + 1}


def test_the_seed_chooses_the_parts() -> None:
    first, again, other = (np.array(parts(Plan(), 30, seed)).tolist() for seed in (1, 1, 2))

    assert first == again
    assert first != other


def test_the_same_seed_gives_the_same_file() -> None:
    one, other = (optimise([PRINTER], "mars", PERFECT, Plan("self")) for _ in range(2))

    assert one.as_toml() == other.as_toml()


def test_only_a_report_on_what_was_trained_on_is_warned_of() -> None:
    in_sample = to_json(optimise([PRINTER], "mars", PERFECT, Plan("self")).tables())
    held_out = to_json(optimise(THREE, "mars", PERFECT, Plan("loo")).tables())

    assert "an upper bound" in in_sample["warnings"][0]
    assert held_out["warnings"] == []


def test_the_difference_is_that_of_the_counts() -> None:
    found = to_json(optimise([], "mars", PERFECT, Plan()).tables())
    difference, anaphors = found["difference"], found["anaphors"]
    gained = found["optimised"]["right"] - found["default"]["right"]

    assert anaphors == sum(row["of"] for row in found["by_document"].values()) == 694
    assert difference["only_optimised"] - difference["only_default"] == gained
    assert difference["value"] == pytest.approx(gained / anaphors)
    assert difference["interval"][0] < difference["value"] < difference["interval"][1]
    assert 0 < difference["p"] <= 1


def test_fewer_than_six_documents_are_not_tested() -> None:
    assert to_json(optimise(THREE, "mars", PERFECT, Plan("loo")).tables())["difference"]["p"] is None


def test_the_file_tells_where_its_scores_come_from(tmp_path: Path) -> None:
    found = optimise(THREE, "mars", PERFECT, Plan("loo"))
    text = written(found, tmp_path).read_text("utf8")

    assert 'trained_on = "corpus:printer.conllu news.conllu fiction.conllu@' in text
    assert 'reported = "loo: on each document by scores trained on all others ' in text
    assert f"right_with_these_scores = {found.in_sample[1]}" in text
    assert str(tmp_path) not in text


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("trained-on", {"test": [NEWS]}),
        ("folds", {"plan": Plan()}),
        ("folds", {"paths": [NEWS], "plan": Plan("loo")}),
        ("no-scores", {"resolver": "most_recent"}),
        ("no-scores", {"resolver": "lappin_leass"}),
        ("no-scores", {"resolver": "oracle"}),
        ("antecedent", {"settings": PERFECT.changed(antecedent="nominal")}),
    ],
)
def test_a_search_that_would_mean_nothing_is_refused(code: str, given: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"paths": THREE, "resolver": "mars", "settings": PERFECT, "plan": Plan(folds=3)}
    with pytest.raises(OptionError) as caught:
        optimise(**usual | given)
    assert caught.value.code == code


@pytest.mark.parametrize("wrong", [{"protocol": "half"}, {"folds": 1}])
def test_plans_that_do_not_exist_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as caught:
        Plan(**wrong)
    assert caught.value.code in wrong


def test_the_command_writes_figures_and_scores(anaphora: Run, tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    options = ("--input", "perfect", "--match", "partial")
    found = anaphora("optimise", PRINTER, NEWS, "--test", FICTION, *options, "--output", file, "--json", "-")
    compared = anaphora("compare", FICTION, "--resolvers", f"mars(weights={file})", *options[:4], "--json", "-")

    assert (found.code, found.json["protocol"], found.json["documents"]) == (0, "test", 1)
    (result,) = compared.json["resolvers"].values()
    assert result["success_rate"]["right"] == found.json["optimised"]["right"]


def test_optimised_scores_are_better_on_documents_of_gum_that_they_were_not_trained_on(data: Path) -> None:
    settings = PERFECT.changed(resolvers=("mars", "mars_optimised"))
    found = to_json(compare([data / "gum" / "dev" / "corefud"], settings).tables())["resolvers"]
    default, optimised = (found[spec.label]["success_rate"]["value"] for spec in settings.resolvers)

    assert optimised >= 0.73
    assert optimised >= default + 0.05
