"""From chains to entities: their names and what they are."""

from dataclasses import replace

import pytest

from anaphora.experiments.texts.entities import entities_of, listed_chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.entity import Entity
from tests.annotated import prepared


def named(*names: str) -> Entity:
    """The entity of these names, one in each sentence; words with a capital letter are names, others nouns."""
    return only("\n".join(map(_came, names)))


def _came(name: str) -> str:
    """A sentence that says that somebody came."""
    *before, last = name.split()
    head, tag = len(before) + 1, "NNP" if last[:1].isupper() else "NN"
    words = (f"{word}/DT/{head}/det" if word.lower() == "the" else f"{word}/NNP/{head}/nmod:desc" for word in before)
    return f"{' '.join(words)} {last}/{tag}/{head + 1}/nsubj came/VBD/0/root ././{head + 1}/punct"


def only(text: str, entity: str = "") -> Entity:
    """The entity of all mentions of a document; its words have that type."""
    found = of_type(prepared(text), entity)
    (made,) = entities_of(found, (tuple(range(len(found.mentions))),))
    return made


def of_type(text: Prepared, entity: str) -> Prepared:
    return replace(text, annotation=replace(text.annotation, entity=(entity,) * len(text.document.words)))


@pytest.mark.parametrize(
    ("names", "best"),
    [
        (("Darcy",) * 3 + ("Mr. Darcy",) * 2, "Mr. Darcy"),
        (("Obama",) * 9 + ("Barack Obama",), "Barack Obama"),
        (("Elizabeth",) * 11 + ("Elizabeth Bennet",), "Elizabeth"),  # few call her so
        (("Lizzy", "Elizabeth", "Elizabeth"), "Elizabeth"),
        (("DARCY", "Darcy"), "Darcy"),
        (("DARCY",), "DARCY"),
        (("The Hague", "the Hague"), "the Hague"),
        (("Sir Walter", "Sir Walter", "the Sir Walter"), "Sir Walter"),
        (("the States", "the States", "the United States"), "the United States"),
    ],
)
def test_the_best_name_is_the_most_frequent_or_a_longer_one_that_is_not_rare(names: tuple[str, ...], best: str) -> None:
    assert named(*names).name == best


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("the/DT/2/det Court/NNP/5/nsubj of/IN/4/case Appeals/NNS/2/nmod", "the Court of Appeals"),
        ("Bob/NNP/5/nsubj of/IN/4/case our/PRP$/4/nmod:poss street/NN/1/nmod", "Bob"),
        ("There/RB/5/advmod poor/JJ/4/amod old/JJ/4/amod Mary/NNP/5/nsubj", "Mary"),
        ("There/RB/5/advmod Poor/JJ/4/amod Old/JJ/4/amod Mary/NNP/5/nsubj", "Mary"),
        ("There/RB/5/advmod again/RB/5/advmod Prime/JJ/4/amod Minister/NNP/5/nsubj", "Prime Minister"),
        ("There/RB/5/advmod again/RB/5/advmod James/NNP/5/nsubj VI/CD/3/flat", "James VI"),
    ],
)
def test_a_name_has_all_words_that_belong_to_it(subject: str, name: str) -> None:
    found = prepared(f"{subject} came/VBD/0/root")

    assert name in {each.name for each in entities_of(found, tuple((each,) for each in range(len(found.mentions))))}


def test_a_list_is_no_longer_form_of_the_name_of_a_member() -> None:
    listed = "Ann/NNP/4/nsubj ,/,/3/punct Bob/NNP/1/conj came/VBD/0/root"
    found = prepared(f"{listed}\n{_came('Ann')}")
    members = tuple(number for number, each in enumerate(found.mentions) if found.document.words[each.head] == "Ann")

    assert entities_of(found, (members,))[0].name == "Ann"


def test_without_a_name_the_most_frequent_noun_phrase_is_the_name() -> None:
    assert named("The cook", "the cook", "the man").name == "the cook"


def test_a_noun_phrase_is_named_without_its_relative_clause() -> None:
    text = (
        "The/DT/2/det man/NN/6/nsubj who/WP/4/nsubj came/VBD/2/acl:relcl late/RB/4/advmod slept/VBD/0/root ././6/punct"
    )

    assert only(text).name == "the man"


def test_without_names_and_nouns_the_most_frequent_pronoun_is_the_name() -> None:
    sentence = "{}/PRP/2/nsubj saw/VBD/0/root {}/PRP/2/obj ././2/punct\n"

    assert (
        only(sentence.format("She", "her") + sentence.format("She", "her") + sentence.format("She", "I")).name == "she"
    )


def test_who_is_named_by_nothing_but_the_turns_has_the_name_of_the_speaker() -> None:
    text = prepared("I/PRP/2/nsubj came/VBD/0/root ././2/punct\nI/PRP/2/nsubj left/VBD/0/root ././2/punct")
    spoken = replace(text, mentions=tuple(replace(each, participant="Ann") for each in text.mentions))

    assert [each.name for each in entities_of(spoken, ((0, 1),))] == ["Ann"]


def test_what_most_mentions_say_is_what_an_entity_is() -> None:
    text = (
        "Kim/NNP/2/nsubj came/VBD/0/root ././2/punct\nShe/PRP/2/nsubj saw/VBD/0/root her/PRP$/4/nmod:poss cat/NN/2/obj"
    )
    found = prepared(text)
    (entity,) = entities_of(found, ((0, 1, 2),))

    assert (entity.kind, entity.gender, entity.number) == ("person", "feminine", "singular")


@pytest.mark.parametrize(("type", "kind"), [("PLACE", "place"), ("ORGANIZATION", "organization"), ("", None)])
def test_the_kind_of_what_is_no_person_is_its_type(type: str, kind: str | None) -> None:
    assert only("Halden/NNP/2/nsubj grew/VBD/0/root ././2/punct", type).kind == kind


def test_what_is_not_known_or_said_as_often_as_its_opposite_is_open() -> None:
    text = "They/PRP/2/nsubj came/VBD/0/root ././2/punct\nIt/PRP/2/nsubj fell/VBD/0/root ././2/punct"

    assert only(text).number is None
    assert only(text.splitlines()[0]).gender is None


def test_the_most_frequent_entities_come_first() -> None:
    text = prepared("\n".join(["Ann/NNP/2/nsubj came/VBD/0/root", *["Eve/NNP/2/nsubj came/VBD/0/root"] * 2]))

    assert [(each.id, each.name) for each in entities_of(text, ((0,), (1, 2)))] == [("e1", "Eve"), ("e2", "Ann")]


def test_pronouns_that_are_not_asked_for_are_in_no_chain() -> None:
    text = prepared(
        "I/PRP/2/nsubj saw/VBD/0/root Ann/NNP/2/obj ././2/punct\nShe/PRP/2/nsubj saw/VBD/0/root me/PRP/2/obj"
    )

    assert listed_chains(text, ((0, 3), (1, 2)), "third-person") == ((1, 2),)
    assert listed_chains(text, ((0, 3), (1, 2)), "personal") == ((0, 3), (1, 2))
