from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora import corpora
from anaphora.corpora import Mender, _brackets, check, conll2012, read_annotated
from anaphora.corpora._format import UnusualError
from anaphora.corpora.conll2012 import columns, read, token_lines, write
from anaphora.workbench.chains.overlap import KINDS, MentionColumns
from anaphora.workbench.chains.overlap import columns as columns_of
from anaphora.workbench.chains.texts import describe_by_tags
from anaphora.workbench.document import Annotation, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters
from tests.calls import growth
from tests.conftest import required
from tests.corpora.samples import DEEP, Sample, read_all, written
from tests.fuzz.edits import edited
from tests.refused import refused

read_text = partial(read_all, "conll2012")


def in_document(*rows: str) -> str:
    return "\n".join(("#begin document (d); part 000", *rows, "#end document", ""))


def test_conll_reads_the_last_column_however_many_predicates_a_sentence_has(tmp_path: Path) -> None:
    text = in_document(
        "bc/x  0  0  Ann   NNP  (S*   -  - -  Ann  *  (ARG0*) (0)",
        "bc/x  0  1  ran   VBD  *)    -  - -  Ann  *  (V*)    -", "", "bc/x  0  0  She   PRP  *     -  - -  Ann  *  (0",
        "bc/x  0  1  slept VBD  *     -  - -  Ann  *  0)",
    )  # fmt: skip
    [(document, key)] = read_text(tmp_path, text)

    assert document.words == ("Ann", "ran", "She", "slept")
    assert document.text == "Ann ran She slept"
    assert document.sentence_starts == (0, 2)
    assert document.speakers == ("Ann",) * 4
    assert document.annotation is None
    assert key.chains == ((Span(0, 1), Span(2, 4)),)


def test_conll_documents_are_known_by_id_and_part_whatever_divides_them(tmp_path: Path) -> None:
    ids = {
        "(bc/cctv/00/cctv_0000); part 000": "bc/cctv/00/cctv_0000; part 000", "(541_brat); part 0": "541_brat; part 0",
        "(LuoTestCase); ": "LuoTestCase", "GUM_bio_byron": "GUM_bio_byron", "": "sample", "(a) part 1": "a; part 1",
        "(a) ;": "a", f"(d){' ' * 60_000}x": f"(d){' ' * 60_000}x",
    }  # fmt: skip
    for rest, id in ids.items():
        [(document, key)] = read_text(tmp_path, f"# begin document {rest}\n0\ta\t_\n# end document\n")
        assert (document.id, key.document_id) == (id, id)


def test_conll_reads_any_sign_or_nothing_for_no_mention_and_ignores_a_tab_at_the_end_of_a_line(tmp_path: Path) -> None:
    for none in ("-", "_", "*", ""):
        [(document, key)] = read_text(tmp_path, in_document(f"n\t0\t0\tHe\t_\t{none}", "n\t0\t1\tran\t_\t(0)"))
        assert (document.words, key.chains) == (("He", "ran"), ((Span(1, 2),),)), none
    [(_, key)] = read_text(tmp_path, in_document("d\t0\t0\ta\t(1)\t", "d\t0\t1\tb\t-", "d\t0\t2\t.\t-\t"))
    assert key.chains == ((Span(0, 1),),)


def test_conll_of_three_columns_is_index_word_and_typed_chain_and_of_two_word_and_chain(tmp_path: Path) -> None:
    rows = ("0\this\t(abstract-1(person-3-Lord_Byron)", "1\tschool\tabstract-1)", "2\tByron\t(person-3)")
    [(document, key)] = read_text(tmp_path, in_document(*rows))
    assert (document.words, document.sentence_starts) == (("his", "school", "Byron"), ())
    assert key.chains == ((Span(0, 1), Span(2, 3)), (Span(0, 2),))
    assert key.attributes[Span(0, 2)] == Attributes(type="ABSTRACT")

    [(document, key)] = read_text(tmp_path, in_document("# a comment", "Ann (1)", "ran -", "", "#\t_", "She\t(1)"))
    assert (document.words, document.sentence_starts) == (("Ann", "ran", "#", "She"), (0, 2))
    assert key.chains == ((Span(0, 1), Span(3, 4)),)


def test_conll_of_four_columns_has_the_word_behind_its_number(tmp_path: Path) -> None:
    """As dutchcoref writes them, with the document first, and sacr2conll, with a speaker third."""
    for rows in (
        ("d\t1\tEva\t(1)", "d\t2\tran\t-"),
        ("1 Eva Ann (1)", "2 ran Ann -"),
        ("7\t0\tEva\t(1)", "7\t1\tran\t_"),
    ):
        [(document, key)] = read_text(tmp_path, in_document(*rows))
        assert (document.words, key.chains) == (("Eva", "ran"), ((Span(0, 1),),))


def test_conll_reads_inner_words_as_bare_numbers_and_other_signs_between_brackets(tmp_path: Path) -> None:
    """CLIN26 writes the number of a mention at each of its words."""
    inner = ("a\t(1|(2", "b\t1|2)", "c\t1|(3)", "d\t1)", "e\t-")
    wanted = ((Span(0, 2),), (Span(0, 4),), (Span(2, 3),))
    for joint in "|_,; ":
        [(_, key)] = read_text(tmp_path, in_document(*(row.replace("|", joint) for row in inner)))
        assert key.chains == wanted, joint
        mender = Mender.of(tmp_path / "sample", {})
        conll2012.mend(mender)
        assert not mender.repairs
    typed = in_document("0\ta\t(place-1-b_c", "1\tb\tplace-1-b_c)", "2\tc\t_")
    assert read_text(tmp_path, typed)[0][1].chains == ((Span(0, 2),),)
    for bare in ("a 1", "a (1)|2", "a O"):
        with refused("malformed", "sample", 2):
            read_text(tmp_path, in_document(bare))


def test_conll_whose_first_column_counts_words_has_the_word_in_the_second(tmp_path: Path) -> None:
    """The columns of SemEval-2010 and of Democrat; Spanish "al" is the words "a el" and stands before them."""
    rows = (
        "1\tEva\tEva\tPROPN\t_\t(1)", "2\tva\tir\tVERB\t_\t_", "3-4\tal\t_\t_\t_\t_", "3\ta\ta\tADP\t_\t_",
        "4\tel\tel\tDET\t_\t(2", "5\tmar\tmar\tNOUN\t_\t2)",
    )  # fmt: skip
    [(document, key)] = read_text(tmp_path, in_document(*rows))

    assert document.words == ("Eva", "va", "a", "el", "mar")
    assert key.chains == ((Span(0, 1),), (Span(3, 5),))
    assert token_lines(tmp_path / "sample") == [2, 3, 5, 6, 7]
    assert quickly(tmp_path / "sample") is None


def test_conll_words_stand_in_the_column_behind_their_numbers_and_are_never_empty(tmp_path: Path) -> None:
    """One word counts words unless its third column does; a document may be called by a number."""
    rows = {
        ("1 Eva eva N - -",): ("Eva",),
        ("1 0 0 Eva - -",): ("Eva",),
        ("1 0 0 Eva N -", "1 0 1 va V -", "", "2 0 0 Ella P -"): ("Eva", "va", "Ella"),
        ("0\ta\t_", "1\t\t_", "2\tb\t(1)"): ("a", "_", "b"),
    }
    assert {row: read_text(tmp_path, in_document(*row))[0][0].words for row in rows} == rows


def test_conll_mentions_may_cross_sentences_and_have_the_same_words(tmp_path: Path) -> None:
    """The first of two chains that begin with the same words is that whose bracket comes first (reference scorer)."""
    a, several = Span(0, 1), (Span(0, 1), Span(0, 1))
    chains = {
        ("a (1", "", "b 1)"): ((Span(0, 2),),),
        ("a (1)|(1)|(2)",): (several, (a,)),
        ("a (2)|(1)|(1)",): ((a,), several),
    }

    assert {row: read_text(tmp_path, in_document(*row))[0][1].chains for row in chains} == chains


def parsed(*bits: str, chain: str = "-") -> str:
    """A document with these parse bits, an empty one between sentences; its first word may be in a chain."""
    rows = [
        f"d\t0\t0\tw\tNN\t{bit}\t-\t-\t-\t-\t*\t{'-' if at else chain}" if bit else "" for at, bit in enumerate(bits)
    ]
    return in_document(*rows)


def test_conll_parse_bits_are_kept_and_written_again_however_deep(tmp_path: Path) -> None:
    deep = "(S" * DEEP + "*" + ")" * DEEP
    [(document, key)] = read_text(tmp_path, parsed("(TOP(S(NP-SBJ*)", "(VP*)))", "", "(TOP(NP*))", "", "-", "", deep))
    [(again, _)] = read_text(tmp_path, "".join(write([(document, key)])))

    assert document.parse == ("(TOP(S(NP-SBJ*)", "(VP*)))", "(TOP(NP*))", "*", deep)
    assert again == document


def test_conll_without_brackets_in_the_parse_column_has_no_constituents(tmp_path: Path) -> None:
    for none in ("*", "-", "_"):
        [(document, _)] = read_text(tmp_path, parsed(none, none, chain="(1)"))
        assert (document.parse, check(tmp_path / "sample")) == ((), [])
    for row in ("w (1)", "0 w (1)", "d 0 0 w (1)", "d 0 0 w (S* (1)"):
        [(document, _)] = read_text(tmp_path, in_document(row))
        assert document.parse == (), "so few columns hold none"


def test_conll_with_malformed_parse_bits_is_read_without_them_and_check_tells(tmp_path: Path) -> None:
    """Scoring does not need them, so the fast reader and the other one take the file."""
    lines = {("(S*", "*"): 3, ("(S*", "", "*)"): 2, ("(S*)", "*)"): 3, ("(S*", "VP)"): 3}
    for bits, line in lines.items():
        [(document, key)] = read_text(tmp_path, parsed(*bits, chain="(1)"))
        assert (document.parse, key.chains) == ((), ((Span(0, 1),),))
        assert quickly(tmp_path / "sample") is not None
        assert [(finding.line, finding.severity) for finding in check(tmp_path / "sample")] == [(line, "warning")], bits


def row(word: str = "a", cell: str = "-", parse: str = "*") -> str:
    return "\t".join(("d", "0", "0", word, "X", parse, "-", "-", "-", "-", "*", cell))


SAMPLE = Sample(
    valid="#begin document (d); part 000\nAnn (1)\nran -\n\nShe (1\nherself (1)\nwon 1)|(2)\n#end document\n",
    more=[
        (
            "#begin document (bc/x); part 001\nbc/x 1 0 He PRP (S(NP*) - - - - * (0)\n"
            "bc/x 1 1 left VBD (VP*)) leave - - - * -\n\n#end document\n"
        ),
        "#begin document d\n1\tAnn\t(person-1\n2\tLee\tperson-1)|(abstract-2)\n\n1\tshe\t(person-1)\n#end document\n",
        in_document(row("Ann", "(1)"), row("saw"), row("her", "(2|(1)"), row("son", "2)"), ""),
    ],
    deep=(in_document(row(cell="(1" * DEEP), row(cell="1)" * DEEP)), ""),
    long_word=(in_document(row("{}")), "too-large"), same_id=in_document(row()) * 2,
    crossing_chains=in_document(row(cell="(1"), row(cell="(2|1)"), row(cell="2)")),
    outside=(in_document(row(cell="(1")), "unclosed"),
    across=in_document(row(cell="(1)")) + in_document(row(cell="(1)")).replace("(d)", "(e)"),
    malformed=[
        (in_document("a (1"), 2, "unclosed"), (in_document("a -", "b 1)"), 3, "unopened"),
        *((in_document(f"a {cell}"), 2, "malformed") for cell in ("x", "1", "()", "((1)", "(1))", "abc|(1)")),
        ("#begin document (d)\na -\n", 2, "unclosed"), ("#begin document (d)\n#begin document (e)\n", 2, "unclosed"),
        ("a -\n", 1, "outside-document"), ("#end document\n", 1, "unopened"),
        (in_document("d 0 0 a -", "d 0 1 b"), 3, "wrong-columns"),
        (in_document("d 0 0 a -", "", "d 0 b"), 4, "wrong-columns"), (in_document("a"), 2, "wrong-columns"),
        (in_document("a -") * 2, 4, "duplicate-id"),
    ],
)  # fmt: skip


# The fast reader gives what the other one reads, or leaves the file to it.

Row = tuple[str, str]
Rows = list[Row]
Found = list[tuple[str, bytes, list[tuple[int, int, int]]]]

BEGIN, END = "#begin document (d); part 000\n", "#end document\n"


def of_words(*rows: Row, begin: str = BEGIN) -> str:
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
        try:
            return [(id, words, mentions(it)) for id, words, it in columns(path)]
        except UnusualError:
            return None


def mentions(found: MentionColumns) -> list[tuple[int, int, int]]:
    """Start, end and chain of each mention in text order."""
    return sorted(zip(found.start.tolist(), found.end.tolist(), found.chain.tolist(), strict=True))


def both(content: str | bytes, folder: Path, piece: int = 0) -> tuple[Found | None, Found | None]:
    """What the fast reader and the other one find."""
    path = folder / "file.conll"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return quickly(path, piece), slowly(path)


@pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.slow)])
def test_litbank_reads_completely_and_the_fast_reader_finds_the_same(data: Path, tmp_path: Path, step: int) -> None:
    files = sorted((required(data / "litbank") / "conll").glob("*.conll"))
    assert len(files) == 80
    texts = [file.read_text(encoding="utf-8") for file in files[::step]]
    brackets = sum(text.count("(") - 1 for text in texts)  # one is in the first line
    words = sum("\t(\t" in line for text in texts for line in text.splitlines())
    found, together = [slowly(file) for file in files[::step]], tmp_path / "together.conll"
    together.write_text("".join(texts), encoding="utf-8")

    assert sum(len(mentions) for documents in found for _, _, mentions in documents or ()) == brackets - words
    assert [quickly(file) for file in files[::step]] == found
    assert len(quickly(together) or ()) == len(texts)


def test_every_case_of_the_reference_scorer_reads_and_the_fast_reader_finds_the_same_or_leaves_it(data: Path) -> None:
    cases = sorted(required(data / "conll_scorer_cases").iterdir())
    found = [(quickly(case), slowly(case)) for case in cases]

    assert [len(slow or ()) for _, slow in found] == [1] * 50
    assert [quick for quick, slow in found if quick is not None and quick != slow] == []


WORDS = st.sampled_from(["a", "Ann", "é", "😀", "(", "(1)", "|", "-", "#", "\u00a0", "\u2028", "x#begin"])
PIECES = st.sampled_from([0, 0, 1, 64, 100])
NUMBERS = st.sampled_from([0, 1, 2, 10, 21, 999_999_999])


@st.composite
def files(draw: st.DrawFn) -> str:
    """Documents whose mentions may nest, cross and be the same; brackets of a token stand in any order."""
    count = draw(st.integers(1, 3))
    texts = (draw(rows()) for _ in range(count))
    return "".join(of_words(*it, begin=f"#begin document (d); part {at:03}\n") for at, it in enumerate(texts))


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


BYTES = st.sampled_from([bytes([byte]) for byte in b"\t\n\r ()|0127-_*#a\x00\x0b\x1c\x7f\xc3\xff"])


@pytest.mark.parametrize("examples", [25, pytest.param(250, marks=pytest.mark.slow)])
def test_fast_reader_finds_the_same_as_the_other_or_leaves_the_file_to_it(examples: int, tmp_path: Path) -> None:
    """As it is, garbled, and with one other byte."""

    @settings(max_examples=examples)
    @given(text=files(), number=st.integers(0, 2**32), byte=BYTES, piece=PIECES)
    def check(text: str, number: int, byte: bytes, piece: int) -> None:
        content, random = text.encode(), Random(number)
        place, skipped = random.randint(0, len(content)), random.randint(0, 1)
        other = content[:place] + byte + content[place + skipped :]
        for changed in (content, edited(content, content, random), other):
            quick, slow = both(changed, tmp_path, piece)
            assert quick is None or quick == slow, changed

    check()


def test_fast_reader_gives_span_and_chain_alone_however_documents_are_divided_into_pieces(tmp_path: Path) -> None:
    """Each of 20 documents says which it is."""
    documents = (
        of_words((f"word{at}", f"({at}"), ("on", f"{at})"), begin=f"#begin document (d{at})\n") for at in range(20)
    )
    text = "".join(documents)
    expected = [(f"d{at}", f"word{at}\ton\t".encode(), [(0, 2, 0)]) for at in range(20)]
    assert [both(text, tmp_path, piece)[0] for piece in (1, 50, 64, 200, 1000, 0)] == [expected] * 6

    found: Any = columns(tmp_path / "file.conll")
    for _, _, known in found:
        assert [each.tolist() for each in (known.head, known.minimum_start, known.minimum_end, known.kind)] == [
            [-1]
        ] * 4
        assert (known.type, known.gaps or {}, known.links, known.optional) == ((), {}, (), ())


def test_fast_reader_pairs_brackets(tmp_path: Path) -> None:
    pairs = {
        ("(1)", "-", "(1)"): [(0, 1, 0), (2, 3, 0)],
        ("(5", "(2)", "5)"): [(0, 3, 0), (1, 2, 1)],
        ("(1|(2", "2)", "1)"): [(0, 2, 0), (0, 3, 1)],  # of two mentions at one place the shorter is first
        ("(1", "(1", "1)|1)"): [(0, 3, 0), (1, 3, 0)],  # last in, first out
        ("(1", "1)|(1", "1)"): [(0, 2, 0), (1, 3, 0)],
        ("(1(2)", "(3)", "1)"): [(0, 1, 0), (0, 3, 1), (1, 2, 2)],
        ("(10)", "(0)", "(1)"): [(0, 1, 0), (1, 2, 1), (2, 3, 2)],
        ("(1", "(2", "1)|2)"): [(0, 3, 0), (1, 3, 1)],
        ("*", "_", "-"): [],
    }
    for cells, expected in pairs.items():
        found = [("d; part 000", b"a\tb\tc\t", expected)]
        assert both(of_words(*zip("abc", cells, strict=True)), tmp_path) == (found, found), cells


MANY_LINES = of_words(("Ann", "(1"), ("ran", "1)|(2)"))


def test_fast_reader_takes_what_is_usual(tmp_path: Path) -> None:
    for usual, content in {
        "comments and blank lines": "# a comment\n"
        + MANY_LINES.replace("\nd\t0\t1", "\n\n# another, (1) -\n\nd\t0\t1"),
        "parts": MANY_LINES + MANY_LINES.replace("000", "001"),
        "several documents": MANY_LINES + of_words(("é", "(1)"), begin="#begin document (other)\n"),
        "empty first document": BEGIN + END + MANY_LINES.replace("000", "001"),
        "empty last document": MANY_LINES + BEGIN.replace("000", "001") + "\n" + END,
        "no name": MANY_LINES.replace(BEGIN, "# begin document\n").replace(END, "# end document\n"),
        "many columns": MANY_LINES.replace("\tX\t", "\t" + "\t".join("-*_ab") + "\t"),
        "empty last column": BEGIN + "d\t0\t0\ta\t_\t\nd\t0\t1\tb\t_\t(1)\n" + END,
        "an empty column between": MANY_LINES.replace("\tX\t", "\t\t"),
        "hash within a line": of_words(("#", "(1)")).replace("d\t", "bc/#\t"),
    }.items():
        quick, slow = both(content, tmp_path)
        assert quick is not None, usual
        assert quick == slow, usual


def test_fast_reader_leaves_unusual_lines_and_missing_files_to_the_other(tmp_path: Path) -> None:
    one_too_few = MANY_LINES.replace("ran\tX", "ran")
    unusual: dict[str, str | bytes] = {
        "columns of spaces": MANY_LINES.replace("\t", "  "), "padding": MANY_LINES.replace("\tAnn\t", "\tAnn \t"),
        "word with a space": MANY_LINES.replace("ran", "ran\u00a0 on"), "CR LF": MANY_LINES.replace("\n", "\r\n"),
        "no last newline": MANY_LINES.removesuffix("\n"), "byte order mark": "\ufeff" + MANY_LINES,
        "no end": MANY_LINES.removesuffix(END), "begin missing": MANY_LINES.replace(BEGIN, ""),
        "end with another letter": MANY_LINES.replace("#end document", "#end documenté"),
        "begun twice": MANY_LINES.replace(END, BEGIN + END), "two documents of one name": MANY_LINES + MANY_LINES,
        "word behind the end": MANY_LINES + "d\t0\t0\tout\tX\t-\n",
        "word behind another spelling of the end": MANY_LINES.replace(END, "# end document\nd\t0\t0\tout\tX\t-\n"),
        "word before the beginning": "d\t0\t0\tout\tX\t-\n" + MANY_LINES, "empty word": MANY_LINES.replace("Ann", ""),
        "column missing": one_too_few, "column too many": MANY_LINES.replace("ran", "ran\tand"),
        "columns missing in one and too many in another": one_too_few
        + of_words(("a", "-"), ("b\tb", "-"), begin="#begin document (e)\n"),
        "three columns": BEGIN + "0\tAnn\t(1)\n" + END, "two columns": BEGIN + "Ann\t(1)\n" + END,
        "no words": BEGIN + END,
        "word line that begins with a hash": MANY_LINES.replace(BEGIN, BEGIN + "#\t0\t0\tword\tX\t-\n"),
        "comment with a TAB": MANY_LINES.replace(BEGIN, BEGIN + "# a\tcomment\n"),
        "NUL": MANY_LINES.replace("Ann", "A\0nn"), "word not UTF-8": MANY_LINES.encode().replace(b"Ann", b"\xe9"),
        "column not UTF-8": MANY_LINES.encode().replace(b"X", b"\xe9"),
        "comment not UTF-8": b"# \xe9\n" + MANY_LINES.encode(), "empty file": "", "white space": "\n \n",
    }  # fmt: skip
    for name, content in unusual.items():
        assert [both(content, tmp_path, piece)[0] for piece in (0, 64)] == [None, None], name
    assert quickly(tmp_path / "absent.conll") is quickly(tmp_path) is None


UNUSUAL = (
    "(e1)", "(person-1)", "(07) (7)", "(00)", "(1 01)", "(1234567890)", "(٣)", "(-1)", "(1", "1)", "1) (1", "(1 (1 1)",
    "(1 2)", "(1 1)|1) (1", "()", "(1))", "((1)", "1", "(1|1)", "x", "--", "(1)-", "(1)|", "|", "(1)|(1)", "(1)|(2)",
    "(1|(1 1)|1)", "(1|(2 2)|1)", "(12)1)", "(1(2 1)2)", "(1)\t", "-\t",
)  # fmt: skip


def test_fast_reader_gives_the_same_for_unusual_brackets_or_leaves_them(tmp_path: Path) -> None:
    for cells in (*(text.split(" ") for text in UNUSUAL), ["(1) "], [""]):
        quick, slow = both(of_words(*((f"w{number}", cell) for number, cell in enumerate(cells))), tmp_path)
        assert quick is None or quick == slow, cells


def test_conll_with_the_columns_of_democrat_brings_trees_paragraphs_and_names(tmp_path: Path) -> None:
    """Ten columns of CoNLL-U, speaker, paragraph, names in two ways, chains; "du" is the words "de le"."""
    rows = (
        "1\tZoé\tZoé\tPROPN\t_\tGender=Fem\t2\tnsubj\t_\t_\t_\t4\t(PER)\t(PER)\t(1)",
        "2\tparle\tparler\tVERB\t_\t_\t0\troot\t_\t_\t_\t4\t*\t*\t_", "3-4\tdu\t_\t_\t_\t_\t_\t_\t_\t_\t_\t4\t*\t*\t_",
        "3\tde\tde\tADP\t_\t_\t5\tcase\t_\t_\t_\t4\t*\t*\t_",
        "4\tle\tle\tDET\t_\tDefinite=Def\t5\tdet\t_\t_\t_\t4\t*\t*\t(2",
        "5\ttemps\ttemps\tNOUN\t_\tGender=Masc\t2\tobl\t_\t_\t_\t4\t*\t*\t2)", "",
        "1\tElle\til\tPRON\t_\tGender=Fem\t2\tnsubj\t_\t_\t_\t5\t*\t*\t(1)",
        "2\trit\trire\tVERB\t_\t_\t0\troot\t_\t_\t_\t5\t*\t*\t_",
    )  # fmt: skip
    [(document, key)] = read_text(tmp_path, in_document(*rows))

    assert document.words == ("Zoé", "parle", "de", "le", "temps", "Elle", "rit")
    assert (document.sentence_starts, document.paragraph_starts) == ((0, 5), (0, 5))
    assert document.annotation is not None
    assert document.annotation.head == (1, 1, 4, 4, 1, 6, 6)
    assert document.annotation.lemma[1] == "parler"
    assert document.annotation.morphology[5] == "Gender=Fem"
    assert document.annotation.entity == ("PERSON", "", "", "", "", "", "")
    assert key.chains == ((Span(0, 1), Span(5, 6)), (Span(3, 5),))
    assert check(tmp_path / "sample") == []


def test_conll_whose_dependencies_are_no_tree_is_read_without_them_and_check_tells(tmp_path: Path) -> None:
    rows = ("1\tElle\til\tPRON\t_\t_\t2\tnsubj\t_\t_\t(1)", "2\trit\trire\tVERB\t_\t_\t1\troot\t_\t_\t_")
    [(document, key)] = read_text(tmp_path, in_document(*rows))
    [finding] = check(tmp_path / "sample")

    assert (document.words, document.annotation) == (("Elle", "rit"), None)
    assert key.chains == ((Span(0, 1),),)
    assert (finding.line, finding.severity) == (2, "warning")


def test_conll_with_german_tags_brings_parts_of_speech_number_gender_and_the_language(tmp_path: Path) -> None:
    """Tags of STTS; number and gender stand behind the lemma, as in GerDraCor."""
    rows = (
        "d\t000\t0\tDie\tART\t(S(NP*\tder\tsg\tfem\t-\t(0", "d\t000\t1\tFrau\tNN\t*)\tfrau\tsg\tfem\t-\t0)",
        "d\t000\t2\tsah\tVVFIN\t*\tsehen\tsg\t-\t-\t-", "d\t000\t3\tihn\tPPER\t*\ter\tsg\tmasc\t-\t(1)",
        "d\t000\t4\t.\t$.\t*)\t--\t-\t-\t-\t-",
    )  # fmt: skip
    [(document, _)] = read_text(tmp_path, in_document(*rows))

    assert (document.language, document.annotation) == ("de", None)
    assert document.parse[0] == "(S(NP*"
    assert document.tagged is not None
    assert document.tagged.tag == ("ART", "NN", "VVFIN", "PPER", "$.")
    assert document.tagged.pos == ("DET", "NOUN", "VERB", "PRON", "PUNCT")
    assert document.tagged.lemma == ("der", "frau", "sehen", "er", "")
    assert document.tagged.morphology[1] == "Gender=Fem|Number=Sing"
    assert document.tagged.morphology[3] == "Gender=Masc|Number=Sing|PronType=Prs"
    assert (document.tagged.head, document.tagged.relation) == ((), ())
    [read] = read_annotated(tmp_path / "sample")
    assert [KINDS[kind] for kind in read.mentions.kind] == ["nominal", "pronoun"]


def test_tags_tell_kinds_where_there_is_no_tree() -> None:
    """The painter Nolde, Nolde of Berlin, his, the two; of a title and a name the first noun counts."""
    pos = ("DET", "NOUN", "PROPN", "PROPN", "ADP", "PROPN", "DET", "DET", "NUM")
    spans = ((0, 3), (3, 6), (6, 7), (7, 9), (8, 9))
    tags = Annotation(pos=pos, tag=pos, lemma=pos, morphology=pos, head=(), relation=(), entity=pos, sentence_starts=())
    described = describe_by_tags(columns_of(Clusters("d", tuple((Span(*span),) for span in spans))), tags)

    assert [KINDS[kind] for kind in described.kind] == ["nominal", "name", "pronoun", "pronoun", "nominal"]


DUTCH = (
    "b\t0\t0\tZe\tVNW[pers,pron,stan,red,3,ev,fem]\t(TOP*\t-\t-\t-\t-\t*\t(1)",
    "b\t0\t1\tziet\tWW[pv,tgw,met-t]\t*\t-\t-\t-\t-\t*\t-",
    "b\t0\t2\tzijn\tVNW[bez,det,stan,vol,3,ev,prenom,zonder,agr]\t(NP*\t-\t-\t-\t-\t*\t(2)|(3",
    "b\t0\t3\tmes\tN[soort,ev,basis,onz,stan]\t*)\t-\t-\t-\t-\t*\t3)",
    "b\t0\t4\t.\tLET[]\t*)\t-\t-\t-\t-\t*\t-",
)


def test_conll_with_dutch_tags_brings_person_and_leaves_open_which_verbs_are_auxiliaries(tmp_path: Path) -> None:
    """Tags of CGN, as in OpenBoek; number and gender of a possessive are the owner's."""
    [(document, _)] = read_text(tmp_path, in_document(*DUTCH))

    assert document.language == "nl"
    assert document.tagged is not None
    assert document.tagged.pos == ("PRON", "", "PRON", "NOUN", "PUNCT")
    assert document.tagged.morphology == (
        "Gender=Fem|Number=Sing|Person=3|PronType=Prs", "Tense=Pres|VerbForm=Fin",
        "Number[psor]=Sing|Person=3|Poss=Yes|PronType=Prs", "Gender=Neut|Number=Sing", "",
    )  # fmt: skip


def openboek(folder: Path, *rows: str) -> Path:
    """A text of OpenBoek with the table of its entities."""
    header = "filename\tsentno\tbegin\tend\tgender\tnumber\tcategory\tmentions"
    for name, lines in (("coref/b.conll", in_document(*DUTCH).split("\n")), ("features/b.tsv", (header, *rows))):
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines).replace("(d)", "(b)"))
    return folder / "coref" / "b.conll"


def test_conll_beside_a_table_of_entities_knows_gender_number_and_type_of_each(tmp_path: Path) -> None:
    rows = ("b\t0\t0\t1\tf\tsg\tPER.fic\tZe", "b\t0\t2\t4\tn\tsg\tOBJ\tzijn mes")
    [(_, key)] = read(openboek(tmp_path, *rows))

    assert key.attributes == {
        Span(0, 1): Attributes(type="PERSON", gender="feminine", number="singular"),
        Span(2, 4): Attributes(type="OBJECT", gender="neuter", number="singular"),
    }
    with refused("unknown-reference", "features/b.tsv", 3):
        list(read(openboek(tmp_path, rows[0], "b\t0\t1\t3\tm\tsg\tPER.fic\tziet zijn")))


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_corpora_of_other_languages_read_completely(data: Path, whole: bool) -> None:
    """How many documents have trees, how many tags, and how many mentions a gender: of all, and of the first."""
    for folder, counts in {
        "french_democrat": [(46, 0, 0), (1, 0, 0)],
        "languages/german_gerdracor": [(0, 36, 0), (0, 1, 0)],
        "languages/dutch_openboek": [(0, 6, 14_910), (0, 1, 2272)],
    }.items():
        pairs = list(islice(corpora.read(required(data / folder)), None if whole else 1))
        trees = sum(document.annotation is not None for document, _ in pairs)
        tags = sum(document.tagged is not None for document, _ in pairs)
        genders = sum(known.gender is not None for _, key in pairs for known in key.attributes.values())
        assert (trees, tags, genders) == counts[not whole], folder


def test_a_bracket_is_mended_where_one_place_crosses_no_pair(tmp_path: Path) -> None:
    """Number 3 begins and ends at b, or else it would cross number 2."""
    path = tmp_path / "a.conll"
    path.write_text(in_document("a (2", "b 2)|(3", "c -"), encoding="utf-8")
    mender = Mender.of(path, {})
    conll2012.mend(mender)

    assert [(repair.line, repair.done) for repair in mender.repairs] == [(3, True)]
    assert "".join(mender.lines) == in_document("a (2", "b 2)|(3)", "c -")


ENDS: dict[str, Callable[[int], str]] = {
    "open": lambda n: in_document(*(f"w ({number}" for number in range(n))),
    "closed": lambda n: in_document(*(f"w {number})" for number in range(n))),
    "in sentences": lambda n: "\n\n".join(f"w ({number}" for number in range(n)).join(in_document("§").split("§")),
    "opened at one word": lambda n: in_document("v -", "w " + "|".join(f"({number}" for number in range(n))),
    "closed at one word": lambda n: in_document("v -", "w " + "|".join(["1)"] * n)),
    "in documents of one id": lambda n: "".join(in_document(f"w{number} (1)") for number in range(n)),
}


@pytest.mark.parametrize("name", ENDS)
def test_work_of_mending_grows_with_the_brackets(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_brackets, "_FARTHEST", 20)

    def work(size: int) -> Callable[[], object]:
        (tmp_path / str(size)).mkdir()
        path = written(tmp_path / str(size), ENDS[name](size))
        mender = Mender.of(path, {}, drops=name != "in documents of one id")
        return lambda: conll2012.mend(mender)

    assert growth(work, 100) <= 2.3


def test_a_number_without_brackets_is_no_mention_and_is_left(tmp_path: Path) -> None:
    for drops, left in ((False, "7"), (True, "-")):
        mender = Mender.of(written(tmp_path, in_document("a 7", "b (1)")), {}, drops=drops)
        conll2012.mend(mender)

        assert [(repair.line, repair.done) for repair in mender.repairs] == [(2, False)]
        assert "".join(mender.lines) == in_document(f"a {left}", "b (1)")
