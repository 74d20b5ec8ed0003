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
        ("“What is his name?”", ()),
        ('"But I thought--"', ()),
        ("The “new” printer", (Span(0, 5),)),
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


@pytest.mark.parametrize(
    ("text", "labels", "speakers"),
    [
        ("A: Did Mum call?\nB: Yes.", ["A:", "B:"], ["A", "B"]),
        ("A: Did Mum call? B: Yes. Note: she is ill.", ["A:", "B:"], ["A", "B"]),
        ("[12:03] Ann: hi\n[12:04] bob_92 (laughing): hi", 2, ["Ann", "bob_92"]),
        ("12/3/2024, 9:05 PM - Ann Lee: hi\n12/3/2024, 9:06 PM - Tom: hi", 2, ["Ann Lee", "Tom"]),
        ("<ann> hi\n<tom> hi", ["<ann>", "<tom>"], ["ann", "tom"]),
        ("HAMLET.\nWhere is she?\n\nFIRST LORD. Gone.", ["HAMLET.", "FIRST LORD."], ["HAMLET", "FIRST LORD"]),
        ("Interviewer: Why?\n\nKing of France: Well.", 2, ["Interviewer", "King of France"]),
    ],
)  # fmt: skip
def test_chats_and_plays_name_who_speaks(text: str, labels: list[str] | int, speakers: list[str]) -> None:
    found = document(text, "d")

    assert labels in ([found.words_of(label) for label in found.labels], len(found.labels))
    assert list(dict.fromkeys(found.speakers)) == speakers
    assert found.paragraph_starts == tuple(label.start for label in found.labels) if "\n\n" in text else (0,)


@pytest.mark.parametrize(
    "text",
    [
        "Ann: Did Mum call?",  # a single one
        "Note: it is hot.\nShe left.\nHe stayed.\nThey met.\nWarning: it is wet.",
        "See http://a.org\nor https://b.org",
        "It is 12:30 now.\nAnn left at 10:15.",
        "HAMLET.\nHORATIO.",  # who say nothing
    ],
)
def test_few_or_empty_labels_make_no_turns(text: str) -> None:
    assert (document(text, "d").labels, document(text, "d").speakers) == ((), ())


def test_a_turn_goes_on_to_the_next_or_to_the_end_of_its_paragraph() -> None:
    found = document("Ann: Hi.\nHow are you?\nTom: Fine.\n\nThey leave.", "d")
    said = [(word, who) for word, who in zip(found.words, found.speakers, strict=True) if word.isalpha()]

    assert said[2:] == [
        *(("How", "Ann"), ("are", "Ann"), ("you", "Ann")),
        *(("Tom", "Tom"), ("Fine", "Tom")),
        *(("They", ""), ("leave", "")),
    ]


def test_a_turn_is_no_heading() -> None:
    found = document("Act One\n\nANN: Hello\n\nTOM: Hello\n", "d")

    assert found.headings == (Span(0, 2),)


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


def test_words_are_those_of_the_language() -> None:
    text = "Il l'a vu."

    assert document(text, "d", language="fr").words == ("Il", "l'", "a", "vu", ".")
    assert document(text, "d").words == ("Il", "l'a", "vu", ".")
    assert document("Hun så det.", "d", language="no").words == ("Hun", "så", "det", ".")
    assert document("a b", "d", language="zz").words == ("a", "b")


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("fr", "A-t-il fini ?", "A|-t-il|fini|?"),
        ("fr", "Dites-leur, donne-le-moi.", "Dites|-leur|,|donne|-le|-moi|."),
        ("fr", "Un rendez-vous à Aix-en-Provence.", "Un|rendez-vous|à|Aix-en-Provence|."),
        ("nl", "Dat zei-ie.", "Dat|zei|-ie|."),
        ("de", "Da gibt's Peter's Brot.", "Da|gibt|'s|Peter's|Brot|."),
    ],
)
def test_clitics_are_words_of_their_own(language: str, text: str, words: str) -> None:
    assert document(text, "d", language=language).words == tuple(words.split("|"))
