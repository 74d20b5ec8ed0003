"""Scales hold what they are made for, and a drawing is a file of its own."""

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from anaphora.experiments.report.drawing import Drawing, Figures, box, file, label, mark, scale

NUMBERS = st.floats(-1e6, 1e6).map(lambda value: round(value, 3))


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


def test_a_file_escapes_what_it_says_and_brings_its_styles() -> None:
    shapes = (label("</svg><b>&\"'", 1, 2), box("right", 0, 0, -3, 5), mark(3, 5, 5, "s1"))
    drawing = Drawing("chart", "a < b", "c & d", 10, 10, shapes, Figures(("x",), (("y",),)))
    root = etree.fromstring(file(drawing).encode())
    namespace = "{http://www.w3.org/2000/svg}"

    assert root.findtext(f"{namespace}title") == "a < b"
    assert root.findtext(f"{namespace}desc") == "c & d"
    assert root.findtext(f"{namespace}text") == "</svg><b>&\"'"
    assert root.find(f"{namespace}rect").get("width") == "0"
    assert "--right:" in root.findtext(f"{namespace}style")
