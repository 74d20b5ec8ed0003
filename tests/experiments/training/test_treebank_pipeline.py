"""A tiny Dutch pipeline, trained by the recipe: what it gives, and how it completes what a corpus brings."""

from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from spacy.pipeline import DependencyParser

from anaphora.experiments.training.treebank_pipeline import make
from anaphora.preprocess import pipeline
from anaphora.workbench.document import Annotation, Document
from tests.refused import raises

SEES = """\
1 Marie Marie PROPN N|eigen _ 2 nsubj _ _
2 ziet zien VERB WW|pv Number=Sing 0 root _ _
3 het het DET LID Definite=Def 4 det _ _
4 mes mes NOUN N|soort Gender=Neut 2 obj _ _
5 . . PUNCT LET _ 2 punct _ _
"""
SLEEPS = """\
1 Hij hij PRON VNW Person=3 2 nsubj _ _
2 slaapt slapen VERB WW|pv Number=Sing 0 root _ _
3 . . PUNCT LET _ 2 punct _ _
"""
HAD_EATEN = """\
1 Ze ze PRON VNW Person=3 3 nsubj _ _
2 had hebben AUX WW|pv Number=Sing 3 aux _ _
3 gegeten eten VERB WW|vd VerbForm=Part 0 root _ _
4 . . PUNCT LET _ 3 punct _ _
"""
THREE = [sentence.replace(" ", "\t") for sentence in (SEES, SLEEPS, HAD_EATEN)]
WORDS = ("Marie", "ziet", "het", "mes", ".", "Hij", "slaapt", ".")
TEXT = Document("d", WORDS, (" ",) * 8, language="nl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline that has seen three sentences a thousand times each."""
    folder = tmp_path_factory.mktemp("treebank")
    treebank, other = folder / "nl_tiny-ud-train.conllu", folder / "other.conllu"
    treebank.write_text("\n".join(THREE * 16))
    other.write_text(
        "# newdoc id = kept\n" + "\n".join(THREE) + "\n# newdoc id = held\n1\tx\tx\tX\tX\t_\t0\troot\t_\t_\n"
    )
    make("nl", [treebank, other], folder / "made", featureless=[other], without=["held"], licence="CC0", epochs=101)
    return folder / "made"


@pytest.mark.slow
def test_pipeline_of_a_treebank_gives_all_layers_and_ends_sentences(folder: Path) -> None:
    loaded = pipeline.load(str(folder))
    found = loaded.annotate(TEXT)

    assert loaded.nlp.meta["license"] == "CC0"
    assert "X" not in loaded.nlp.get_pipe("tagger").labels, "of a document that was left out"  # type: ignore[attr-defined]
    assert found.pos == ("PROPN", "VERB", "DET", "NOUN", "PUNCT", "PRON", "VERB", "PUNCT")
    assert (found.morphology[3], found.lemma[1], found.tag[5]) == ("Gender=Neut", "zien", "VNW")
    assert found.head == (1, 1, 3, 1, 1, 6, 6, 6)
    assert found.relation == ("nsubj", "root", "det", "obj", "punct", "nsubj", "root", "punct")
    assert found.sentence_starts == (0, 5)


@pytest.mark.slow
def test_pipeline_completes_tags_and_sentences_that_a_corpus_brings(folder: Path) -> None:
    """What the corpus says counts, where it says nothing the pipeline does: here it has no part of speech for verbs."""
    own = Annotation(
        ("PROPN", "", "PRON", "NOUN", "PUNCT", "PRON", "", "PUNCT"),
        ("N", "WW", "VNW", "N", "LET", "VNW", "WW", "LET"),
        ("",) * 8,
        ("Gender=Com", "", "", "", "", "Gender=Masc|Person=3", "", ""),
        (), (), ("",) * 8, (0, 4),
    )  # fmt: skip
    loaded = pipeline.load(str(folder)).completing()
    found = loaded.annotate(replace(TEXT, tagged=own))

    assert found.pos == ("PROPN", "VERB", "PRON", "NOUN", "PUNCT", "PRON", "VERB", "PUNCT")
    assert (found.morphology[0], found.morphology[3], found.morphology[5]) == (
        "Gender=Com", "Gender=Neut", "Gender=Masc|Person=3"
    )  # fmt: skip
    assert (found.lemma[1], found.tag[1]) == ("zien", "WW")
    assert found.sentence_starts == (0, 4)
    assert found.head[:2] == (1, 1)
    assert loaded.signature == f"gold+{pipeline.load(str(folder)).signature}"


def test_pipeline_with_german_labels_of_its_own_scheme_is_refused(tmp_path: Path) -> None:
    nlp = spacy.blank("de")
    parser = nlp.add_pipe("parser")
    assert isinstance(parser, DependencyParser)
    for label in ("sb", "oa", "nk", "mo"):
        parser.add_label(label)
    nlp.initialize()
    nlp.to_disk(tmp_path / "tiger")

    with raises("other-labels"):
        pipeline.load(str(tmp_path / "tiger"))


def test_recipe_refuses_a_folder_that_is_there_and_a_treebank_without_enough_sentences(tmp_path: Path) -> None:
    (tmp_path / "one.conllu").write_text(THREE[0])

    with raises("exists"):
        make("nl", [tmp_path / "one.conllu"], tmp_path)
    with raises("too-few"):
        make("nl", [tmp_path / "one.conllu"], tmp_path / "new")
