"""The reports of scores: made-up values, so that each sentence can be checked by hand."""

from dataclasses import replace

import numpy as np
import pytest

from anaphora.experiments.show.report.page import Beside, Block, Words, report
from anaphora.experiments.show.report.scores import datasets_page, scores_page
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.measures import Measure, recall_precision
from anaphora.workbench.results.family import Family, Pair
from anaphora.workbench.results.macro import DatasetScores, MacroScores
from anaphora.workbench.results.scores import Exchanged, Scores
from anaphora.workbench.results.values import Interval

BETTER = {"good": 0.8, "poor": 0.6}


def league(datasets: int = 8, values: dict[str, float] = BETTER, resamples: int = 100) -> MacroScores:
    """Systems that have the same value on each dataset; their differences are significant."""
    first, *others = values
    pairs = tuple(
        Pair(first, other, values[first] - values[other], Interval(0.1, 0.3), 0.001, 0.002, Exchanged(exact=False))
        for other in others
    )
    samples = np.array([[*values.values()]] * resamples) if resamples else None
    found = tuple(
        DatasetScores(f"set{number}", 10, {"conll": tuple(values.values())}, Family(pairs), samples, {})
        for number in range(datasets)
    )
    return MacroScores("made up", "the signature", tuple(values), {"conll": "f1"}, "conll", found, (), resamples, 0)


def words(blocks: tuple[Block, ...]) -> list[str]:
    inner = (each for block in blocks for each in (block.blocks if isinstance(block, Beside) else (block,)))
    return [line for block in inner if isinstance(block, Words) for line in block.lines]


def test_the_verdict_says_who_is_ahead_how_far_and_on_how_many_datasets() -> None:
    verdict, *_ = datasets_page(league()).sections
    lines = words(verdict.blocks)

    assert lines[0].startswith(
        "On made up (8 datasets), good reached a macro average of 80.0% in CoNLL F1 (95% interval 80.0 to 80.0), "
        "20.0 points more than poor; the difference is significant (95% interval 20.0 to 20.0; p = .008, "
    )  # 2 of the 2**8 exchanges
    assert lines[1].startswith("good has the higher value on 8 of 8 datasets, poor on 0;")
    assert lines[1].endswith("good is better on at least 8.")


def test_level_systems_are_not_ranked() -> None:
    verdict, *_ = datasets_page(league(values={"a": 0.5, "b": 0.5})).sections

    assert words(verdict.blocks)[0].startswith(
        "On made up (8 datasets), a and b each reached a macro average of 50.0% in CoNLL F1"
    )
    warned = replace(league(), warnings=("mine has no response",))
    assert any("mine has no response" in line for line in words(datasets_page(warned).sections[0].blocks))


def test_one_system_one_dataset_and_no_resamples_make_a_page_too() -> None:
    alone = league(values={"mine": 0.5})
    single = league(datasets=1)
    quick = league(resamples=0)

    assert [section.id for section in datasets_page(alone).sections] == ["verdict", "ranking", "datasets"]
    assert "mine reached a macro average of 50.0% in CoNLL F1" in report(datasets_page(alone))
    assert "One dataset says nothing about others" in report(datasets_page(single))
    assert "significant" not in words(datasets_page(single).sections[0].blocks)[0], "nothing was tested"
    assert datasets_page(league()).facts == "8 datasets · 80 documents · 2 systems"
    assert "wins" not in [section.id for section in datasets_page(quick).sections]


def test_names_of_datasets_and_systems_are_escaped() -> None:
    assert "<script>alert" not in report(datasets_page(league(values={"<script>alert(1)</script>": 0.8, "b": 0.6})))


CONLL: Measure[Overlap] = Measure("conll", lambda _: np.zeros((0, 4)), recall_precision, "made up")


def said(good: list[int], poor: list[int]) -> list[str]:
    """The verdict on two systems with so many mentions of ten right in each document."""
    rows = {name: np.array([(it, 10, it, 10) for it in right], float) for name, right in (("a", poor), ("b", good))}
    counts = {name: {"conll": row} for name, row in rows.items()}
    names = tuple(f"d{at}" for at in range(len(good)))
    scores = Scores("key", "", names, ("a", "b"), (CONLL,), counts, (), 100, 0)
    return words(scores_page(scores).sections[0].blocks)


def test_the_best_system_is_held_against_the_next() -> None:
    assert said([9] * 8, [5] * 8)[0].startswith(
        "On key (8 documents), b reached 90.0% in CoNLL F1 (95% interval 90.0 to 90.0), 40.0 points more than a; the "
        "difference is significant (95% interval 40.0 to 40.0; p = .008, "
    )  # 2 of 256 signs


def test_a_difference_that_may_be_chance_is_called_so() -> None:
    assert "not significant" in said([9, 4, 8], [5, 8, 7])[0]


def test_one_document_tests_nothing() -> None:
    assert "the difference cannot be tested with fewer than 6 documents" in said([9], [5])[0]


@pytest.mark.parametrize("count", [1, 3])
def test_systems_that_are_level_are_named_together(count: int) -> None:
    assert "a and b each reached 70.0% in CoNLL F1" in said([7] * count, [7] * count)[0]
