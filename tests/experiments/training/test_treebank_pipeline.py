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

THREE = (
    "1\tMarie\tMarie\tPROPN\tN|eigen\t_\t2\tnsubj\t_\t_\n2\tziet\tzien\tVERB\tWW|pv\tNumber=Sing\t0\troot\t_\t_\n"
    "3\thet\thet\tDET\tLID\tDefinite=Def\t4\tdet\t_\t_\n4\tmes\tmes\tNOUN\tN|soort\tGender=Neut\t2\tobj\t_\t_\n"
    "5\t.\t.\tPUNCT\tLET\t_\t2\tpunct\t_\t_\n",
    "1\tHij\thij\tPRON\tVNW\tPerson=3\t2\tnsubj\t_\t_\n2\tslaapt\tslapen\tVERB\tWW|pv\tNumber=Sing\t0\troot\t_\t_\n"
    "3\t.\t.\tPUNCT\tLET\t_\t2\tpunct\t_\t_\n",
    "1\tZe\tze\tPRON\tVNW\tPerson=3\t3\tnsubj\t_\t_\n2\thad\thebben\tAUX\tWW|pv\tNumber=Sing\t3\taux\t_\t_\n"
    "3\tgegeten\teten\tVERB\tWW|vd\tVerbForm=Part\t0\troot\t_\t_\n4\t.\t.\tPUNCT\tLET\t_\t3\tpunct\t_\t_\n",
)
WORDS = ("Marie", "ziet", "het", "mes", ".", "Hij", "slaapt", ".")
TEXT = Document("d", WORDS, (" ",) * 8, language="nl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline that has seen three sentences, sixty times each."""
    folder = tmp_path_factory.mktemp("treebank")
    treebank, other = folder / "nl_tiny-ud-train.conllu", folder / "other.conllu"
    treebank.write_text("\n".join(THREE * 20))
    other.write_text(
        "# newdoc id = kept\n" + "\n".join(THREE) + "\n# newdoc id = held\n1\tx\tx\tX\tX\t_\t0\troot\t_\t_\n"
    )
    make("nl", [treebank, other], folder / "made", featureless=[other], without=["held"], licence="CC0", epochs=40)
    return folder / "made"


def test_pipeline_of_a_treebank_gives_all_layers_and_ends_sentences(folder: Path) -> None:
    loaded = pipeline.load(str(folder))
    found = loaded.annotate(TEXT)

    assert loaded.nlp.meta["license"] == "CC0"
    assert found.pos == ("PROPN", "VERB", "DET", "NOUN", "PUNCT", "PRON", "VERB", "PUNCT")
    assert (found.morphology[3], found.lemma[1], found.tag[5]) == ("Gender=Neut", "zien", "VNW")
    assert found.head == (1, 1, 3, 1, 1, 6, 6, 6)
    assert found.relation == ("nsubj", "root", "det", "obj", "punct", "nsubj", "root", "punct")
    assert found.sentence_starts == (0, 5)


def test_pipeline_of_a_treebank_does_not_learn_documents_that_are_left_out(folder: Path) -> None:
    assert "X" not in spacy.load(folder).get_pipe("tagger").labels  # type: ignore[attr-defined]


def test_pipeline_completes_tags_and_sentences_that_a_corpus_brings(folder: Path) -> None:
    """What the corpus says counts, where it says nothing the pipeline does: here it has no part of speech for verbs."""
    own = Annotation(
        pos=("PROPN", "", "PRON", "NOUN", "PUNCT", "PRON", "", "PUNCT"),
        tag=("N", "WW", "VNW", "N", "LET", "VNW", "WW", "LET"),
        lemma=("",) * 8,
        morphology=("Gender=Com", "", "", "", "", "Gender=Masc|Person=3", "", ""),
        head=(),
        relation=(),
        entity=("",) * 8,
        sentence_starts=(0, 4),
    )
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
