"""coreferee 1.5.0: chains of mentions of token indexes, as its annotator leaves them on the Doc."""

from types import SimpleNamespace
from typing import Any

import pytest
import run_coreferee
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from tests.experiments.systems.conftest import Line, Run


def doc_of(*chains: list[list[int]]) -> Any:
    made = [SimpleNamespace(mentions=[SimpleNamespace(token_indexes=ids) for ids in chain]) for chain in chains]
    return SimpleNamespace(_=SimpleNamespace(coref_chains=made))


def test_mentions_are_heads_and_the_line_says_so() -> None:
    fields = run_coreferee.fields_of(doc_of([[1], [21]]))

    assert (fields["unit"], fields["end"], fields["mentions"]) == ("token", "exclusive", "heads")
    assert fields["clusters"] == [[(1, 2), (21, 22)]]


def test_a_coordination_runs_from_its_first_to_its_last_head() -> None:
    """Peter and Jane came home. They saw the dog. It was happy: what the real annotator makes of it."""
    fields = run_coreferee.fields_of(doc_of([[0, 2], [6]], [[9], [11]]))

    assert fields["clusters"] == [[(0, 3), (6, 7)], [(9, 10), (11, 12)]]
    assert fields["raw"] == [[[0, 2], [6]], [[9], [11]]]


def test_a_member_of_a_coordination_may_be_in_a_chain_of_its_own() -> None:
    fields = run_coreferee.fields_of(doc_of([[2, 0], [6]], [[0], [8]]))

    assert fields["clusters"] == [[(0, 3), (6, 7)], [(0, 1), (8, 9)]]


def test_a_document_without_chains_has_no_clusters() -> None:
    assert run_coreferee.fields_of(doc_of())["clusters"] == []


class Annotator:
    """In the place of coreferee's: fails on Carroll, as the component itself would never tell."""

    def annotate(self, doc: Doc) -> None:
        if doc[0].text == "Alice":
            raise IndexError("list index out of range")
        doc._.coref_chains = doc_of([[1], [21]])._.coref_chains


class Broker:
    def __init__(self) -> None:
        self.annotator = Annotator()

    def __call__(self, doc: Doc) -> Doc:
        raise AssertionError("the component swallows errors; only its annotator may be called")


def test_what_the_component_would_swallow_drops_the_document(
    inputs: dict[str, Line], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spacy, "load", lambda name: spacy.blank("en"))
    Language.factory("coreferee", func=lambda nlp, name: Broker())
    Doc.set_extension("coref_chains", default=None, force=True)

    lines = run(run_coreferee, [inputs["carroll"], inputs["austen"]])
    Doc.remove_extension("coref_chains")

    assert lines[0]["dropped"] == "IndexError: list index out of range"
    assert lines[1]["clusters"] == [[[1, 2], [21, 22]]]
    assert "LitBank" in lines[1]["system"]["training_data"]
