"""Pipelines that write coref_clusters_N: real spaCy documents, span groups as spacy-experimental 0.6.4 writes them."""

from typing import Any

import pytest
import run_spacy
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from tests.experiments.systems.conftest import Line, Run


@Language.component("recorded_coref")
def recorded_coref(doc: Doc) -> Doc:
    """Heads as the coreference component leaves them, phrases as the span resolver does; it fails on Carroll."""
    if doc[0].text == "Alice":
        raise KeyError("coref_head_clusters_1")
    doc.spans["coref_head_clusters_1"] = [doc[0:1], doc[21:22]]
    doc.spans["coref_clusters_10"] = [doc[9:10], doc[13:14]]
    doc.spans["coref_clusters_2"] = [doc[0:2], doc[21:22], doc[21:22]]
    doc.spans["coref_clusters_notes"] = [doc[5:6]]
    doc.spans["coref_clusters_3"] = []
    return doc


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names under which a stand-in for the pipeline is loaded."""
    nlp = spacy.blank("en")
    nlp.add_pipe("recorded_coref")
    loaded: list[str] = []

    def load(name: str) -> Any:
        loaded.append(name)
        return nlp

    monkeypatch.setattr(spacy, "load", load)
    return loaded


def test_clusters_are_the_groups_of_the_prefix_in_the_order_of_their_numbers(
    pipeline: list[str], inputs: dict[str, Line], run: Run
) -> None:
    [line] = run(run_spacy, [inputs["austen"]])

    assert pipeline == ["en_coreference_web_trf"]
    assert (line["unit"], line["end"]) == ("token", "exclusive")
    assert line["clusters"] == [[[0, 2], [21, 22]], [[9, 10], [13, 14]]]
    assert line["system"]["training_data"] == ["OntoNotes 5.0"]


def test_another_prefix_may_be_read(pipeline: list[str], inputs: dict[str, Line], run: Run) -> None:
    own = ("--prefix", "coref_head_clusters", "--name", "mine", "--model", "my/model")

    [line] = run(run_spacy, [inputs["austen"]], *own)

    assert line["clusters"] == [[[0, 1], [21, 22]]]
    assert (line["system"]["name"], line["system"]["training_data"]) == ("mine", [])


def test_a_key_error_inside_a_component_drops_the_document(
    pipeline: list[str], inputs: dict[str, Line], run: Run
) -> None:
    lines = run(run_spacy, [inputs["carroll"], inputs["austen"]])

    assert lines[0]["dropped"].startswith("ValueError: [E109] Component 'recorded_coref' could not be run.")
    assert "clusters" in lines[1]
