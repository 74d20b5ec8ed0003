"""Tables of figures in the order of a column."""

from collections.abc import Sequence

import pytest

from anaphora.experiments.report.page import asset
from tests.experiments.report.scripts import evaluate, needs_node

pytestmark = needs_node


def ordered(cells: Sequence[str], descending: bool) -> list[str]:
    script = asset("elements.js", "sorting.js")
    found: list[str] = evaluate("anaphora.ordered(data, (cell) => cell, more)", list(cells), descending, script)
    return found


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("9.5", "71.6", "10.0"), ["71.6", "10.0", "9.5"]),
        (("\N{MINUS SIGN}2.6", "+1.0", "0.3"), ["+1.0", "0.3", "\N{MINUS SIGN}2.6"]),
        (("906", "1,079", "6,756"), ["6,756", "1,079", "906"]),
        (("64.1 *", "448 of 953", "71.3"), ["448 of 953", "71.3", "64.1 *"]),
        (("60.22 fgh", "59.98 fgh"), ["60.22 fgh", "59.98 fgh"]),
        (("mars", "hobbs", "mitkov"), ["mitkov", "mars", "hobbs"]),
    ],
    ids=["decimals", "signs", "thousands", "words after figures", "letters", "names"],
)
def test_a_column_descends_by_its_figures_or_else_by_its_words(cells: Sequence[str], expected: list[str]) -> None:
    assert ordered(cells, descending=True) == expected


@pytest.mark.parametrize("descending", [False, True])
def test_what_is_undefined_stands_last_either_way(descending: bool) -> None:
    assert ordered(["\N{EN DASH}", "1", "", "2"], descending)[2:] == ["\N{EN DASH}", ""]


def test_equal_figures_stay_as_they_stood() -> None:
    assert ordered(["5 b", "7", "5 a"], descending=True) == ["7", "5 b", "5 a"]
