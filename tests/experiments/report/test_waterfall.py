"""The waterfall's bars add up to the losses of the comparison."""

from dataclasses import replace

import pytest

from anaphora.experiments.report.charts.waterfall import BAR, LEFT, Bar, waterfall
from tests.workbench.tiny_comparison import CAREFUL, HASTY, empty_comparison, tiny_comparison

DRAWING = waterfall(tiny_comparison())


def counts(bar: Bar) -> dict[str, int]:
    return {segment.look: segment.count for segment in bar.segments}


def test_the_bars_lead_from_all_anaphors_over_the_shared_losses_to_one_branch_for_each_resolver() -> None:
    assert [(bar.kind, bar.label, counts(bar)) for bar in DRAWING.bars] == [
        ("all", "key anaphors", {"all": 3}),
        ("loss", "anaphor missed", {"loss": 1}),
        ("ceiling", "resolvable", {"ceiling": 2}),
        ("branch", CAREFUL, {"right": 1, "abstained": 1}),
        ("branch", HASTY, {"tie_lost": 1, "outranked": 1}),
    ]


@pytest.mark.parametrize("resolver", [CAREFUL, HASTY])
def test_a_branch_and_the_shared_losses_add_up_to_all_key_anaphors(resolver: str) -> None:
    comparison = tiny_comparison()
    branch = next(bar for bar in DRAWING.bars if bar.label == resolver)
    own = {stage: count for stage, count in comparison.losses(resolver).items() if count and stage != "anaphor_missed"}

    assert counts(branch) == own
    assert sum(comparison.shared_losses().values()) + sum(own.values()) == comparison.anaphors


def test_lengths_are_in_proportion_and_pieces_follow_each_other() -> None:
    right, left_open = next(bar for bar in DRAWING.bars if bar.label == CAREFUL).segments

    assert (right.x, right.width) == pytest.approx((LEFT, BAR / 3), abs=0.01)
    assert left_open.x == pytest.approx(right.x + right.width, abs=0.02)


def test_the_maximum_is_marked_under_both_matchings() -> None:
    comparison = tiny_comparison()
    first, second = comparison.documents
    it, again = first.anaphors
    documents = (replace(first, anaphors=(it, replace(again, strict=False))), second)

    strict, partial = waterfall(replace(comparison, documents=documents)).marks

    assert strict.label == "MAX strict 33.3"
    assert partial.label == "MAX partial 66.7"
    assert (strict.x, partial.x) == pytest.approx((LEFT + BAR / 3, LEFT + BAR * 2 / 3), abs=0.01)


def test_without_anaphors_the_bars_are_empty_and_the_shares_dashes() -> None:
    drawing = waterfall(empty_comparison())

    assert [bar.segments for bar in drawing.bars] == [(), (), ()]
    assert [bar.figures for bar in drawing.bars] == ["0 = –", "0 = –", "0 = – (– of those)"]
