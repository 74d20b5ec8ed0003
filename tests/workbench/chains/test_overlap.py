"""Documents stacked: their mentions and chains numbered through, and what both sides have in common."""

from collections.abc import Iterable, Sequence

import numpy as np

from anaphora.workbench.arrays import firsts
from anaphora.workbench.chains.overlap import (
    KINDS,
    MentionColumns,
    Overlap,
    Side,
    columns,
    duplicates,
    equal_spans,
    overlap,
    plain_columns,
    select,
    stack,
)
from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes, Key, Response

# the 0 old 1 dog 2 of 3 Ann 4 barked 5
DOG, OLD_DOG, ANN, DOG_OF_ANN, ALL = Span(2, 3), Span(0, 3), Span(4, 5), Span(0, 5), Span(0, 6)
DOG_BARKED = Span(2, 6, ((3, 5),))

Chains = Sequence[Sequence[Span]]


def plain(chains: Chains) -> MentionColumns:
    return columns(Response("d", tuple(map(tuple, chains))))


def stacked(*documents: tuple[Chains, Chains]) -> tuple[Side, Side]:
    """Key and response of documents (key, response)."""
    return stack([plain(key) for key, _ in documents], [plain(response) for _, response in documents])


def side(*documents: Chains) -> Side:
    return stacked(*((chains, []) for chains in documents))[0]


def met(*documents: tuple[Chains, Chains]) -> Overlap:
    return overlap(*stacked(*documents))


def side_of(*keys: Key) -> Side:
    return stack([columns(key) for key in keys], [plain([])] * len(keys))[0]


def pairs(rows: Iterable[Iterable[int]]) -> set[tuple[int, ...]]:
    return {tuple(map(int, row)) for row in rows}


def test_columns_tell_what_the_key_says_of_mentions() -> None:
    told = Attributes(head=2, minimum=Span(1, 3), type="ANIMAL", optional=True, kind="nominal")
    found = columns(Key("d", ((DOG_OF_ANN, ALL), (ANN,)), {DOG_OF_ANN: told}, links=((ALL, DOG_OF_ANN),)))

    assert (found.head.tolist(), found.kind.tolist()) == ([2, -1, -1], [KINDS.index("nominal"), -1, -1])
    assert (found.minimum_start.tolist(), found.minimum_end.tolist()) == ([1, -1, -1], [3, -1, -1])
    assert (list(found.type), list(found.optional), list(found.links)) == (["ANIMAL", "", ""], [0], [(1, 0)])


def test_stack_puts_mentions_into_text_order() -> None:
    """Columns may come in any order."""
    key = side([[ANN, DOG_OF_ANN], [OLD_DOG, DOG]])
    shuffled = plain_columns(np.array([4, 0, 2]), np.array([5, 3, 3]), np.array([1, 0, 0]))
    ordered, _ = stack([shuffled], [shuffled])

    assert list(zip(key.start, key.end, strict=True)) == [(0, 3), (0, 5), (2, 3), (4, 5)]
    assert key.chain.tolist() == [1, 0, 1, 0]
    assert (ordered.position.tolist(), ordered.chain.tolist()) == ([0, 2, 4], [0, 0, 1])


def test_stack_numbers_tokens_and_chains_through() -> None:
    """The second document begins behind the furthest mention of either side of the first, which ends at 6."""
    key, response = stacked(([[DOG], [ANN]], [[ALL]]), ([[OLD_DOG, ANN]], [[DOG]]))

    assert (key.start.tolist(), key.end.tolist()) == ([2, 4, 6, 10], [3, 5, 9, 11])
    assert (key.document.tolist(), key.position.tolist()) == ([0, 0, 1, 1], [2, 4, 0, 4])
    assert (key.chain.tolist(), key.chain_document.tolist()) == ([0, 1, 2, 2], [0, 0, 1])
    assert (response.start.tolist(), response.chain_document.tolist()) == ([0, 8], [0, 1])


def test_stack_keeps_documents_without_mentions_and_sums_are_taken_document_by_document() -> None:
    key, response = stacked(([], []), ([[DOG]], []), ([], [[ANN]]))
    sums = side([[OLD_DOG, DOG], [ANN]], [], [[ALL]])

    assert (key.documents, response.documents) == (3, 3)
    assert (key.document.tolist(), response.document.tolist()) == ([1], [2])
    assert (key.of_mentions(np.ones(1)).tolist(), key.of_chains(key.size).tolist()) == ([0, 1, 0], [0, 1, 0])
    assert sums.of_mentions(sums.lengths()).tolist() == [5, 0, 6]
    assert sums.of_chains(sums.size > 1).tolist() == [1, 0, 0]


def test_stack_moves_what_is_known_of_mentions_with_their_document() -> None:
    """Heads, minima, marks in text order, and gaps: the second document begins at token 6."""
    known = {DOG_OF_ANN: Attributes(head=2, minimum=OLD_DOG)}
    key = side_of(Key("c", ((ALL,),)), Key("d", ((DOG_OF_ANN,),), known))
    optional = side_of(Key("c", ((DOG,),)), Key("d", ((ANN,), (DOG,)), {ANN: Attributes(optional=True)}))

    assert (key.head.tolist(), key.minimum_start.tolist(), key.minimum_end.tolist()) == ([-1, 8], [-1, 6], [-1, 9])
    assert optional.optional.tolist() == [False, False, True]
    assert side([[ALL]], [[DOG_BARKED], [OLD_DOG]]).gaps == {2: ((9, 11),)}


def test_types_have_the_same_numbers_on_both_sides() -> None:
    key = columns(Key("d", ((DOG,), (ANN,)), {DOG: Attributes(type="PET"), ANN: Attributes(type="HUMAN")}))
    response = columns(Key("d", ((DOG,),), {DOG: Attributes(type="PET")}))
    without = plain([[ALL]])

    one, other = stack([key, without], [response, without])

    assert one.type_names == other.type_names == ("HUMAN", "PET")
    assert (one.type.tolist(), other.type.tolist()) == ([1, 0, -1], [1, -1])


def test_length_pieces_and_tokens_before_a_token_leave_out_gaps() -> None:
    """`dog ... barked` has `dog` before each token of its gap, and nothing before itself."""
    key, barked = side([[OLD_DOG, DOG_BARKED]]), side([[DOG_BARKED]])
    starts, ends, owner = key.pieces

    assert key.lengths().tolist() == [3, 2]
    assert (starts.tolist(), ends.tolist(), owner.tolist()) == ([0, 2, 5], [3, 3, 6], [0, 1, 1])
    before = [int(barked.before(np.array([0]), np.array([token]))[0]) for token in range(7)]
    assert before == [0, 0, 0, 1, 1, 1, 2]


def test_equal_spans_have_the_same_tokens_and_gaps_in_one_document() -> None:
    """A response has the whole of `dog of Ann barked`, the same without its middle, and without its end but one."""
    whole, other = Span(2, 6), Span(2, 6, ((4, 5),))
    key, response = stacked(([[DOG_BARKED]], [[whole, DOG_BARKED, other]]))
    [row] = np.flatnonzero(equal_spans(key, response) >= 0)

    assert equal_spans(*stacked(([[DOG, OLD_DOG, DOG_OF_ANN]], [[ALL, OLD_DOG], [ANN]]))).tolist() == [0, -1, -1]
    assert equal_spans(*stacked(([[DOG]], [[ANN]]), ([[ANN]], [[DOG]]))).tolist() == [-1, -1]
    assert response.gaps[int(row)] == ((3, 5),)


def test_duplicates_are_the_mentions_behind_the_first_of_their_span() -> None:
    """Neither those of two documents, nor those that differ in a gap."""
    none: list[tuple[Chains, ...]] = [([[DOG]], [[DOG]]), ([[Span(2, 6), DOG_BARKED]],), ([[DOG, ANN]],), ([],), ()]
    twice: list[tuple[Chains, int]] = [
        ([[DOG, ANN], [DOG]], 1),
        ([[DOG, DOG], [ANN]], 0),
        ([[ANN], [DOG], [OLD_DOG, DOG]], 2),
    ]

    for chains, chain in twice:
        found = side(chains)
        assert found.chain[duplicates(found)].tolist() == [chain]
        assert found.start[duplicates(found)].tolist() == [2]
    assert not any(duplicates(side(*documents)).any() for documents in none)


def test_selected_drops_the_chains_that_lose_all_mentions_and_links_that_lose_an_end() -> None:
    whole = side([[DOG], [ANN, ALL]], [[OLD_DOG, DOG]])
    found = select(whole, ~((whole.document == 0) & (whole.position == 2)))
    linked = side_of(Key("d", ((OLD_DOG, DOG, ANN, ALL),), links=((DOG, OLD_DOG), (ANN, DOG), (ALL, ANN))))
    of_one_link = select(linked, linked.start != 2)

    assert (found.start.tolist(), found.end.tolist()) == ([0, 4, 6, 8], [6, 5, 9, 9])
    assert (found.chain.tolist(), found.chain_document.tolist()) == ([0, 0, 1, 1], [0, 1])
    assert (found.size.tolist(), found.document.tolist(), found.documents) == ([2, 2], [0, 0, 1, 1], 2)
    assert pairs(select(linked, linked.end - linked.start != 1).given_links) == set()
    ends = ((of_one_link.position[one], of_one_link.end[other]) for one, other in of_one_link.given_links)
    assert pairs(ends) == {(0, 5)}


def test_selected_keeps_gaps_and_all_columns_with_their_mentions() -> None:
    told = {DOG_BARKED: Attributes(head=2, kind="nominal", optional=True, type="PET", minimum=DOG)}
    whole = side_of(Key("d", ((OLD_DOG, DOG_BARKED), (ANN,)), told))
    found = select(whole, whole.start == 2)

    assert (found.gaps, found.lengths().tolist()) == ({0: ((3, 5),)}, [2])
    assert (found.head.tolist(), found.minimum_start.tolist(), found.minimum_end.tolist()) == ([2], [2], [3])
    assert (found.kind.tolist(), found.type.tolist(), found.type_names) == ([KINDS.index("nominal")], [0], ("PET",))
    assert found.optional.tolist() == [True]


def test_links_connect_neighbours_in_the_text_where_none_are_given_in_the_document() -> None:
    """Mentions in text order: 0 the old dog, 1 all, 2 dog, 3 Ann.

    In the first document `Ann` was linked to `dog`, and `dog` to nothing; the second is left to its neighbours.
    """
    first = Key("c", ((OLD_DOG, DOG, ANN),), links=((ANN, DOG),))
    second = Key("d", ((OLD_DOG, DOG),))

    assert pairs(side([[DOG, OLD_DOG, ANN], [ALL]]).links) == {(0, 2), (2, 3)}
    assert pairs(side_of(first, second).links) == {(2, 1), (3, 4)}


def test_firsts_are_the_first_rows_of_their_groups() -> None:
    expected = {(): [], (5,): [True], (1, 0, 1, 0, 2): [True, True, False, False, True], (3, 3): [True, False]}

    assert {groups: firsts(np.array(groups, dtype=np.int64)).tolist() for groups in expected} == expected


def test_cells_tell_what_chains_share() -> None:
    """Key 0 shares two mentions with response 0 and one with 1, key 2 of the second document one with response 2."""
    found = met(([[OLD_DOG, DOG, ANN], [ALL]], [[OLD_DOG, ANN], [DOG, DOG_OF_ANN]]), ([[DOG]], [[DOG, ANN]]))

    assert (found.row.tolist(), found.column.tolist(), found.shared.tolist()) == ([0, 0, 2], [0, 1, 2], [2, 1, 1])
    assert found.of_cells(found.shared).tolist() == [3, 1]
    assert (found.key_common.tolist(), found.response_common.tolist()) == ([3, 0, 1], [2, 1, 1])


def test_cells_of_mentions_that_stand_for_each_other_or_are_said_to() -> None:
    """The old dog and Ann belong to the cell of both first chains, dog to that of the second response chain."""
    found = met(([[OLD_DOG, DOG, ANN]], [[OLD_DOG, ANN], [DOG]]))
    key, response = found.common
    others = stacked(([[DOG_OF_ANN]], [[OLD_DOG]]))

    assert (key.tolist(), response.tolist(), found.cell.tolist()) == ([0, 1, 2], [0, 1, 2], [0, 1, 0])
    assert overlap(*others).shared.tolist() == []
    assert overlap(*others, np.array([0])).shared.tolist() == [1]
