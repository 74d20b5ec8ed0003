"""The fast reader of CoNLL files gives what the other one reads, or leaves the file to it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora.corpora import conll2012
from anaphora.corpora.conll2012 import columns, read
from anaphora.workbench.coreference.overlap import Columns
from anaphora.workbench.coreference.overlap import columns as columns_of
from anaphora.workbench.errors import FormatError
from tests.fuzz.edits import edited

Row = tuple[str, str]
Rows = list[Row]
Found = list[tuple[str, bytes, list[tuple[int, int, int]]]]

BEGIN, END = "#begin document (d); part 000\n", "#end document\n"
HERE = settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])


def in_document(*rows: Row, begin: str = BEGIN) -> str:
    """A document of rows (word, mentions)."""
    return begin + "".join(f"d\t0\t{at}\t{word}\tX\t{cell}\n" for at, (word, cell) in enumerate(rows)) + END


def slowly(path: Path) -> Found | None:
    """Ids, words and mentions by the reader of all files; `None` if it refuses the file."""
    try:
        pairs = list(read(path))
    except FormatError:
        return None
    words = ("".join(f"{word}\t" for word in document.words).encode() for document, _ in pairs)
    return [
        (document.id, written, mentions(columns_of(key))) for (document, key), written in zip(pairs, words, strict=True)
    ]


def quickly(path: Path, piece: int = 0) -> Found | None:
    """The same by the fast reader, which takes so many bytes at a time (0: as many as it likes)."""
    with pytest.MonkeyPatch.context() as patch:
        if piece:
            patch.setattr(conll2012, "_PIECE", piece)
        found = columns(path)
    return None if found is None else [(id, words, mentions(it)) for id, words, it in found]


def mentions(found: Columns) -> list[tuple[int, int, int]]:
    """Start, end and chain of each mention in text order."""
    return sorted(zip(found.start.tolist(), found.end.tolist(), found.chain.tolist(), strict=True))


def both(content: str | bytes, folder: Path, piece: int = 0) -> tuple[Found | None, Found | None]:
    """What the fast reader and the other one find."""
    path = folder / "file.conll"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return quickly(path, piece), slowly(path)


WORDS = st.sampled_from(["a", "Ann", "é", "😀", "(", "(1)", "|", "-", "#", "\u00a0", "\u2028", "x#begin"])
PIECES = st.sampled_from([0, 0, 1, 64, 100])
NUMBERS = st.sampled_from([0, 1, 2, 10, 21, 999_999_999])


@st.composite
def files(draw: st.DrawFn) -> str:
    """Documents whose mentions may nest, cross and be the same; brackets of a token stand in any order."""
    count = draw(st.integers(1, 3))
    texts = (draw(rows()) for _ in range(count))
    return "".join(in_document(*it, begin=f"#begin document (d); part {at:03}\n") for at, it in enumerate(texts))


@st.composite
def rows(draw: st.DrawFn) -> Rows:
    words = draw(st.lists(WORDS, min_size=1, max_size=8))
    token = st.integers(0, len(words) - 1)
    cells: list[list[str]] = [[] for _ in words]
    for one, other, number in draw(st.lists(st.tuples(token, token, NUMBERS), max_size=7)):
        first, last = sorted((one, other))
        if first == last:
            cells[first].append(f"({number})")
        else:
            cells[first].append(f"({number}")
            cells[last].append(f"{number})")
    joint = draw(st.sampled_from(["|", "|", ""]))
    ordered = [joint.join(draw(st.permutations(cell))) for cell in cells]
    return [(word, cell or draw(st.sampled_from("-_*"))) for word, cell in zip(words, ordered, strict=True)]


@HERE
@given(content=files(), piece=PIECES)
def test_fast_reader_finds_what_the_other_does(content: str, piece: int, tmp_path: Path) -> None:
    quick, slow = both(content, tmp_path, piece)

    assert quick is None or quick == slow


@HERE
@given(text=files(), number=st.integers(0, 2**32), piece=PIECES)
def test_fast_reader_finds_the_same_in_garbled_files_or_leaves_them(
    text: str, number: int, piece: int, tmp_path: Path
) -> None:
    quick, slow = both(edited(text.encode(), text.encode(), Random(number)), tmp_path, piece)

    assert quick is None or quick == slow


BYTES = st.sampled_from([bytes([byte]) for byte in b"\t\n\r ()|0127-_*#a\x00\x0b\x1c\x7f\xc3\xff"])


@HERE
@given(content=files().map(str.encode), where=st.floats(0, 1), byte=BYTES, instead=st.booleans(), piece=PIECES)
def test_fast_reader_finds_the_same_with_one_other_byte_or_leaves_the_file(
    content: bytes, where: float, byte: bytes, instead: bool, piece: int, tmp_path: Path
) -> None:
    at = int(where * len(content))
    quick, slow = both(content[:at] + byte + content[at + instead :], tmp_path, piece)

    assert quick is None or quick == slow


@HERE
@given(
    words=st.lists(WORDS.filter(lambda word: word != "#"), min_size=1, max_size=8), chains=st.permutations(range(1, 9))
)
def test_fast_reader_takes_files_without_anything_unusual(words: list[str], chains: list[int], tmp_path: Path) -> None:
    """A mention of two chains on every second word, and one around all of them if there are two words at least."""
    cells = [f"({chains[at % 8]})" if at % 2 else "-" for at in range(len(words))]
    if len(words) > 1:
        cells[0], cells[-1] = "(77", f"{cells[-1]}|77)".removeprefix("-|")

    quick, slow = both(in_document(*zip(words, cells, strict=True)), tmp_path)

    assert quick is not None
    assert quick == slow


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["(1)", "-", "(1)"], [(0, 1, 0), (2, 3, 0)]),
        (["(5", "(2)", "5)"], [(0, 3, 0), (1, 2, 1)]),
        (["(1|(2", "2)", "1)"], [(0, 2, 0), (0, 3, 1)]),  # of two mentions at one place the shorter is first
        (["(1", "(1", "1)|1)"], [(0, 3, 0), (1, 3, 0)]),  # last in, first out
        (["(1", "1)|(1", "1)"], [(0, 2, 0), (1, 3, 0)]),
        (["(1(2)", "(3)", "1)"], [(0, 1, 0), (0, 3, 1), (1, 2, 2)]),
        (["(10)", "(0)", "(1)"], [(0, 1, 0), (1, 2, 1), (2, 3, 2)]),
        (["(1", "(2", "1)|2)"], [(0, 3, 0), (1, 3, 1)]),
        (["*", "_", "-"], []),
    ],
)
def test_fast_reader_pairs_brackets(cells: list[str], expected: list[tuple[int, int, int]], tmp_path: Path) -> None:
    quick, slow = both(in_document(*zip("abc", cells, strict=True)), tmp_path)

    assert quick == [("d; part 000", b"a\tb\tc\t", expected)]
    assert quick == slow


MANY_LINES = in_document(("Ann", "(1"), ("ran", "1)|(2)"))


@pytest.mark.parametrize(
    "content",
    [
        "# a comment\n" + MANY_LINES.replace("\nd\t0\t1", "\n\n# another, (1) -\n\nd\t0\t1"),
        MANY_LINES + MANY_LINES.replace("000", "001"),
        MANY_LINES + in_document(("é", "(1)"), begin="#begin document (other)\n"),
        BEGIN + END + MANY_LINES.replace("000", "001"),
        MANY_LINES + BEGIN.replace("000", "001") + "\n" + END,
        MANY_LINES.replace(BEGIN, "# begin document\n").replace(END, "# end document\n"),
        MANY_LINES.replace("\tX\t", "\t" + "\t".join("-*_ab") + "\t"),
        BEGIN + "d\t0\t0\ta\t_\t\nd\t0\t1\tb\t_\t(1)\n" + END,
        MANY_LINES.replace("\tX\t", "\t\t"),
        in_document(("#", "(1)")).replace("d\t", "bc/#\t"),
    ],
    ids=[
        "comments and blank lines", "parts", "several documents", "empty first document", "empty last document",
        "no name", "many columns", "empty last column", "an empty column between", "hash within a line",
    ],
)  # fmt: skip
def test_fast_reader_takes_what_is_usual(content: str, tmp_path: Path) -> None:
    quick, slow = both(content, tmp_path)

    assert quick is not None
    assert quick == slow


@pytest.mark.parametrize(
    "content",
    [
        MANY_LINES.replace("\t", "  "),
        MANY_LINES.replace("\tAnn\t", "\tAnn \t"),
        MANY_LINES.replace("ran", "ran\u00a0 on"),
        MANY_LINES.replace("\n", "\r\n"),
        MANY_LINES.removesuffix("\n"),
        "\ufeff" + MANY_LINES,
        MANY_LINES.removesuffix(END),
        MANY_LINES.replace(END, ""),
        MANY_LINES.replace(BEGIN, ""),
        MANY_LINES.replace("#end document", "#end documenté"),
        MANY_LINES.replace(END, BEGIN + END),
        MANY_LINES + MANY_LINES,
        MANY_LINES + "d\t0\t0\tout\tX\t-\n",
        MANY_LINES.replace(END, "# end document\nd\t0\t0\tout\tX\t-\n"),
        "d\t0\t0\tout\tX\t-\n" + MANY_LINES,
        MANY_LINES.replace("Ann", ""),
        MANY_LINES.replace("ran\tX", "ran"),
        MANY_LINES.replace("ran", "ran\tand"),
        MANY_LINES.replace("ran\tX", "ran") + in_document(("a", "-"), ("b\tb", "-"), begin="#begin document (e)\n"),
        BEGIN + "0\tAnn\t(1)\n" + END,
        BEGIN + "Ann\t(1)\n" + END,
        BEGIN + END,
        MANY_LINES.replace(BEGIN, BEGIN + "#\t0\t0\tword\tX\t-\n"),
        MANY_LINES.replace(BEGIN, BEGIN + "# a\tcomment\n"),
        MANY_LINES.replace("Ann", "A\0nn"),
        MANY_LINES.encode().replace(b"Ann", b"\xe9"),
        MANY_LINES.encode().replace(b"X", b"\xe9"),
        b"# \xe9\n" + MANY_LINES.encode(),
        "",
        "\n \n",
    ],
    ids=[
        "columns of spaces", "padding", "word with a space", "CR LF", "no last newline", "byte order mark",
        "no end", "end missing", "begin missing", "end with another letter", "begun twice",
        "two documents of one name", "word behind the end",
        "word behind another spelling of the end", "word before the beginning", "empty word", "column missing",
        "column too many", "columns missing in one and too many in another", "three columns", "two columns",
        "no words",
        "word line that begins with a hash", "comment with a TAB", "NUL", "word not UTF-8", "column not UTF-8",
        "comment not UTF-8", "empty file", "white space",
    ],
)  # fmt: skip
@pytest.mark.parametrize("piece", [0, 64])
def test_fast_reader_leaves_unusual_lines_to_the_other(content: str | bytes, piece: int, tmp_path: Path) -> None:
    quick, _ = both(content, tmp_path, piece)

    assert quick is None


@pytest.mark.parametrize(
    "cells",
    [
        ["(e1)"], ["(person-1)"], ["(07)", "(7)"], ["(00)"], ["(1", "01)"], ["(1234567890)"], ["(٣)"], ["(-1)"],
        ["(1"], ["1)"], ["1)", "(1"], ["(1", "(1", "1)"], ["(1", "2)"], ["(1", "1)|1)", "(1"], ["()"], ["(1))"],
        ["((1)"], ["1"], ["(1|1)"], ["x"], ["--"], ["(1)-"], ["(1)|"], ["|"], ["(1)|(1)"], ["(1)|(2)"],
        ["(1|(1", "1)|1)"], ["(1|(2", "2)|1)"], ["(12)1)"], ["(1(2", "1)2)"], ["(1) "], ["(1)\t"], ["-\t"], [""],
    ],
    ids=str,
)  # fmt: skip
def test_fast_reader_gives_the_same_for_unusual_brackets_or_leaves_them(cells: list[str], tmp_path: Path) -> None:
    quick, slow = both(in_document(*((f"w{at}", cell) for at, cell in enumerate(cells))), tmp_path)

    assert quick is None or quick == slow


def test_fast_reader_finds_the_same_however_documents_are_divided_into_pieces(tmp_path: Path) -> None:
    """Each of 20 documents says which it is."""
    text = "".join(
        in_document((f"word{at}", f"({at}"), ("on", f"{at})"), begin=f"#begin document (d{at})\n") for at in range(20)
    )
    expected = [(f"d{at}", f"word{at}\ton\t".encode(), [(0, 2, 0)]) for at in range(20)]

    assert [both(text, tmp_path, piece)[0] for piece in (1, 50, 64, 200, 1000, 0)] == [expected] * 6


def test_fast_reader_leaves_a_missing_file(tmp_path: Path) -> None:
    assert columns(tmp_path / "absent.conll") is None
    assert columns(tmp_path) is None


def test_fast_reader_gives_columns_of_which_nothing_but_span_and_chain_is_known(tmp_path: Path) -> None:
    (tmp_path / "file.conll").write_text(MANY_LINES, "utf8")
    found: Any = columns(tmp_path / "file.conll")
    [(_, _, it)] = found

    assert [column.tolist() for column in (it.head, it.minimum_start, it.minimum_end, it.kind)] == [[-1, -1]] * 4
    assert (it.type, it.gaps or {}, it.links, it.optional) == ((), {}, (), ())


def test_fast_reader_finds_the_same_in_real_files(data: Path, tmp_path: Path) -> None:
    real = sorted((data / "litbank" / "conll").glob("*.conll"))[::12]
    together = tmp_path / "together.conll"
    together.write_bytes(b"".join(path.read_bytes() for path in real))

    assert [quickly(path) for path in real] == [slowly(path) for path in real]
    assert len(quickly(together) or ()) == len(real)


def test_fast_reader_finds_the_same_in_the_cases_of_the_reference_scorer_or_leaves_them(data: Path) -> None:
    cases = sorted((data / "conll_scorer_cases").iterdir())

    found = [(quickly(case), slowly(case)) for case in cases]

    assert [quick for quick, slow in found if quick is not None and quick != slow] == []
