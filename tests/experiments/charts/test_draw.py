"""Scales hold what they are made for, and a drawing says what it is told."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from anaphora.experiments.charts.draw import page_svg
from anaphora.experiments.charts.shapes import Box, Drawing, Text, mark, scale

NUMBERS = st.floats(-1e6, 1e6).map(lambda value: round(value, 3))


@settings(max_examples=30)
@given(NUMBERS, NUMBERS)
def test_a_scale_has_round_ticks_that_enclose_both_ends(one: float, other: float) -> None:
    low, high = sorted((one, other))
    found = scale(low, high, 0, 100)

    assert found.ticks[0] <= low
    assert high <= found.ticks[-1]
    assert 2 <= len(found.ticks) <= 14
    assert found(found.ticks[0]) == 0
    assert found(found.ticks[-1]) == 100


def test_ticks_are_one_two_or_five_times_a_power_of_ten() -> None:
    assert scale(0, 0.4, 0, 1).ticks == (0, 0.1, 0.2, 0.3, 0.4)
    assert scale(-17, 3, 0, 1).ticks == (-20, -15, -10, -5, 0, 5)


def test_a_drawing_escapes_what_it_says() -> None:
    harm = "</svg><b>&\"'"
    shapes = (Text(harm, 1, 2), Box("right", 0, 0, 3, 5, tip=harm), mark(3, 5, 5, "mark-1"))
    picture = html.fragment_fromstring(page_svg(Drawing(10, 10, shapes), "chart", "a < b", "c & d"))

    assert picture.findtext("title") == "a < b"
    assert picture.findtext("desc") == "c & d"
    assert picture.findtext("text") == harm
    assert picture.find("rect").findtext("title") == harm


def test_numbers_have_real_minus_signs_and_names_their_hyphens() -> None:
    picture = html.fragment_fromstring(page_svg(Drawing(9, 9, (Text("a-1: -1.5", 0, 0),)), "chart", "", ""))

    assert picture.findtext("text") == "a-1: −1.5"
