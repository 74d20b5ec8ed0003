"""Raw text for silver trees: what the readers take out of a file, and what the sieve lets through."""

import struct
from pathlib import Path

import pytest

from anaphora.experiments.preprocessing.training.raw import collect, readers

BIRD = "The old bird sat on the lid of the box and would not move."


def read(reader: str, data: str) -> list[str]:
    """The paragraphs of a file that are not empty."""
    return [" ".join(part.split()) for part in readers.READERS[reader](data.encode()) if part.strip()]


def sieved(*paragraphs: str, barred: str = "") -> list[str]:
    return list(collect.Sieve(collect.eights(barred)).select(paragraphs))


def test_markup_gives_paragraphs_without_code_tables_and_navigation() -> None:
    page = """<html><head><title>Lids</title></head><body><div class="navheader">Next</div><h1>Close the lid</h1>
    <p>Insert the <b>disk</b> and<br>close the lid.<pre>eject /dev/sr0</pre></p><table><tr><td>1</td></tr></table>
    <dl><dt>-l</dt><dd>Lock it.</dd></dl><ul><li>Wait.</li></ul></body></html>"""

    assert read("markup", page) == ["Close the lid", "Insert the disk and close the lid.", "Lock it.", "Wait."]


def test_markup_reads_mallard() -> None:
    page = '<?xml version="1.0"?><page xmlns="m"><info><license>CC</license></info><p>Press <key>F1</key>.</p></page>'

    assert read("markup", page) == ["Press F1."]


def test_manual_page_leaves_out_tags_examples_and_fonts() -> None:
    page = ".SH NAME\n.TP\n.B \\-l\nLock the lid; see\n.BR lid (4).\n.nf\nlid \\-l\n.fi\n.PP\nIt\\[aq]s \\fBshut\\fR."

    assert read("manual_page", page) == ["NAME", "Lock the lid; see lid(4).", "It's shut."][1:]


def test_messages_are_the_english_side_of_a_catalogue() -> None:
    message = b"menu\x04Close the lid.\0Close the lids."
    data = struct.pack("<7I", 0x950412DE, 0, 1, 28, 36, 0, 0) + struct.pack("<2I", len(message), 36) + message

    assert list(readers.messages(data)) == ["Close the lid."]


def test_strings_of_a_game_have_names_filled_in() -> None:
    script = 'message= _ "He said, ""Go!"""\nsay([[Bring it to\n<planet>.]])\ndialog `"Yes," she says.`\n'

    assert read("strings", script) == ['He said, "Go!"', "Bring it to Arden.", '"Yes," she says.']


def test_text_drops_headwords() -> None:
    assert read("text", "LID, n.  That which covers.\n\n   <box> A {lid} is flat.\n") == [
        "That which covers.",
        "A lid is flat.",
    ]


def test_sieve_lets_a_paragraph_through_once() -> None:
    assert sieved(BIRD, "  the old bird\nsat on the lid of the box and would not move.", BIRD.upper(), BIRD) == [BIRD]


@pytest.mark.parametrize(
    "paragraph",
    [
        "DO NOT OPEN THE LID OF THE BOX.",
        "x = 3; y[0] += 17 -- 0x0f; return.",
        "Le chat dort sur le couvercle rouge depuis hier soir.",
        "This lid comes with ABSOLUTELY NO WARRANTY.",
        "Open it.",
        "the end of a sentence.",
        "a list of all lids that were ever made, without an end",
    ],
)
def test_sieve_stops_what_is_no_prose(paragraph: str) -> None:
    assert sieved(paragraph) == []


def test_sieve_lets_one_heading_in_twenty_through() -> None:
    sentences = [f"The lid of box {number} is shut." for number in range(40)]

    headings = [f"On {colour} Lids" for colour in ("Old", "New", "Red", "Blue")]

    assert sieved(*sentences, *headings) == [*sentences, *headings[:3]]


def test_sieve_bars_eight_words_of_a_held_out_text() -> None:
    """Seven words in common are chance; eight are a copy, whatever the signs between them."""
    assert sieved(BIRD, barred="So the old bird -- sat on THE lid of it.") == []
    assert sieved(BIRD, barred="So the old bird sat on the lid again.") == [BIRD]


def test_documents_skip_denied_files_and_stop_at_the_most_words(tmp_path: Path) -> None:
    (tmp_path / "dracula.txt").write_text("The count was not at home that night.", "utf-8")
    (tmp_path / "birds.txt").write_text(f"{BIRD}\n\nIt sang.\n\nIt sang all the day.\n\nThen it slept well.", "utf-8")
    source = collect.Source("birds", "*.txt", "stories", "text", 16, "public domain")

    found = list(collect.documents(source, tmp_path, collect.Sieve(set())))

    assert found == [f"{BIRD}\nIt sang all the day.\n"]


def test_collect_goes_on_without_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What lies there is not fetched again; what cannot be fetched is left out."""
    (tmp_path / "packages" / "birds").mkdir(parents=True)
    (tmp_path / "packages" / "birds" / "birds.txt").write_text(BIRD, "utf-8")
    sources = [collect.Source(name, "*.txt", "stories", "text", 99, "MIT") for name in ("no package", "birds")]
    monkeypatch.setattr(collect, "SOURCES", sources)
    monkeypatch.setenv("ANAPHORA_DATA", str(tmp_path))

    collect.collect(tmp_path)

    assert (tmp_path / "raw" / "stories.txt").read_text("utf-8") == f"{BIRD}\n"
    assert "birds\tstories\t14\tMIT" in capsys.readouterr().out


def test_every_source_has_a_reader_and_a_licence() -> None:
    assert {source.reader for source in collect.SOURCES} == set(readers.READERS)
    assert all(source.licence and source.most for source in collect.SOURCES)
