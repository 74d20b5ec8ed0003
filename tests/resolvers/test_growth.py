"""What resolvers that learn do on a long text grows with its words, not with their square."""

from collections.abc import Callable
from typing import cast

import numpy as np
import pytest

from anaphora.resolvers import ranker
from anaphora.resolvers.chains import mention_pair
from anaphora.resolvers.chains import ranker as chain_ranker
from anaphora.resolvers.discourse.identity import linker_of
from anaphora.resolvers.neural_ranker import Floats, PairScorer, PairScores, Reader
from anaphora.workbench.arrays import Integers
from anaphora.workbench.document import Prepared, Vectors
from tests.annotated import prepared
from tests.calls import growth
from tests.resolvers.answers import read


class NoNetwork:
    """Has nothing to say of any mention."""

    def vectors(self, prepared: Prepared) -> Vectors:
        return Vectors("", np.zeros((len(prepared.document.words), 1), np.float16))

    def score(self, mentions: Floats, i: Integers, j: Integers, features: Floats) -> PairScores:
        return PairScores(np.zeros((len(i), 2), np.float32), np.zeros((len(mentions), 2), np.float32))


def read_all(text: Prepared) -> None:
    reader = Reader(cast(PairScorer, NoNetwork()))
    reader.of_mentions(text)
    reader.of_pronouns(text)


WORK: dict[str, Callable[[Prepared], object]] = {
    "ranker": lambda text: ranker.build().resolve(text),
    "ranker of chains": lambda text: chain_ranker.build().chains(text),
    "mention_pair": lambda text: mention_pair.build().chains(text),
    "mention_pair, strong": lambda text: mention_pair.build(decoding="strong").chains(text),
    "neural_ranker": read_all,
}


def test_work_on_what_is_no_entity_grows_with_a_sentence() -> None:
    """Each name is an argument of one verb, so that no two are one; every second is a conjunct, and may be."""

    def work(names: int) -> Callable[[], object]:
        rows = (f"Ann{number}/NNP/1/{('obj', 'conj')[number % 2]}" for number in range(names))
        text = prepared(f"saw/VBD/0/root {' '.join(rows)}")
        return lambda: linker_of(text)

    assert growth(work, 100) <= 2.2


@pytest.mark.parametrize("name", WORK)
def test_twice_the_words_are_at_most_twice_the_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mention_pair, "REACH", 20)

    def work(sentences: int) -> Callable[[], object]:
        text = read(*["Ann saw the dog", "She fed it"] * sentences)
        return lambda: WORK[name](text)

    assert growth(work, 24) <= 2.2
