"""The anaphor table of a page: what its filters let through, in which order, and the link and the file that say so."""

from typing import Any

from anaphora.experiments.show.report.page import asset
from anaphora.workbench.language import anaphors
from anaphora.workbench.language.packs import language
from tests.experiments.show.report.scripts import evaluate, needs_node

pytestmark = needs_node

SCRIPTS = asset("outcomes.js", "filters.js")
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
    return evaluate(f"(() => {{ const held = outcomes(data); return {expression}; }})()", DATA, more, SCRIPTS)


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
    texts = ["=1+1", "+1", "-1", "@x", "\tx", "\rx"]
    *cells, number = table("more.map((text) => csv([[text]]))", [*texts, -1])

    assert [cell.lstrip('"')[:2] for cell in cells] == [f"'{text[0]}" for text in texts]
    assert number == "-1\r\n"


def test_the_page_knows_the_pronouns_of_the_table() -> None:
    words = table("[...PRONOUNS]")

    assert all(anaphors.pronoun(word) for word in words)
    assert len(words) == len(language().pronouns)
