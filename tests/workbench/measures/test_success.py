import pytest

from anaphora.workbench.document import Span
from anaphora.workbench.measures import by_name, numbers
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor, Outcome

BY_NAME = by_name(MEASURES)
Anaphor = tuple[int, int, bool]
RIGHT, WRONG = (2, 2, True), (2, 2, False)


def traced(
    *anaphors: Anaphor,
    identified: int | None = None,
    attempted: int | None = None,
    chance: float = 0.0,
    others: int = 0,
    left: int = 0,
) -> DocumentTrace:
    """One resolver, "me"; anaphors are (candidates, compatible candidates, whether right).

    Beside them are `others`, non-anaphoric pronouns, of which so many were `left` unresolved.
    """
    keys = tuple(
        KeyAnaphor(
            span=Span(at, at + 1), form="it", chain=0, acceptable=(), distance=0, case=at, candidates=candidates,
            compatible=compatible, reachable=1, loss="", strict=True, partial=True,
        )
        for at, (candidates, compatible, _) in enumerate(anaphors)
    )  # fmt: skip
    outcomes = tuple(Outcome("right" if right else "outranked", None, "", right or chance) for *_, right in anaphors)
    n = len(anaphors)
    return DocumentTrace(
        "d", "", keys, {"me": outcomes}, n if identified is None else identified,
        {"me": n if attempted is None else attempted}, (), {}, non_anaphoric={"pleonastic": others}, left={"me": left},
    )  # fmt: skip


def values(*documents: DocumentTrace) -> dict[str, float | None]:
    return {name: numbers(measure, Answers(documents, "me"))["value"] for name, measure in BY_NAME.items()}


def test_rates_keep_the_published_relation() -> None:
    """Mitkov 2001, 5.1: of n = 100 anaphors s = 80 right, k = 20 with one candidate, m = 10 with one that agrees.

    Success rate s/n = 80 %, non-trivial (s - k)/(n - k) = 75 %, critical (s - k - m)/(n - k - m) = 71.4 %.
    """
    rates = values(traced(*[(1, 1, True)] * 20, *[(2, 1, True)] * 10, *[RIGHT] * 50, *[WRONG] * 20))

    assert (rates["success_rate"], rates["non_trivial"]) == (0.8, 0.75)
    assert rates["critical"] == pytest.approx(50 / 70)


def test_anaphor_without_candidates_counts_in_the_success_rate_only() -> None:
    rates = values(traced((0, 0, False), RIGHT))

    assert [rates[name] for name in ("success_rate", "non_trivial", "critical")] == [0.5, 1.0, 1.0]
    assert values(traced((2, 1, True), (1, 1, True)))["critical"] is None, "agreement solves everything"


def test_anaphor_missed_lowers_recall_after_baldwin_but_not_after_aone_and_bennett() -> None:
    """Ten key anaphors, eight of them identified, six right: 6/10 and 6/8."""
    rates = values(traced(*[RIGHT] * 6, *[WRONG] * 2, *[(0, 0, False)] * 2, identified=8, attempted=8))

    assert (rates["recall_baldwin"], rates["recall_aone_bennett"]) == (0.6, 0.75)


def test_spurious_attempts_lower_precision_only_and_abstaining_raises_it() -> None:
    """Four right of five key anaphors, and three attempts beside them."""
    rates = values(traced(*[RIGHT] * 4, WRONG, identified=8, attempted=8))
    names = ("success_rate", "recall_baldwin", "recall_aone_bennett", "precision")
    level = values(traced(RIGHT, WRONG, (3, 1, True)))

    abstaining = values(traced(RIGHT, WRONG, identified=2, attempted=1))

    assert (rates["recall_baldwin"], rates["precision"]) == (0.8, 0.5)
    assert (abstaining["recall_baldwin"], abstaining["precision"]) == (0.5, 1.0)
    assert {level[name] for name in names} == {2 / 3}, "all is identified and attempted"


def test_measures_are_undefined_without_anaphors_and_documents_add_up() -> None:
    """Counts are added, then divided: 1 of 1 and 1 of 3 are 2 of 4."""
    assert values(traced()) == dict.fromkeys(BY_NAME)
    assert values(traced(RIGHT), traced(RIGHT, WRONG, WRONG)) == dict.fromkeys(BY_NAME, 0.5)


def test_all_pronouns_gives_credit_for_non_anaphoric_ones_left_unresolved() -> None:
    """The manual PSW of Mitkov 2001, Table 6, Default: 54 of 76 anaphors and 3 of 3 pleonastic make 57/79 = 72.15 %."""
    rates = values(traced(*[RIGHT] * 54, *[WRONG] * 22, others=3, left=3))

    assert rates["all_pronouns"] == pytest.approx(0.7215, abs=5e-5)
    assert rates["success_rate"] == pytest.approx(54 / 76)
    assert values(traced(RIGHT, others=3, left=1))["all_pronouns"] == 0.5, "an answer to one is wrong"


def test_expectation_adds_chances_and_those_left_unresolved() -> None:
    """Twice a quarter by chance, and one of two left: 1.5 of 4."""
    left = values(traced(WRONG, (4, 4, False), chance=0.25, others=2, left=1))

    assert values(traced(RIGHT, (4, 4, False), chance=0.25))["expected"] == 0.625
    assert left["expected_all_pronouns"] == pytest.approx((0.25 + 0.25 + 1) / 4)
