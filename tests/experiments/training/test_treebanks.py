"""The training recipe: CoNLL-U to spaCy documents, base noun phrases, and the arithmetic of the figures."""

import json
import re
from configparser import ConfigParser
from pathlib import Path

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from anaphora.experiments.training import pipelines
from anaphora.experiments.training.pipelines import bare, compare, universal
from anaphora.experiments.training.treebanks import Document, Phrase, base_phrases, other_documents, read, to_doc
from anaphora.experiments.training.treebanks import training_documents as free_documents
from anaphora.workbench.errors import WorkbenchError

TREE = """\
1-2\tIt's\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tIt\tit\tPRON\tPRP\tNumber=Sing\t3\tnsubj\t_\tEntity=(1-object-new-x)
2\t's\tbe\tAUX\tVBZ\t_\t3\tcop\t_\t_
3\ttrue\ttrue\tADJ\tJJ\tDegree=Pos\t0\troot\t_\t_
3.1\tghost\tghost\tNOUN\tNN\t_\t_\t_\t3:dep\t_
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_
"""


def document(folder: Path, text: str = TREE, entities: bool = True) -> Document:
    """The one document of a file, whose `Entity` brackets are taken out if it is to have none."""
    path = folder / "tree.conllu"
    header = "# global.Entity = GRP-etype-infstat-x\n" if entities else ""
    text = text if entities else re.sub(r"Entity=[^\t\n]*", "_", text)
    path.write_text(f"{header}{text}\n", encoding="utf-8")
    [found] = read(path)
    return found


def test_every_layer_of_words_reaches_the_document(tmp_path: Path) -> None:
    """Empty nodes and ranges are no words; a treebank without entities says so."""
    [sentence] = document(tmp_path)
    assert sentence.words == ("It", "'s", "true", ".")
    assert sentence.spaces == (False, False, True, True)
    assert sentence.heads == (2, 2, 2, 2)
    assert sentence.relations == ("nsubj", "cop", "ROOT", "punct")
    assert sentence.phrases == (Phrase(0, 1, "OBJECT"),)

    doc = to_doc([sentence, sentence], Vocab())
    assert doc.text == "It'strue . It'strue . "
    assert [sent.start for sent in doc.sents] == [0, 4]
    assert [(span.start, span.label_) for span in doc.ents] == [(0, "OBJECT"), (4, "OBJECT")]
    assert [token.head.i for token in doc] == [2, 2, 2, 2, 6, 6, 6, 6]
    last = doc[6]
    layers = (last.tag_, last.pos_, str(last.morph), last.lemma_, last.dep_)
    assert layers == ("JJ", "ADJ", "Degree=Pos", "true", "ROOT")

    without = document(tmp_path, entities=False)
    assert without[0].phrases is None
    assert not to_doc(without, Vocab()).has_annotation("ENT_IOB")
    (seen,) = bare([doc])
    assert seen.text == doc.text
    assert not any(seen.has_annotation(layer) for layer in ("TAG", "DEP", "LEMMA", "MORPH", "ENT_IOB", "SENT_START"))


def test_a_mention_shrinks_to_its_base_noun_phrase() -> None:
    """[[the president 's] old friend from [Rome]]; a flat name stays whole: ( Daniel Bernoulli here."""
    found = [Phrase(0, 3, "PERSON"), Phrase(6, 7, "PLACE"), Phrase(0, 7, "PERSON")]
    relations = ["det", "nmod:poss", "case", "amod", "ROOT", "case", "nmod"]
    shrunk = (Phrase(0, 2, "PERSON"), Phrase(3, 5, "PERSON"), Phrase(6, 7, "PLACE"))
    assert base_phrases(found, [1, 4, 1, 4, 4, 6, 4], relations) == shrunk

    relations = ["punct", "ROOT", "flat", "advmod"]
    assert base_phrases([Phrase(0, 4, "PERSON")], [1, 1, 1, 1], relations) == (Phrase(1, 3, "PERSON"),)


def test_documents_are_told_apart_and_need_trees(tmp_path: Path) -> None:
    path = tmp_path / "two.conllu"
    header = "# global.Entity = GRP-etype-infstat-x\n"
    path.write_text(f"# newdoc id = a\n{header}{TREE}\n{TREE}\n# newdoc id = b\n{TREE}\n", encoding="utf-8")

    assert [len(document) for document in read(path)] == [2, 1]
    with pytest.raises(WorkbenchError):
        document(tmp_path, TREE.replace("\tnsubj\t", "\t_\t"))


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


@pytest.mark.slow
def test_the_treebanks_have_the_size_the_model_card_states(data: Path) -> None:
    ewt, gum = free_documents(data)
    assert (len(ewt), words(ewt), len(gum), words(gum)) == (540, 204_577, 128, 129_805)
    development = sorted((data / "gum/dev/corefud").glob("*.conllu"))
    assert words([document for path in development for document in read(path)]) == 28_119
    assert words(other_documents(data)) == 80_813


def words(documents: list[Document]) -> int:
    return sum(len(sentence.words) for document in documents for sentence in document)


def test_the_bundled_pipeline_states_licence_and_sources_and_remembers_no_machine() -> None:
    bundled = Path(__file__).parents[3] / "preprocess" / "models" / "en_anaphora_ud"
    meta = json.loads((bundled / "meta.json").read_text(encoding="utf-8"))
    config = ConfigParser(interpolation=None)
    config.read(bundled / "config.cfg", encoding="utf-8")

    assert meta["license"] == "CC BY-SA 4.0"
    assert meta["sources"] == pipelines.META["sources"]
    assert meta["version"] == pipelines.META["version"]
    assert (bundled / "LICENSE").read_bytes() == pipelines.LICENCE.read_bytes()
    assert set(config["paths"].values()) == {"null"}
