"""Imperatives made of infinitives: which phrases serve, and the trees they become."""

import random
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

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


@cache
def texts() -> tuple[treebanks.Sentence, ...]:
    return (*(sentence(HE_DECIDED_TO_PRESS_THE_KEY),) * 2, sentence(HE_LEFT_USING_THE_DOOR))


def made(seed: int) -> treebanks.Sentence:
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
