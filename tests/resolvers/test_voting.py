from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from anaphora.resolvers import mitkov
from anaphora.resolvers._additive.columns import columns_of, pairs_of
from anaphora.resolvers._additive.settings import load_settings
from anaphora.resolvers._additive.voting import tally
from tests.annotated import prepared

NOUNS = "\n".join(f"The/DT/2/det thing{number}/NN/3/nsubj stops/VBZ/0/root" for number in range(3))
IT_STOPS = "It/PRP/2/nsubj stops/VBZ/0/root"
DOCUMENT = prepared("\n".join([NOUNS, IT_STOPS, IT_STOPS, NOUNS, IT_STOPS]))
COLUMNS, PAIRS = columns_of(DOCUMENT), pairs_of(DOCUMENT)
SETTINGS = load_settings("mitkov.toml", preset="1998")
TIES = [SETTINGS.indicators.index(name) for name in mitkov.TIES]


@given(
    votes=st.lists(st.integers(-1, 2), min_size=PAIRS.candidate.size * 10, max_size=PAIRS.candidate.size * 10),
    weights=st.lists(st.sampled_from([-1.0, 0.0, 0.5, 1.0]), min_size=10, max_size=10),
)
def test_the_tally_of_all_cases_at_once_is_that_of_each_alone(votes: list[int], weights: list[float]) -> None:
    matrix = np.array(votes, np.int8).reshape(-1, 10)
    weighing = np.array(weights)

    result = tally(COLUMNS, PAIRS, matrix, replace(SETTINGS, weights=weighing), mitkov.TIES)

    for number in range(len(PAIRS.cases)):
        rows = np.flatnonzero(PAIRS.owner == number).tolist()
        keys = {
            row: (
                float(matrix[row] @ weighing),
                *(float(matrix[row, tie] * weighing[tie]) for tie in TIES),
                DOCUMENT.mentions[PAIRS.candidate[row]].head,
            )
            for row in rows
        }
        winner = max(rows, key=keys.__getitem__)
        second = max((keys[row] for row in rows if row != winner), default=None)
        decided = 0 if second is None else next(i for i in range(5) if second[i] != keys[winner][i])
        assert result.winner[number] == winner
        assert result.tie_breaks[number] == decided
