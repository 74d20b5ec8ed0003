"""Texts with relations between entities, in the notation of DocRED."""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.texts.relations import has_relations, read
from anaphora.workbench.document import Span
from tests.refused import refused

ANN, BOB = ({"name": name, "sent_id": 0, "pos": [place, place + 1], "type": "PER"} for name, place in
            (("Ann", 0), ("Bob", 2)))  # fmt: skip
ENTRY: dict[str, Any] = {
    "title": "A wedding",
    "sents": [["Ann", "married", "Bob", "."], ["He", "slept", "."]],
    "vertexSet": [[ANN], [BOB, {**BOB, "sent_id": 1, "pos": [0, 1]}]],
    "labels": [{"h": 0, "t": 1, "r": "P26", "evidence": [0]}, {"h": 1, "t": 0, "r": "P26", "evidence": [0]}],
}


def written(folder: Path, content: object) -> Path:
    path = folder / "dev.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf8")
    return path


def test_a_text_has_its_entities_and_related_pairs(tmp_path: Path) -> None:
    path = written(tmp_path, [ENTRY])
    (found,) = read(path)

    assert has_relations(path)
    assert found.document.id == "A wedding"
    assert found.document.words == ("Ann", "married", "Bob", ".", "He", "slept", ".")
    assert found.document.sentence_starts == (0, 4)
    assert found.entities == ((Span(0, 1),), (Span(2, 3), Span(4, 5)))
    assert found.pairs == {(0, 1): 2}


@pytest.mark.parametrize(
    "content",
    [
        "[",
        "[" * 100_000,
        {"title": "no list"},
        ["no object"],
        [{**ENTRY, "sents": None}],
        [{**ENTRY, "sents": [[1]]}],
        [{key: value for key, value in ENTRY.items() if key != "labels"}],
        [{**ENTRY, "labels": [{"h": 0, "t": 2}]}],
        [{**ENTRY, "vertexSet": [[{**ANN, "pos": [3, 9]}], [BOB]]}],
        [{**ENTRY, "vertexSet": [[{**ANN, "sent_id": 7}], [BOB]]}],
        [{**ENTRY, "vertexSet": [[{**ANN, "pos": [0.5, 1]}], [BOB]]}],
        [{**ENTRY, "labels": [{"h": 0.0, "t": 1}]}],
        [{**ENTRY, "sents": [], "vertexSet": [], "labels": []}],
    ],
)
def test_what_is_not_in_this_notation_is_refused(tmp_path: Path, content: object) -> None:
    path = written(tmp_path, content)
    with refused("malformed", path):
        list(read(path))


@pytest.mark.parametrize("name", ["a.conllu", "a.json"])
def test_other_files_have_no_relations(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text('{"doc_id": "a"}', "utf8")

    assert not has_relations(path)
