"""Curves and calibration, worked by hand. An answer is right, wrong, or given to what is no key anaphor (spurious)."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.document import Span
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.coverage import Coverage, coverage_tables, open_anaphors, tradeoff_table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.trace.document import Confidence, KeyAnaphor, Outcome
from tests.workbench.rights import document
from tests.workbench.tiny_comparison import tiny_comparison

Answer = tuple[float, str]
RIGHT, WRONG, SPURIOUS = "right", "wrong", "spurious"


def confidence(*answers: Answer, stated: bool = True) -> Confidence:
    kinds = [kind for _, kind in answers]
    return Confidence(
        stated,
        np.array([sure for sure, _ in answers], np.float32),
        np.array([kind != SPURIOUS for kind in kinds], bool),
        np.array([kind == RIGHT for kind in kinds], bool),
    )


def compared(anaphors: int, *documents: Confidence) -> Comparison:
    """Documents of so many key anaphors each, and one resolver."""
    traced = [
        replace(document(str(number), *[(True, True, True)] * anaphors), confidences={"one": sure})
        for number, sure in enumerate(documents)
    ]
    return Comparison("made up", "signature", ("one",), tuple(traced))


def covered(anaphors: int, *answers: Answer, stated: bool = True) -> Coverage:
    """One document."""
    return compared(anaphors, confidence(*answers, stated=stated)).coverage["one"]


def error(found: Coverage) -> float | None:
    return found.calibration[0] if found.calibration else None


def precision(found: Coverage, share: float) -> float | None:
    point = found.at(share)
    return point.precision if point else None


FOUR = ((0.9, RIGHT), (0.8, WRONG), (0.7, SPURIOUS), (0.6, RIGHT))
"""Of four key anaphors three are answered."""


def test_the_surest_answers_are_taken_first_and_spurious_ones_are_wrong() -> None:
    """1 of 1, 1 of 2; to cover the third anaphor the spurious answer is taken too: 2 of 4, though 2 of 3 anaphors."""
    found = covered(4, *FOUR)

    assert [precision(found, share) for share in (0.25, 0.5, 0.75)] == [1, 0.5, 0.5]
    point = found.at(0.75)
    assert point is not None
    assert point.success_of_answered == pytest.approx(2 / 3)
    assert (found.answered, found.precision, found.area) == (0.75, 0.5, 0.5)  # the mean of 1, 1/2, 2/4 and 0
    assert found.at(0.76) is None
    interval = covered(4, (4, RIGHT), (3, RIGHT), (2, WRONG), (1, WRONG)).at(1)
    assert interval is not None
    assert interval.interval is not None
    assert (interval.interval.low, interval.interval.high) == pytest.approx((0.15, 0.85), abs=1e-4), "as of a rate"


def test_a_tie_after_surer_answers_is_taken_in_part() -> None:
    """Half of two answers, one of them right, is half a right answer of one.

    Three of four: the sure one, and two thirds of three answers of which one is right: (1 + 2/3) / 3.
    """
    assert precision(covered(2, (0.9, RIGHT), (0.9, WRONG)), 0.5) == 0.5
    assert precision(covered(2, (0.9, WRONG), (0.9, RIGHT)), 0.5) == 0.5
    found = covered(4, (3, RIGHT), (1, WRONG), (1, RIGHT), (1, WRONG), stated=False)

    assert precision(found, 0.75) == pytest.approx(5 / 9)
    assert found.area == pytest.approx((1 + (4 / 3) / 2 + (5 / 3) / 3 + 2 / 4) / 4)


def test_without_a_rival_one_is_surest_and_without_a_score_least_sure() -> None:
    found = covered(3, (nan, WRONG), (5, WRONG), (inf, RIGHT), stated=False)

    assert found.kind == "margin"
    assert [precision(found, share / 3) for share in (1, 2, 3)] == pytest.approx([1, 1 / 2, 1 / 3])


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from([0.25, 0.5, 1.0]), st.sampled_from([RIGHT, WRONG, SPURIOUS])), min_size=1))
def test_the_order_of_documents_and_answers_does_not_matter(answers: list[Answer]) -> None:
    there, back = covered(len(answers), *answers), covered(len(answers), *reversed(answers))

    assert there.area == pytest.approx(back.area)
    for share in (0.25, 0.5, 0.75):
        assert precision(there, share) == pytest.approx(precision(back, share))
    assert error(there) == pytest.approx(error(back))


def test_a_resolver_that_does_not_say_how_sure_it_is_has_a_point() -> None:
    """It answers two of four anaphors, one of them rightly, and something spurious."""
    found = covered(4, (nan, RIGHT), (nan, WRONG), (nan, SPURIOUS), stated=False)

    assert (found.kind, found.answered) == (None, 0.5)
    assert found.precision == pytest.approx(1 / 3)
    assert (found.at(0.25), found.area, found.calibration) == (None, None, None)


def test_the_calibration_error_is_the_mean_difference_of_probability_and_precision() -> None:
    """Four answers are in bins of their own: .1, .8, .7 and .4 away from 1, 0, 0 and 1.

    Equal probabilities share a bin: of two, 90% is stated and half is right; alone each would be .1 and .9 away.
    """
    shared = covered(3, (0.9, RIGHT), (0.9, WRONG), (0.25, WRONG))

    assert error(covered(4, *FOUR)) == pytest.approx(0.5)
    assert error(shared) == pytest.approx((2 * 0.4 + 0.25) / 3)
    assert covered(1, (0.5, RIGHT), stated=False).calibration is None, "margins are not calibrated"
    assert tiny_comparison().coverage == {}, "nobody was asked"


def test_bins_have_as_many_answers_each() -> None:
    """Twenty answers, two a bin, each with one right: of .01 and .02 the mean is .015 ... and .195 in the last bin."""
    answers = [(number / 100, RIGHT if number % 2 else WRONG) for number in range(1, 21)]
    expected = sum(0.5 - (4 * place + 3) / 200 for place in range(10)) / 10

    assert error(covered(20, *answers)) == pytest.approx(expected, abs=1e-7)


def test_the_interval_of_the_calibration_error_is_over_documents() -> None:
    """Documents that are alike give the same in each sample; of two others a sample has .5 or .25 alone, or both.

    In one document there is none.
    """
    alike = compared(1, *[confidence((0.75, RIGHT))] * 3)
    apart = compared(1, confidence((0.5, RIGHT)), confidence((0.25, WRONG)))

    assert alike.coverage["one"].calibration == (0.25, Interval(0.25, 0.25))
    assert apart.coverage["one"].calibration == (0.375, Interval(0.25, 0.5))
    calibration = covered(4, *FOUR).calibration
    assert calibration is not None
    assert calibration[1] is None


def test_those_with_a_curve_stand_first_and_who_sees_the_key_is_left_out() -> None:
    traced = replace(
        document("d", (True, True, True)),
        confidences={
            "one": confidence((nan, RIGHT), stated=False),
            "other": confidence((0.5, WRONG), (0.75, RIGHT)),
            "third": confidence((1, RIGHT)),
        },
    )
    result = Comparison("made up", "signature", ("one", "other", "third"), (traced,), read_key=frozenset({"third"}))

    assert list(result.coverage) == ["other", "one"]
    covered, calibrated = coverage_tables(result.coverage, "made up")
    assert [row[0] for row in covered.rows] == ["other", "one"]
    assert covered.groups == {1}
    assert [row[0] for row in calibrated.rows] == ["other"]


# clear and open anaphors


def key_anaphor(start: int, *acceptable: Span) -> KeyAnaphor:
    return KeyAnaphor(Span(start, start + 1), "it", 0, acceptable, 0, start, 1, 1, 1, "", strict=True, partial=True)


def test_an_anaphor_is_open_where_annotators_share_no_settled_antecedent() -> None:
    """Ann 0, Sue 1; "she" 4 is Ann's or Sue's, "she" 6 follows that, "she" 8 follows Ann again; 9 has one reading."""
    ann, sue, first, second = Span(0, 1), Span(1, 2), Span(4, 5), Span(6, 7)
    key = [key_anaphor(4, ann), key_anaphor(6, ann, first), key_anaphor(8, ann, first, second), key_anaphor(9, sue)]
    chains = [{ann, Span(8, 9)}, {sue, first, second, Span(9, 10)}]
    other = {span: chain for chain in chains for span in chain}
    silent = {span: chain for span, chain in other.items() if span.start < 9}

    assert open_anaphors(key, [other]) == {first, second}
    assert open_anaphors(key, [other, silent]) == {first, second, Span(9, 10)}, "one of them does not resolve it"
    assert open_anaphors(key, []) == frozenset()
    longer = {Span(0, 3), first}, {sue, second, Span(8, 9), Span(9, 10)}
    assert Span(4, 5) not in open_anaphors(key, [{span: chain for chain in longer for span in chain}]), "Ann, who left"
    both = *longer, {ann}
    assert Span(4, 5) in open_anaphors(key, [{span: chain for chain in both for span in chain}]), "Ann 's mother"


def traded(*answers: Answer, found_open: Sequence[int], stated: bool = True) -> Coverage:
    """Two documents, each with these answers to its anaphors, of which those of these numbers are open."""
    whole = compared(len(answers), *[confidence(*answers, stated=stated)] * 2)
    spans = [anaphor.span for anaphor in whole.documents[0].anaphors]
    opened = frozenset(spans[number] for number in found_open)
    outcomes = {"one": [Outcome("right", Span(0, 1), "", 1.0)] * len(answers)}
    documents = tuple(replace(document, outcomes=outcomes) for document in whole.documents)
    return replace(whole, documents=documents, found_open={"0": opened, "1": opened}).coverage["one"]


def test_what_is_less_sure_is_left_open() -> None:
    """Of four answers the first three are to clear anaphors, one of which is wrong; the last is to an open one."""
    found = traded((0.9, RIGHT), (0.8, WRONG), (0.7, RIGHT), (0.7, RIGHT), found_open=[3])
    points = {share: found.tradeoff(share) for share in (1, 0.75, 0.5, 0.25)}

    assert {
        share: (point.threshold, point.clear.right, point.clear.total, point.open.right, point.open.total)
        for share, point in points.items()
        if point
    } == {
        1: (None, 4, 6, 0, 2),
        0.75: (pytest.approx(0.7), 4, 6, 0, 2),  # the open one is as sure
        0.5: (pytest.approx(0.8), 2, 6, 2, 2),
        0.25: (pytest.approx(0.9), 2, 6, 2, 2),
    }
    assert all(point and point.clear.interval and point.open.interval for point in points.values())
    silent = traded((nan, RIGHT), (nan, RIGHT), found_open=[0])
    assert [silent.tradeoff(share) is None for share in (1, 0.5)] == [False, True], "who is not sure has no curve"
    assert [len(tradeoff_table({"one": curve}).rows) for curve in (found, silent)] == [4, 1]
