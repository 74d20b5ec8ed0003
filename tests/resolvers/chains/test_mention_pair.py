"""The mention-pair model: what it learns, its file, and the chains it makes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.resolvers.chains import mention_pair
from anaphora.resolvers.chains.mention_pair import (
    DECODINGS,
    NEAR,
    REACH,
    SPACING,
    all_pairs,
    decode,
    decoding_of,
    instances,
    quality,
)
from anaphora.resolvers.ranking.forest import Nodes, build_tree
from anaphora.resolvers.ranking.pairs import SETS, pair_columns
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.resolvers.answers import read

SHIPPED = Path(mention_pair.__file__).with_suffix(".json")
TEXT = "Ann likes lamps | Ann sold Eve a lamp"


def learned(count: int = 1, **options: Any) -> dict[str, Any]:
    """The parameters from so many copies of a text in which Ann is mentioned twice: Ann, lamps, Ann, Eve, a lamp."""
    return mention_pair.train([Example(read(TEXT), (0, -1, 0, 1, -1))] * count, **{"leaf": 1, **options})


def stored(parameters: dict[str, Any], folder: Path) -> Path:
    path = folder / "parameters.json"
    path.write_text(json.dumps(parameters), "utf8")
    return path


def of_many(sentences: int) -> Prepared:
    return read(*["Ann likes lamps"] * sentences)


def test_what_it_learned_separates_the_pairs_it_saw_and_is_in_its_file(tmp_path: Path) -> None:
    parameters = stored(learned(), tmp_path)
    for decoding in ("closest_first", "best_first", "strong", "best", "weak"):
        resolver = mention_pair.build(parameters=parameters, decoding=decoding)
        assert resolver.chains(read(TEXT)) == ((0, 2), (1,), (3,), (4,))

    soon = learned(pairs="soon", features="soon")
    assert soon["features"] == list(SETS["soon"])
    assert mention_pair.read(stored(soon, tmp_path)).as_data() == {
        name: value for name, value in soon.items() if name not in ("pairs", "leaf")
    }


def test_thresholds_are_chosen_on_documents_held_out() -> None:
    assert set(learned()["thresholds"].values()) == {0.5}
    assert set(learned(3)["thresholds"].values()) == {0.2}, "all are equally good, so that the first is taken"
    with pytest.raises(OptionError):
        mention_pair.train([Example(read(TEXT), (-1,) * 5)])


def test_the_quality_of_chains_is_the_mean_of_muc_and_b_cubed() -> None:
    """Key {a b c} {d}, response {a b} {c d}.

    MUC: 1 of 2 links, 1 of 2 given. B-CUBED: recall (2/3 + 2/3 + 1/3 + 1) / 4, precision (1 + 1 + 1/2 + 1/2) / 4.
    """
    recall, precision = 2 / 3, 3 / 4

    actual = quality([(7, 7, 7, -1)], [((0, 1), (2, 3))])
    assert actual == pytest.approx((1 / 2 + 2 * recall * precision / (recall + precision)) / 2)
    assert quality([(0, 0)], [((0, 1),)]) == 1
    assert quality([(0, -1, 0)], [((0, 2), (1,))]) == 1


def test_a_tree_sends_each_pair_to_its_leaf() -> None:
    nodes = Nodes([1, -1, 0, -1, -1], [0.5, 0, 2.5, 0, 0], [1, 0, 3, 0, 0], [2, 0, 4, 0, 0], [0, 0.1, 0, 0.2, 0.9])
    tree = build_tree(nodes, 2)
    values = np.array([[9, 0], [2, 1], [3, 1]], np.int8)

    assert tree.scores(values).tolist() == [0.1, 0.2, 0.9]
    assert tree.scores(values[:0]).tolist() == []


def test_rows_in_blocks_are_those_of_all_at_once_and_cut_at_the_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    mentions, shipped = pair_columns(of_many(9)), mention_pair.read(SHIPPED)
    whole = list(shipped.rows(mentions))
    monkeypatch.setattr(mention_pair, "_BLOCK", 20)
    assert [row.tolist() for row in shipped.rows(mentions)] == [row.tolist() for row in whole]
    assert [len(row) for row in whole] == list(range(18))
    monkeypatch.setattr(mention_pair, "REACH", 10)
    assert [len(row) for row in shipped.rows(mentions)] == [*range(10), *[10] * 8]


ANN, DOG, SHE, BOB, ANN_AGAIN, HE = range(6)
OF_SIX = (0, -1, 0, 1, 0, 1)
PRONOUNS = (False, False, True, False, False, True)


def pairs(how: str) -> set[tuple[int, int, bool]]:
    actual = instances(OF_SIX, PRONOUNS, how)
    assert actual.weight.tolist() == [1] * len(actual.i)
    return set(zip(actual.i.tolist(), actual.j.tolist(), actual.coreferent.tolist(), strict=True))


def test_pairs_of_soon_are_the_nearest_in_the_chain_and_what_stands_between() -> None:
    assert pairs("soon") == {
        (ANN, SHE, True), (DOG, SHE, False),
        (SHE, ANN_AGAIN, True), (BOB, ANN_AGAIN, False),
        (BOB, HE, True), (ANN_AGAIN, HE, False),
    }  # fmt: skip


def test_of_ng_and_cardie_a_name_is_paired_with_the_nearest_that_is_no_pronoun() -> None:
    """She, of Ann's chain, stands between, and is neither a positive nor a negative instance."""
    assert pairs("ng_cardie") == {
        (ANN, SHE, True), (DOG, SHE, False),
        (ANN, ANN_AGAIN, True), (DOG, ANN_AGAIN, False), (BOB, ANN_AGAIN, False),
        (BOB, HE, True), (ANN_AGAIN, HE, False),
    }  # fmt: skip
    # a name after pronouns only gives no instance
    assert [len(instances((0, 0), (True, False), how).i) for how in ("ng_cardie", "soon")] == [0, 1]


def test_every_pair_tells_of_mentions_that_are_alone_too() -> None:
    actual = pairs("every")

    assert len(actual) == 6 * 5 / 2
    assert {(first, second) for first, second, coreferent in actual if coreferent} == {
        (ANN, SHE), (ANN, ANN_AGAIN), (SHE, ANN_AGAIN), (BOB, HE),
    }  # fmt: skip


def test_of_far_negative_pairs_one_stands_for_many() -> None:
    mentions = NEAR + 40
    actual = instances([0, *[-1] * (mentions - 2), 0], [False] * mentions, "every")
    far = actual.j - actual.i > NEAR

    assert (far & actual.coreferent).sum() == 1
    assert set(actual.weight[far & ~actual.coreferent].tolist()) == {float(SPACING)}
    assert set(actual.weight[~far | actual.coreferent].tolist()) == {1.0}
    assert abs((actual.weight).sum() - mentions * (mentions - 1) / 2) < 2 * SPACING


def test_pairs_in_blocks_are_all_pairs_and_reach_back_so_many_mentions() -> None:
    whole = list(zip(*(side.tolist() for side in all_pairs(7)), strict=True))
    cut = [pair for start, end in ((0, 3), (3, 7)) for pair in zip(*map(list, all_pairs(7, start, end)), strict=True)]
    assert whole == cut == [(first, second) for second in range(7) for first in range(second)]

    i, j = all_pairs(REACH + 3, start=REACH + 1)
    assert (j - i).max() == REACH
    assert sorted(set(j.tolist())) == [REACH + 1, REACH + 2]
    assert len(i) == 2 * REACH


A, B, C, D = range(4)
HALF = 0.5


def chains(rows: list[list[float]], name: str, nearest_first: bool = False) -> tuple[tuple[int, ...], ...]:
    return decode([np.array(row) for row in rows], decoding_of(name, nearest_first), HALF)


DISAGREEING = [[], [0.1], [0.6, 0.8], [0.9, 0.1, 0.7]]
"""C goes with A (.6) and more with B (.8); D with A (.9) and with C (.7), but not with B."""


def test_what_may_not_join_an_entity_joins_the_next_or_starts_one() -> None:
    rows = [np.array(row) for row in DISAGREEING]

    assert decode(rows, DECODINGS["best_first"], HALF, lambda *pair: pair != (A, D)) == ((A,), (B, C, D))
    assert decode(rows, DECODINGS["best_first"], HALF, lambda *_: False) == ((A,), (B,), (C,), (D,))


def test_first_may_be_read_from_the_anaphor_backwards() -> None:
    assert chains(DISAGREEING, "weak", nearest_first=True) == chains(DISAGREEING, "closest_first")
    assert chains(DISAGREEING, "strong", nearest_first=True) == ((A, D), (B, C))
    assert decoding_of("best", nearest_first=True) == DECODINGS["best"]


def test_decodings_join_mentions_as_they_are_defined() -> None:
    asked, surest = [[], [0.9], [0.1, 0.1], [0.9, 0.2, 0.7]], [[], [0.1], [0.6, 0.8], [0.7, 0.9, 0.2]]
    expected: list[tuple[list[list[float]], str, tuple[tuple[int, ...], ...]]] = [
        (DISAGREEING, "closest_first", ((A,), (B, C, D))),  # the nearest coreferent mention
        (DISAGREEING, "best_first", ((A, D), (B, C))),  # the surest mention, and asks no other
        ([[], [0.1], [0.8, 0.8]], "best_first", ((A,), (B, C))),  # of equally sure ones the nearest
        (DISAGREEING, "strong", ((A, C, D), (B,))),  # the first mention of the text
        (asked, "strong", ((A, B), (C, D))),  # asks every member and then tries the next entity
        (asked, "weak", ((A, B, D), (C,))),
        ([[], [0.9], [0.9, 0.2]], "strong", ((A, B), (C,))),  # what passes no check starts an entity
        ([[], [0.9], [0.9, 0.2]], "best", ((A, B), (C,))),
        (surest, "best", ((A, D), (B, C))),  # begins with the surest pair and asks every member
        (surest, "best_first", ((A,), (B, C, D))),
        ([[], [0.9], [0.1, 0.8], [0.9, 0.2, 0.2]], "weak", ((A, B, C, D),)),  # the first without any check
        ([[], [HALF]], "closest_first", ((A,), (B,))),  # at the threshold is not above it
        # the row of D reaches back to B only: members out of reach have no say
        ([[], [0.9], [0.9, 0.9], [0.9, 0.9]], "strong", ((A, B, C, D),)),
        ([[], [0.9], [0.9], [0.9, 0.1]], "strong", ((A, B, C), (D,))),
    ]
    assert [row for row in expected if chains(row[0], row[1]) != row[2]] == []


def test_every_mention_is_in_one_chain_of_which_all_pairs_corefer_where_every_member_is_asked() -> None:
    random = np.random.default_rng(0)
    for size in range(13):
        rows = [random.random(row).tolist() for row in range(size)]
        for name in DECODINGS:
            actual = chains(rows, name)
            assert sorted(mention for chain in actual for mention in chain) == list(range(size))
            assert all(list(chain) == sorted(chain) for chain in actual)
            if name in ("strong", "best"):
                assert all(rows[j][i] > HALF for chain in actual for j in chain for i in chain if i < j), (name, rows)


def test_the_shipped_parameters_tell_what_they_were_learned_from() -> None:
    data = json.loads(SHIPPED.read_text("utf8"))

    assert data["provenance"]["corpus"].startswith("gum-train-free@")
    assert (data["resolver"], data["provenance"]["documents"]) == ("mention_pair", 128)
    assert "CC BY-SA 4.0" in data["licence"]
    assert data["features"] == list(SETS["all"])
