from dataclasses import replace

import pytest

from anaphora.experiments.examining.choices import (
    GENDER,
    NONE,
    PLAIN,
    Asking,
    Choice,
    cultures,
    names_of,
    questions,
    swapped,
)
from anaphora.preprocess.english.names import first_name
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.key import Key
from tests.annotated import annotated
from tests.refused import raises

#          0              1             2            3
STORY = """Mary/NNP/2/nsubj met/VBD/0/root Peter/NNP/2/obj ././2/punct
           She/PRP/2/nsubj gave/VBD/0/root him/PRP/2/iobj her/PRP$/5/nmod key/NN/2/obj ././2/punct"""
MARY, PETER, SHE, HIM, HER, KEY = (Span(token, token + 1) for token in (0, 2, 4, 6, 7, 8))
CHAINS = ((MARY, SHE, HER), (PETER, HIM), (Span(7, 9),))


def story() -> tuple[Document, Annotation]:
    document, tree = annotated(STORY)
    pos = tuple(
        "PROPN" if word in ("Mary", "Peter") else pos for word, pos in zip(document.words, tree.pos, strict=True)
    )
    return document, replace(tree, pos=pos)


def asked(**settings: object) -> list[Choice]:
    document, tree = story()
    asking = Asking(**({"none": 0.0, "shuffles": 1} | settings))  # type: ignore[arg-type]
    return list(questions(document, Key(document.id, CHAINS), tree, "third-person", asking))


def test_a_question_has_a_named_phrase_of_each_entity_and_marks_the_anaphor() -> None:
    she, him, her = asked()

    assert {*she.options} == {*him.options} == {*her.options} == {(0, 1), (2, 3)}
    assert she.prompt.startswith("Passage:\nMary met Peter . *She* gave him her key .\n")
    assert she.prompt.splitlines()[-1] == f"C. {NONE}"
    assert {line[3:] for line in she.prompt.splitlines()[-3:-1]} == {"Mary", "Peter"}


def test_the_right_entity_is_left_out_where_none_is_right() -> None:
    """Without Mary there is one entity left, and a question has two or more; so nothing is asked."""
    assert asked(none=1.0) == []


def test_each_shuffle_has_the_same_options_and_the_same_questions_come_again() -> None:
    found = asked(shuffles=4, swaps=("Indian",))

    assert len({choice.id for choice in found}) == len(found) == 24
    assert all({*choice.options} == {(0, 1), (2, 3)} for choice in found)
    assert found == asked(shuffles=4, swaps=("Indian",))


def test_only_anaphors_of_a_distance_are_asked_about() -> None:
    """She and him are one sentence behind Mary and Peter, her is in the sentence of she."""
    assert [choice.anaphor for choice in asked(distance=(0, 0))] == [(7, 8)]
    assert [choice.anaphor for choice in asked(distance=(1, 3))] == [(4, 5), (6, 7)]


def test_names_of_another_culture_have_the_same_gender_or_of_the_other_gender_the_pronouns_too() -> None:
    document, tree = story()
    words = swapped(document, tree, "Indian", 0).words
    opposite = swapped(document, tree, GENDER, 0).words

    assert words[0] in names_of("Indian")["feminine"]
    assert words[2] in names_of("Indian")["masculine"]
    assert words[3:] == document.words[3:]
    assert swapped(document, tree, PLAIN, 0) is document
    assert opposite[0] in names_of("English")["masculine"]
    assert opposite[2] in names_of("English")["feminine"]
    assert opposite[4:8] == ("He", "gave", "her", "his"), "pronouns change by their case"


def test_a_surname_stays() -> None:
    document, tree = annotated(
        "Irene/NNP/3/nsubj Falk/NNP/1/flat left/VBD/0/root ././3/punct Falk/NNP/2/nsubj ran/VBD/0/root"
    )
    tree = replace(tree, pos=("PROPN", "PROPN", "VERB", "PUNCT", "PROPN", "VERB"))
    words = swapped(document, tree, "Arabic", 0).words

    assert words[0] in names_of("Arabic")["feminine"]
    assert (words[1], words[4]) == ("Falk", "Falk")


def test_names_tell_the_gender_under_which_they_stand() -> None:
    rows = [
        (culture, name, gender)
        for culture in cultures()
        for gender, names in names_of(culture).items()
        for name in names
    ]

    assert [row for row in rows if first_name(row[1]) != row[2]] == []


def test_what_is_out_of_range_is_refused() -> None:
    with raises("options", OptionError):
        Asking(options=1)
    with raises("none", OptionError):
        Asking(none=1.5)
    with pytest.raises(UnknownNameError):
        Asking(swaps=("Indain",))
