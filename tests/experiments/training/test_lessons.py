"""What a document teaches the neural ranker."""

from pathlib import Path

import numpy as np

from anaphora.experiments.training.lessons import Rankers, read, text
from anaphora.resolvers import ranker

PRINTER = Path(__file__).parents[3] / "corpora" / "manuals" / "printer.conllu"


def test_a_document_is_read_with_automatic_and_with_perfect_input() -> None:
    (document,) = read(PRINTER, times=2, partial=False)
    found = text(document, Rankers([document]).of(document))

    assert (len(found.readings), found.times, found.partial) == (2, 2, False)
    for reading in found.readings:
        assert reading.places.shape == (len(reading.chains), 3)
        assert len(reading.questions) > 10


def test_right_candidates_are_those_of_the_chain_of_the_pronoun() -> None:
    (document,) = read(PRINTER, times=1, partial=False)
    automatic, _ = text(document, Rankers([document]).of(document)).readings

    assert any(question.right.any() for question in automatic.questions)
    for question in automatic.questions:
        chain = automatic.chains[question.anaphor]
        expected = (automatic.chains[question.candidates] == chain) & (chain >= 0)
        np.testing.assert_array_equal(question.right, expected)


def test_a_document_that_ranker_has_not_seen_is_scored_by_its_own_trees() -> None:
    (document,) = read(PRINTER, times=1, partial=False)

    assert Rankers([document]).of(document) is ranker.read_shipped()[0]
