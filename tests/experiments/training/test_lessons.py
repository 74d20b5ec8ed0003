"""What a document teaches the neural ranker."""

from pathlib import Path

import numpy as np

from anaphora.experiments.training.lessons import Rankers, read, text
from anaphora.resolvers import ranker

PRINTER = Path(__file__).parents[3] / "corpora" / "manuals" / "printer.conllu"


def test_a_document_is_read_with_automatic_and_with_perfect_input() -> None:
    """Right candidates are those of the pronoun's chain; a document not seen by `ranker` is scored by its trees."""
    (document,) = read(PRINTER, times=2, partial=False)
    shipped = Rankers([document]).of(document)
    found = text(document, shipped)

    assert shipped is ranker.read_shipped()[0]
    assert (len(found.readings), found.times, found.partial) == (2, 2, False)
    for reading in found.readings:
        assert reading.places.shape == (len(reading.chains), 3)
        assert len(reading.questions) > 10
        assert any(question.right.any() for question in reading.questions)
        for question in reading.questions:
            chain = reading.chains[question.anaphor]
            expected = (reading.chains[question.candidates] == chain) & (chain >= 0)
            np.testing.assert_array_equal(question.right, expected)
