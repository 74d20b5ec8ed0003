import bz2
import gzip
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import Finding, check, read, recognise
from anaphora.workbench.errors import UnknownNameError
from tests.refused import refused

CONLL = "#begin document (d); part 000\na (1)\n#end document\n"
CONLLU = "1\ta\ta\tNOUN\tNN\t_\t0\troot\t_\t_\n\n"
MUC = '<COREF ID="1">a</COREF>'
MANUALS = Path(corpora.__file__).parent / "manuals"


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (CONLL, "conll2012"),
        ("# begin document\n", "conll2012"),
        (CONLLU, "corefud"),
        ("# newdoc id = d\n", "corefud"),
        (MUC, "muc"),
        ("<doc>\n<docno>1", "muc"),
        ("T1\tPER 0 3;4 5\tAnn", "brat"),
        ("MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP", "litbank"),
        ('\ufeff{"doc_key": "d"', "jsonlines"),
        ('[\n{"text": "Ann ran.", "clusters": [', "jsonlines"),
    ],
)
def test_a_format_is_recognised_by_content_whatever_the_name_says(tmp_path: Path, text: str, format: str) -> None:
    assert recognise(write(tmp_path / "a", text)) == format
    assert recognise(write(tmp_path / "a.txt", text)) == format


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.conllu", "corefud"),
        ("a.v4_gold_conll", "conll2012"),
        ("a.SGML", "muc"),
        ("a.txt", "plain"),
        ("a.ann", "brat"),
        ("a.jsonl", "jsonlines"),
    ],
)
def test_a_format_is_recognised_by_name_where_the_content_does_not_tell(tmp_path: Path, name: str, format: str) -> None:
    assert recognise(write(tmp_path / name, "Ann ran.")) == format


def test_a_file_of_no_known_format_is_refused(tmp_path: Path) -> None:
    with refused("unknown-format", "a.xyz"):
        recognise(write(tmp_path / "a.xyz", "Ann ran."))


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        read(write(tmp_path / "a", CONLL), format="conll2011")


def test_a_named_format_is_used_without_recognition(tmp_path: Path) -> None:
    [(document, _)] = read(write(tmp_path / "a", CONLL), format="plain")

    assert document.words[0] == "#"


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    with refused("missing-file", "absent"):
        read(tmp_path / "absent")


def test_a_folder_is_read_in_the_order_of_its_paths(tmp_path: Path) -> None:
    write(tmp_path / "c.conll", CONLL.replace("(d)", "(c)"))
    write(tmp_path / "b" / "x.conllu", CONLLU)
    write(tmp_path / "LICENSE.txt", "Do what you want.")
    write(tmp_path / "a.png", b"\x89PNG\0")
    write(tmp_path / ".hidden" / "y.conllu", CONLLU)
    write(tmp_path / ".z.conllu", CONLLU)

    assert [document.id for document, _ in read(tmp_path)] == ["x", "c; part 000"]
    assert [document.id for document, _ in read(tmp_path, format="corefud")] == ["x"]


def test_one_text_in_several_formats_is_read_once_from_the_richest(tmp_path: Path) -> None:
    write(tmp_path / "a.conllu", CONLLU)
    write(tmp_path / "a.sgml", MUC)
    write(tmp_path / "b.sgml", MUC)
    write(tmp_path / "c.key", CONLL)
    write(tmp_path / "c.response", CONLL)

    assert [document.id for document, _ in read(tmp_path)] == ["a", "b", "d; part 000", "d; part 000"]
    assert [document.id for document, _ in read(tmp_path, format="muc")] == ["a", "b"]


def test_a_folder_of_nothing_but_texts_is_read_as_plain_text(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "Ann ran.")

    assert [document.id for document, _ in read(tmp_path)] == ["a"]


def test_a_folder_without_anything_to_read_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "a.png", b"\x89PNG\0")

    with refused("empty"):
        read(tmp_path)
    with refused("empty"):
        read(tmp_path, format="muc")


def test_documents_before_a_malformed_one_are_read(tmp_path: Path) -> None:
    pairs = read(write(tmp_path / "a", CONLL + "#begin document (e)\na (1\n#end document\n"))

    assert next(pairs)[0].id == "d; part 000"
    with refused("unclosed", "a", 5):
        next(pairs)


def test_check_tells_duplicates_and_crossing_mentions_with_their_lines(tmp_path: Path) -> None:
    text = "#begin document (d)\na (1)|(1\nb (2\n\nc 1)\nd 2)|(3)|(4)\n#end document\n"
    path = write(tmp_path / "a", text)

    assert check(path) == [
        Finding(str(path), 6, "error", "d: 2 mentions in 2 chains have the same words: d"),
        Finding(str(path), 2, "warning", "d: a mention crosses the end of its sentence: a b c"),
        Finding(str(path), 3, "warning", "d: a mention crosses the end of its sentence: b c d"),
    ]


@pytest.mark.parametrize(
    ("documents", "found"),
    [
        ([True], []),
        ([False], ["1 document has"]),
        ([False, False], ["2 documents have"]),
        ([True, False], ["1 of 2 documents has"]),
        ([False, False, True], ["2 of 3 documents have"]),
    ],
)
def test_check_tells_how_many_documents_of_a_format_with_trees_lack_annotation(
    tmp_path: Path, documents: list[bool], found: list[str]
) -> None:
    rows = {True: "1\ta\ta\tX\tX\t_\t0\troot\t_\tEntity=(e1)", False: "1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)"}
    parts = [f"# newdoc id = d{at}\n# global.Entity = eid\n{rows[whole]}\n\n" for at, whole in enumerate(documents)]
    path = write(tmp_path / "a.conllu", "".join(parts))

    texts = [f"{which} no complete annotation (part of speech, head and relation)" for which in found]
    assert check(path) == [Finding(str(path), None, "warning", text) for text in texts]


def test_check_tells_a_long_mention_by_its_first_words(tmp_path: Path) -> None:
    words = " ".join(["word"] * 40)
    (tmp_path / "a.txt").write_text(words)
    line = f"X 0 {len(words)}\t{words}\n"
    path = write(tmp_path / "a.ann", f"T1\t{line}T2\t{line}")
    [finding] = check(path)

    assert finding.text == f"a: 2 mentions in 2 chains have the same words: {' '.join(['word'] * 12)} ..."


def test_check_tells_the_lines_of_mentions_that_stand_beside_their_text(tmp_path: Path) -> None:
    write(tmp_path / "brat" / "a.txt", "Ann ran.")
    brat = write(tmp_path / "brat" / "a.ann", "T1\tX 0 7\tAnn ran\nT2\tX 0 3\tAnn\n#1\tNote T1\tx\nT3\tY 0 3\tAnn\n")
    write(tmp_path / "litbank" / "a.txt", "Ann ran\n")
    rows = ("0\t0\t0\t1\tAnn ran", "0\t0\t0\t0\tAnn", "0\t0\t0\t0\tAnn")
    table = "".join(f"MENTION\tT{id}\t{row}\tPER\tNOM\n" for id, row in enumerate(rows))
    litbank = write(tmp_path / "litbank" / "a.ann", table)

    text = "a: 2 mentions in 2 chains have the same words: Ann"
    assert check(brat) == [Finding(str(brat), 4, "error", text)]
    assert check(litbank) == [Finding(str(litbank), 3, "error", text)]


def test_check_tells_overlapping_mentions_of_one_chain(tmp_path: Path) -> None:
    text = "# global.Entity = eid\n" + "".join(
        f"{at}\t{word}\t_\tX\t_\t_\t{at - 1}\tdep\t_\tEntity={entity}\n"
        for at, word, entity in ((1, "a", "(e1[1/2])"), (2, "b", "(e1"), (3, "c", "(e1[2/2])"), (4, "d", "e1)"))
    )
    path = write(tmp_path / "a.conllu", text)

    assert check(path) == [Finding(str(path), 3, "warning", "a: two mentions of one chain overlap: a ... c / b c d")]


def test_check_tells_each_repeated_mention_once_with_its_number(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "#begin document (d)\na (1)|(1)\nb (1)|(1)|(2)\nc (3)|(4)|(3)|(1)\n#end document\n")
    errors = [(finding.line, finding.text) for finding in check(path) if finding.severity == "error"]

    assert errors == [
        (2, "d: 2 mentions of one chain have the same words: a"),
        (3, "d: 3 mentions in 2 chains have the same words: b"),
        (4, "d: 4 mentions in 3 chains have the same words: c"),
    ]


def test_check_tells_all_mentions_of_a_chain_that_overlap_but_not_those_of_others(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "a b c d e f g")
    spans = ("0 9\ta b c d e", "2 3\tb", "4 11\tc d e f", "10 13\tf g", "0 3\ta b")
    lines = [f"T{id}\tX {span}\n" for id, span in enumerate(spans, start=1)]
    links = [f"R{id}\tCoref Arg1:T{id + 1} Arg2:T{id}\n" for id in (1, 2, 3)]
    path = write(tmp_path / "a.ann", "".join(lines + links))
    overlaps = [finding.text for finding in check(path) if "overlap" in finding.text]

    assert overlaps == [
        "a: two mentions of one chain overlap: a b c d e / c d e f",
        "a: two mentions of one chain overlap: c d e f / f g",
    ]


def test_check_tells_a_mention_that_is_not_closed_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "#begin document (d)\na (1\nb (2\nc 1)\n#end document\n")
    message = "the mention '2' is opened but not closed before the document ends."

    assert [(finding.line, finding.text.partition(" Write")[0]) for finding in check(path)] == [(3, message)]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress, lambda _: b"PK\x03\x04..."])
@pytest.mark.parametrize("format", [None, "conll2012"])
def test_compressed_files_are_refused_whatever_their_name(
    tmp_path: Path, compress: Callable[[bytes], bytes], format: str | None
) -> None:
    path = write(tmp_path / "a.conll", compress(CONLL.encode()))

    with refused("compressed", "a.conll"):
        read(path, format)


def test_pipes_are_refused_since_files_are_read_more_than_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    for path in (pipe, Path("-"), Path(os.devnull)):
        with refused("not-a-file", path):
            read(path, "conll2012")
        with refused("not-a-file", path):
            recognise(path)
