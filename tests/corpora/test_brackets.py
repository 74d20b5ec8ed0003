from pathlib import Path

import pytest

from anaphora.corpora._brackets import Brackets, Piece
from anaphora.corpora._spans import span_of
from anaphora.workbench.document import Span
from tests.refused import refused


def spans(cells: list[str]) -> list[tuple[str, int, int]]:
    brackets = Brackets(Path("x"))
    pieces = [piece for at, cell in enumerate(cells) for piece in brackets.close(cell, at, at + 1)]
    brackets.finish()
    return [(piece.label, piece.start, piece.end) for piece in pieces]


def test_brackets_of_one_chain_pair_last_in_first_out() -> None:
    assert spans(["(1", "(1", "1)", "1)"]) == [("1", 1, 3), ("1", 0, 4)]


def test_brackets_of_two_chains_may_cross() -> None:
    assert spans(["(1", "(2", "1)", "2)"]) == [("1", 0, 3), ("2", 1, 4)]


@pytest.mark.parametrize("cell", ["(1|(2)", "(1(2)"])
def test_brackets_are_read_with_and_without_a_bar(cell: str) -> None:
    assert spans([cell, "1)"]) == [("2", 0, 1), ("1", 0, 2)]


def test_a_piece_tells_the_line_that_opened_it() -> None:
    brackets = Brackets(Path("x"))
    brackets.close("(1", 0, 7)

    assert brackets.close("1)", 1, 8) == [Piece("1", "1", 0, 2, 7)]


@pytest.mark.parametrize("cell", ["1", "()", "((1)", "(1))", "abc|(1)"])
def test_a_cell_that_is_no_brackets_is_refused(cell: str) -> None:
    with refused("malformed", "x", 4):
        Brackets(Path("x")).close(cell, 0, 4)


def test_adjacent_ranges_join_and_others_leave_gaps() -> None:
    assert span_of([(0, 2), (2, 3), (4, 4), (5, 6)]) == Span(0, 6, gaps=((3, 5),))
    assert span_of([(2, 2)]) is None
