"""Sentences that parsers of small treebanks get wrong: those of manuals above all."""

import pytest

from anaphora.corpora import plain
from anaphora.preprocess.pipeline import load

VERBS = """\
The printer cleans itself.|cleans
If the paper jams, remove it.|jams
The disk spins.|spins
When the bell rings, open the door.|rings
The lamp blinks.|blinks
If the printer beeps, press the button.|beeps
The fan stops.|stops
The drive starts when you insert a disk.|starts
If the cable breaks, replace it.|breaks
The monitor displays the page.|displays
The program prints the file.|prints
The server answers requests.|answers
If the screen flickers, adjust it.|flickers
The door locks when it closes.|locks
"""
OBJECTS = """\
The man who loves Mary admires himself.|Mary
A student who fails an exam must repeat it.|exam
The box that holds the disk is red.|disk
The woman who owns the shop sold it.|shop
The company that makes the printer repairs it.|printer
The program that opens the file closes it.|file
The boy who broke the window paid for it.|window
The key that fits the lock opens it.|lock
Turn on the printer.|printer
Plug in the adapter.|adapter
Turn on the printer and turn it off again.|printer
Plug in the adapter and switch on the computer.|computer
Switch off the lamp.|lamp
Take out the cassette.|cassette
"""
ROOTS = """\
The man who loves Mary admires himself.|admires
A student who fails an exam must repeat it.|repeat
The box that holds the disk is red.|red
When the bell rings, open the door.|open
Insert the cassette into the VCR making sure it is rewound.|Insert
It rained all day.|rained
"""
NAMES = """\
International Business Machines sold it.|International
International Business Machines sold it.|Machines
He lives in the United States.|United
"""
WRONG = {
    ("Plug in the adapter and switch on the computer.", "computer"),
    ("International Business Machines sold it.", "International"),
    ("International Business Machines sold it.", "Machines"),
}


def cases(text: str) -> list[object]:
    """Sentence and word; those that come out wrong so far are expected to."""
    rows = [line.split("|") for line in text.splitlines()]
    marks = [[pytest.mark.xfail] if tuple(row) in WRONG else [] for row in rows]
    return [pytest.param(*row, marks=mark, id=row[0]) for row, mark in zip(rows, marks, strict=True)]


def layer(sentence: str, word: str, name: str) -> str:
    document = plain.document(sentence, "test")
    column: tuple[str, ...] = getattr(load().annotate(document), name)
    return column[document.words.index(word)]


@pytest.mark.parametrize(("sentence", "word"), cases(VERBS))
def test_a_verb_that_could_be_a_plural_is_a_verb(sentence: str, word: str) -> None:
    assert layer(sentence, word, "tag") == "VBZ"


@pytest.mark.parametrize(("sentence", "word"), cases(OBJECTS))
def test_the_noun_behind_a_verb_or_particle_is_its_object(sentence: str, word: str) -> None:
    assert layer(sentence, word, "relation") == "obj"


@pytest.mark.parametrize(("sentence", "word"), cases(ROOTS))
def test_the_main_verb_is_the_root(sentence: str, word: str) -> None:
    assert layer(sentence, word, "relation") == "root"


@pytest.mark.parametrize(("sentence", "word"), cases(NAMES))
def test_a_word_of_a_name_is_tagged_as_one(sentence: str, word: str) -> None:
    assert layer(sentence, word, "tag") in ("NNP", "NNPS")


def test_both_belongs_to_a_coordination() -> None:
    document = plain.document("Both the printer and the scanner are new.", "test")
    found = load().annotate(document)

    assert [found.relation[document.words.index(word)] for word in ("printer", "scanner")] == ["nsubj", "conj"]
