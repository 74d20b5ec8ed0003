"""Small files on which a careless pattern or loop would take minutes: time grows with their length, not its square."""

import json
from collections import Counter
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import _conllu, muc, recognise
from anaphora.corpora._conllu import Sentence
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.external.checking import check_prediction
from anaphora.workbench.external.records import INPUT, PREDICTIONS, Input, Prediction, System, text_hash
from anaphora.workbench.external.written import _plain, read_marks
from anaphora.workbench.key import Key
from tests.corpora.test_hostile_input import conll, conllu, read, row, written
from tests.patience import soon
from tests.refused import refused

MANY = 60_000


def test_a_file_that_begins_with_many_digits_is_recognised_soon(tmp_path: Path) -> None:
    path = written(tmp_path, "9" * 100_000)

    with soon(), refused("unknown-format"):
        recognise(path)


@pytest.mark.parametrize("id", ["1", "1-2", "3.1", "12-13.4"])
def test_rows_of_a_treebank_are_still_recognised(id: str, tmp_path: Path) -> None:
    assert recognise(written(tmp_path, "\t".join((id, *"abcdefghi")) + "\n")) == "corefud"


def test_the_name_of_a_document_with_many_blanks_is_read_soon(tmp_path: Path) -> None:
    text = conll(row()).replace("; part 000", " " * MANY + "x")

    with soon():
        [(document, _)] = read("conll2012", written(tmp_path, text))
    assert document.id.startswith("(d) ")


@pytest.mark.parametrize(
    ("rest", "id"), [("(a); part 000", "a; part 000"), ("(a) part 1", "a; part 1"), ("(a) ;", "a")]
)
def test_the_names_of_documents_are_still_read(rest: str, id: str, tmp_path: Path) -> None:
    [(document, _)] = read("conll2012", written(tmp_path, conll(row()).replace("(d); part 000", rest)))

    assert document.id == id


def test_a_heading_with_many_blanks_is_read_soon(tmp_path: Path) -> None:
    text = f"# newpar_block = head{' ' * MANY}x\n{conllu()}"

    with soon():
        read("corefud", written(tmp_path, text))


@pytest.mark.parametrize(
    ("block", "end"),
    [
        ("head (1 s)", 1),
        ("head (2 s) | p (3 s)", 2),
        ('p | head rend:::"bold" (1 s)', 1),
        ("head", 3),
        ("header (1 s)", None),
        ("head-x (1 s)", None),
    ],
)
def test_headings_are_still_read(block: str, end: int | None) -> None:
    rows = [(1, ["1", "a", *"________"])]
    sentences = [Sentence({"newpar_block": block} if not at else {}, rows) for at in range(3)]
    found = _conllu.document(Path("x"), "d", sentences).headings

    assert found == (() if end is None else (Span(0, end),))


def test_a_tag_of_many_letters_is_read_soon(tmp_path: Path) -> None:
    text = f"<COREF ID='1' {'a' * MANY}>a</COREF> <COREF {'b' * MANY} ID=2>b</COREF>"

    with soon():
        [(_, key)] = read("muc", written(tmp_path, text))
    assert len(key.chains) == 2


def test_a_minimum_that_is_nearly_there_very_often_is_looked_for_soon(tmp_path: Path) -> None:
    minimum = "a" * (MANY // 2) + "b"
    text = f'<COREF ID="1" MIN="{minimum}">{"a " * MANY}</COREF>'

    with soon():
        [(_, key)] = read("muc", written(tmp_path, text))
    assert key.attributes[Span(0, MANY)].minimum is None


def test_very_many_documents_without_words_are_read_soon(tmp_path: Path) -> None:
    with soon():
        assert len(read("muc", written(tmp_path, "<DOC></DOC>\n" * (MANY // 4)))) == MANY // 4


def test_the_lines_of_very_many_remarks_are_found_soon(tmp_path: Path) -> None:
    text = "".join(f'<COREF ID="{at}" REF="x">a</COREF>\n' for at in range(MANY // 6))

    with soon():
        lines = [it.line for it in corpora.check(written(tmp_path, text), "muc") if it.line]
    assert lines == list(range(1, MANY // 6 + 1))


def test_mentions_that_all_cross_one_another_are_told_up_to_a_number(tmp_path: Path) -> None:
    size = 3_000
    record = {"sentences": [["a"] * 2 * size], "clusters": [[[at, at + size] for at in range(size - 1)]]}
    path = written(tmp_path, json.dumps(record))

    with soon():
        found = corpora.check(path, "jsonlines")
    assert sum("overlap" in it.text for it in found) == 1_000


def test_a_mention_of_very_many_parts_is_read_and_written_soon(tmp_path: Path) -> None:
    size = 3_000
    offsets = ";".join(f"{4 * at} {4 * at + 1}" for at in range(size))
    files = {"sample": f"T1\tX {offsets}\t{'a ' * size}\n", "sample.txt": "a b " * size}

    with soon():
        [(document, key)] = read("brat", written(tmp_path, files))
        corpora.check(tmp_path / "sample", "brat")
    assert len(list(key.chains[0][0])) == size
    assert document.words[-1] == "b"


def test_an_answer_full_of_full_stops_is_read_soon() -> None:
    with soon():
        assert _plain("The" + "." * MANY + "park") == "the" + "." * MANY + "park"
    assert _plain(" ..The park?! ") == "the park"


def given(size: int) -> Input:
    """What a model was given: a text of so many words."""
    words = tuple(f"w{at}" for at in range(size))
    text = " ".join(words)
    starts = tuple(Document("d", words, (" ",) * len(words)).character_starts())
    return Input(INPUT, "d", text_hash(text), text, words, starts, ((0, len(words)),))


def test_a_text_with_very_many_marks_is_read_soon() -> None:
    asked = given(8_000)

    with soon():
        [cluster] = read_marks(asked, " ".join(f"[{word}](#1)" for word in asked.tokens), Counter())
    assert cluster == [(at, at + 1) for at in range(8_000)]


def test_very_many_marks_around_one_another_are_read_soon() -> None:
    asked = given(20_000)
    opened = " ".join(f"[{word}" for word in asked.tokens)
    nested = "[" * 20_000 + asked.text + "](#2)" * 20_000

    with soon():
        [from_each] = read_marks(asked, opened + "](#1)" * 20_000, Counter())
        [around_all] = read_marks(asked, nested, Counter())
    assert from_each == [(at, 20_000) for at in range(20_000)]
    assert around_all == [(0, 20_000)] * 20_000


def test_very_many_long_spans_of_characters_are_read_soon() -> None:
    asked = given(20_000)
    spans = tuple((start, len(asked.text)) for start in asked.starts)
    made = {"unit": "character", "end": "exclusive", "clusters": (spans,)}
    predicted = Prediction(PREDICTIONS, "d", asked.text_sha256, System("made up"), **made)  # type: ignore[arg-type]

    with soon():
        kept, found = check_prediction(Path("x"), 1, asked, predicted)
    assert kept.clusters == (tuple((at, 20_000) for at in range(20_000)),)
    assert not found["cut"]


def test_errors_quote_no_more_than_can_be_read() -> None:
    error = FormatError("a", 1, "x" * 10_000, "Mend it.")

    assert (len(error.problem), str(error)[-13:]) == (505, "xxx. Mend it.")
    assert len(str(WorkbenchError("y" * 10_000))) == 3_005


def test_a_word_without_any_character_is_refused(tmp_path: Path) -> None:
    with refused("malformed", "sample", 3):
        read("corefud", written(tmp_path, conllu("")))


def test_a_head_of_several_zeros_is_the_root(tmp_path: Path) -> None:
    text = "1\ta\ta\tX\tX\t_\t00\troot\t_\t_\n2\tb\tb\tX\tX\t_\t01\tdep\t_\t_\n\n"
    [(document, _)] = read("corefud", written(tmp_path, text * 2))

    assert document.annotation
    assert document.annotation.head == (0, 0, 2, 2)


def test_an_example_without_an_id_is_refused(tmp_path: Path) -> None:
    text = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tB\tB-offset\n\tAl met Bo; he.\the\t11\tAl\t0\tBo\t7\n"

    with refused("malformed", "sample", 2):
        read("gap", written(tmp_path, text))


def test_a_document_without_words_is_written_as_sgml(tmp_path: Path) -> None:
    text = "".join(muc.write([(Document("d", (), ()), Key("d", ()))]))

    [(document, _)] = read("muc", written(tmp_path, text))
    assert (document.id, document.words) == ("d", ())
