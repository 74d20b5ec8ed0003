from pathlib import Path

import pytest

from anaphora.preprocess.english.it_filter import classify, evans, memory
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated
from tests.refused import refused

ROW = tuple("x" for _ in evans.NAMES)
EASY = "It/PRP/3/expl is/VBZ/3/cop easy/JJ/0/root to/TO/5/mark see/VB/3/csubj why/WRB/7/advmod stop/VB/5/ccomp"


def test_instance_of_memory_is_told_by_its_source() -> None:
    document, annotation = annotated(EASY)

    (it,) = classify(trees_of(annotation, document.words), "memory")
    assert it.kind == "pleonastic"
    assert it.explanation.startswith("neighbours: ")
    assert "nearest: GUM_" in it.explanation


def test_written_memory_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "memory.tsv"
    path.write_text(memory.render([("d:1", "clausal", ROW), ("d:9", "anaphoric", ROW)], ["Licence: none"]), "utf8")

    sources, found = memory.read(path)
    assert (sources, found.rows, found.kinds) == (["d:1", "d:9"], [ROW, ROW], ["clausal", "anaphoric"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("source\tclass\n", "wrong-columns"),
        (memory.render([], []), "empty"),
        (memory.render([("d:1", "clausal", ROW[1:])], []), "wrong-columns"),
        (memory.render([("d:1", "dummy", ROW)], []), "bad-value"),
    ],
)
def test_malformed_memory_is_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "memory.tsv"
    path.write_text(text, "utf8")

    with refused(code, path):
        memory.read(path)


def test_document_without_it_asks_for_nothing() -> None:
    document, annotation = annotated("He/PRP/2/nsubj slept/VBD/0/root")

    assert list(memory.classify(occurrences(trees_of(annotation, document.words)))) == []
