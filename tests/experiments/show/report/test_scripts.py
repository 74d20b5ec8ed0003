"""The scripts of pages: chains with their letters, tables in the order of a column, and the table of anaphors.

Of the last, what its filters let through, in which order, and the link and the file that say so.
"""

from typing import Any

from anaphora.experiments.show.report.page import asset
from anaphora.workbench.language import anaphors
from anaphora.workbench.language.packs import language
from tests.experiments.show.report.scripts import evaluate, needs_node

pytestmark = needs_node

CHAINS_JS = asset("chains.js")

WORDS = ["Sam", "fed", "the", "dog", ".", "It", "barked", ".", "He", "told", "it", "that", "it", "was", "his", "."]
SAM, DOG, IT, HE, IT_2, IT_3, HIS = [0, 1], [2, 4], [5, 6], [8, 9], [10, 11], [12, 13], [14, 15]
MENTIONS = [SAM, DOG, IT, HE, IT_2, IT_3, HIS]
CHAINS = [7, 3, 3, 7, 3, -1, 7]
ANAPHORS = [(IT, 3), (HE, 7), (IT_2, 3), (IT_3, 3), (HIS, 7)]


def pets(chains: list[int] = CHAINS) -> dict[str, Any]:
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
    return evaluate("keyChains(data, 0).chains", data, None, CHAINS_JS)


def responses(*picks: list[int | None]) -> Any:
    """The chains that rows of answers make, one for each anaphor."""
    made = "responseChains(data, 0, (index) => row[index], keyChains(data, 0))"
    return evaluate(f"more.map((row) => {made})", pets(), picks, CHAINS_JS)


def test_letters_go_on_after_z() -> None:
    expected = {0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"}

    assert evaluate("more.map(letter)", None, [*expected], CHAINS_JS) == [*expected.values()]


def test_chains_have_letters_in_the_order_of_their_first_mentions() -> None:
    """The third `it` is no mention of the preprocessing's, but an anaphor of the key, and so stands in its chain.

    A mention alone in its chain has no letter.
    """
    alone = pets([7, 3, 3, 7, 3, 9, 7])
    alone["anaphors"] = []

    assert key(pets()) == [{"letter": "A", "spans": [SAM, HE, HIS]}, {"letter": "B", "spans": [DOG, IT, IT_2, IT_3]}]
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


# the table of anaphors

TABLE_JS = asset("outcomes.js", "filters.js")
OWN, NEAR = 0, 1
"""The resolvers: `own:votes` weighs two indicators, `nearest` is opaque."""

DATA: dict[str, Any] = {
    "resolvers": [
        {
            "name": "own:votes", "kind": "additive", "indicators": ["subject", "near"], "weights": [1, 2], "ties": [],
            "rows": [[1, 0], [0, 1]], "width": 1,
        },
        {"name": "nearest", "kind": "opaque", "indicators": [], "weights": [], "ties": [], "rows": [], "width": 1},
    ],
    "rules": [""],
    "reasons": ["number", "containment"],
    "documents": [
        {
            "id": "pets", "genre": "", "sentences": [0, 5, 8], "chains": [0, 1, 1, 0],
            "tokens": ["Sam ", "fed ", "the ", "dog", ". ", "It ", "barked", ". ", "He ", "laughed", "."],
            "mentions": [0, 1, 2, 4, 5, 6, 8, 9],
        },
        {
            "id": '=cmd("x"),1', "genre": "", "sentences": [0], "chains": [0, 0],
            "tokens": ["Ann ", "saw ", "herself", "."], "mentions": [0, 1, 2, 3],
        },
    ],
    "anaphors": [
        {
            "document": 0, "span": [5, 6], "candidates": [0, 1], "removed": [], "loss": "", "right": [1],
            "key": [[2, 4]], "distance": 1, "chain": 1, "case": True,
            "answers": [
                {"pick": 1, "rule": 0, "votes": "01", "stage": "right"},
                {"pick": 1, "rule": 0, "stage": "right"},
            ],
        },
        {
            "document": 0, "span": [8, 9], "candidates": [0], "removed": [[1, 0], [2, 0]], "loss": "", "right": [0],
            "key": [[0, 1]], "distance": 2, "chain": 0, "case": True,
            "answers": [
                {"pick": 0, "rule": 0, "votes": "0", "stage": "right"},
                {"pick": None, "rule": 0, "stage": "abstained"},
            ],
        },
        {
            "document": 1, "span": [2, 3], "candidates": [0], "removed": [[1, 1]], "loss": "", "right": [0],
            "key": [[0, 1]], "distance": 0, "chain": 0, "case": True,
            "answers": [
                {"pick": None, "rule": 0, "votes": "", "pool": [], "stage": "syntax"},
                {"pick": 0, "rule": 0, "stage": "tie_lost"},
            ],
        },
    ],
}  # fmt: skip


def table(expression: str, more: Any = None) -> Any:
    """An expression in which `held` are the outcomes."""
    return evaluate(f"(() => {{ const held = outcomes(data); return {expression}; }})()", DATA, more, TABLE_JS)


def test_a_filter_lets_through_what_it_says_and_nothing_where_it_names_nothing_known() -> None:
    expected: dict[str, list[int]] = {
        "": [0, 1, 2],
        "wrong=0": [2],
        "right=0&wrong=1": [1],
        "right=*": [0],
        "wrong=*": [2],
        "stage=tie_lost": [2],
        "stage=tie_lost&wrong=0": [],
        "is=0:right&is=1:wrong": [1],
        "is=0:right,1:right": [0],
        "is=1:abstained": [1],
        "difficulty=trivial": [2],
        "difficulty=decided": [1],
        "difficulty=critical": [0],
        "distance=0": [2],
        "distance=2": [1],
        "form=he": [1],
        "document=1": [2],
        "text=BARKED": [0],
        "text=the+dog": [0],
        **{f"{name}=7": [] for name in ("wrong", "right", "stage", "document")},
        "is=7:right": [],
    }
    passing = table("more.map((query) => passing(held, filterFromQuery(query)))", [*expected])

    assert dict(zip(expected, passing, strict=True)) == expected


def test_equal_ones_stay_in_the_order_of_the_texts() -> None:
    expected = {
        "": [0, 1, 2],
        "-number": [2, 1, 0],
        "form": [1, 2, 0],
        "distance": [2, 0, 1],
        "candidates": [1, 2, 0],
        "-candidates": [0, 1, 2],
        "verdict:1": [2, 1, 0],
        "-verdict:1": [0, 1, 2],
        "verdict:9": [0, 1, 2],
        "constructor": [0, 1, 2],
    }
    sort = "more.map((order) => inOrder(held, [0, 1, 2], order))"
    orders, candidates = table(
        f"[{sort}, data.anaphors.map((_, index) => [held.before(index), held.after(index)])]", [*expected]
    )

    assert dict(zip(expected, orders, strict=True)) == expected
    assert candidates == [[2, 2], [3, 1], [1, 1]], "what contains the anaphor is none"


def test_a_link_says_what_the_page_shows_and_is_read_back() -> None:
    state = {
        "want": table("filterFromQuery('right=0&is=0:right,1:wrong&text=a%26b%3Dc')"),
        "sort": "-verdict:1",
        "index": 36,
        "why": "own:votes",
    }

    hash_ = table("stateToHash(more)", state)

    assert hash_.startswith("#a=37&right=0&text=a%26b%3Dc&is=0:right&is=1:wrong&")
    assert table("stateFromHash(more)", hash_) == state | {"focus": False}


def test_links_to_sections_are_left_alone_and_damaged_ones_choose_nothing() -> None:
    sections = ["", "#", "#losses", "#anaphors", "#a", "#a37x"]
    damaged = ["#a=x&w=:&w=a:b:c&w=a:b:Infinity", "#a=-3", "#a=0&%ZZ=1", "#=", "#a=%"]
    alone, *states = table("more.map((hash) => stateFromHash(hash))", ["#a37", *sections, *damaged])

    assert (alone["index"], alone["focus"]) == (36, True)
    assert states[: len(sections)] == [None] * len(sections)
    assert [state["index"] for state in states[len(sections) :]] == [-1] * len(damaged)


def test_quick_sets_have_the_size_of_what_they_show_and_empty_ones_are_left_out() -> None:
    shown_by = "({ words, want, size }) => [words, size, passing(held, want).length]"

    assert table(f"quickSets(held, [0, 1]).map({shown_by})") == [
        ["right by all", 1, 1],
        ["wrong by all", 1, 1],
        ["only own:votes right", 1, 1],
        ["tie", 1, 1],
        ["critical", 1, 1],
        ["one candidate", 1, 1],
    ]


def test_a_file_of_the_rows_is_quoted_and_holds_no_formulas() -> None:
    lines = table("csv(csvRows(held, [0, 2]))").split("\r\n")

    assert lines[0].startswith("number,document,start,end,pronoun,sentence,key antecedent")
    assert lines[0].endswith(",own:votes,own:votes: verdict,own:votes: stage,nearest,nearest: verdict,nearest: stage")
    assert lines[1] == "1,pets,5,6,it,It barked.,the dog,,1,2,2,,the dog,right,right,the dog,right,right"
    assert lines[2].startswith('3,"\'=cmd(""x""),1",2,3,herself,Ann saw herself.,Ann,,0,1,1,,')
    assert lines[2].endswith(",,no answer,syntax,Ann,wrong,tie_lost")
    assert lines[3:] == [""]


def test_a_cell_that_looks_like_a_formula_gets_an_apostrophe_and_numbers_stay_numbers() -> None:
    texts = ["=1+1", "+1", "-1", "@x", "＝x", "\tx", "\rx"]
    *cells, number = table("more.map((text) => csv([[text]]))", [*texts, -1])

    assert [cell.lstrip('"')[:2] for cell in cells] == [f"'{text[0]}" for text in texts]
    assert number == "-1\r\n"


def test_the_page_knows_the_pronouns_of_the_table() -> None:
    words = table("[...PRONOUNS]")

    assert all(anaphors.pronoun(word) for word in words)
    assert len(words) == len(language().pronouns)
