from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.corpora.plain import document, read
from anaphora.workbench.document import Span
from tests.corpora.samples import DEEP, Sample
from tests.refused import refused

SAMPLE = Sample(
    valid="Ann ran.\n",
    more=["A Title\n\nAnn ran (home). She can't stop!\n\n  Bob's U.S. dog\n* it\n"],
    deep=("[" * DEEP, ""),
    long_word=("{}", "too-large"),
    # text has neither names nor mentions
    same_id=None,
    crossing=None,
    crossing_chains=None,
    outside=None,
    across=None,
)


def test_plain_text_divides_paragraphs_at_empty_lines() -> None:
    found = document("One line.\nThe same.\n \t\nSecond.\r\n\r\nThird.\n", "d")

    assert [found.words[start] for start in found.paragraph_starts] == ["One", "Second", "Third"]
    assert found.sentence_starts == ()


@pytest.mark.parametrize(
    ("line", "headings"),
    [
        ("Using the printer", (Span(0, 3),)),
        ("Use the printer.", ()),
        ("What now?", ()),
        ("two\nlines", ()),
        ("one two three four five six seven eight nine ten eleven twelve", (Span(0, 12),)),
        ("one two three four five six seven eight nine ten eleven twelve thirteen", ()),
    ],
)
def test_plain_text_headings_are_short_lines_without_final_punctuation(line: str, headings: tuple[Span, ...]) -> None:
    assert document(f"{line}\n\nIt prints.", "d").headings == headings


def test_the_last_paragraph_of_plain_text_is_no_heading() -> None:
    assert document("Mary said she left", "d").headings == ()


def test_plain_text_white_space_is_no_word() -> None:
    found = document("  \n a \n\n  b\t", "d")

    assert (found.prefix, found.words, found.spaces) == ("  \n ", ("a", "b"), (" \n\n  ", "\t"))


@given(st.text(alphabet="aB .,'-\n\t\r(é\u2028😀", min_size=1))
def test_plain_text_keeps_every_character(text: str) -> None:
    if text.strip():
        found = document(text, "d")
        assert found.text == text
        assert not any(character.isspace() for word in found.words for character in word)


def test_plain_text_with_an_endless_word_is_read_in_pieces() -> None:
    found = document("a " + "(" * 20_000, "d")  # spaCy alone takes a minute for this

    assert len(found.words) == 20_001


def test_plain_text_file_is_one_document_called_after_it(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"\xef\xbb\xbfDear Ann,\r\nit rains.")
    [(found, key)] = read(path)

    assert (found.id, found.text, key.chains) == ("letter", "Dear Ann,\r\nit rains.", ())


def test_plain_text_of_too_many_characters_is_refused() -> None:
    with refused("too-large"):
        document("a" * 2_000_001, "pasted")


def test_plain_text_without_words_is_refused() -> None:
    with refused("no-words", "pasted"):
        document(" \n", "pasted")
