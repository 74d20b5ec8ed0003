"""Entities that hold over a corpus: chains of the same id are one, and all documents are scored as one."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings

from anaphora.corpora import jsonlines
from anaphora.experiments.commands.score.chain_errors import classify_errors
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.commands.score.memory import score_chains
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.document import Span
from anaphora.workbench.key import Clusters
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import plain
from tests.contracts.test_measures import CORPORA, UNTYPED, possible, same
from tests.experiments.commands.test_pairing import conll
from tests.experiments.conftest import Run
from tests.refused import refused
from tests.workbench.by_definition import Chains, Documents

ACROSS = configure(measures=("muc", "b_cubed", "ceaf_e"), across_documents=True)
SMITHS = {"a": "John Smith left . He slept .", "b": "John Smith sang .", "c": "John Smith died ."}
TWO_SMITHS = {"a": {"x": [[0, 1], [4, 4]]}, "b": {"x": [[0, 1]]}, "c": {"y": [[0, 1]]}}
"""The Smiths of a and b are one, that of c is another."""
ONE_SMITH = TWO_SMITHS | {"c": {"x": [[0, 1]]}}
LONGEST = 20
"""Tokens of a document, at most."""

Entities = Mapping[str, Sequence[Sequence[int]]]


def written(path: Path, entities: Mapping[str, Entities], ids: bool = True, texts: Mapping[str, str] = SMITHS) -> Path:
    """A file of texts with these mentions of entities, with or without their ids."""
    lines = []
    for id, named in entities.items():
        record = {"doc_key": id, "tokens": texts[id].split(), "clusters": list(named.values())}
        lines.append(json.dumps(record | ({"cluster_ids": list(named)} if ids else {})) + "\n")
    path.write_text("".join(lines), "utf8")
    return path


def values(found: Scores) -> dict[str, tuple[float | None, float | None]]:
    """Recall and precision of each measure of the only response."""
    [system] = found.systems
    figures = {measure.name: found.values(system, measure) for measure in found.measures}
    return {name: (of_measure["recall"], of_measure["precision"]) for name, of_measure in figures.items()}


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return written(tmp_path / "key.jsonl", TWO_SMITHS)


@pytest.fixture
def response(tmp_path: Path) -> Path:
    return written(tmp_path / "r.jsonl", ONE_SMITH)


def test_entity_is_one_in_the_whole_corpus(key: Path, response: Path, anaphora: Run) -> None:
    """Four mentions, three of x and one of y; the response has one entity of all four.

    MUC finds two of two links, and three are given. B-CUBED's precision is (3/4 + 3/4 + 3/4 + 1/4) / 4. Of the sets
    CEAF aligns {3 of 4} and leaves y: 2 * 3 / (3 + 4) over two key entities, over one of the response.
    Documents cannot be drawn where entities hold across them: there are no intervals and tests.
    """
    found = score_files(key, {"r": response}, ACROSS)
    two = score_files(key, {"r": response, "s": key}, ACROSS)
    printed = anaphora("score", key, response, "--across-documents", "--measures", "b_cubed", "--json", "-").json

    expected = {"muc": (1, 2 / 3), "b_cubed": (1, 10 / 16), "ceaf_e": (6 / 7 / 2, 6 / 7)}
    assert values(found) == {name: pytest.approx(figures) for name, figures in expected.items()}
    assert plain(found.as_json())["across_documents"] == {"documents": 3, "entities": 2, "in_several": 1}
    assert (two.pairs, [ends for of_system in two.intervals.values() for ends in of_system.values() if ends]) == (
        (),
        [],
    )
    assert printed["systems"]["r"]["measures"]["b_cubed"]["precision"] == 10 / 16
    assert classify_errors(key, {"r": response}, ACROSS).documents == ("a", "b", "c"), (
        "errors are those within documents"
    )


def test_without_the_option_ids_change_nothing(key: Path, response: Path, tmp_path: Path) -> None:
    plain = written(tmp_path / "plain.jsonl", TWO_SMITHS, ids=False)

    found, expected, across = (
        score_files(path, {"r": response}, options)
        for path, options in ((key, configure()), (plain, configure()), (key, configure(across_documents=True)))
    )

    assert found.counts["r"]["b_cubed"].tolist() == expected.counts["r"]["b_cubed"].tolist()
    assert found.signature == expected.signature.replace("plain.jsonl", "key.jsonl") != across.signature


def test_response_without_ids_has_entities_of_single_documents_but_the_key_must_have_ids(
    key: Path, tmp_path: Path
) -> None:
    """One of two links is found; John Smith of c is alone on both sides. Numbers of CoNLL files hold for a document."""
    found = score_files(key, {"r": written(tmp_path / "r.jsonl", ONE_SMITH, ids=False)}, ACROSS)
    numbered = conll(tmp_path / "key.conll", a="Ann/(1) left", b="Eve/(1) left")

    assert values(found)["muc"] == (1 / 2, 1)
    assert any("ids" in warning for warning in found.warnings)
    with refused("no-ids-across-documents", numbered):
        score_files(numbered, {"r": numbered}, ACROSS)


def test_singletons_are_entities_of_one_mention_in_the_corpus(key: Path) -> None:
    """y is dropped, the mention of x in b is not."""
    found = score_files(key, {"r": key}, configure(measures=("mentions",), singletons="drop", across_documents=True))

    [fraction] = {tuple(pair) for pair in plain(found.as_json())["systems"]["r"]["fractions"]["mentions"].values()}
    assert fraction == (3, 3)


def test_journal_gives_the_same_figures_again(key: Path, response: Path, tmp_path: Path) -> None:
    first, again = (score_files(key, {"r": response}, ACROSS, tmp_path / "journal") for _ in range(2))
    written(response, TWO_SMITHS)
    changed = score_files(key, {"r": response}, ACROSS, tmp_path / "journal")

    assert plain(first.as_json()) == plain(again.as_json())
    assert first.signature != changed.signature
    assert values(changed)["muc"] == (1, 1)


NEWS = {
    "senate": "Senator John Smith won the election . Smith thanked the voters .",
    "vote": "Smith lost the election because voters liked another senator .",
    "music": "John Smith played the guitar . The band sang a song and he sang another song .",
    "album": "The guitar on this album was played by John Smith . The song is sung by his band .",
    "weather": "It rained in Paris .",
}
TWO_MEN = {
    "senate": {"senator": [[0, 2], [7, 7]]}, "vote": {"senator": [[0, 0]]}, "music": {"guitarist": [[0, 1], [12, 12]]},
    "album": {"guitarist": [[8, 9], [16, 16]]}, "weather": {},
}  # fmt: skip
"""The chains of John Smith, as in the corpus of Bagga & Baldwin 1998, in which other men have the same name."""


def test_coref_gives_ids_to_the_chains_that_it_writes(anaphora: Run, tmp_path: Path) -> None:
    """Both men are found in two articles each. At threshold 1 no two articles have the same man, and a man who is named
    but once in an article is a singleton, which no response has.
    """
    key, folder = written(tmp_path / "key.jsonl", TWO_MEN, texts=NEWS), tmp_path / "out"
    options = ("--resolvers", "camp", "--responses", folder, "--resamples", "0", "--across-documents")

    together, apart = (_entities_of(anaphora, key, folder, *options, threshold) for threshold in ("0.1", "1"))

    assert together["senate"] == together["vote"] != together["music"] == together["album"]
    assert apart["vote"] == apart["senate"] & apart["music"] == apart["music"] & apart["album"] == set()


def _entities_of(anaphora: Run, key: Path, folder: Path, *options: object) -> dict[str, set[str]]:
    """By document the ids of the chains with John Smith in them that CAMP's response has."""
    assert anaphora("coref", key, *options).code == 0
    return {
        document.id: {
            id
            for chain, id in zip(chains.chains, chains.ids, strict=True)
            if any("Smith" in document.words_of(span) for span in chain)
        }
        for document, chains in jsonlines.read(folder / "camp.jsonl")
    }


def test_ids_need_a_folder_and_a_threshold_of_a_similarity(anaphora: Run, key: Path, tmp_path: Path) -> None:
    for options in (("0.1",), ("1.5", "--responses", tmp_path / "out")):
        assert anaphora("coref", key, "--resolvers", "camp", "--across-documents", *options).code != 0


def named(side: Sequence[Chains]) -> list[Clusters]:
    """The chains of documents with ids by which some are the same entity."""
    documents = [[tuple(Span(*mention) for mention in sorted(chain)) for chain in chains] for chains in side]
    return [Clusters(f"{at}", tuple(chains), ids=tuple("wxyz"[: len(chains)])) for at, chains in enumerate(documents)]


def merged(side: Sequence[Chains]) -> list[list[tuple[int, int]]]:
    """The entities of a corpus, its documents one behind the other."""
    entities: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for document, chains in enumerate(side):
        for number, chain in enumerate(chains):
            entities[number] += [(document * LONGEST + start, document * LONGEST + end) for start, end in chain]
    return list(entities.values())


@settings(max_examples=20)
@given(corpus=CORPORA.filter(len))
def test_every_measure_follows_its_definition_on_merged_chains(corpus: Documents) -> None:
    key, response = ([document[place] for document in corpus] for place in (0, 1))

    found = score_chains(named(key), {"r": named(response)}, configure(resamples=0, across_documents=True))

    whole = [(merged(key), merged(response))]
    for measure in found.measures:
        if measure.name in UNTYPED:
            allowed = possible(UNTYPED[measure.name](whole))
            assert any(same(found.values("r", measure), result) for result in allowed), measure.name
