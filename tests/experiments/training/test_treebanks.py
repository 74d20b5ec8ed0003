"""Texts to train on: CoNLL-U to spaCy documents, base noun phrases, and imperatives made of infinitives."""

import random
import re
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from spacy.vocab import Vocab

from anaphora.experiments.training.pipelines import bare
from anaphora.experiments.training.treebanks import (
    Document,
    Sentence,
    TypedPhrase,
    base_phrases,
    imperatives,
    infinitives,
    other_documents,
    participles,
    read,
    to_doc,
)
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
HE_DECIDED_TO_PRESS_THE_KEY = """\
1	He	he	PRON	PRP	_	2	nsubj	_	_
2	decided	decide	VERB	VBD	_	0	root	_	_
3	to	to	PART	TO	_	4	mark	_	_
4	press	press	VERB	VB	VerbForm=Inf	2	xcomp	_	_
5	the	the	DET	DT	_	6	det	_	_
6	key	key	NOUN	NN	_	4	obj	_	_
7	.	.	PUNCT	.	_	2	punct	_	_
"""
HE_WANTED_TO_BE_LATE = """\
1	He	he	PRON	PRP	_	2	nsubj	_	_
2	wanted	want	VERB	VBD	_	0	root	_	_
3	to	to	PART	TO	_	5	mark	_	_
4	be	be	AUX	VB	VerbForm=Inf	5	cop	_	_
5	late	late	ADJ	JJ	_	2	xcomp	_	_
"""
HE_LEFT_USING_THE_DOOR = """\
1	He	he	PRON	PRP	_	2	nsubj	_	_
2	left	leave	VERB	VBD	_	0	root	_	_
3	using	use	VERB	VBG	VerbForm=Part	2	advcl	_	_
4	the	the	DET	DT	_	5	det	_	_
5	door	door	NOUN	NN	_	3	obj	_	_
6	.	.	PUNCT	.	_	2	punct	_	_
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
    assert sentence.phrases == (TypedPhrase(0, 1, "OBJECT"),)

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
    found = [TypedPhrase(0, 3, "PERSON"), TypedPhrase(6, 7, "PLACE"), TypedPhrase(0, 7, "PERSON")]
    relations = ["det", "nmod:poss", "case", "amod", "ROOT", "case", "nmod"]
    shrunk = (TypedPhrase(0, 2, "PERSON"), TypedPhrase(3, 5, "PERSON"), TypedPhrase(6, 7, "PLACE"))
    assert base_phrases(found, [1, 4, 1, 4, 4, 6, 4], relations) == shrunk

    relations = ["punct", "ROOT", "flat", "advmod"]
    assert base_phrases([TypedPhrase(0, 4, "PERSON")], [1, 1, 1, 1], relations) == (TypedPhrase(1, 3, "PERSON"),)


def test_documents_are_told_apart_and_need_trees(tmp_path: Path) -> None:
    path = tmp_path / "two.conllu"
    header = "# global.Entity = GRP-etype-infstat-x\n"
    path.write_text(f"# newdoc id = a\n{header}{TREE}\n{TREE}\n# newdoc id = b\n{TREE}\n", encoding="utf-8")

    assert [len(document) for document in read(path)] == [2, 1]
    with pytest.raises(WorkbenchError):
        document(tmp_path, TREE.replace("\tnsubj\t", "\t_\t"))


def sentence(rows: str) -> Sentence:
    with NamedTemporaryFile("w", suffix=".conllu", encoding="utf-8") as file:
        file.write(rows + "\n")
        file.flush()
        [[only]] = read(Path(file.name))
    return only


@cache
def texts() -> tuple[Sentence, ...]:
    return (*(sentence(HE_DECIDED_TO_PRESS_THE_KEY),) * 2, sentence(HE_LEFT_USING_THE_DOOR))


def made(seed: int) -> Sentence:
    ((only,),) = list(imperatives([texts()], 1, random.Random(seed)))[:1]
    return only


def test_infinitives_and_participles_are_cut_out_with_their_verb_as_root() -> None:
    """Not the infinitive of a copula, nor a participle that a word introduces."""
    (phrase,) = infinitives(sentence(HE_DECIDED_TO_PRESS_THE_KEY))
    assert (phrase.words, phrase.heads) == (("press", "the", "key"), (0, 2, 0))
    assert phrase.relations == ("ROOT", "det", "obj")
    assert list(infinitives(sentence(HE_WANTED_TO_BE_LATE))) == []

    (phrase,) = participles(sentence(HE_LEFT_USING_THE_DOOR))
    introduced = HE_LEFT_USING_THE_DOOR.replace("the\tDET\tDT\t_\t5\tdet", "by\tSCONJ\tIN\t_\t3\tmark")
    assert (phrase.words, phrase.heads) == (("using", "the", "door"), (0, 2, 0))
    assert list(participles(sentence(introduced))) == []


def test_imperatives_of_every_kind_are_trees_with_an_imperative_or_negated_root() -> None:
    found = set()
    for seed in range(60):
        tree = made(seed)
        (root,) = [at for at, head in enumerate(tree.heads) if head == at]
        found.add("".join(word + " " * space for word, space in zip(tree.words, tree.spaces, strict=True)).strip())

        assert tree.relations[root] == "ROOT", seed
        assert "Mood=Imp" in tree.morphs[root] or tree.words[:2] == ("Do", "not"), seed
        assert tree.words[0][0].isupper(), seed
        assert tree.phrases is None, seed
    assert made(3) == made(3)
    assert found >= {
        "Press the key.", "Press the key using the door.", "Do not press the key.", "Press the key and press the key.",
        "Press the key, then press the key.", "To press the key, press the key.",
    }  # fmt: skip


@pytest.mark.slow
def test_the_treebanks_have_the_size_the_model_card_states(data: Path) -> None:
    ewt, gum = free_documents(data)
    assert (len(ewt), words(ewt), len(gum), words(gum)) == (540, 204_577, 128, 129_805)
    development = sorted((data / "gum/dev/corefud").glob("*.conllu"))
    assert words([document for path in development for document in read(path)]) == 28_119
    assert words(other_documents(data)) == 80_813


def words(documents: list[Document]) -> int:
    return sum(len(sentence.words) for document in documents for sentence in document)
