"""The scripts of pages that read: chains with their letters, and tables of figures in the order of a column."""

from typing import Any

from anaphora.experiments.show.report.page import asset
from tests.experiments.show.report.scripts import evaluate, needs_node

pytestmark = needs_node

SCRIPTS = asset("chains.js")

WORDS = ["Sam", "fed", "the", "dog", ".", "It", "barked", ".", "He", "told", "it", "that", "it", "was", "his", "."]
SAM, DOG, IT, HE, IT_2, IT_3, HIS = [0, 1], [2, 4], [5, 6], [8, 9], [10, 11], [12, 13], [14, 15]
MENTIONS = [SAM, DOG, IT, HE, IT_2, IT_3, HIS]
CHAINS = [7, 3, 3, 7, 3, -1, 7]
ANAPHORS = [(IT, 3), (HE, 7), (IT_2, 3), (IT_3, 3), (HIS, 7)]


def text(chains: list[int] = CHAINS) -> dict[str, Any]:
    return {
        "resolvers": [],
        "documents": [
            {
                "id": "pets", "sentences": [0, 5, 8], "tokens": [f"{word} " for word in WORDS],
                "mentions": [end for span in MENTIONS for end in span], "chains": chains,
                "keys": {"7": [0, 1, 8, 9, 14, 15], "3": [2, 4, 5, 6, 10, 11, 12, 13]},
            }
        ],
        "anaphors": [{"document": 0, "span": span, "chain": chain} for span, chain in ANAPHORS],
    }  # fmt: skip


def key(data: dict[str, Any]) -> Any:
    return evaluate("keyChains(data, 0).chains", data, None, SCRIPTS)


def responses(*picks: list[int | None]) -> Any:
    """The chains that rows of answers make, one for each anaphor."""
    made = "responseChains(data, 0, (index) => row[index], keyChains(data, 0))"
    return evaluate(f"more.map((row) => {made})", text(), picks, SCRIPTS)


def test_letters_go_on_after_z() -> None:
    expected = {0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"}

    assert evaluate("more.map(letter)", None, [*expected], SCRIPTS) == [*expected.values()]


def test_chains_have_letters_in_the_order_of_their_first_mentions() -> None:
    """The third `it` is no mention of the preprocessing's, but an anaphor of the key, and so stands in its chain.

    A mention alone in its chain has no letter.
    """
    alone = text([7, 3, 3, 7, 3, 9, 7])
    alone["anaphors"] = []

    assert key(text()) == [{"letter": "A", "spans": [SAM, HE, HIS]}, {"letter": "B", "spans": [DOG, IT, IT_2, IT_3]}]
    assert [chain["letter"] for chain in key(alone)] == ["A", "B"]


def test_answers_make_the_chains_of_the_key_or_have_extra_and_missing_mentions() -> None:
    """Mentions 0 and 1 are Sam and the dog, 2 is the first `it`.

    One wrong link makes the smaller part extra. At last the second `it` goes to Sam, and the third has no answer.
    """
    right, (joined,), (sam, dog) = responses([1, 0, 2, 2, 3], [1, 1, 2, 2, 3], [1, 0, 0, None, 3])

    assert right == [
        {"spans": [SAM, HE, HIS], "chain": 0, "extra": [], "missing": []},
        {"spans": [DOG, IT, IT_2, IT_3], "chain": 1, "extra": [], "missing": []},
    ]
    assert joined == {"spans": [DOG, IT, HE, IT_2, IT_3, HIS], "chain": 1, "extra": [HE, HIS], "missing": []}
    assert (sam["chain"], sam["extra"]) == (0, [IT_2])
    assert dog["spans"] == [DOG, IT]
    assert dog["missing"] == [{"span": IT_2, "block": 0}, {"span": IT_3, "block": -1}]


def test_a_column_descends_by_its_figures_or_else_by_its_words() -> None:
    """What is undefined stands last either way, and equal figures stay as they stood."""
    minus, dash = "\N{MINUS SIGN}2.6", "\N{EN DASH}"
    columns = {
        "decimals": (["9.5", "71.6", "10.0"], ["71.6", "10.0", "9.5"]),
        "signs": ([minus, "+1.0", "0.3"], ["+1.0", "0.3", minus]),
        "thousands": (["906", "1,079", "6,756"], ["6,756", "1,079", "906"]),
        "words after figures": (["64.1 *", "448 of 953", "71.3"], ["448 of 953", "71.3", "64.1 *"]),
        "letters": (["60.22 fgh", "59.98 fgh"], ["60.22 fgh", "59.98 fgh"]),
        "names": (["mars", "hobbs", "mitkov"], ["mitkov", "mars", "hobbs"]),
        "undefined": ([dash, "1", "", "2"], ["2", "1", dash, ""]),
        "equal": (["5 b", "7", "5 a"], ["7", "5 b", "5 a"]),
    }
    cells = [column for column, _ in columns.values()]

    descending = evaluate("data.map((column) => ordered(column, (cell) => cell, true))", cells)
    ascending = evaluate("ordered(data, (cell) => cell, false)", [dash, "1", "", "2"])
    assert dict(zip(columns, descending, strict=True)) == {name: column for name, (_, column) in columns.items()}
    assert ascending == ["1", "2", dash, ""]
