"""Two annotations of the same texts: which documents belong together, and the mentions of both over the same tokens."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.commands.score.pairing import read, sides
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.chains.overlap import Side
from tests.refused import refused

Mentions = dict[str, list[list[tuple[int, int]]]]

ANN = "Ann/(1) saw Eve/(2) ./- She/(1) left"
BOB = "Bob/(3) slept"


def conll(path: Path, /, **documents: str) -> Path:
    """A CoNLL file of documents, the words of which may have mentions behind a stroke: `Ann/(1)`."""
    lines = []
    for id, text in documents.items():
        lines.append(f"#begin document ({id})")
        for word in text.split():
            form, _, cell = word.partition("/")
            lines.append(f"d\t0\t0\t{form}\tX\t{cell or '-'}")
        lines.append("#end document\n")
    path.write_text("\n".join(lines), "utf8")
    return path


def json_lines(path: Path, /, **documents: tuple[str, Sequence[Sequence[Sequence[int]]]]) -> Path:
    """A file of documents, each with its words and clusters of tokens (first, last)."""
    records = (
        {"doc_key": id, "tokens": text.split(), "clusters": clusters} for id, (text, clusters) in documents.items()
    )
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf8")
    return path


def brat(path: Path, text: str, *chains: Sequence[str]) -> Path:
    """A text and its annotation, each mention being the first place of its words."""
    path.with_suffix(".txt").write_text(text, "utf8")
    lines, mentions = [], 0
    for chain in chains:
        for at, words in enumerate(chain):
            start, mentions = text.index(words), mentions + 1
            lines.append(f"T{mentions}\tMention {start} {start + len(words)}\t{words}")
            lines += [f"R{mentions}\tCoreference Arg1:T{mentions} Arg2:T{mentions - 1}"] if at else []
    path.write_text("".join(f"{line}\n" for line in lines), "utf8")
    return path


def paired(key: Path, response: Path, **options: Any) -> tuple[Mentions, Mentions, Sequence[str]]:
    """Chains of each key document as both sides have them, and the warnings."""
    settings = configure(**options)
    notes = ResponseWarnings(response)
    right = read(key, settings.preparation.format)
    one, other = sides(right, read(response, settings.preparation.format), settings, notes)
    ids = [document.id for document in right.documents]
    return chains(one, ids), chains(other, ids), notes.texts(key)


def chains(side: Side, ids: Sequence[str]) -> Mentions:
    """The chains of each document, mentions as (start, end)."""
    mentions: Mentions = {id: [] for id in ids}
    for number, document in enumerate(side.chain_document.tolist()):
        within = side.chain == number
        spans = zip(side.position[within].tolist(), (side.end - side.start)[within].tolist(), strict=True)
        mentions[ids[document]].append([(start, start + length) for start, length in spans])
    return mentions


BOTH = {"a": ANN, "b": BOB}
OF_ANN, OF_BOB = [[(0, 1), (4, 5)], [(2, 3)]], [[(0, 1)]]
OF_BOTH: Mentions = {"a": OF_ANN, "b": OF_BOB}
TWICE = "Ann/(1) saw Eve/(2) ./- She/(1)|(2) left"
DIVIDED = "divided differently"

# key and response with options; then the chains of both and a word of each warning
PAIRED: dict[str, tuple[dict[str, str], dict[str, str], dict[str, Any], Mentions, Mentions, list[str]]] = {
    "ids in any order": (
        BOTH, {"b": "Bob slept/(1)", "a": ANN}, {}, OF_BOTH, {"a": OF_ANN, "b": [[(1, 2)]]}, [],
    ),
    "other ids, the same text": (
        BOTH, {"y": "Bob slept/(1)", "x": ANN}, {}, OF_BOTH, {"a": OF_ANN, "b": [[(1, 2)]]}, [],
    ),
    "other ids, the same letters": (
        BOTH, {"b": BOB, "x": "Ann/(1) sa w Eve. She/(1) left"}, {},
        {"a": [[(0, 3), (10, 13)], [(6, 9)]], "b": OF_BOB}, {"a": [[(0, 3), (10, 13)]], "b": OF_BOB}, [DIVIDED],
    ),
    "an id before a text": (
        {"a": "yes/(1)", "b": "yes/(1)"}, {"b": "yes", "a": "yes/(1)"}, {},
        {"a": OF_BOB, "b": OF_BOB}, {"a": OF_BOB, "b": []}, [],
    ),
    "one document on each side": (
        {"a": ANN}, {"system_output": "Ann/(7) saw Eve . She left"}, {}, {"a": OF_ANN}, {"a": OF_BOB}, [],
    ),
    "missing documents count as empty": (BOTH, {"b": BOB}, {}, OF_BOTH, {"a": [], "b": OF_BOB}, ["'a'"]),
    "others are left out on demand": (BOTH, {"c": "Cy/(1)", **BOTH}, {"extra_documents": True}, OF_BOTH, OF_BOTH, []),
    "other words are compared as characters": (  # Ann do n't see Eve.
        {"a": "Ann/(1) don't/(4) see Eve./- She/(1) left"},
        {"a": "Ann/(1) do/(2) n't see Eve/(3 ./3) She/(1) left"}, {},
        {"a": [[(0, 3), (15, 18)], [(3, 8)]]}, {"a": [[(0, 3), (15, 18)], [(3, 5)], [(11, 15)]]}, [DIVIDED],
    ),
    "characters are not bytes": (
        {"a": "é😀 Eve/(1)"}, {"a": "é 😀 Eve/(1)"}, {}, {"a": [[(2, 5)]]}, {"a": [[(2, 5)]]}, [DIVIDED],
    ),
    "documents divided alike stay tokens beside others": (
        {"a": "don't/(1)", "b": "Bob/- slept/(1)"}, {"a": "do/(1 n't/1)", "b": "Bob slept/(1)"}, {},
        {"a": [[(0, 5)]], "b": [[(1, 2)]]}, {"a": [[(0, 5)]], "b": [[(1, 2)]]}, [DIVIDED],
    ),
    "a word may differ": (  # systems write -LRB- for a bracket
        BOTH, {"a": "Ann saw Eva . She/(1) left", "b": BOB}, {},
        OF_BOTH, {"a": [[(4, 5)]], "b": OF_BOB}, ["word 3 is 'Eva'"],
    ),
    "half of the words may differ": (
        BOTH, {"a": "Anne saw Eva , She/(1) left", "b": BOB}, {},
        OF_BOTH, {"a": [[(4, 5)]], "b": OF_BOB}, ["3 of them, the first: word 1 is 'Anne'"],
    ),
    "all words may differ on demand": (
        BOTH, {"a": "Jo met Cy ! He/(1) sat", "b": BOB}, {"ignore_words": True},
        OF_BOTH, {"a": [[(4, 5)]], "b": OF_BOB}, ["6 of them"],
    ),
    "a duplicate of the response is in the first chain": (
        BOTH, {"a": TWICE, "b": BOB}, {}, OF_BOTH, OF_BOTH, ["duplicate spans in the response: 1, the first in a"],
    ),
    "a duplicate in two chains of the key, too": ({"a": TWICE}, {"a": ANN}, {}, {"a": OF_ANN}, {"a": OF_ANN}, ["two"]),
    "a duplicate in one chain of the key": (  # the reference scorer counts it twice
        {"a": ANN.replace("She/(1)", "She/(1)|(1)")}, {"a": ANN}, {}, {"a": OF_ANN}, {"a": OF_ANN}, ["1"],
    ),
    "duplicates on both sides": ({"a": TWICE}, {"a": TWICE}, {}, {"a": OF_ANN}, {"a": OF_ANN}, ["two", "response"]),
    "a chain of nothing but duplicates disappears": (
        {"a": "Ann/(1) met Eve/(2)"}, {"a": "Ann/(1)|(7) met Eve/(1)|(7)"}, {},
        {"a": [[(0, 1)], [(2, 3)]]}, {"a": [[(0, 1), (2, 3)]]}, ["duplicate"],
    ),
    "singletons are dropped on both sides": (
        BOTH, {"a": "Ann/(5) saw Eve/(2) . She/(2) left/(3)", "b": BOB}, {"singletons": "drop"},
        {"a": [[(0, 1), (4, 5)]], "b": []}, {"a": [[(2, 3), (4, 5)]], "b": []}, [],
    ),
    "and before sides are compared": (  # a chain of which the key has but one mention is none
        {"a": "Ann/(1) saw her/(1)"}, {"a": "Ann/(1) saw/(1) her"}, {"singletons": "drop"},
        {"a": [[(0, 1), (2, 3)]]}, {"a": [[(0, 1), (1, 2)]]}, [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRED)
def test_documents_words_and_mentions_of_both_sides_are_paired(name: str, tmp_path: Path) -> None:
    key, response, options, of_key, of_response, words = PAIRED[name]
    *sides, warnings = paired(conll(tmp_path / "key.conll", **key), conll(tmp_path / "r.conll", **response), **options)

    assert sides == [of_key, of_response]
    assert [word in warning for word, warning in zip(words, warnings, strict=True)] == [True] * len(words)


OTHER_LENGTHS = ("Ann saw Eve . She", "Ann saw Eve . She left now", "Ann saw . She left")
TWO_CHAINS = {"a": ANN, "b": "Bob/(3)|(3)|(4) slept"}
# key, response, options, code, which side is named, and what the cure may be
REFUSED: list[tuple[dict[str, str], dict[str, str], dict[str, Any], str, str, str]] = [
    ({"a": "yes/(1)", "b": "yes"}, {"x": "yes", "y": "yes"}, {}, "extra-document", "r", ""),
    ({"a": ANN}, {"b": BOB}, {}, "other-text", "r", ""),
    (BOTH, {**BOTH, "c": "Cy/(1)", "d": "Di/(1)"}, {}, "extra-document", "r", "--extra-documents"),
    (BOTH, {"c": "Cy/(1)"}, {"extra_documents": True}, "extra-document", "r", ""),
    (BOTH, {"a": "Jo saw Cy ! He/(1) left", "b": BOB}, {}, "other-text", "r", "--ignore-words"),  # four of six words
    *((BOTH, {"a": it, "b": BOB}, {}, "other-text", "r", "no --ignore-words") for it in OTHER_LENGTHS),
    *((BOTH, {"a": it, "b": BOB}, {"ignore_words": True}, "other-text", "r", "") for it in OTHER_LENGTHS),
    (TWO_CHAINS, BOTH, {"duplicates": "response"}, "duplicate-span", "key", "--duplicates first"),
    (TWO_CHAINS, BOTH, {"duplicates": "refuse"}, "duplicate-span", "key", "--duplicates first"),
    (BOTH, TWO_CHAINS, {"duplicates": "refuse"}, "duplicate-span", "r", "--duplicates first"),
    ({"a": ANN.replace("She/(1)", "She/(1)|(1)")}, {"a": ANN}, {"duplicates": "refuse"}, "duplicate-span", "key", ""),
]


def test_what_does_not_belong_together_is_refused(tmp_path: Path) -> None:
    for key, response, options, code, side, cure in REFUSED:
        sides = conll(tmp_path / "key.conll", **key), conll(tmp_path / "r.conll", **response)
        with refused(code, tmp_path / f"{side}.conll") as caught:
            paired(*sides, **options)
        offered, option = not cure.startswith("no "), cure.removeprefix("no ")
        assert (option in caught.value.cure) == offered, (response, caught.value.cure)


def test_parts_of_a_document_are_documents_of_their_own(tmp_path: Path) -> None:
    def parts(path: Path, first: str, second: str) -> Path:
        texts = conll(path, one=first, two=second).read_text("utf8")
        path.write_text(texts.replace("(one)", "(bc/x); part 000").replace("(two)", "(bc/x); part 001"), "utf8")
        return path

    _, response, _ = paired(
        parts(tmp_path / "key.conll", ANN, BOB), parts(tmp_path / "r.conll", "Ann saw Eve . She left", BOB)
    )

    assert response == {"bc/x; part 000": [], "bc/x; part 001": [[(0, 1)]]}


def test_folders_are_read_file_by_file(tmp_path: Path) -> None:
    """Their files need neither have the same names nor the same documents."""
    for name in ("key", "response", "twice"):
        (tmp_path / name).mkdir()
    for name, first, second in (("key", {"a": ANN}, {"b": BOB}), ("twice", {"a": ANN}, {"a": BOB})):
        conll(tmp_path / name / "1.conll", **first)
        conll(tmp_path / name / "2.conll", **second)
    response = conll(tmp_path / "response" / "all.conll", b=BOB, a=ANN)

    assert paired(tmp_path / "key", tmp_path / "response") == (OF_BOTH, OF_BOTH, [])
    assert paired(tmp_path / "key", response) == (OF_BOTH, OF_BOTH, [])
    with refused("duplicate-id"):
        read(tmp_path / "twice", None)


def test_blanks_within_words_do_not_count(tmp_path: Path) -> None:
    """A number is one word in some treebanks, and several in what systems read."""
    key = tmp_path / "key.conllu"
    columns = "\t_" * 7
    key.write_text(
        f"# newdoc id = a\n# global.Entity = eid\n1\t10 000{columns}\tEntity=(e1)\n2\tmen{columns}\t_\n\n", "utf8"
    )

    assert paired(key, conll(tmp_path / "r.conll", a="10/(1 000/1) men"))[:2] == ({"a": [[(0, 5)]]},) * 2


def test_response_in_brat_is_compared_as_characters(tmp_path: Path) -> None:
    """brat's words are found by rules: `can` and `not`, where the key has one word. Its document is called r."""
    key = conll(tmp_path / "key.conll", a="Ann/(1) cannot/- see/- Eve/(2) ./- She/(1) left/- ./-")
    one, other, _ = paired(key, brat(tmp_path / "r.ann", "Ann cannot see Eve. She left.", ["Ann", "She"], ["Eve"]))

    assert one == other == {"a": [[(0, 3), (16, 19)], [(12, 15)]]}


# ---- texts that language models wrote again


MAN = "The/(1 old man/1) saw a/(2 dog/2) . He/(1) left"
FIRST, DOG, HE = (0, 3), (4, 6), (7, 8)


def copied(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf8")
    return path


@pytest.mark.parametrize(
    ("line", "response", "counts"),
    [
        ("The|[e1 man|e1] saw a|[e2 dog|e2] . He|[e1] left", [[FIRST, HE], [DOG]], (1, 0, 0, 0, 3)),
        ("The|[e1 old old man|e1] saw a|[e2 dog|e2] . He|[e1] left", [[FIRST, HE], [DOG]], (0, 1, 0, 0, 3)),
        ("The|[e1 old man|e1] saw a|[e2 cat|e2] . It|[e1] left", [[FIRST], [DOG]], (0, 0, 2, 1, 3)),
        ("The|[e1 old man|e1] saw", [[FIRST]], (5, 0, 0, 0, 1)),
        ("The|[e1 old man|e1] saw a|[e2 dog|e2] a|[e3 dog|e3] . He left", [[FIRST], [DOG]], (0, 2, 0, 1, 3)),
    ],
    ids=["dropped", "repeated", "changed", "cut off", "said twice"],
)
def test_copies_are_aligned_and_what_differs_is_counted(
    tmp_path: Path, line: str, response: list[list[tuple[int, int]]], counts: tuple[int, ...]
) -> None:
    notes = ResponseWarnings(tmp_path)
    key = read(conll(tmp_path / "key.conll", m=MAN), None)
    one, other = sides(key, read(copied(tmp_path / "r.txt", line), None, response=True), configure(), notes)

    assert (chains(one, ["m"]), chains(other, ["m"])) == ({"m": [[FIRST, HE], [DOG]]}, {"m": response})
    assert notes.copied == ("r", [1, *counts]), "words dropped, added, changed; mentions lost, and all"


def test_copies_belong_to_the_documents_of_the_key_in_their_order(tmp_path: Path) -> None:
    """One that failed holds the place of its document."""
    key = conll(tmp_path / "key.conll", a=ANN, b=BOB, c="Cy/(4) won")
    copies = copied(tmp_path / "r.txt", "Ann|[e1] saw Eve|[e2] . She|[e1]", "", "Cy|[e1]")

    assert paired(key, copies)[1] == {"a": OF_ANN, "b": [], "c": [[(0, 1)]]}
    copied(copies, "Ann|[e1] sees Eve|[e2] . She|[e1] left", "Bill slept|[e1]")
    assert paired(conll(key, **BOTH), copies)[1] == {"a": OF_ANN, "b": [[(1, 2)]]}


def test_copies_of_too_many_or_other_texts_are_refused(tmp_path: Path) -> None:
    """And other formats are no copies."""
    ann, man = conll(tmp_path / "ann.conll", a=ANN), conll(tmp_path / "man.conll", m=MAN)
    for key, response, code in (
        (ann, copied(tmp_path / "1.txt", "Ann|[e1] ran .", "She|[e1] left"), "extra-document"),
        (man, copied(tmp_path / "2.txt", "Bob|[e1] and his|[e1] son left"), "other-text"),
        (man, conll(tmp_path / "r.conll", m="The/(1) man saw a dog . He/(1) left"), "other-text"),
    ):
        with refused(code, response):
            paired(key, response)


def test_copies_without_sentences_have_their_zeros_at_the_places_of_the_key(tmp_path: Path) -> None:
    """Ann slept. [she] dreamt. [she] woke: the second sentence begins with its zero, as does the third."""
    zero, word = "_\t_\tPRON\t_\t_\t_\t_\t1:nsubj\tEntity=(e1)", "_\tX\t_\t_\t_\t_\t_\t"
    rows = (
        f"1\tAnn\t{word}Entity=(e1)", f"2\tslept\t{word}_", "", f"0.1\t{zero}", f"1\tdreamt\t{word}_", "",
        f"0.1\t{zero}", f"1\twoke\t{word}_", "",
    )  # fmt: skip
    key = copied(tmp_path / "key.conllu", "# newdoc id = d\n# global.Entity = eid", *rows)
    one, other, _ = paired(key, copied(tmp_path / "r.txt", "Ann|[e1] slept ##|[e1] dreamt ##|[e1] woke"))

    assert one == other == {"d": [[(0, 1), (2, 3), (4, 5)]]}


def test_marks_that_match_no_other_are_told(tmp_path: Path) -> None:
    notes = ResponseWarnings(tmp_path)
    key = read(conll(tmp_path / "key.conll", a=ANN), None)
    response = read(copied(tmp_path / "r.txt", "Ann|[e1 saw Eve|[e2] . She|[e1] left"), None, response=True)

    assert chains(sides(key, response, configure(), notes)[1], ["a"]) == {"a": OF_ANN}
    assert notes.mended == {"marks": 1}
