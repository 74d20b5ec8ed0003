"""Imperatives made of infinitives: which phrases serve, and the trees they become."""

import random
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from anaphora.experiments.training import treebanks
from anaphora.experiments.training.treebanks import imperatives, infinitives, participles

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


def sentence(rows: str) -> treebanks.Sentence:
    with NamedTemporaryFile("w", suffix=".conllu", encoding="utf-8") as file:
        file.write(rows + "\n")
        file.flush()
        [[only]] = treebanks.read(Path(file.name))
    return only


def made(seed: int) -> treebanks.Sentence:
    texts = (*(sentence(HE_DECIDED_TO_PRESS_THE_KEY),) * 2, sentence(HE_LEFT_USING_THE_DOOR))
    ((only,),) = list(imperatives([texts], 1, random.Random(seed)))[:1]
    return only


def test_infinitive_phrase_is_cut_out_with_its_verb_as_root() -> None:
    (phrase,) = infinitives(sentence(HE_DECIDED_TO_PRESS_THE_KEY))

    assert (phrase.words, phrase.heads) == (("press", "the", "key"), (0, 2, 0))
    assert phrase.relations == ("ROOT", "det", "obj")


def test_infinitive_of_a_copula_is_left_alone() -> None:
    assert list(infinitives(sentence(HE_WANTED_TO_BE_LATE))) == []


def test_participle_is_cut_out_unless_a_word_introduces_it() -> None:
    (phrase,) = participles(sentence(HE_LEFT_USING_THE_DOOR))
    introduced = HE_LEFT_USING_THE_DOOR.replace("the\tDET\tDT\t_\t5\tdet", "by\tSCONJ\tIN\t_\t3\tmark")

    assert (phrase.words, phrase.heads) == (("using", "the", "door"), (0, 2, 0))
    assert list(participles(sentence(introduced))) == []


@pytest.mark.parametrize(
    "text",
    [
        "Press the key.",
        "Press the key using the door.",
        "Do not press the key.",
        "Press the key and press the key.",
        "Press the key, then press the key.",
        "To press the key, press the key.",
    ],
)
def test_imperative_of_every_kind_is_made_sooner_or_later(text: str) -> None:
    texts = {
        "".join(word + " " * space for word, space in zip(one.words, one.spaces, strict=True)).strip()
        for one in map(made, range(60))
    }

    assert text in texts


@pytest.mark.parametrize("seed", range(12))
def test_imperative_is_a_tree_with_one_root_that_is_an_imperative_or_negated(seed: int) -> None:
    one = made(seed)
    (root,) = [at for at, head in enumerate(one.heads) if head == at]

    assert one.relations[root] == "ROOT"
    assert "Mood=Imp" in one.morphs[root] or one.words[:2] == ("Do", "not")
    assert one.words[0][0].isupper()
    assert one.phrases is None


def test_imperatives_are_the_same_for_the_same_random_state() -> None:
    assert made(3) == made(3)
