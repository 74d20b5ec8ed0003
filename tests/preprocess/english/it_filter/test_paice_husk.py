"""The patterns of Paice & Husk 1987, on sentences where they fire and where they do not. Trees do not matter here."""

import pytest

from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.paice_husk import RULES
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated

WORDS = {
    "is": "VBZ/be",
    "was": "VBD/be",
    "works": "VBZ/work",
    "said": "VBD/say",
    "may": "MD",
    "be": "VB",
    "seems": "VBZ/seem",
}
WORDS |= {"that": "IN", "to": "TO", "print": "VB", "stop": "VBP", "knew": "VBD", "it": "PRP", "It": "PRP", "not": "RB"}

TAKEN = {
    "it ... that": ["It is odd that fans stop", "It may not be odd that fans stop"],
    "it ... to": ["It is easy to print", "It is not very easy to print", "It may be easy for us to print"],
    "it ... whether": ["It is not known whether fans stop", "It is doubtful if fans stop"],
    "idiom": ["fans stop , as it were", "on the face of it , fans stop"],
    "parenthetical": ["fans , it seems , stop", "fans stop , it seems"],
}

LEFT = {
    "it ... that": [
        "It works",
        "It is odd in that fans stop",
        "It is odd and fans stop that way",
        "it works ; we know that fans stop",
        "near it is a tray that stops",
        "It is " + "a very " * 20 + "odd thing that fans stop",
    ],
    "it ... to": ["It is red to print", "It is easy", "It works to print", "with it is easy to print"],
    "it ... whether": ["It is red whether fans stop", "It is known", "near it is known whether fans stop"],
    "idiom": ["as it is , fans stop"],
    "parenthetical": ["fans , it works , stop", "it seems , fans stop"],
}


def firing(text: str) -> set[str]:
    entries = []
    for number, word in enumerate(text.split(), 1):
        tag, _, lemma = WORDS.get(word, "NN" if word[0].isalpha() else word).partition("/")
        entries.append(f"{word}/{tag}/{number - 1}/dep/{lemma or word}")
    document, annotation = annotated(" ".join(entries))
    return {
        name for it in occurrences(trees_of(annotation, document.words)) for name, holds in RULES.items() if holds(it)
    }


def test_every_pattern_has_examples() -> None:
    assert TAKEN.keys() == LEFT.keys() == RULES.keys()


@pytest.mark.parametrize(("pattern", "text"), [(name, text) for name, texts in TAKEN.items() for text in texts])
def test_pattern_takes_it(pattern: str, text: str) -> None:
    assert firing(text) == {pattern}


@pytest.mark.parametrize("text", [text for texts in LEFT.values() for text in texts])
def test_look_alike_is_left(text: str) -> None:
    assert firing(text) == set()


def test_that_before_a_noun_opens_no_clause() -> None:
    document, annotation = annotated("It/PRP/2/nsubj broke/VBD/0/root that/DT/4/det lid/NN/2/obj")

    (it,) = occurrences(trees_of(annotation, document.words))
    assert not RULES["it ... that"](it)
