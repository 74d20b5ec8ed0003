"""Pipelines: the accuracy of one, what ships, and a tiny Dutch one, trained by the recipe."""

import json
from configparser import ConfigParser
from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from spacy.pipeline import DependencyParser
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from anaphora.experiments.training import __main__, pipelines
from anaphora.experiments.training.pipelines import compare, make, universal
from anaphora.experiments.training.treebanks import to_doc
from anaphora.preprocess import pipeline
from anaphora.workbench.document import Annotation, Document
from tests.experiments.training.conftest import MANUALS
from tests.experiments.training.test_treebanks import document
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


def test_the_arithmetic_of_the_figures(tmp_path: Path) -> None:
    vocab = Vocab()
    gold = to_doc(document(tmp_path) * 2, vocab)
    ours = Doc(
        vocab,
        words=[token.text for token in gold],
        tags=["PRP", "VBZ", "JJ", ".", "PRP", "VBZ", "NN", "NN"],
        pos=["PRON"] * 8,
        morphs=[str(token.morph) for token in gold],
        lemmas=["it", "be", "true", ".", "it", "be", "true", "!"],
        # one sentence: the second root hangs on the first, its full stop is taken for a word
        heads=[2, 2, 2, 2, 6, 6, 2, 6],
        deps=["nsubj", "obj", "ROOT", "punct", "nsubj", "cop", "conj", "dep"],
    )
    ours.set_ents([Span(ours, 0, 1, "OBJECT"), Span(ours, 4, 5, "PLACE")])
    figures = compare([ours], [gold], seconds=2.0)
    assert (figures.words, figures.words_per_second) == (8, 4)
    assert (figures.tag, figures.pos, figures.morph, figures.lemma) == (6 / 8, 2 / 8, 1, 7 / 8)
    assert (figures.uas, figures.las, figures.sentence_f) == (2 * 5 / (7 + 6), 2 * 4 / (7 + 6), 0)
    assert figures.entity_type_f == 2 * 1 / (2 + 2)
    assert figures.entity_types == {"OBJECT": pytest.approx(2 / 3)}


def test_gold_against_itself_is_perfect_and_nothing_is_undefined(tmp_path: Path) -> None:
    gold = to_doc(document(tmp_path), Vocab())
    figures = compare([gold], [gold])
    assert (figures.tag, figures.las, figures.sentence_f, figures.entity_type_f) == (1, 1, 1, 1)
    assert figures.words_per_second is None
    assert compare([], []).tag is None
    with pytest.raises(ValueError, match="different words"):
        compare([gold], [Doc(gold.vocab, words=["a", "b", "c", "d"])])


def test_clearnlp_trees_are_measured_in_universal_dependencies() -> None:
    words = ["Look", "at", "two", "IBM", "’s", "."]
    doc = Doc(
        Vocab(),
        words=[*words[:4], "'s", "."],
        tags=["VB", "IN", "CD", "NNP", "POS", "."],
        pos=["VERB", "ADP", "NUM", "PROPN", "PART", "PUNCT"],
        lemmas=["look", "at", "two", "IBM", "'s", "."],
        heads=[0, 0, 3, 1, 3, 0],
        deps=["ROOT", "prep", "nummod", "pobj", "case", "punct"],
    )
    doc.set_ents([Span(doc, 2, 3, "CARDINAL"), Span(doc, 3, 4, "ORG")])
    converted = universal(doc, Doc(doc.vocab, words=words))

    assert [token.text for token in converted] == words
    assert [token.dep_ for token in converted] == ["ROOT", "case", "nummod", "obl", "case", "punct"]
    assert [token.head.i for token in converted] == [0, 3, 3, 0, 3, 0]
    assert [(span.start, span.label_) for span in converted.ents] == [(3, "ORGANIZATION")]


def test_a_pipeline_is_evaluated_by_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Gold sentences one by one make the parser's work easier."""
    text = (MANUALS / "printer.conllu").read_text("utf-8")
    (tmp_path / "printer.conllu").write_text("\n\n".join(text.split("\n\n")[:12]) + "\n\n", "utf-8")
    command = ("evaluate", str(MANUALS.parents[1] / "preprocess" / "models" / "en_anaphora_ud"), str(tmp_path))
    __main__.main([*command, "--json", str(tmp_path / "figures.json")])
    printed = capsys.readouterr().out
    __main__.main([*command, "--by", "sentence", "--json", "-"])
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))

    assert figures["las"] > 0.8
    assert f"las {figures['las']:>20.3f}\n" in printed
    assert json.loads(capsys.readouterr().out)["sentence_f"] == 1


def test_the_bundled_pipeline_states_licence_and_sources_and_remembers_no_machine() -> None:
    bundled = Path(__file__).parents[3] / "preprocess" / "models" / "en_anaphora_ud"
    meta = json.loads((bundled / "meta.json").read_text(encoding="utf-8"))
    config = ConfigParser(interpolation=None)
    config.read(bundled / "config.cfg", encoding="utf-8")

    assert meta["license"] == "CC BY-SA 4.0"
    assert meta["sources"] == pipelines.meta()["sources"]
    assert meta["version"] == pipelines.meta()["version"]
    assert (bundled / "LICENSE").read_bytes() == pipelines.LICENCE.read_bytes()
    assert set(config["paths"].values()) == {"null"}


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
