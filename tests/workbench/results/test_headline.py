"""Sentences for papers: one system, two, many, no test, nothing defined; and badges."""

from dataclasses import dataclass

import pytest

from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.headline import Headline, spelled
from anaphora.workbench.results.values import Interval


@dataclass(frozen=True)
class Nothing:
    """A detail that says nothing more."""

    def turned(self) -> "Nothing":
        """The same."""
        return self


def headline(
    *values: float | None, p: float | None = None, compared: int = 1, units: int = 24, interval: bool = True
) -> Headline:
    """Systems a, b and so on, each with an interval of 5 points to either side, and the same p of all pairs."""
    rated = dict(zip("abcde", values, strict=False))
    ends = {name: None if value is None else Interval(value - 0.05, value + 0.05) for name, value in rated.items()}

    def pair(first: str, second: str) -> Pair[Nothing]:
        return Pair(first, second, (rated[first] or 0) - (rated[second] or 0), None, p, p, Nothing())

    def corrected(pair: Pair[Nothing]) -> Interval | None:
        moved = pair.difference or 0
        return Interval(moved - 0.03, moved + 0.03) if interval else None

    return Headline(
        "GUM dev", units, "document", "success rate", "resolved {} of 694 anaphors",
        {name: (value, ends[name] if interval else None) for name, value in rated.items()}, pair, compared, corrected,
    )  # fmt: skip


SENTENCES = [
    (headline(0.579), "a resolved 57.9% of 694 anaphors (95% interval 52.9 to 62.9)."),
    (headline(0.579, interval=False), "a resolved 57.9% of 694 anaphors."),
    (
        headline(0.538, 0.579, p=0.012),
        (
            "b resolved 57.9% of 694 anaphors (95% interval 52.9 to 62.9), 4.1 points more than a; the difference"
            " is significant (95% interval 1.1 to 7.1; p = .012, paired permutation test over documents)."
        ),
    ),
    (
        headline(0.579, 0.578, 0.4, p=0.942, compared=3),
        (
            "a resolved 57.9% of 694 anaphors (95% interval 52.9 to 62.9), 0.1 points more than b, the next best "
            "of 3; the difference is not significant (95% interval -2.9 to 3.1; p = .942, paired permutation test"
            " over documents; both corrected for 3 comparisons by step-down max-T)."
        ),
    ),
    (
        headline(0.5, 0.4999, p=0.0001, interval=False),
        (
            "a resolved 50.0% of 694 anaphors, less than 0.1 points more than b; the difference is significant (p"
            " < .001, paired permutation test over documents)."
        ),
    ),
    (
        headline(0.5, 0.5, 0.4, p=0.2, compared=3, interval=False),
        (
            "a and b each resolved 50.0% of 694 anaphors, 10.0 points more than c, the next best of 3; the "
            "difference is not significant (p = .200, paired permutation test over documents; corrected for 3 "
            "comparisons by step-down max-T)."
        ),
    ),
    (
        headline(0.5, 0.5, 0.5),
        "a, b and c each resolved 50.0% of 694 anaphors (95% intervals 45.0 to 55.0, 45.0 to 55.0 and 45.0 to 55.0).",
    ),
    (headline(0.5, 0.5, interval=False), "a and b each resolved 50.0% of 694 anaphors."),
    (
        headline(0.5, 0.4, interval=False),
        "a resolved 50.0% of 694 anaphors, 10.0 points more than b; the difference was not tested.",
    ),
    (headline(None), "the success rate of a is undefined."),
    (headline(None, None), "the success rate of a and b is undefined."),
    (headline(), "there is no success rate."),
    (
        headline(0.5, None, interval=False),
        "a resolved 50.0% of 694 anaphors; the success rate of b is undefined.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("found", "sentence"), SENTENCES)
def test_sentence_is_grammatical_for_any_number_of_systems(found: Headline, sentence: str) -> None:
    assert found.sentence() == f"On GUM dev (24 documents), {sentence}"


def test_sentence_says_that_few_documents_cannot_be_tested() -> None:
    few, one = (headline(0.6, 0.5, units=units, interval=False).sentence() for units in (5, 1))

    assert few.endswith("10.0 points more than b; the difference cannot be tested with fewer than 6 documents.")
    assert one.startswith("On GUM dev (1 document), a resolved")


def test_measures_are_spelled_as_in_papers() -> None:
    names = ("conll", "f1"), ("muc", "f1"), ("b_cubed", "f1"), ("success_rate", "value")

    assert [spelled(*name) for name in names] == ["CoNLL F1", "MUC F1", "B-CUBED F1", "success rate"]


def test_badge_has_the_best_value_and_is_red_where_a_gate_is_missed() -> None:
    badges = [headline(0.579), headline(0.5, 0.579, interval=False), headline(None)]

    assert [list(badge.badge().values()) for badge in badges] == [
        [1, "success rate", "57.9% (52.9–62.9)", "blue"],
        [1, "success rate", "b: 57.9%", "blue"],
        [1, "success rate", "undefined", "lightgrey"],
    ]
    assert [badges[0].badge(passed)["color"] for passed in (True, False)] == ["brightgreen", "red"]
    assert [*badges[0].badge()] == ["schemaVersion", "label", "message", "color"]
