"""The verdict on chains in words."""

import numpy as np
import pytest

from anaphora.experiments.findings import Chained, Findings
from anaphora.experiments.report import verdict
from anaphora.experiments.report.section import Beside, Words
from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, recall_precision
from anaphora.workbench.results.scores import Scores

CONLL: Measure[Overlap] = Measure("conll", lambda _: np.zeros((0, 4)), recall_precision, "made up")


def said(good: list[int], poor: list[int]) -> list[str]:
    """The verdict on two systems with so many mentions of ten right in each document."""
    rows = {name: np.array([(it, 10, it, 10) for it in right], float) for name, right in (("a", poor), ("b", good))}
    counts = {name: {"conll": row} for name, row in rows.items()}
    names = tuple(f"d{at}" for at in range(len(good)))
    scores = Scores("key", "", names, ("a", "b"), (CONLL,), counts, (), 100, 0)
    found = verdict.section(Findings("t", "", chained=Chained(scores))).blocks
    blocks = [part for block in found for part in (block.blocks if isinstance(block, Beside) else (block,))]
    return [line for block in blocks if isinstance(block, Words) for line in block.lines]


def test_the_best_system_is_held_against_the_next() -> None:
    lines = said([9] * 8, [5] * 8)

    assert lines[0].startswith("b is ahead in conll: 90.0")
    assert lines[1].startswith("Next is a with 50.0")
    assert (
        "; the difference is 40.0 points, 95% interval 40.0 to 40.0, significant (adjusted p = .008)" in lines[1]
    )  # 2 of 256 signs


def test_a_difference_that_may_be_chance_is_called_so() -> None:
    assert "not significant" in said([9, 4, 8], [5, 8, 7])[1]


def test_one_document_tests_nothing() -> None:
    assert "with one document the difference cannot be tested" in said([9], [5])[1]


@pytest.mark.parametrize("count", [1, 3])
def test_systems_that_are_level_are_named_together(count: int) -> None:
    assert said([7] * count, [7] * count)[0].startswith("a and b are tied in conll: 70.0")
