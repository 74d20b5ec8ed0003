"""The chains that a page draws: of the key with their letters, and of a resolver with what is extra or missing."""

from typing import Any

import pytest

from anaphora.experiments.report.page import asset
from tests.experiments.report.scripts import evaluate, needs_node

pytestmark = needs_node

SCRIPTS = asset("outcomes.js", "chains.js")

WORDS = ["Sam", "fed", "the", "dog", ".", "It", "barked", ".", "He", "told", "it", "that", "it", "was", "his", "."]
SAM, DOG, IT, HE, IT_2, IT_3, HIS = (0, 1), (2, 4), (5, 6), (8, 9), (10, 11), (12, 13), (14, 15)
MENTIONS = [SAM, DOG, IT, HE, IT_2, IT_3, HIS]
CHAINS = [7, 3, 3, 7, 3, -1, 7]
ANAPHORS = [(IT, 3), (HE, 7), (IT_2, 3), (IT_3, 3), (HIS, 7)]


def text(chains: list[int] | None = CHAINS) -> dict[str, Any]:
    return {
        "resolvers": [],
        "documents": [
            {
                "id": "pets", "sentences": [0, 5, 8], "tokens": [f"{word} " for word in WORDS],
                "mentions": [end for span in MENTIONS for end in span], "chains": chains,
                "keys": {"7": [0, 1, 8, 9, 14, 15], "3": [2, 4, 5, 6, 10, 11, 12, 13]} if chains else {},
            }
        ],
        "anaphors": [{"document": 0, "span": list(span), "chain": chain} for span, chain in ANAPHORS],
    }  # fmt: skip


def key(data: dict[str, Any], picks: list[int] | None = None) -> Any:
    return evaluate("anaphora.chains.keyChains(data, 0, more).chains", data, picks or [], SCRIPTS)


def response(picks: list[int | None], chains: list[int] | None = CHAINS) -> Any:
    """The chains that these answers make, one for each anaphor."""
    expression = "anaphora.chains.responseChains(data, 0, (index) => more[index], anaphora.chains.keyChains(data, 0))"
    return evaluate(expression, text(chains), picks, SCRIPTS)


@pytest.mark.parametrize(
    ("place", "expected"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_letters_go_on_after_z(place: int, expected: str) -> None:
    assert evaluate("anaphora.chains.letter(more)", None, place, SCRIPTS) == expected


def test_chains_have_letters_in_the_order_of_their_first_mentions() -> None:
    """The third `it` is no mention of the preprocessing's, but an anaphor of the key, and so stands in its chain."""
    assert key(text()) == [
        {"letter": "A", "spans": [list(SAM), list(HE), list(HIS)]},
        {"letter": "B", "spans": [list(DOG), list(IT), list(IT_2), list(IT_3)]},
    ]


def test_a_mention_alone_in_its_chain_has_no_letter() -> None:
    data = text([7, 3, 3, 7, 3, 9, 7])
    data["anaphors"] = []

    assert [chain["letter"] for chain in key(data)] == ["A", "B"]


def test_without_a_key_every_answer_has_a_letter() -> None:
    assert key(text(None), [1, 0]) == [{"letter": "A", "spans": [list(SAM)]}, {"letter": "B", "spans": [list(DOG)]}]


def test_right_answers_make_the_chains_of_the_key() -> None:
    """Mentions 0 and 1 are Sam and the dog, 2 is the first `it`."""
    assert response([1, 0, 2, 2, 3]) == [
        {"spans": [list(SAM), list(HE), list(HIS)], "chain": 0, "extra": [], "missing": []},
        {"spans": [list(DOG), list(IT), list(IT_2), list(IT_3)], "chain": 1, "extra": [], "missing": []},
    ]


def test_one_wrong_link_makes_the_smaller_part_extra() -> None:
    (block,) = response([1, 1, 2, 2, 3])

    assert block["spans"] == [list(span) for span in (DOG, IT, HE, IT_2, IT_3, HIS)]
    assert (block["chain"], block["extra"], block["missing"]) == (1, [list(HE), list(HIS)], [])


def test_a_pronoun_in_another_chain_or_in_none_is_missing() -> None:
    """The second `it` goes to Sam, the third has no answer."""
    sam, dog = response([1, 0, 0, None, 3])

    assert (sam["chain"], sam["extra"]) == (0, [list(IT_2)])
    assert dog["spans"] == [list(DOG), list(IT)]
    assert dog["missing"] == [{"span": list(IT_2), "block": 0}, {"span": list(IT_3), "block": -1}]


def test_without_a_key_chains_are_neither_right_nor_wrong() -> None:
    assert response([1, None, None, None, None], None) == [
        {"spans": [list(DOG), list(IT)], "chain": -1, "extra": [], "missing": []}
    ]
