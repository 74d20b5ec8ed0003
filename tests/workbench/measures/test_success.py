import pytest

from anaphora.workbench.document import Span
from anaphora.workbench.measures import by_name, numbers
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.trace import DocumentTrace, KeyAnaphor, Outcome

BY_NAME = by_name(MEASURES)


def traced(
    *anaphors: tuple[int, int, bool],
    identified: int | None = None,
    attempted: int | None = None,
    chance: float = 0.0,
    others: int = 0,
    left: int = 0,
) -> DocumentTrace:
    """One resolver, "me"; anaphors are given as (candidates, compatible candidates, whether right).

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


def value(name: str, *documents: DocumentTrace) -> float | None:
    return numbers(BY_NAME[name], Answers(documents, "me"))["value"]


def test_rates_keep_the_published_relation() -> None:
    """Mitkov 2001, 5.1: of n = 100 anaphors s = 80 right, k = 20 with one candidate, m = 10 with one that agrees.

    Success rate s/n = 80 %, non-trivial (s - k)/(n - k) = 75 %, critical (s - k - m)/(n - k - m) = 71.4 %.
    """
    document = traced(*[(1, 1, True)] * 20, *[(2, 1, True)] * 10, *[(2, 2, True)] * 50, *[(2, 2, False)] * 20)

    assert value("success_rate", document) == 0.8
    assert value("non_trivial", document) == 0.75
    assert value("critical", document) == pytest.approx(50 / 70)


def test_anaphor_without_candidates_counts_in_the_success_rate_only() -> None:
    document = traced((0, 0, False), (2, 2, True))

    assert [value(name, document) for name in ("success_rate", "non_trivial", "critical")] == [0.5, 1.0, 1.0]


def test_anaphor_missed_lowers_recall_after_baldwin_but_not_after_aone_and_bennett() -> None:
    """Ten key anaphors, eight of them identified, six right: 6/10 and 6/8."""
    document = traced(*[(2, 2, True)] * 6, *[(2, 2, False)] * 2, *[(0, 0, False)] * 2, identified=8, attempted=8)

    assert value("recall_baldwin", document) == 0.6
    assert value("recall_aone_bennett", document) == 0.75


def test_spurious_attempts_lower_precision_only() -> None:
    """Four right of five key anaphors, and three attempts beside them."""
    document = traced(*[(2, 2, True)] * 4, (2, 2, False), identified=8, attempted=8)

    assert value("precision", document) == 0.5
    assert value("recall_baldwin", document) == 0.8


def test_abstaining_raises_precision() -> None:
    document = traced((2, 2, True), (2, 2, False), identified=2, attempted=1)

    assert (value("precision", document), value("recall_baldwin", document)) == (1.0, 0.5)


def test_recall_and_precision_are_the_success_rate_if_all_is_identified_and_attempted() -> None:
    document = traced((2, 2, True), (2, 2, False), (3, 1, True))
    names = ("success_rate", "recall_baldwin", "recall_aone_bennett", "precision")

    assert {value(name, document) for name in names} == {2 / 3}


def test_expectation_adds_chances() -> None:
    assert value("expected", traced((2, 2, True), (4, 4, False), chance=0.25)) == 0.625


@pytest.mark.parametrize("name", BY_NAME)
def test_measure_is_undefined_without_anaphors(name: str) -> None:
    assert value(name, traced()) is None


def test_critical_rate_is_undefined_if_agreement_solves_everything() -> None:
    assert value("critical", traced((2, 1, True), (1, 1, True))) is None


@pytest.mark.parametrize("name", BY_NAME)
def test_documents_add_up(name: str) -> None:
    """Counts are added, then divided: 1 of 1 and 1 of 3 are 2 of 4."""
    one, three = traced((2, 2, True)), traced((2, 2, True), (2, 2, False), (2, 2, False))

    assert value(name, one, three) == 0.5


def test_all_pronouns_gives_credit_for_non_anaphoric_ones_left_unresolved() -> None:
    """The manual PSW of Mitkov 2001, Table 6, Default: 54 of 76 anaphors and 3 of 3 pleonastic make 57/79 = 72.15 %."""
    document = traced(*[(2, 2, True)] * 54, *[(2, 2, False)] * 22, others=3, left=3)

    assert value("all_pronouns", document) == pytest.approx(0.7215, abs=5e-5)
    assert value("success_rate", document) == pytest.approx(54 / 76)


def test_an_answer_to_a_non_anaphoric_pronoun_is_wrong() -> None:
    assert value("all_pronouns", traced((2, 2, True), others=3, left=1)) == 0.5


def test_expectation_over_all_pronouns_adds_those_left_unresolved() -> None:
    """Twice a quarter by chance, and one of two left: 1.5 of 4."""
    document = traced((2, 2, False), (4, 4, False), chance=0.25, others=2, left=1)

    assert value("expected_all_pronouns", document) == pytest.approx((0.25 + 0.25 + 1) / 4)
