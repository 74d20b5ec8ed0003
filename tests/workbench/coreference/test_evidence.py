"""Responses that are simulated from a key."""

from collections.abc import Sequence

import numpy as np
import pytest

from anaphora.workbench.coreference.alignment import simulate
from anaphora.workbench.coreference.overlap import Columns, columns
from anaphora.workbench.document import Span
from anaphora.workbench.key import Key

KEY = columns(Key("d", tuple(tuple(Span(at, at + 1) for at in range(first, 60, 6)) for first in range(6))))
"""Six chains of ten mentions each, one mention after the other in turn."""


def together(found: Columns) -> set[tuple[int, int]]:
    """The pairs of rows that are in one chain."""
    same = found.chain[:, np.newaxis] == found.chain
    return set(zip(*np.nonzero(np.triu(same, 1)), strict=True))


def sizes(found: Columns) -> Sequence[int]:
    return sorted(np.bincount(found.chain).tolist())


def test_no_links_are_singletons_and_all_are_the_key() -> None:
    assert sizes(simulate(KEY, links=0)) == [1] * 60
    assert together(simulate(KEY, links=1)) == together(KEY)


def test_all_merged_are_one_entity() -> None:
    assert sizes(simulate(KEY, merged=1)) == [60]


def test_links_and_merged_chains_only_grow() -> None:
    cut = [together(simulate(KEY, links=share)) for share in (0.2, 0.5, 0.8)]
    merged = [together(simulate(KEY, merged=share)) for share in (0.2, 0.5, 0.8)]

    assert cut[0] < cut[1] < cut[2] < together(KEY)
    assert together(KEY) <= merged[0] <= merged[1] <= merged[2]


def test_share_of_links_is_about_the_one_asked_for() -> None:
    """Of 54 links between neighbours."""
    chains = len(sizes(simulate(KEY, links=0.5)))

    assert 60 - chains == pytest.approx(27, abs=8)


def test_no_mentions_stay_none() -> None:
    nothing = columns(Key("d", ()))

    assert len(simulate(nothing, links=0.5).chain) == len(simulate(nothing, merged=0.5).chain) == 0
