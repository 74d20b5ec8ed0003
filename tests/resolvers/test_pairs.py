"""Features of pairs, one by one, on sentences that have them."""

import numpy as np
import pytest

from anaphora.resolvers._pairs import (
    FEATURES,
    NO,
    SETS,
    UNKNOWN,
    YES,
    Pairs,
    matrix,
    table,
)
from anaphora.workbench.document import Prepared
from tests.annotated import prepared

FIRM = prepared(
    "Ann/NNP/2/compound/Ann Miller/NNP/3/nsubj/Miller runs/VBZ/0/root the/DT/6/det "
    "old/JJ/6/amod firm/NN/3/obj ././3/punct\n"
    "Miller/NNP/2/nsubj/Miller likes/VBZ/0/root this/DT/4/det firm/NN/2/obj and/CC/6/cc "
    "herself/PRP/4/conj ././2/punct\n"
    "\n"
    "She/PRP/2/nsubj sold/VBD/0/root a/DT/4/det firm/NN/2/obj ././2/punct\n"
    "She/PRP/4/nsubj is/VBZ/4/cop a/DT/4/det founder/NN/0/root ././4/punct"
)


def mention(words: str, text: Prepared, nth: int = 0) -> int:
    found = [at for at, it in enumerate(text.mentions) if text.document.words_of(it.span) == words]
    return found[nth]


def value(name: str, one: int, other: int, text: Prepared = FIRM) -> int:
    pairs = Pairs(table(text), np.array([one]), np.array([other]))
    return int(FEATURES[name](pairs)[0])


ANN, OLD_FIRM = mention("Ann Miller", FIRM), mention("the old firm", FIRM)
MILLER, THIS_FIRM = mention("Miller", FIRM), mention("this firm", FIRM)
SHE, A_FIRM, SHE_AGAIN = mention("She", FIRM), mention("a firm", FIRM), mention("She", FIRM, 1)
FOUNDER = mention("a founder", FIRM)


@pytest.mark.parametrize(
    ("name", "pair", "expected"),
    [
        ("DIST", (ANN, SHE), 2),
        ("PARANUM", (ANN, MILLER), 0),
        ("PARANUM", (ANN, SHE), 1),
        ("I_PRONOUN", (SHE, A_FIRM), 1),
        ("J_PRONOUN", (SHE, A_FIRM), 0),
        ("PRONOUN", (SHE, A_FIRM), 1),
        ("STR_MATCH", (THIS_FIRM, A_FIRM), 1),
        ("STR_MATCH", (OLD_FIRM, A_FIRM), 0),
        ("WORDS_STR", (THIS_FIRM, A_FIRM), 1),
        ("PRO_STR", (SHE, SHE_AGAIN), 1),
        ("PRO_STR", (THIS_FIRM, A_FIRM), 0),
        ("PN_STR", (ANN, MILLER), 0),
        ("PN_SUBSTR", (ANN, MILLER), 1),
        ("WORDS_SUBSTR", (OLD_FIRM, THIS_FIRM), 1),
        ("WORD_OVERLAP", (ANN, OLD_FIRM), 0),
        ("MODIFIER", (OLD_FIRM, THIS_FIRM), 1),
        ("DEF_NP", (ANN, OLD_FIRM), 1),
        ("DEFINITE_1", (OLD_FIRM, THIS_FIRM), 1),
        ("DEM_NP", (OLD_FIRM, THIS_FIRM), 1),
        ("INDEFINITE", (OLD_FIRM, A_FIRM), 1),
        ("PROPER_NAME", (ANN, MILLER), 1),
        ("PROPER_NAME", (ANN, OLD_FIRM), 0),
        ("ALIAS", (ANN, MILLER), 1),
        ("PROPER_NOUN", (ANN, MILLER), 0),
        ("NUMBER", (ANN, SHE), YES),
        ("GENDER", (ANN, SHE), YES),
        ("GENDER", (OLD_FIRM, SHE), NO),
        ("AGREEMENT", (OLD_FIRM, SHE), NO),
        ("SEMCLASS", (ANN, SHE), YES),
        ("SEMCLASS", (OLD_FIRM, THIS_FIRM), YES),
        ("SEMCLASS", (OLD_FIRM, SHE), UNKNOWN),
        ("BOTH_SUBJECTS", (SHE, SHE_AGAIN), 1),
        ("SUBJECT_2", (ANN, A_FIRM), 0),
        ("PREDNOM", (SHE_AGAIN, FOUNDER), 1),
        ("PREDNOM", (SHE, FOUNDER), 0),
        ("CONTRAINDICES", (SHE, A_FIRM), 1),
        ("CONTRAINDICES", (ANN, A_FIRM), 0),
        ("HEAD", (OLD_FIRM, A_FIRM), 1),
        ("PERSON", (ANN, SHE), 1),
        ("MENTIONS", (ANN, OLD_FIRM), 1),
    ],
)
def test_a_feature_has_the_value_of_its_definition(name: str, pair: tuple[int, int], expected: int) -> None:
    assert value(name, *pair) == expected


def test_an_apposition_belongs_to_what_it_is_attached_to() -> None:
    text = prepared("Ann/NNP/5/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos saw/VBD/0/root a/DT/7/det boss/NN/5/obj")
    boss = mention("the boss", text)

    assert value("APPOSITIVE", mention("Ann", text), boss, text) == 1
    assert value("APPOSITIVE", boss, mention("a boss", text), text) == 0
    assert value("INDEFINITE", boss, mention("a boss", text), text) == 1


def test_an_organisation_is_known_by_its_acronym() -> None:
    text = prepared(
        "World/NNP/3/compound Health/NNP/3/compound Organization/NNP/4/nsubj "
        "calls/VBZ/0/root\nWHO/NNP/2/nsubj waits/VBZ/0/root"
    )

    assert value("ALIAS", 0, 1, text) == 1


def test_one_mention_inside_another_is_told() -> None:
    text = prepared("The/DT/2/det owner/NN/6/nsubj of/IN/5/case the/DT/5/det firm/NN/2/nmod left/VBD/0/root")

    assert value("SPAN", 0, 1, text) == 1
    assert (value("EMBEDDED_1", 0, 1, text), value("EMBEDDED_2", 0, 1, text)) == (0, 1)
    assert value("SPAN", ANN, OLD_FIRM) == 0


def test_quotation_marks_tell_who_speaks() -> None:
    text = prepared("“/``/3/punct I/PRP/3/nsubj wait/VBP/5/ccomp ”/''/3/punct said/VBD/0/root Ann/NNP/5/nsubj")

    assert value("IN_QUOTE_1", 0, 1, text) == 1
    assert (value("IN_QUOTE_2", 0, 1, text), value("BOTH_IN_QUOTES", 0, 1, text)) == (0, 0)


def test_a_reflexive_may_share_its_governor() -> None:
    text = prepared("She/PRP/2/nsubj saw/VBD/0/root herself/PRP/2/obj and/CC/5/cc her/PRP/3/conj")

    assert value("CONTRAINDICES", mention("She", text), mention("herself", text), text) == 0
    assert value("J_REFLEXIVE", mention("She", text), mention("herself", text), text) == 1


def test_the_features_of_many_pairs_are_a_matrix() -> None:
    pairs = Pairs(table(FIRM), np.array([ANN, ANN, SHE]), np.array([OLD_FIRM, SHE, A_FIRM]))

    assert matrix(pairs, ("DIST", "J_PRONOUN", "DEF_NP")).tolist() == [[0, 0, 1], [2, 1, 0], [0, 0, 0]]
    nothing = Pairs(table(prepared("")), np.array([], int), np.array([], int))
    assert matrix(nothing, SETS["all"]).shape == (0, len(FEATURES))
