"""Chains in memory score as files do."""

from collections.abc import Hashable
from pathlib import Path

from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.commands.score.memory import Documents, score_chains
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Key, Response
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import plain
from tests.experiments.commands.test_pairing import json_lines
from tests.refused import raises

KEY = [[[(0, 1), (4, 5), (9, 10)], [(2, 3), (7, 8)]], [[(0, 1), (3, 4)], [(5, 6)]], [[(1, 2), (3, 4), (5, 6)]]]
MINE = [[[(0, 1), (4, 5)], [(2, 3), (7, 8), (9, 10)]], [[(0, 1), (3, 4), (5, 6)]], [[(1, 2), (3, 4)], [(7, 8)]]]
IDS = {span: f"m{number:02}" for number, span in enumerate(sorted({s for d in KEY + MINE for c in d for s in c}))}


def as_ids(documents: list[list[list[tuple[int, int]]]]) -> list[list[set[str]]]:
    return [[{IDS[span] for span in chain} for chain in document] for document in documents]


def spans(chains: list[list[tuple[int, int]]]) -> tuple[tuple[Span, ...], ...]:
    return tuple(tuple(Span(*pair) for pair in chain) for chain in chains)


def written(path: Path, documents: list[list[list[tuple[int, int]]]]) -> Path:
    clusters = ([[[start, end - 1] for start, end in chain] for chain in chains] for chains in documents)
    texts = {f"d{number}": (" ".join("abcdefghij"), chains) for number, chains in enumerate(clusters)}
    return json_lines(path, **texts)


def untyped(scores: Scores) -> dict[str, JsonObject]:
    """The figures but for measures that look at kinds of mentions, which words tell and ids do not."""
    measures: dict[str, JsonObject] = plain(scores.as_json())["systems"]["mine"]["measures"]
    return {name: found for name, found in measures.items() if name not in ("ace_value", "denotation", "pronouns")}


def test_chains_in_memory_score_as_files_do(tmp_path: Path) -> None:
    settings = configure(resamples=20)
    files = score_files(
        written(tmp_path / "key.jsonl", KEY), {"mine": written(tmp_path / "mine.jsonl", MINE)}, settings
    )
    keys = [Key(f"d{n}", spans(d)) for n, d in enumerate(KEY)]
    named: Documents = {f"d{n}": d for n, d in enumerate(KEY)}
    sides: list[tuple[Documents, Documents]] = [
        (KEY, MINE),
        (as_ids(KEY), as_ids(MINE)),
        (keys, [Response("", spans(d)) for d in MINE]),
        (named, {f"d{2 - n}": d for n, d in enumerate(reversed(MINE))}),
    ]
    for key, mine in sides:
        found = score_chains(key, {"mine": mine}, settings)
        assert untyped(found) == untyped(files)
        assert len(found.documents) == 3


def test_one_document_needs_no_name_and_two_responses_are_tested() -> None:
    found = score_chains([{"a", "b"}, {"c"}], {"mine": [{"a", "c"}], "copy": [{"a", "b"}, {"c"}]})
    assert found.documents == ("1",)
    assert plain(found.as_json())["systems"]["copy"]["measures"]["conll"]["f1"] == 1.0
    many = score_chains(KEY, {"mine": MINE, "copy": KEY}, configure(measures=("muc",), resamples=50))
    assert {"p", "p_adjusted", "interval"} <= set(plain(many.as_json())["comparisons"][0])


def test_mentions_of_several_types_are_told_apart_and_a_document_that_is_lacking_is_empty() -> None:
    mixed: list[set[Hashable]] = [{1, "a"}, {None}]
    found = score_chains([{"a", 1, None}], {"mine": mixed}, configure(measures=("mentions",)))
    lacking = score_chains(
        {"one": [{1, 2}], "two": [{1, 2}]}, {"mine": {"two": [{1, 2}]}}, configure(measures=("muc",))
    )

    assert found.values("mine", found.measures[0])["f1"] == 1.0
    assert lacking.values("mine", lacking.measures[0])["recall"] == 0.5
    assert "'one'" in lacking.warnings[0]


def test_a_pair_of_tokens_is_the_mention_of_the_same_span() -> None:
    found = score_chains([[Span(0, 2), Span(4, 5)]], {"mine": [[(0, 2), (4, 5)]]}, configure(measures=("mentions",)))

    assert found.values("mine", found.measures[0])["f1"] == 1.0


def test_other_documents_are_refused_and_duplicates_on_demand() -> None:
    refusals: list[tuple[dict[str, Documents], str]] = [
        ({}, "no-response"), ({"mine": [[[1]], [[2]], [[3]]]}, "other-documents"),
        ({"mine": {"x": [[1]]}}, "not-in-key"),
    ]  # fmt: skip
    twice = [{"a", "b"}, {"a", "c"}]

    for responses, code in refusals:
        with raises(code, OptionError):
            score_chains([[[1]], [[2]]], responses)
    with raises("duplicate-span"):
        score_chains(twice, {"mine": [{"a", "b"}]}, configure(duplicates="response"))
    assert score_chains(twice, {"mine": [{"a", "b"}]}).warnings


def test_the_signature_depends_on_chains_but_not_on_their_order() -> None:
    reversed_key = [list(map(list, map(reversed, document))) for document in KEY]
    one, other, third = (score_chains(key, {"mine": MINE}).signature for key in (KEY, reversed_key, MINE))

    assert one == other != third
