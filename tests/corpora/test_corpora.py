"""Files and folders: how formats are recognised, what is read of a folder, and what `check` says."""

import bz2
import gzip
import lzma
import os
import socket
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from anaphora import corpora
from anaphora.corpora import check, read, recognise
from anaphora.corpora._format import foreign
from anaphora.workbench import registry
from anaphora.workbench.errors import FormatError, OptionError, UnknownNameError
from tests.corpora.samples import sample_of, written
from tests.refused import refused

CONLL = "#begin document (d); part 000\na (1)\n#end document\n"
CONLLU = "1\ta\ta\tNOUN\tNN\t_\t0\troot\t_\t_\n\n"
MUC = '<COREF ID="1">a</COREF>'


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


WEBANNO = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Referent|entity|a|b\n\n\n1-1\t0-1\ta\tx\t_\t_\t_\t_\t_\t\n"
CONTENTS = {
    CONLL: "conll2012", "# begin document\n": "conll2012", CONLLU: "corefud", "# newdoc id = d\n": "corefud",
    **{"\t".join((id, *"abcdefghi")) + "\n": "corefud" for id in ("1", "1-2", "3.1", "12-13.4")},
    "# global.columns = ID FORM IDENTITY\n1 a (EntityID=1|MarkableID=m)\n": "conllua", MUC: "muc",
    "<doc>\n<docno>1": "muc", "T1\tPER 0 3;4 5\tAnn": "brat", "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP": "litbank",
    '\ufeff{"doc_key": "d"': "jsonlines", '[\n{"text": "Ann ran.", "clusters": [': "jsonlines",
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n": "gap",
    "\ufeffsentid\tsentence\r\nnurse.patient.1.male.txt\tThe nurse told the patient that he must rest.\n": "winogender",
    "occupation\tparticipant\tsentence\tpronoun_type\tpronoun\tanswer\n": "winogender",
    "1 [The nurse] met the cook because [she] was hungry.\n": "winobias",
    "The cook thanked [the nurse] and paid [Her].\n": "winobias",
    "<mmax_project>\n<words>a_words.xml</words>\n</mmax_project>\n": "mmax2", WEBANNO: "webanno",
}  # fmt: skip
NAMES = {
    "a.conllu": "corefud", "a.v4_gold_conll": "conll2012", "a.SGML": "muc", "a.txt": "plain", "a.ann": "brat",
    "a.jsonl": "jsonlines", "gap-validation.tsv": "gap", "all_sentences.tsv": "winogender", "x.MMAX": "mmax2",
    "Anti_stereotyped_type2.txt.test": "winobias", "train.spacy": "docbin",
}  # fmt: skip
NONE = {
    "a.xyz": "Ann ran.", "notes.tsv": "ID\tText\n", "other.tsv": "sentence\tlabel\n", "a.tsv": "a\tb\n",
    "a_coref_level.xml": '<markables xmlns="www.eml.org/NameSpaces/coref">\n</markables>\n', "x": "x\ufffd",
    "digits": "9" * 100_000,
}  # fmt: skip


def test_a_format_is_recognised_by_content_whatever_the_name_says(tmp_path: Path) -> None:
    for name in ("a", "a.txt"):
        assert {text: recognise(write(tmp_path / name, text)) for text in CONTENTS} == CONTENTS
    assert recognise(write(tmp_path / "stereotyped_type1.txt", "Notes [of the nurse] that [nobody] read.\n")) == "plain"


def test_a_format_is_recognised_by_name_where_the_content_does_not_tell_or_refused_or_given(tmp_path: Path) -> None:
    assert {name: recognise(write(tmp_path / name, "Ann ran.")) for name in NAMES} == NAMES
    for name, text in NONE.items():
        with refused("unknown-format", name):
            recognise(write(tmp_path / name, text))
    with refused("missing-file", "absent"):
        read(tmp_path / "absent")
    path = write(tmp_path / "a", CONLL)
    assert next(read(path, format="plain"))[0].words[0] == "#"
    with pytest.raises(UnknownNameError):
        read(path, format="conll2011")


FOREIGN = {
    '<u><coref:de ID="de_1">Ann</coref:de> <coref:de ID="de_2">ran</coref:de></u>': "mate",
    '<coref:link href="c.xml#id(de_2)" type="ident"><coref:anchor href="coref.xml#id(de_1)"/></coref:link>': "mate",
    '<links><link href="a.xml#id(de_2)" type="ident"><anchor href="a.xml#id(de_1)"/></link></links>': "mate",
    '<s><ne ID="ne1">Ann</ne> ran. <ante current="ne2"><anchor ID="ne1" rel="ident"/></ante></s>': "gnome",
    '<nite:root nite:id="a" xmlns:nite="http://nite.sourceforge.net/"><markable nite:id="m1"/></nite:root>': "nxt",
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"/>': "xmi",
    '{"%TYPES": {}, "%FEATURE_STRUCTURES": []}': "cas_json",
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><p>Ann ran.</p></text></TEI>': "tei",
    '<source_file URI="a.sgm">\n<document DOCID="a"><entity ID="E1"/></document></source_file>': "apf",
    "#title: A\n\n{M1:head=\"1\" A nurse} sat.\n\n#TOKENIZATION-TYPE:1\n": "sacr",
    '<annotations>\n<metadata corpusHashcode="1-2"/>\n<unit id="u1"/></annotations>': "glozz",
    '<NAF xml:lang="nl" version="3.0"><text/><coreferences><coref id="co1"/></coreferences></NAF>': "naf",
    '<KAF xml:lang="nl"><text/></KAF>': "kaf",
    '<FoLiA xml:id="a"/>': "folia",
    '<root><document><coreference>\n<coreference>\n<mention representative="true"/></coreference></coreference>'
    "</document></root>": "corenlp_xml",
    '[[{"id": 1, "text": "Ann", "upos": "PROPN", "coref_chains": [{"index": 0, "is_start": true}]}]]': "stanza_json",
    "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\n": "booknlp_beside",
    "doc\tunit1_toks\tunit2_toks\tunit1_txt\na\t1-2\t3-4\tx\n": "disrpt",
    "form\tanas\tlemma\txpostag\nkutya\t[]\tkutya\t[/N]\n": "xtsv",
    "-DOCSTART- (1 a)\nAnn\tB\tAnn\n": "conll_2003",
    '<Document doc_id="1" doc_name="1_1.xml"><token t_id="1">Ann</token></Document>': "ecb",
    "sentence,candidate0,candidate1,correct_candidate\n": "knowref",
    "Sentence #1 (3 tokens):\nAnn ran.\n\nCoreference set:\n\t(2,1,[1,2]) -> (1,1,[1,2])\n": "corenlp_text",
    '<document><coreferences>\n<coref id="co1"><mention from="t1.1"/></coref></coreferences></document>': "freeling",
    "paragraphId\tsentenceID\ttokenId\tbeginOffset\n": "booknlp_java",
    '{"text": "Ann ran.", "_input_hash": 1, "relations": []}': "prodigy",
    '[{"id": 1, "annotations": [{"result": [{"from_name": "label"}]}]}]': "label_studio",
    "%PDF-1.7": "pdf",
    "<!doctype html><p>Ann ran.</p>": "html",
}  # fmt: skip


@pytest.mark.parametrize("text", FOREIGN)
def test_what_is_known_but_not_read_is_named(tmp_path: Path, text: str) -> None:
    """Also where it is called a plain text, or lies in a folder."""
    for name in ("x.xml", "x.txt"):
        (tmp_path / name).mkdir()
        path = write(tmp_path / name / name, text)
        for place in (path, path.parent):
            with refused("not-read", name):
                read(place)
    known = tomllib.loads(Path(corpora.__file__).with_name("not_read.toml").read_text("utf8"))
    found = foreign(path)
    assert found is not None
    assert found.name == known[FOREIGN[text]]["name"]


def test_what_is_known_by_its_name_or_lies_in_an_archive_is_named(tmp_path: Path) -> None:
    for name, content, code in (
        ("a.sacr", "{one {one His} dog} ran.", "not-read"), ("a.csv", "a,b\n1,2\n", "not-read"),
        ("a.xlsx", "PK\x03\x04\0\0xl/workbook.xml", "compressed"), ("a.zip", "PK\x03\x04\0\0a.txt", "compressed"),
    ):  # fmt: skip
        with refused(code, name):
            read(write(tmp_path / name, content))
        assert foreign(tmp_path / name)
    write(tmp_path / "b.conllu", "# newdoc\n1\ta" + "\t_" * 8 + "\n")
    assert {Path(found.path).suffix for found in corpora.check(tmp_path) if found.severity == "note"} == {
        ".sacr", ".csv", ".xlsx", ".zip",
    }  # fmt: skip


def test_a_format_of_another_distribution_is_used_under_the_name_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    form = corpora.load("plain")._replace(name="mine")
    entries = EntryPoints(
        [EntryPoint(name, "plug_in:FORMAT", "anaphora_workbench.formats") for name in ("mine", "yours")]
    )
    monkeypatch.setitem(sys.modules, "plug_in", SimpleNamespace(FORMAT=form))
    monkeypatch.setattr(registry, "_entry_points", lambda group, path: entries)

    assert corpora.load("mine") is form
    with pytest.raises(OptionError):
        corpora.load("yours")


def test_a_folder_is_read_in_the_order_of_its_paths_and_one_text_in_several_formats_once(tmp_path: Path) -> None:
    """From the richest format; what is hidden or no corpus is passed over."""
    for name, text in {
        "f/c.conll": CONLL.replace("(d)", "(c)"), "f/b/x.conllu": CONLLU, "f/LICENSE.txt": "Do what you want.",
        "f/a.png": "\x89PNG\0", "f/.hidden/y.conllu": CONLLU, "f/.z.conllu": CONLLU, "s/a.conllu": CONLLU,
        "s/a.sgml": MUC, "s/b.sgml": MUC, "s/c.key": CONLL, "s/c.response": CONLL,
    }.items():  # fmt: skip
        write(tmp_path / name, text)

    for folder, format, ids in (
        ("f", None, ["x", "c; part 000"]), ("f", "corefud", ["x"]),
        ("s", None, ["a", "b", "d; part 000", "d; part 000"]), ("s", "muc", ["a", "b"]),
    ):  # fmt: skip
        assert [document.id for document, _ in read(tmp_path / folder, format=format)] == ids


def test_a_folder_of_nothing_but_texts_is_read_as_plain_text_and_of_nothing_refused(tmp_path: Path) -> None:
    write(tmp_path / "a.png", b"\x89PNG\0")
    for format in (None, "muc"):
        with refused("empty"):
            read(tmp_path, format=format)
    write(tmp_path / "a.txt", "Ann ran.")
    assert [document.id for document, _ in read(tmp_path)] == ["a"]


def standoff(*spans: str) -> str:
    return "".join(f"T{id}\tX {span}\n" for id, span in enumerate(spans, 1))


LITBANK = "MENTION\tT0\t0\t0\t0\t1\tAnn ran\tX\tNOM\n" + "".join(
    f"MENTION\tT{id}\t0\t0\t0\t0\tAnn\tX\tNOM\n" for id in (1, 2)
)
OVERLAPPING = ((1, "a", "(e1[1/2])"), (2, "b", "(e1"), (3, "c", "(e1[2/2])"), (4, "d", "e1)"))
LONG = " ".join(["word"] * 40)
LINKS = "".join(f"R{id}\tCoref Arg1:T{id + 1} Arg2:T{id}\n" for id in (1, 2, 3))
SAME, OVERLAP, CROSSES = "have the same words", "two mentions of one chain overlap", "a mention crosses the end of its"
FINDINGS = {
    ("", "#begin document (d)\na (1)|(1\nb (2\n\nc 1)\nd 2)|(3)|(4)\n#end document\n"): [
        (6, "error", f"2 mentions in 2 chains {SAME}: d"), (2, "warning", f"{CROSSES} sentence: a b c"),
        (3, "warning", f"{CROSSES} sentence: b c d"),
    ],
    ("", "#begin document (d)\na (1)|(1)\nb (1)|(1)|(2)\nc (3)|(4)|(3)|(1)\n#end document\n"): [
        (2, "error", f"2 mentions of one chain {SAME}: a"), (3, "error", f"3 mentions in 2 chains {SAME}: b"),
        (4, "error", f"4 mentions in 3 chains {SAME}: c"),
    ],
    (LONG, standoff(f"0 {len(LONG)}\t{LONG}", f"0 {len(LONG)}\t{LONG}")): [
        (2, "error", f"2 mentions in 2 chains {SAME}: {' '.join(['word'] * 12)} ..."),
    ],
    ("Ann ran.", "T1\tX 0 7\tAnn ran\nT2\tX 0 3\tAnn\n#1\tNote T1\tx\nT3\tY 0 3\tAnn\n"): [
        (4, "error", f"2 mentions in 2 chains {SAME}: Ann"),
    ],
    ("Ann ran\n", LITBANK): [(3, "error", f"2 mentions in 2 chains {SAME}: Ann")],
    ("", "# global.Entity = eid\n" + "".join(
        f"{at}\t{word}\t_\tX\t_\t_\t{at - 1}\tdep\t_\tEntity={entity}\n" for at, word, entity in OVERLAPPING
    )): [(3, "warning", f"{OVERLAP}: a ... c / b c d")],
    ("a b c d e f g",
     standoff("0 9\ta b c d e", "2 3\tb", "4 11\tc d e f", "10 13\tf g", "0 3\ta b") + LINKS): [
        (3, "warning", f"{OVERLAP}: a b c d e / c d e f"), (4, "warning", f"{OVERLAP}: c d e f / f g"),
    ],
}  # fmt: skip
"""By a text and what stands beside it or (where there is none) alone."""


def test_check_tells_what_overlaps_is_repeated_or_crosses_a_sentence_with_its_line(tmp_path: Path) -> None:
    for number, ((text, content), expected) in enumerate(FINDINGS.items()):
        path = write(tmp_path / str(number) / "a", content)
        write(path.with_suffix(".txt"), text)
        found = check(path)
        assert [(finding.line, finding.severity, finding.text.partition(": ")[2]) for finding in found] == expected
        assert {finding.path for finding in found} == {str(path)}


def test_documents_before_a_malformed_one_are_read_and_checked(tmp_path: Path) -> None:
    """There, a mention is not closed."""
    text = "#begin document (a)\nAnn (1)|(2)\n#end document\n#begin document (b)\nBob (1\nb (2\nc 1)\n#end document\n"
    path = write(tmp_path / "a", text)
    pairs = read(path)

    assert next(pairs)[0].id == "a"
    with refused("unclosed", "a", 6):
        next(pairs)
    assert [(finding.line, finding.severity) for finding in check(path)] == [(6, "error"), (2, "error")]


def test_check_tells_how_many_documents_of_a_format_with_trees_lack_annotation(tmp_path: Path) -> None:
    rows = {True: "1\ta\ta\tX\tX\t_\t0\troot\t_\tEntity=(e1)", False: "1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)"}
    for documents, expected in (
        ([True], []), ([False], ["1 document has"]), ([False, False], ["2 documents have"]),
        ([True, False], ["1 of 2 documents has"]), ([False, False, True], ["2 of 3 documents have"]),
    ):  # fmt: skip
        parts = [f"# newdoc id = d{at}\n# global.Entity = eid\n{rows[whole]}\n\n" for at, whole in enumerate(documents)]
        found = check(write(tmp_path / "a.conllu", "".join(parts)))
        assert [(finding.line, finding.severity) for finding in found] == [(None, "warning")] * len(expected)
        assert [finding.text.partition(" no ")[0] for finding in found] == expected


def test_compressed_files_are_refused_whatever_their_name(tmp_path: Path) -> None:
    content = CONLL.encode()
    for compressed in (gzip.compress(content), bz2.compress(content), lzma.compress(content), b"PK\x03\x04..."):
        for format in (None, "conll2012"):
            with refused("compressed", "a.conll"):
                read(write(tmp_path / "a.conll", compressed), format)


def test_pipes_devices_and_names_that_lead_to_no_file_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("-"), Path(os.devnull), Path("/dev/zero")):
        with refused("not-a-file", path):
            read(path, "conll2012")
        with refused("not-a-file", path):
            recognise(path)
    (tmp_path / "loop").symlink_to("loop")
    for name in ("a" * 300, "loop"):
        for look in (corpora.recognise, corpora.check):
            with refused("unreadable"):
                look(tmp_path / name)


# Folders with links that lead out or round in circles, with pipes, devices and what may not be read.
#
# Of a folder only regular files are read. Links within it are followed to files, not to folders; whatever a link out of
# it leads to is no part of the corpus. A folder in it that cannot be looked into is an error, since half of a corpus
# must not pass for the whole.


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "a.conll").write_text(CONLL)
    return folder


def names_of(folder: Path) -> list[str]:
    return [path.name for path, _ in corpora.files(folder, None)]


def test_links_that_lead_out_pipes_sockets_and_devices_are_passed_over(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.conll").write_text(CONLL)
    for name, place in {
        "b.conll": "../secret.conll", "c.conll": "/etc/passwd", "d": "..", "inside.conll": "a.conll",
        "e.conll": "e.conll", "f.conll": "g.conll", "g.conll": "f.conll", "h.conll": "nowhere", "i": ".",
        "device.conll": "/dev/zero",
    }.items():  # fmt: skip
        (corpus / name).symlink_to(place)
    (tmp_path / "link").symlink_to(corpus)
    os.mkfifo(corpus / "pipe.conll")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(corpus)  # the names of sockets may not be long
        server.bind("s.conll")
        os.chdir(here)
        assert names_of(corpus) == ["a.conll", "inside.conll"]
        assert names_of(tmp_path / "link") == ["a.conll", "inside.conll"]


def test_what_stands_beside_a_file_may_be_no_link_in_circles_and_no_device(tmp_path: Path) -> None:
    for format, name, place in (
        ("mmax2", "Basedata/sample_words.xml", "sample_words.xml"),
        ("brat", "sample.txt", "/dev/zero"),
    ):
        (tmp_path / format).mkdir()
        path = written(tmp_path / format, sample_of(format).valid)
        (tmp_path / format / name).unlink()
        (tmp_path / format / name).symlink_to(place)
        with pytest.raises(FormatError) as caught:
            list(corpora.read(path, format))
        assert format == "brat" or name in str(caught.value)


@contextmanager
def as_somebody_else() -> Iterator[Path]:
    """Without the rights of the superuser, in a folder that all may enter."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        superuser = os.geteuid() == 0
        try:
            if superuser:
                os.chown(folder, 65_534, 65_534)
                os.seteuid(65_534)
            yield Path(folder)
        finally:
            if superuser:
                os.seteuid(0)


def test_files_and_folders_that_may_not_be_read_are_refused() -> None:
    corpora.formats()  # whatever is loaded later could not be
    with as_somebody_else() as folder:
        if not os.access(corpora.__file__, os.R_OK, effective_ids=True):
            pytest.skip("the program itself may not be read by somebody else")
        (folder / "a.conll").write_text(CONLL)
        (folder / "a.conll").chmod(0)
        with refused("unreadable", "a.conll"):
            corpora.recognise(folder / "a.conll")
        with refused("unreadable", "a.conll"):
            names_of(folder)
        (folder / "a.conll").chmod(0o600)
        (folder / "sub").mkdir(mode=0)
        with refused("unreadable", "sub"):
            names_of(folder)
        with refused("unreadable", "sub/b.conll"):
            corpora.recognise(folder / "sub" / "b.conll")
        (folder / "sub").chmod(0o700)
