"""What the network gives."""

import numpy as np

from anaphora.preprocess.encoder.network import Parse


def test_a_sentence_cut_out_keeps_its_root_scores_and_its_own_heads() -> None:
    column, starts = np.arange(4), np.arange(4, dtype=np.float32)
    arcs = np.arange(20, dtype=np.float32).reshape(4, 5)

    found = Parse(column, column, column, column, column, starts, arcs).cut(1, 3)

    assert found.tags.tolist() == [1, 2]
    assert found.arcs.tolist() == [[5, 7, 8], [10, 12, 13]]
