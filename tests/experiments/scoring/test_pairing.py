"""Two annotations of the same texts: which documents belong together, and the mentions of both over the same tokens."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.scoring.pairing import read, sides
from anaphora.experiments.scoring.response_warnings import ResponseWarnings
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.coreference.overlap import Side
from anaphora.workbench.errors import FormatError
from tests.refused import raises

Mentions = dict[str, list[list[tuple[int, int]]]]

ANN = "Ann/(1) saw Eve/(2) ./- She/(1) left"
BOB = "Bob/(3) slept"


@dataclass(frozen=True)
class Pairing:
    """Chains of each key document as both sides have them, and the warnings."""

    key: Mentions
    response: Mentions
    warnings: Sequence[str]


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


def paired(key: Path, response: Path, **options: Any) -> Pairing:
    settings = configure(**options)
    notes = ResponseWarnings(response)
    right = read(key, settings.preparation.format)
    one, other = sides(right, read(response, settings.preparation.format), settings, notes)
    ids = [document.id for document in right.documents]
    return Pairing(chains(one, ids), chains(other, ids), notes.texts(key))


def chains(side: Side, ids: Sequence[str]) -> Mentions:
    """The chains of each document, mentions as (start, end)."""
    found: Mentions = {id: [] for id in ids}
    for number, document in enumerate(side.chain_document.tolist()):
        mine = side.chain == number
        lengths = (side.end - side.start)[mine]
        spans = zip(side.position[mine].tolist(), lengths.tolist(), strict=True)
        found[ids[document]].append([(start, start + length) for start, length in spans])
    return found


def refused(key: Path, response: Path, **options: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        paired(key, response, **options)
    return caught.value


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return conll(tmp_path / "key.conll", a=ANN, b=BOB)


CHAINS_OF_ANN = [[(0, 1), (4, 5)], [(2, 3)]]


# ---- documents


def test_documents_are_matched_by_id_in_any_order(key: Path, tmp_path: Path) -> None:
    found = paired(key, conll(tmp_path / "r.conll", b="Bob slept/(1)", a=ANN))

    assert found.key == {"a": CHAINS_OF_ANN, "b": [[(0, 1)]]}
    assert found.response == {"a": CHAINS_OF_ANN, "b": [[(1, 2)]]}
    assert found.warnings == []


def test_documents_of_other_ids_are_matched_by_their_text(key: Path, tmp_path: Path) -> None:
    found = paired(key, conll(tmp_path / "r.conll", y="Bob slept/(1)", x=ANN))

    assert found.response == {"a": CHAINS_OF_ANN, "b": [[(1, 2)]]}
    assert found.warnings == []


def test_documents_of_other_ids_are_matched_by_their_letters(key: Path, tmp_path: Path) -> None:
    """The words of the response are divided differently."""
    found = paired(key, conll(tmp_path / "r.conll", b=BOB, x="Ann/(1) sa w Eve. She/(1) left"))

    assert found.response == {"a": [[(0, 3), (10, 13)]], "b": [[(0, 1)]]}


def test_an_id_goes_before_a_text(tmp_path: Path) -> None:
    """The texts are the same, and the ids say which is which."""
    key = conll(tmp_path / "key.conll", a="yes/(1)", b="yes/(1)")
    found = paired(key, conll(tmp_path / "r.conll", b="yes", a="yes/(1)"))

    assert found.response == {"a": [[(0, 1)]], "b": []}


def test_documents_of_other_ids_and_one_text_are_not_guessed(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="yes/(1)", b="yes")

    assert refused(key, conll(tmp_path / "r.conll", x="yes", y="yes")).code == "extra-document"


def test_single_documents_belong_together_whatever_they_are_called(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a=ANN)
    found = paired(key, conll(tmp_path / "r.conll", system_output="Ann/(7) saw Eve . She left"))

    assert (found.response, found.warnings) == ({"a": [[(0, 1)]]}, [])


def test_single_documents_of_other_texts_differ_in_words_not_in_ids(tmp_path: Path) -> None:
    assert refused(conll(tmp_path / "key.conll", a=ANN), conll(tmp_path / "r.conll", b=BOB)).code == "other-text"


def test_missing_document_counts_as_empty(key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.conll", b=BOB)
    found = paired(key, response)

    assert found.key == {"a": CHAINS_OF_ANN, "b": [[(0, 1)]]}
    assert found.response == {"a": [], "b": [[(0, 1)]]}
    assert str(response) in found.warnings[0]
    assert "'a'" in found.warnings[0]


def test_documents_that_the_key_has_not_are_refused(key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.conll", a=ANN, b=BOB, c="Cy/(1)", d="Di/(1)")
    error = refused(key, response)

    assert (error.path, error.code) == (str(response), "extra-document")
    assert "'c'" in error.problem
    assert "--extra-documents" in error.cure


def test_documents_that_the_key_has_not_are_left_out_on_demand(key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.conll", c="Cy/(1)", a=ANN, b=BOB)
    found = paired(key, response, extra_documents=True)

    assert found.response == {"a": CHAINS_OF_ANN, "b": [[(0, 1)]]}


def test_a_response_with_nothing_in_common_is_refused_whatever_the_options(key: Path, tmp_path: Path) -> None:
    with raises("extra-document"):
        paired(key, conll(tmp_path / "r.conll", c="Cy/(1)"), extra_documents=True)


def test_parts_of_a_document_are_documents_of_their_own(tmp_path: Path) -> None:
    def parts(path: Path, first: str, second: str) -> Path:
        texts = conll(path, one=first, two=second).read_text("utf8")
        path.write_text(texts.replace("(one)", "(bc/x); part 000").replace("(two)", "(bc/x); part 001"), "utf8")
        return path

    found = paired(parts(tmp_path / "key.conll", ANN, BOB), parts(tmp_path / "r.conll", "Ann saw Eve . She left", BOB))

    assert found.response == {"bc/x; part 000": [], "bc/x; part 001": [[(0, 1)]]}


def test_folders_are_read_file_by_file(tmp_path: Path) -> None:
    """Their files need neither have the same names nor the same documents."""
    for name in ("key", "response"):
        (tmp_path / name).mkdir()
    conll(tmp_path / "key" / "1.conll", a=ANN)
    conll(tmp_path / "key" / "2.conll", b=BOB)
    response = conll(tmp_path / "response" / "all.conll", b=BOB, a=ANN)

    assert paired(tmp_path / "key", tmp_path / "response").response == {"a": CHAINS_OF_ANN, "b": [[(0, 1)]]}
    assert paired(tmp_path / "key", response).warnings == []


def test_a_folder_with_two_documents_of_one_id_is_refused(tmp_path: Path) -> None:
    first, second = conll(tmp_path / "1.conll", a=ANN), conll(tmp_path / "2.conll", a=BOB)

    with pytest.raises(FormatError) as caught:
        read(tmp_path, None)

    assert caught.value.problem == f"two documents are called 'a', in {first} and {second}"


# ---- words


def test_words_that_are_divided_differently_are_compared_as_characters(tmp_path: Path) -> None:
    """`Ann do n't see Eve.`: in both the last mention is characters 12 to 15, blanks not counted."""
    key = conll(tmp_path / "key.conll", a="Ann/(1) don't/(4) see Eve./- She/(1) left")
    response = conll(tmp_path / "r.conll", a="Ann/(1) do/(2) n't see Eve/(3 ./3) She/(1) left")
    found = paired(key, response)

    assert found.key == {"a": [[(0, 3), (15, 18)], [(3, 8)]]}
    assert found.response == {"a": [[(0, 3), (15, 18)], [(3, 5)], [(11, 15)]]}
    assert "divided differently" in found.warnings[0]


def test_characters_are_not_bytes(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="é😀 Eve/(1)")
    found = paired(key, conll(tmp_path / "r.conll", a="é 😀 Eve/(1)"))

    assert found.key == found.response == {"a": [[(2, 5)]]}


def test_documents_divided_alike_stay_tokens_beside_others(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="don't/(1)", b="Bob/- slept/(1)")
    found = paired(key, conll(tmp_path / "r.conll", a="do/(1 n't/1)", b="Bob slept/(1)"))

    assert found.key == found.response == {"a": [[(0, 5)]], "b": [[(1, 2)]]}


def test_blanks_within_words_do_not_count(tmp_path: Path) -> None:
    """A number is one word in some treebanks, and several in what systems read."""
    key = tmp_path / "key.conllu"
    columns = "\t_" * 7
    key.write_text(
        f"# newdoc id = a\n# global.Entity = eid\n1\t10 000{columns}\tEntity=(e1)\n2\tmen{columns}\t_\n\n", "utf8"
    )
    found = paired(key, conll(tmp_path / "r.conll", a="10/(1 000/1) men"))

    assert found.response == found.key == {"a": [[(0, 5)]]}


def test_response_in_brat_is_compared_as_characters(tmp_path: Path) -> None:
    """brat's words are found by rules: `can` and `not`, where the key has one word. Its document is called r."""
    key = conll(tmp_path / "key.conll", a="Ann/(1) cannot/- see/- Eve/(2) ./- She/(1) left/- ./-")
    response = brat(tmp_path / "r.ann", "Ann cannot see Eve. She left.", ["Ann", "She"], ["Eve"])
    found = paired(key, response)

    assert found.response == found.key
    assert [[len(chain) for chain in it] for it in found.key.values()] == [[2, 1]]


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("Ann saw Eva . She left", "word 3 is 'Eva'"),
        ("Anne saw Eva , She left", "3 of them, the first: word 1 is 'Anne'"),
    ],
)
def test_up_to_half_of_the_words_may_differ(key: Path, tmp_path: Path, text: str, difference: str) -> None:
    """Systems write -LRB- for a bracket."""
    found = paired(key, conll(tmp_path / "r.conll", a=text.replace("She", "She/(1)"), b=BOB))

    assert found.response["a"] == [[(4, 5)]]
    assert difference in found.warnings[0]


def test_another_text_is_refused(key: Path, tmp_path: Path) -> None:
    """Four of six words differ."""
    error = refused(key, conll(tmp_path / "r.conll", a="Jo saw Cy ! He/(1) left", b=BOB))

    assert error.code == "other-text"
    assert "--ignore-words" in error.cure


def test_another_text_is_accepted_on_demand_if_it_has_as_many_words(key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.conll", a="Jo met Cy ! He/(1) sat", b=BOB)
    found = paired(key, response, ignore_words=True)

    assert found.response["a"] == [[(4, 5)]]
    assert "6 of them" in found.warnings[0]


@pytest.mark.parametrize("ignore_words", [False, True])
@pytest.mark.parametrize("text", ["Ann saw Eve . She", "Ann saw Eve . She left now", "Ann saw . She left"])
def test_more_or_fewer_words_are_refused_in_any_case(key: Path, tmp_path: Path, text: str, ignore_words: bool) -> None:
    error = refused(key, conll(tmp_path / "r.conll", a=text, b=BOB), ignore_words=ignore_words)

    assert error.code == "other-text"
    assert "--ignore-words" not in error.cure


# ---- duplicates and singletons

TWICE = "Ann/(1) saw Eve/(2) ./- She/(1)|(2) left"


def test_span_that_occurs_twice_in_the_response_belongs_to_the_first_chain(key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.conll", a=TWICE, b=BOB)
    found = paired(key, response)

    assert found.response["a"] == CHAINS_OF_ANN
    assert "duplicate spans in the response: 1, the first in a" in found.warnings[0]


@pytest.mark.parametrize(("side", "duplicates"), [("key", "response"), ("key", "refuse"), ("response", "refuse")])
def test_span_that_occurs_twice_is_refused(key: Path, tmp_path: Path, side: str, duplicates: str) -> None:
    twice = conll(tmp_path / "twice.conll", a=ANN, b="Bob/(3)|(3)|(4) slept")
    files: Mapping[str, Path] = {"key": key, "response": key} | {side: twice}
    error = refused(files["key"], files["response"], duplicates=duplicates)

    assert (error.path, error.code) == (str(twice), "duplicate-span")
    assert side in error.problem
    assert "--duplicates first" in error.cure


def test_span_that_occurs_twice_in_one_chain_of_the_key_is_kept_once(key: Path, tmp_path: Path) -> None:
    """The reference scorer counts it twice."""
    twice = conll(tmp_path / "twice.conll", a=ANN.replace("She/(1)", "She/(1)|(1)"), b=BOB)
    found = paired(twice, key)

    assert found.key["a"] == CHAINS_OF_ANN
    assert len(found.warnings) == 1
    assert refused(twice, key, duplicates="refuse").code == "duplicate-span"


def test_span_in_two_chains_of_the_key_belongs_to_the_first_and_is_warned_of(key: Path, tmp_path: Path) -> None:
    found = paired(conll(tmp_path / "twice.conll", a=TWICE, b=BOB), key)

    assert found.key["a"] == CHAINS_OF_ANN
    assert "in two chains: 1, the first in a" in found.warnings[0]


def test_span_that_occurs_twice_is_taken_once_on_both_sides(tmp_path: Path) -> None:
    twice = conll(tmp_path / "twice.conll", a=TWICE)
    found = paired(twice, twice)

    assert found.key == found.response == {"a": CHAINS_OF_ANN}
    assert len(found.warnings) == 2


def test_chain_that_is_nothing_but_duplicates_disappears(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="Ann/(1) met Eve/(2)")
    found = paired(key, conll(tmp_path / "r.conll", a="Ann/(1)|(7) met Eve/(1)|(7)"))

    assert found.response == {"a": [[(0, 1), (2, 3)]]}


def test_singletons_are_dropped_on_both_sides(key: Path, tmp_path: Path) -> None:
    found = paired(
        key, conll(tmp_path / "r.conll", a="Ann/(5) saw Eve/(2) . She/(2) left/(3)", b=BOB), singletons="drop"
    )

    assert found.key == {"a": [[(0, 1), (4, 5)]], "b": []}
    assert found.response == {"a": [[(2, 3), (4, 5)]], "b": []}


def test_singletons_are_dropped_before_sides_are_compared(tmp_path: Path) -> None:
    """A chain of which the key has but one mention is none."""
    key = conll(tmp_path / "key.conll", a="Ann/(1) saw her/(1)")
    found = paired(key, conll(tmp_path / "r.conll", a="Ann/(1) saw/(1) her"), singletons="drop")

    assert found.response == {"a": [[(0, 1), (1, 2)]]}


# ---- texts that language models wrote again


MAN = "The/(1 old man/1) saw a/(2 dog/2) . He/(1) left"
FIRST, DOG, HE = (0, 3), (4, 6), (7, 8)


def copied(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf8")
    return path


@pytest.mark.parametrize(
    ("line", "response", "said"),
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
    tmp_path: Path, line: str, response: list[list[tuple[int, int]]], said: tuple[int, ...]
) -> None:
    notes = ResponseWarnings(tmp_path)
    key = read(conll(tmp_path / "key.conll", m=MAN), None)
    one, other = sides(key, read(copied(tmp_path / "r.txt", line), None, response=True), configure(), notes)

    assert chains(one, ["m"]) == {"m": [[FIRST, HE], [DOG]]}
    assert chains(other, ["m"]) == {"m": response}
    assert notes.copied == ("r", [1, *said]), "words dropped, added, changed; mentions lost, and all"


def test_copies_without_names_belong_to_the_documents_of_the_key_in_their_order(key: Path, tmp_path: Path) -> None:
    found = paired(key, copied(tmp_path / "r.txt", "Ann|[e1] sees Eve|[e2] . She|[e1] left", "Bill slept|[e1]"))

    assert found.response == {"a": CHAINS_OF_ANN, "b": [[(1, 2)]]}


def test_a_copy_that_failed_holds_the_place_of_its_document(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a=ANN, b=BOB, c="Cy/(4) won")
    found = paired(key, copied(tmp_path / "r.txt", "Ann|[e1] saw Eve|[e2] . She|[e1]", "", "Cy|[e1]"))

    assert found.response == {"a": CHAINS_OF_ANN, "b": [], "c": [[(0, 1)]]}


def test_more_copies_than_documents_are_refused(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a=ANN)

    assert refused(key, copied(tmp_path / "r.txt", "Ann|[e1] ran .", "She|[e1] left")).code == "extra-document"


def test_a_copy_of_another_text_is_refused(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", m=MAN)

    assert refused(key, copied(tmp_path / "r.txt", "Bob|[e1] and his|[e1] son left")).code == "other-text"


def test_other_formats_are_no_copies(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", m=MAN)

    assert refused(key, conll(tmp_path / "r.conll", m="The/(1) man saw a dog . He/(1) left")).code == "other-text"


def test_copies_without_sentences_have_their_zeros_at_the_places_of_the_key(tmp_path: Path) -> None:
    """Ann slept. [she] dreamt. [she] woke: the second sentence begins with its zero, as does the third."""
    rows = ["1\tAnn", "2\tslept", "", "0.1\t_", "1\tdreamt", "", "0.1\t_", "1\twoke", ""]
    zero = "PRON\t_\t_\t_\t_\t1:nsubj\tEntity=(e1)"
    word = "X\t_\t_\t_\t_\t_\t"
    lines = (
        f"{row}\t_\t{zero}"
        if "." in row
        else f"{row}\t_\t{word}{'Entity=(e1)' if 'Ann' in row else '_'}"
        if row
        else ""
        for row in rows
    )
    key = copied(tmp_path / "key.conllu", "# newdoc id = d\n# global.Entity = eid", *lines)
    found = paired(key, copied(tmp_path / "r.txt", "Ann|[e1] slept ##|[e1] dreamt ##|[e1] woke"))

    assert found.response == found.key == {"d": [[(0, 1), (2, 3), (4, 5)]]}


def test_marks_that_match_no_other_are_told(tmp_path: Path) -> None:
    notes = ResponseWarnings(tmp_path)
    key = read(conll(tmp_path / "key.conll", a=ANN), None)
    response = read(copied(tmp_path / "r.txt", "Ann|[e1 saw Eve|[e2] . She|[e1] left"), None, response=True)

    assert chains(sides(key, response, configure(), notes)[1], ["a"]) == {"a": CHAINS_OF_ANN}
    assert notes.mended == {"marks": 1}
