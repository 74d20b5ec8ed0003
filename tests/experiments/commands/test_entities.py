"""From chains to entities: their names and what they are."""

from dataclasses import replace

import pytest

from anaphora.experiments.texts.entities import entities_of, listed_chains
from anaphora.workbench.decision import Entity
from anaphora.workbench.document import Prepared
from tests.annotated import prepared


def came(name: str) -> str:
    """A sentence that says that somebody came; words with a capital letter are names, others nouns."""
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
        (("The cook", "the cook", "the man"), "the cook"),  # without a name, the most frequent noun phrase
    ],
)
def test_the_best_name_is_the_most_frequent_or_a_longer_one_that_is_not_rare(names: tuple[str, ...], best: str) -> None:
    assert only("\n".join(map(came, names))).name == best


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("the/DT/2/det Court/NNP/5/nsubj of/IN/4/case Appeals/NNS/2/nmod", "the Court of Appeals"),
        ("Bob/NNP/5/nsubj of/IN/4/case our/PRP$/4/nmod:poss street/NN/1/nmod", "Bob"),
        ("There/RB/5/advmod poor/JJ/4/amod old/JJ/4/amod Mary/NNP/5/nsubj", "Mary"),
        ("There/RB/5/advmod Poor/JJ/4/amod Old/JJ/4/amod Mary/NNP/5/nsubj", "Mary"),
        ("There/RB/5/advmod again/RB/5/advmod Prime/JJ/4/amod Minister/NNP/5/nsubj", "Prime Minister"),
        ("There/RB/5/advmod again/RB/5/advmod James/NNP/5/nsubj VI/CD/3/flat", "James VI"),
        ("The/DT/2/det man/NN/5/nsubj who/WP/4/nsubj left/VBD/2/acl:relcl", "the man"),
    ],
)
def test_a_name_has_all_words_that_belong_to_it(subject: str, name: str) -> None:
    found = prepared(f"{subject} came/VBD/0/root")
    alone = tuple((number,) for number in range(len(found.mentions)))

    assert name in {entity.name for entity in entities_of(found, alone)}


def test_a_list_is_no_longer_form_of_the_name_of_a_member() -> None:
    listed = "Ann/NNP/4/nsubj ,/,/3/punct Bob/NNP/1/conj came/VBD/0/root"
    found = prepared(f"{listed}\n{came('Ann')}")
    members = tuple(
        number for number, mention in enumerate(found.mentions) if found.document.words[mention.head] == "Ann"
    )

    assert entities_of(found, (members,))[0].name == "Ann"


def test_without_names_and_nouns_a_pronoun_is_the_name_or_the_speaker() -> None:
    sentence = "{}/PRP/2/nsubj saw/VBD/0/root {}/PRP/2/obj ././2/punct\n"
    text = prepared("I/PRP/2/nsubj came/VBD/0/root ././2/punct\nI/PRP/2/nsubj left/VBD/0/root ././2/punct")
    spoken = replace(text, mentions=tuple(replace(mention, participant="Ann") for mention in text.mentions))

    assert only("".join(sentence.format("She", word) for word in ("her", "her", "I"))).name == "she"
    assert [entity.name for entity in entities_of(spoken, ((0, 1),))] == ["Ann"]


def test_what_most_mentions_say_is_what_an_entity_is() -> None:
    """What is not known, or said as often as its opposite, is open; the kind of what is no person is its type."""
    she = "She/PRP/2/nsubj saw/VBD/0/root her/PRP$/4/nmod:poss cat/NN/2/obj"
    (entity,) = entities_of(prepared(f"{came('Kim')}\n{she}"), ((0, 1, 2),))
    they, it = "They/PRP/2/nsubj came/VBD/0/root ././2/punct", "It/PRP/2/nsubj fell/VBD/0/root ././2/punct"
    kinds = {type: only(came("Halden"), type).kind for type in ("PLACE", "ORGANIZATION", "")}

    assert (entity.kind, entity.gender, entity.number) == ("person", "feminine", "singular")
    assert only(f"{they}\n{it}").number is None
    assert only(they).gender is None
    assert kinds == {"PLACE": "place", "ORGANIZATION": "organization", "": None}


def test_the_most_frequent_entities_come_first() -> None:
    text = prepared("\n".join(map(came, ("Ann", "Eve", "Eve"))))

    assert [(entity.id, entity.name) for entity in entities_of(text, ((0,), (1, 2)))] == [("e1", "Eve"), ("e2", "Ann")]


def test_pronouns_that_are_not_asked_for_are_in_no_chain() -> None:
    text = prepared(
        "I/PRP/2/nsubj saw/VBD/0/root Ann/NNP/2/obj ././2/punct\nShe/PRP/2/nsubj saw/VBD/0/root me/PRP/2/obj"
    )

    assert listed_chains(text, ((0, 3), (1, 2)), "third-person") == ((1, 2),)
    assert listed_chains(text, ((0, 3), (1, 2)), "personal") == ((0, 3), (1, 2))
