from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.corpora.plain import document, read
from anaphora.workbench.document import Span
from tests.corpora.samples import DEEP, Sample
from tests.refused import refused

SAMPLE = Sample(
    valid="Ann ran.\n", more=["A Title\n\nAnn ran (home). She can't stop!\n\n  Bob's U.S. dog\n* it\n"],
    deep=("[" * DEEP, ""), long_word=("{}", "too-large"),
)  # fmt: skip


def test_plain_text_is_one_document_called_after_its_file_with_paragraphs_at_empty_lines(tmp_path: Path) -> None:
    text = "  \n One line.\r\nThe same.\n \t\nSecond.\r\n\r\nThird.\t"
    path = tmp_path / "letter.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    [(found, key)] = read(path)

    assert (found.id, found.text, key.chains, found.sentence_starts) == ("letter", text, (), ())
    assert [found.words[start] for start in found.paragraph_starts] == ["One", "Second", "Third"]
    assert (found.prefix, found.words[:2], found.spaces[1], found.spaces[-1]) == ("  \n ", ("One", "line"), "", "\t")


def test_plain_text_headings_are_short_lines_without_final_punctuation() -> None:
    twelve = "one two three four five six seven eight nine ten eleven twelve"
    headings = {
        "Using the printer": 3, "Use the printer.": None, "What now?": None, "“What is his name?”": None,
        '"But I thought--"': None, "The “new” printer": 5, "two\nlines": None, twelve: 12, f"{twelve} thirteen": None,
    }  # fmt: skip
    for line, end in headings.items():
        assert document(f"{line}\n\nIt prints.", "d").headings == ((Span(0, end),) if end else ()), line
    assert document("Mary said she left", "d").headings == (), "the last paragraph is none"
    assert document("Act One\n\nANN: Hello\n\nTOM: Hello\n", "d").headings == (Span(0, 2),), "a turn is none"


def test_chats_and_plays_name_who_speaks() -> None:
    for text, labels, speakers in (
        ("A: Did Mum call?\nB: Yes.", ["A:", "B:"], ["A", "B"]),
        ("A: Did Mum call? B: Yes. Note: she is ill.", ["A:", "B:"], ["A", "B"]),
        ("[12:03] Ann: hi\n[12:04] bob_92 (laughing): hi", 2, ["Ann", "bob_92"]),
        ("12/3/2024, 9:05 PM - Ann Lee: hi\n12/3/2024, 9:06 PM - Tom: hi", 2, ["Ann Lee", "Tom"]),
        ("<ann> hi\n<tom> hi", ["<ann>", "<tom>"], ["ann", "tom"]),
        ("HAMLET.\nWhere is she?\n\nFIRST LORD. Gone.", ["HAMLET.", "FIRST LORD."], ["HAMLET", "FIRST LORD"]),
        ("Interviewer: Why?\n\nKing of France: Well.", 2, ["Interviewer", "King of France"]),
        # few or empty labels make no turns: a single one, one behind many lines, addresses, times, nothing said
        ("Ann: Did Mum call?", 0, []),
        ("Note: it is hot.\nShe left.\nHe stayed.\nThey met.\nWarning: it is wet.", 0, []),
        ("See http://a.org\nor https://b.org", 0, []),
        ("It is 12:30 now.\nAnn left at 10:15.", 0, []),
        ("HAMLET.\nHORATIO.", 0, []),
    ):
        found = document(text, "d")
        assert labels in ([found.words_of(label) for label in found.labels], len(found.labels)), text
        assert list(dict.fromkeys(found.speakers)) == speakers, text
        if speakers:
            starts = tuple(label.start for label in found.labels) if "\n\n" in text else (0,)
            assert found.paragraph_starts == starts, text


def test_a_turn_goes_on_to_the_next_or_to_the_end_of_its_paragraph() -> None:
    found = document("Ann: Hi.\nHow are you?\nTom: Fine.\n\nThey leave.", "d")
    said = [(word, who) for word, who in zip(found.words, found.speakers, strict=True) if word.isalpha()]

    assert said[2:] == [
        *(("How", "Ann"), ("are", "Ann"), ("you", "Ann")),
        *(("Tom", "Tom"), ("Fine", "Tom")),
        *(("They", ""), ("leave", "")),
    ]


@settings(max_examples=40)
@given(st.text(alphabet="aB .,'-\n\t\r(é\u2028😀", min_size=1))
def test_plain_text_keeps_every_character(text: str) -> None:
    if text.strip():
        found = document(text, "d")
        assert found.text == text
        assert not any(character.isspace() for word in found.words for character in word)


def test_plain_text_that_is_endless_or_empty_is_read_in_pieces_or_refused() -> None:
    assert len(document("a " + "(" * 20_000, "d").words) == 20_001, "spaCy alone takes a minute for this"
    for text, code in (("a" * 2_000_001, "too-large"), (" \n", "no-words")):
        with refused(code, "pasted"):
            document(text, "pasted")


def test_words_are_those_of_the_language() -> None:
    for language, text, words in (
        ("fr", "Il l'a vu.", "Il|l'|a|vu|."), ("", "Il l'a vu.", "Il|l'a|vu|."), ("no", "Hun så det.", "Hun|så|det|."),
        ("zz", "a b", "a|b"), ("fr", "A-t-il fini ?", "A|-t-il|fini|?"),
        ("fr", "Dites-leur, donne-le-moi.", "Dites|-leur|,|donne|-le|-moi|."),
        ("fr", "Un rendez-vous à Aix-en-Provence.", "Un|rendez-vous|à|Aix-en-Provence|."),
        ("nl", "Dat zei-ie.", "Dat|zei|-ie|."), ("de", "Da gibt's Peter's Brot.", "Da|gibt|'s|Peter's|Brot|."),
    ):  # fmt: skip
        assert document(text, "d", language=language).words == tuple(words.split("|")), (language, text)
