"""Features of pairs, one by one, on sentences that have them."""

import numpy as np

from anaphora.resolvers.columns import NO, UNKNOWN, YES
from anaphora.resolvers.ranking.pairs import FEATURES, SETS, Pairs, matrix, pair_columns
from tests.annotated import prepared
from tests.resolvers.answers import names

FIRM = (
    "Ann/NNP/2/compound/Ann Miller/NNP/3/nsubj/Miller runs/VBZ/0/root the/DT/6/det old/JJ/6/amod firm/NN/3/obj\n"
    "Miller/NNP/2/nsubj/Miller likes/VBZ/0/root this/DT/4/det firm/NN/2/obj and/CC/6/cc herself/PRP/4/conj\n"
    "\n"
    "She/PRP/2/nsubj sold/VBD/0/root a/DT/4/det firm/NN/2/obj\n"
    "She/PRP/4/nsubj is/VBZ/4/cop a/DT/4/det founder/NN/0/root"
)
ANN, OLD_FIRM, MILLER, THIS_FIRM, SHE, A_FIRM, SHE_AGAIN, FOUNDER = (0, 1, 2, 4, 6, 7, 8, 9)


def values(text: str, *rows: tuple[str, int, int]) -> list[int]:
    """The value of each feature for a pair of mentions."""
    mentions = pair_columns(prepared(text))
    pairs = [(name, Pairs(mentions, np.array([first]), np.array([second]))) for name, first, second in rows]
    return [int(FEATURES[name](pair)[0]) for name, pair in pairs]


def test_a_feature_has_the_value_of_its_definition() -> None:
    spans = ["Ann Miller", "the old firm", "Miller", "this firm and herself", "this firm", "herself", "She", "a firm"]
    expected = {
        ("DIST", ANN, SHE): 2, ("PARANUM", ANN, MILLER): 0, ("PARANUM", ANN, SHE): 1, ("I_PRONOUN", SHE, A_FIRM): 1,
        ("J_PRONOUN", SHE, A_FIRM): 0, ("PRONOUN", SHE, A_FIRM): 1, ("STR_MATCH", THIS_FIRM, A_FIRM): 1,
        ("STR_MATCH", OLD_FIRM, A_FIRM): 0, ("WORDS_STR", THIS_FIRM, A_FIRM): 1, ("PRO_STR", SHE, SHE_AGAIN): 1,
        ("PRO_STR", THIS_FIRM, A_FIRM): 0, ("PN_STR", ANN, MILLER): 0, ("PN_SUBSTR", ANN, MILLER): 1,
        ("WORDS_SUBSTR", OLD_FIRM, THIS_FIRM): 1, ("WORD_OVERLAP", ANN, OLD_FIRM): 0,
        ("MODIFIER", OLD_FIRM, THIS_FIRM): 1, ("DEF_NP", ANN, OLD_FIRM): 1, ("DEFINITE_1", OLD_FIRM, THIS_FIRM): 1,
        ("DEM_NP", OLD_FIRM, THIS_FIRM): 1, ("INDEFINITE", OLD_FIRM, A_FIRM): 1, ("PROPER_NAME", ANN, MILLER): 1,
        ("PROPER_NAME", ANN, OLD_FIRM): 0, ("ALIAS", ANN, MILLER): 1, ("PROPER_NOUN", ANN, MILLER): 0,
        ("NUMBER", ANN, SHE): YES, ("GENDER", ANN, SHE): YES, ("GENDER", OLD_FIRM, SHE): NO,
        ("AGREEMENT", OLD_FIRM, SHE): NO, ("SEMCLASS", ANN, SHE): YES, ("SEMCLASS", OLD_FIRM, THIS_FIRM): YES,
        ("SEMCLASS", OLD_FIRM, SHE): UNKNOWN, ("BOTH_SUBJECTS", SHE, SHE_AGAIN): 1, ("SUBJECT_2", ANN, A_FIRM): 0,
        ("PREDNOM", SHE_AGAIN, FOUNDER): 1, ("PREDNOM", SHE, FOUNDER): 0, ("CONTRAINDICES", SHE, A_FIRM): 1,
        ("CONTRAINDICES", ANN, A_FIRM): 0, ("HEAD", OLD_FIRM, A_FIRM): 1, ("PERSON", ANN, SHE): 1,
        ("MENTIONS", ANN, OLD_FIRM): 1,
    }  # fmt: skip

    assert names(prepared(FIRM)) == [*spans, "She", "a founder"]
    assert dict(zip(expected, values(FIRM, *expected), strict=True)) == expected


def test_a_feature_tells_apart_constructions() -> None:
    boss = "Ann/NNP/5/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos saw/VBD/0/root a/DT/7/det boss/NN/5/obj"
    assert names(prepared(boss)) == ["Ann", "the boss", "a boss"]
    # an apposition belongs to what it is attached to
    assert values(boss, ("APPOSITIVE", 0, 1), ("APPOSITIVE", 1, 2), ("INDEFINITE", 1, 2)) == [1, 0, 1]
    health = (
        "World/NNP/3/compound Health/NNP/3/compound Organization/NNP/4/nsubj calls/VBZ/0/root\n"
        "WHO/NNP/2/nsubj waits/VBZ/0/root"
    )
    assert values(health, ("ALIAS", 0, 1)) == [1]
    owner = "The/DT/2/det owner/NN/6/nsubj of/IN/5/case the/DT/5/det firm/NN/2/nmod left/VBD/0/root"
    assert values(owner, ("SPAN", 0, 1), ("EMBEDDED_1", 0, 1), ("EMBEDDED_2", 0, 1)) == [1, 0, 1]
    says = "“/``/3/punct I/PRP/3/nsubj wait/VBP/5/ccomp ”/''/3/punct said/VBD/0/root Ann/NNP/5/nsubj"
    assert values(says, ("IN_QUOTE_1", 0, 1), ("IN_QUOTE_2", 0, 1), ("BOTH_IN_QUOTES", 0, 1)) == [1, 0, 0]
    # a reflexive may share its governor
    saw = "She/PRP/2/nsubj saw/VBD/0/root herself/PRP/2/obj and/CC/5/cc her/PRP/3/conj"
    she, herself = names(prepared(saw)).index("She"), names(prepared(saw)).index("herself")
    assert values(saw, ("CONTRAINDICES", she, herself), ("J_REFLEXIVE", she, herself)) == [0, 1]


def test_the_features_of_many_pairs_are_a_matrix() -> None:
    pairs = Pairs(pair_columns(prepared(FIRM)), np.array([ANN, ANN, SHE]), np.array([OLD_FIRM, SHE, A_FIRM]))

    assert matrix(pairs, ("DIST", "J_PRONOUN", "DEF_NP")).tolist() == [[0, 0, 1], [2, 1, 0], [0, 0, 0]]
    nothing = Pairs(pair_columns(prepared("")), np.array([], int), np.array([], int))
    assert matrix(nothing, SETS["all"]).shape == (0, len(FEATURES))


def test_a_row_of_candidates_and_a_column_of_anaphors_are_all_pairs_of_these() -> None:
    mentions = pair_columns(prepared(FIRM))
    row, column = np.arange(len(mentions)), np.arange(1, len(mentions))
    together = matrix(Pairs(mentions, row[np.newaxis], column[:, np.newaxis]), SETS["all"])

    pairs = Pairs(mentions, np.tile(row, len(column)), np.repeat(column, len(row)))
    assert together.tolist() == matrix(pairs, SETS["all"]).tolist()
