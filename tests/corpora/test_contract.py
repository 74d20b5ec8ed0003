"""What holds for every format."""

from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import Format, docbin
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Key
from tests.refused import refused

SCHEMA = "nurse.patient.1.male.txt"
# the content of the file to read, or of several by their names; the one called "sample" is read
SAMPLES: dict[str, str | bytes | dict[str, str]] = {
    "brat": {
        "sample": "T1\tPROP_PER 0 3\tAnn\nT2\tNOM_PER 13 20\ther son\nT3\tPRON_PER 13 16\ther\n"
        "R1\tCoreference Arg1:T3 Arg2:T1\n",
        "sample.txt": "Ann ran with her son.\n",
    },
    "conll2012": "#begin document (d); part 000\nAnn (1)\nran -\n\nShe (1\nherself (1)\nwon 1)|(2)\n#end document\n",
    "corefud": "# newdoc\n# global.Entity = eid-etype-head-other\n"
    "1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tEntity=(e1-person-1)\n2\tran\trun\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
    "1\tHer\tshe\tPRON\tPRP$\t_\t2\tnmod\t_\tEntity=(e2-person-2(e1-person-1)\n"
    "2\tson\tson\tNOUN\tNN\t_\t0\troot\t_\tEntity=e2)\n",
    "crac_json": '[{"doc_id": "d", "tokens": ["Ann", "ran", "Her", "son"], "clusters_token_offsets": '
    '[[[0, 0], [2, 2]], [[2, 3]]], "clusters_text_mentions": [["Ann", "Her"], ["Her son"]]}]\n',
    "crac_text": "Ann|[e1] ran . Her|[e1],[e2 son|e2]\n",
    "docbin": b"".join(
        docbin.write(
            [(Document("d", ("Ann", "ran"), (" ", ""), sentence_starts=(0,)), Key("d", ((Span(0, 1),), (Span(0, 2),))))]
        )
    ),
    "gap": "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    "d\tAnn met Eve; she won.\tshe\t13\tAnn\t0\tTRUE\tEve\t8\tFALSE\thttp://x\n",
    "jsonlines": '{"doc_key": "d", "sentences": [["Ann", "ran"], ["Her", "son"]], '
    '"clusters": [[[0, 0], [2, 2]], [[2, 3]]]}\n',
    "litbank": {
        "sample": "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\nMENTION\tT2\t1\t1\t1\t2\ther son\tPER\tNOM\n"
        "MENTION\tT3\t1\t1\t1\t1\ther\tPER\tPRON\nCOREF\tT1\tAnn-0\nCOREF\tT3\tAnn-0\n",
        "sample.txt": "Ann ran .\nWith her son .\n",
    },
    "mmax2": {
        "sample": "<mmax_project>\n<words>sample_words.xml</words>\n</mmax_project>\n",
        "Basedata/sample_words.xml": '<words><word id="word_1">Her</word>\n<word id="word_2">son</word></words>\n',
        "Markables/sample_coref_level.xml": '<markables xmlns="www.eml.org/NameSpaces/coref">\n'
        '<markable span="word_1" coref_class="set_1"/><markable span="word_1..word_2" coref_class="empty"/>\n'
        "</markables>\n",
    },
    "muc": '<DOC><DOCID>d</DOCID><p><COREF ID="1">Ann</COREF> ran with '
    '<COREF ID="2"><COREF ID="3" REF="1">her</COREF> son</COREF>.</DOC>',
    "plain": "Ann ran.\n",
    "winobias": "1 [The nurse] met the cook because [she] was hungry.\n",
    "winogender": f"sentid\tsentence\n{SCHEMA}\tThe nurse told the patient that he must rest.\n",
    "webanno": "#FORMAT=WebAnno TSV 3.3\n#T_SP=x.Mention|value\n#T_RL=x.Coref|type|BT_x.Mention\n\n\n#Text=Her son\n"
    "1-1\t0-3\tHer\tPER[1]|PER[2]\t_\t_\t\n1-2\t4-7\tson\tPER[1]\t_\t_\t\n1-3\t7-8\t.\t_\t_\t_\t\n",
}
BINARY = frozenset(("docbin",))
XML = frozenset(("mmax2",))
HEADED = frozenset(("gap", "webanno", "winobias", "winogender"))
"""Without their first line, nothing else is read."""
FORMATS = corpora.names()


@pytest.fixture(params=FORMATS)
def form(request: pytest.FixtureRequest) -> Format:
    return corpora.load(request.param)


@pytest.fixture
def sample(form: Format, tmp_path: Path) -> Path:
    return write_sample(form.name, tmp_path)


def write_sample(format: str, folder: Path) -> Path:
    files = SAMPLES[format]
    for name, content in (files if isinstance(files, dict) else {"sample": files}).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder / "sample"


def test_every_format_has_a_sample_here() -> None:
    assert sorted(SAMPLES) == FORMATS


def test_spans_lie_inside_the_document(form: Format, sample: Path) -> None:
    for document, key in form.read(sample):
        spans = [span for chain in key.chains for span in chain]
        assert all(0 <= span.start < span.end <= len(document.words) for span in spans)
        assert set(key.attributes) <= set(spans)
        assert set(key.split) <= set(spans)


def test_chains_are_disjoint_and_in_text_order(form: Format, sample: Path) -> None:
    for _, key in form.read(sample):
        spans = [span for chain in key.chains for span in chain]
        assert len(spans) == len(set(spans))
        assert all(list(chain) == sorted(chain) for chain in key.chains)
        assert list(key.chains) == sorted(key.chains)


def test_documents_are_consistent(form: Format, sample: Path) -> None:
    for document, key in form.read(sample):
        assert isinstance(document, Document)
        assert document.id == key.document_id
        assert len(document.words) == len(document.spaces)
        assert all(document.words)
        assert all(not space or space.isspace() for space in document.spaces)
        for starts in (document.sentence_starts, document.paragraph_starts):
            assert list(starts) == sorted(set(starts))
            assert not starts or (starts[0] == 0 and starts[-1] < len(document.words))


def test_reading_twice_gives_the_same(form: Format, sample: Path) -> None:
    assert list(form.read(sample)) == list(form.read(sample))


def test_tokens_are_found_on_the_lines_that_hold_them(form: Format, sample: Path) -> None:
    if not form.token_lines:
        pytest.skip("it does not tell the lines of tokens")
    lines = sample.read_text("utf-8").splitlines()
    words = [word for document, _ in form.read(sample) for word in document.words]

    for word, number in zip(words, form.token_lines(sample), strict=True):
        assert word in lines[number - 1]


@pytest.mark.parametrize(
    ("content", "line", "code"),
    [(b"", None, "empty"), (b"# newdoc\n\0\0\x01", 2, "binary"), (b"#begin document (d)\n\xff\xfe", 2, "not-utf8")],
)
def test_what_is_no_text_is_refused(form: Format, tmp_path: Path, content: bytes, line: int | None, code: str) -> None:
    path = tmp_path / "bad"
    if content and form.name in HEADED:
        [first, *_] = write_sample(form.name, tmp_path).read_bytes().splitlines()
        content = first + b"\n" + content.partition(b"\n")[2]
    path.write_bytes(content)
    if content and form.content != "text":  # what is no text for others is no content of theirs
        code, line = "malformed", None if form.content == "binary" else 1

    with refused(code, path, line) as caught:
        list(form.read(path))
    assert str(caught.value).endswith(".")


def test_a_file_that_is_absent_is_refused(form: Format, tmp_path: Path) -> None:
    with refused("unreadable", "absent"):
        list(form.read(tmp_path / "absent"))


def test_one_line_of_100_megabytes_is_refused(form: Format, tmp_path: Path) -> None:
    path = tmp_path / "line"
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"<" * 1_000_000)

    with refused("too-large"):
        list(form.read(path))


def test_a_byte_order_mark_and_windows_line_ends_mean_nothing(form: Format, sample: Path) -> None:
    if form.content == "binary":
        pytest.skip("its bytes are no text")
    [(document, key)] = form.read(sample)
    sample.write_bytes(b"\xef\xbb\xbf" + sample.read_bytes().replace(b"\n", b"\r\n"))
    [(again, key_again)] = form.read(sample)

    assert (again.words, key_again.chains) == (document.words, key.chains)


def test_a_cut_file_is_read_or_refused_with_its_name(form: Format, sample: Path) -> None:
    def names(length: int) -> list[str]:
        sample.write_bytes(content[:length])
        try:
            return [document.id.partition(";")[0] for document, _ in form.read(sample)]
        except FormatError as error:
            return [error.path]

    content = sample.read_bytes()

    assert {name for length in range(len(content)) for name in names(length)} <= {str(sample), "sample", "d", SCHEMA}
