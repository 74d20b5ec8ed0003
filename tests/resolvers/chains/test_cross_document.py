"""Chains of several documents that are one entity, by their summaries (Bagga & Baldwin 1998)."""

from math import sqrt

import pytest

from anaphora.resolvers.chains.cross_document import entities, similarity, weigh
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Prepared, Span
from tests.annotated import prepared

JOHN_SMITH = "John/NNP/2/compound Smith/NNP/3/nsubj"
SANG_A_SONG = f"{JOHN_SMITH} sang/VBD/0/root/sing a/DT/5/det song/NN/3/obj"
HE_DANCED = "He/PRP/2/nsubj danced/VBD/0/root/dance"
SANG = f"{JOHN_SMITH} sang/VBD/0/root/sing"
VOTED = f"{JOHN_SMITH} voted/VBD/0/root/vote"
SANG_AND_VOTED = f"{SANG} and/CC/5/cc voted/VBD/3/conj/vote"
EVE_VOTED = "Eve/NNP/2/nsubj voted/VBD/0/root/vote"
SMITH, HE, EVE = Span(0, 2), Span(5, 6), Span(0, 1)


def ids(threshold: float, *documents: tuple[str, Spans]) -> list[tuple[str, ...]]:
    """The ids of the chains of each document."""
    return [names for _, names in entities([(prepared(text), chains) for text, chains in documents], threshold)]


SINGER_WHO_DANCED = f"{SANG_A_SONG}\n{HE_DANCED}", ((SMITH, HE),)
SINGER, VOTER, EVE_WHO_VOTED = (SANG, ((SMITH,),)), (VOTED, ((SMITH,),)), (EVE_VOTED, ((EVE,),))
EVE_WHO_SLEPT = "Eve/NNP/2/nsubj slept/VBD/0/root/sleep", ((EVE,),)
SINGER_AND_VOTER = SANG_AND_VOTED, ((SMITH,),)


def test_weights_are_tf_idf_of_length_1() -> None:
    """Of four documents one sings: 2 log 4 = 4 log 2; two vote: log 2."""
    weights = weigh({"sing": 2, "vote": 1}, {"sing": 1, "vote": 2}, documents=4)

    assert weights == pytest.approx({"sing": 4 / sqrt(17), "vote": 1 / sqrt(17)})


def test_term_of_every_document_weighs_nothing() -> None:
    assert weigh({"say": 3}, {"say": 2}, documents=2) == {}


def test_similarity_is_the_cosine() -> None:
    first, second = {"sing": 0.6, "vote": 0.8}, {"sing": 0.8, "dance": 0.6}

    assert similarity(first, second) == similarity(second, first) == pytest.approx(0.48)
    assert similarity(first, {}) == 0


@pytest.mark.parametrize(("threshold", "same"), [(0.33, True), (0.34, False)])
def test_summary_has_the_sentences_of_all_mentions(threshold: float, same: bool) -> None:
    """Of four documents two sing (log 2), one has a song and one dances (2 log 2): (1, 2, 2) / 3 and (1): 1/3."""
    [[first], [second], *_] = ids(threshold, SINGER_WHO_DANCED, SINGER, VOTER, EVE_WHO_VOTED)

    assert (first == second) is same


def test_chains_of_different_words_are_different_entities() -> None:
    """The case of the paper: one name, two men."""
    assert ids(0.1, SINGER, VOTER, SINGER, VOTER) == [("e1",), ("e2",), ("e1",), ("e2",)]


def test_names_are_no_evidence() -> None:
    """All they share is the name; Eve has no name in common with those who vote as she does."""
    assert ids(0, SINGER, VOTER, EVE_WHO_VOTED) == [("e1",), ("e2",), ("e3",)]


SMITH_SANG = "Smith/NNP/2/nsubj sang/VBD/0/root/sing", ((Span(0, 1),),)
BROWN_SANG = SANG.replace("Smith", "Brown"), ((SMITH,),)


@pytest.mark.parametrize(("singer", "same"), [(SMITH_SANG, True), (BROWN_SANG, False)])
def test_only_chains_that_may_have_one_name_are_compared(singer: tuple[str, Spans], same: bool) -> None:
    """A Smith may be John Smith, and John Brown is not, though he sings too; of four documents two sing."""
    for pair in ((SINGER, singer), (singer, SINGER)):
        [[first], [second], *_] = ids(0.5, *pair, VOTER, EVE_WHO_VOTED)
        assert (first == second) is same


def test_what_is_one_with_a_third_is_one() -> None:
    """Of four documents two sing and three vote; the one who does both is like each who does one (single link)."""
    assert ids(0.1, SINGER, VOTER, SINGER_AND_VOTER, EVE_WHO_VOTED) == [("e1",), ("e1",), ("e1",), ("e2",)]


def test_chains_of_one_document_become_one_if_both_are_like_a_third() -> None:
    """Of three documents two have a singer and two a voter; that of the second is both."""
    twice: tuple[str, Spans] = f"{SANG}\n{VOTED}", ((SMITH,), (Span(3, 5),))
    documents: list[tuple[Prepared, Spans]] = [
        (prepared(text), chains) for text, chains in (twice, SINGER_AND_VOTER, EVE_WHO_SLEPT)
    ]
    [(chains, ids_of_first), (_, ids_of_second), _] = entities(documents, 0)

    assert chains == ((SMITH, Span(3, 5)),)
    assert ids_of_first == ids_of_second == ("e1",)


def test_chains_without_names_are_entities_of_their_own() -> None:
    he_danced = HE_DANCED, ((Span(0, 1),),)

    assert ids(0, he_danced, he_danced) == [("e1",), ("e2",)]
