"""What pages are given: candidates from the farthest to the most recent, votes that can be read back, no more text."""

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.experiments.show.report.anaphors import ALPHABET, STEPS, payload
from anaphora.experiments.show.report.page import data
from anaphora.workbench.decision import Decision, Explanation, Votes
from anaphora.workbench.results.comparison import Evidence
from tests.workbench.tiny_comparison import CAREFUL, HASTY, tiny_comparison

TINY = tiny_comparison()


def votes(packed: dict[str, Any], resolver: int, anaphor: int) -> list[list[float]]:
    """The rows of an answer, read as a page reads them."""
    how, text = packed["resolvers"][resolver], packed["anaphors"][anaphor]["answers"][resolver]["votes"]
    codes = [text[at : at + how["width"]] for at in range(0, len(text), how["width"])]
    return [how["rows"][number(code)] for code in codes]


def number(code: str) -> int:
    """The number that some characters of the alphabet write."""
    return sum(ALPHABET.index(digit) * len(ALPHABET) ** place for place, digit in enumerate(reversed(code)))


def test_an_anaphor_has_its_candidates_what_is_right_and_an_answer_of_each_resolver() -> None:
    packed = payload(TINY.evidence, TINY.resolvers, TINY.documents)
    first, _, lost = packed["anaphors"]

    assert packed["documents"][0]["keys"] == {0: [0, 3, 7, 8], 1: [4, 6, 9, 10]}
    assert (first["chain"], first["acceptable"]) == (0, [0, 1])
    assert (lost["candidates"], lost["loss"], lost["case"]) == ([], "anaphor_missed", False)
    assert [answer["pick"] for answer in lost["answers"]] == [None, None], "it was not found"
    assert (votes(packed, 0, 0), votes(packed, 1, 1)) == ([[2, 0], [1, 0]], [[1, 0], [0, 1]])
    assert (first["document"], first["span"], first["candidates"], first["right"]) == (0, [7, 8], [0, 1], [0])
    assert [(answer["pick"], answer["stage"]) for answer in first["answers"]] == [(0, "right"), (1, "outranked")]


@settings(max_examples=20)
@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=120))
def test_any_votes_are_read_back_however_many_rows_are_different(matrix: list[list[int]]) -> None:
    evidence = with_votes(matrix)
    packed = payload((evidence,), (CAREFUL,))

    assert votes(packed, 0, 0) == matrix
    assert packed["resolvers"][0]["width"] == (1 if len({tuple(row) for row in matrix}) <= len(ALPHABET) else 2)


def with_votes(matrix: list[list[int]]) -> Evidence:
    """The first document, its "It" with as many candidates as there are rows, all of them the driver."""
    prepared = TINY.evidence[0].prepared
    pool = (0,) * len(matrix)
    found = Votes(("a", "b", "c"), np.array(matrix, np.int8), np.ones(3))
    trace = Explanation("additive", pool, "", tuple(found.scores.tolist()), found)
    only = replace(prepared, cases=prepared.cases[:1])
    return Evidence(only, {CAREFUL: (Decision(0, None, trace),)})


def test_without_a_key_every_case_is_an_anaphor_and_nothing_is_right_or_wrong() -> None:
    packed = payload(TINY.evidence[:1], TINY.resolvers)

    assert [row["span"] for row in packed["anaphors"]] == [[7, 8], [9, 10]]
    assert not any({"right", "acceptable", "loss"} & row.keys() for row in packed["anaphors"])
    assert packed["documents"][0]["chains"] is None


def test_what_resolvers_say_in_words_is_left_out_of_large_reports() -> None:
    evidence = TINY.evidence[0]
    told = [
        replace(it, explanation=replace(it.explanation, steps=("up to NP page",))) for it in evidence.decisions[HASTY]
    ]
    wordy = replace(evidence, decisions={**evidence.decisions, HASTY: told})

    few = payload((wordy,), TINY.resolvers, TINY.documents[:1])
    many = payload((wordy,) * STEPS, TINY.resolvers, TINY.documents[:1] * STEPS)

    assert few["anaphors"][0]["answers"][1]["steps"] == ["up to NP page"]
    assert "steps" not in many["anaphors"][0]["answers"][1]


def test_data_cannot_leave_its_script() -> None:
    assert str(data("</script><!--&\u2028")) == '"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028"'
