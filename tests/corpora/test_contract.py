"""What holds for every format."""

from pathlib import Path
from types import ModuleType

import pytest

from workbench import catalogue
from workbench.document import Document
from workbench.errors import FormatError

SAMPLES = {
    "conll2012": "#begin document (d); part 000\nAnn (1)\nran -\n\nShe (1\nherself (1)\nwon 1)|(2)\n#end document\n",
    "corefud": "# newdoc\n# global.Entity = eid-etype-head-other\n"
    "1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tEntity=(e1-person-1)\n2\tran\trun\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
    "1\tHer\tshe\tPRON\tPRP$\t_\t2\tnmod\t_\tEntity=(e2-person-2(e1-person-1)\n"
    "2\tson\tson\tNOUN\tNN\t_\t0\troot\t_\tEntity=e2)\n",
    "muc": '<DOC><DOCID>d</DOCID><p><COREF ID="1">Ann</COREF> ran with '
    '<COREF ID="2"><COREF ID="3" REF="1">her</COREF> son</COREF>.</DOC>',
    "plain": "Ann ran.\n",
}
FORMATS = catalogue.names("formats")


@pytest.fixture(params=FORMATS)
def module(request: pytest.FixtureRequest) -> ModuleType:
    return catalogue.load("formats", request.param)


@pytest.fixture
def sample(module: ModuleType, tmp_path: Path) -> Path:
    path = tmp_path / "sample"
    path.write_text(SAMPLES[module.__name__.rpartition(".")[2]], encoding="utf-8")
    return path


def test_every_format_has_a_sample_here() -> None:
    assert sorted(SAMPLES) == FORMATS


def test_every_format_names_its_source_in_one_line(module: ModuleType) -> None:
    assert module.__doc__
    assert "\n" not in module.__doc__


def test_spans_lie_inside_the_document(module: ModuleType, sample: Path) -> None:
    for document, key in module.read(sample):
        spans = [span for chain in key.chains for span in chain]
        assert all(0 <= span.start < span.end <= len(document.words) for span in spans)
        assert set(key.attributes) <= set(spans)
        assert set(key.split) <= set(spans)


def test_chains_are_disjoint_and_in_text_order(module: ModuleType, sample: Path) -> None:
    for _, key in module.read(sample):
        spans = [span for chain in key.chains for span in chain]
        assert len(spans) == len(set(spans))
        assert all(list(chain) == sorted(chain) for chain in key.chains)
        assert list(key.chains) == sorted(key.chains)


def test_documents_are_consistent(module: ModuleType, sample: Path) -> None:
    for document, key in module.read(sample):
        assert isinstance(document, Document)
        assert document.id == key.document_id
        assert len(document.words) == len(document.spaces)
        assert all(document.words)
        assert all(not space or space.isspace() for space in document.spaces)
        for starts in (document.sentence_starts, document.paragraph_starts):
            assert list(starts) == sorted(set(starts))
            assert not starts or (starts[0] == 0 and starts[-1] < len(document.words))


def test_reading_twice_gives_the_same(module: ModuleType, sample: Path) -> None:
    assert list(module.read(sample)) == list(module.read(sample))


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        (b"", None, "the file is empty"),
        (b"# newdoc\n\0\0\x01", 2, "the file is binary"),
        (b"#begin document (d)\n\xff\xfe", 2, "this is not UTF-8 text"),
    ],
)
def test_what_is_no_text_is_refused(
    module: ModuleType, tmp_path: Path, content: bytes, line: int | None, problem: str
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)

    with pytest.raises(FormatError, match=problem) as caught:
        list(module.read(path))
    assert (caught.value.path, caught.value.line) == (str(path), line)
    assert str(caught.value).endswith(".")


def test_a_file_that_is_absent_is_refused(module: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"absent: the file cannot be opened \(No such file or directory\)"):
        list(module.read(tmp_path / "absent"))


def test_one_line_of_100_megabytes_is_refused(module: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "line"
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"<" * 1_000_000)

    with pytest.raises(FormatError, match=r"the line is longer than 1,000,000 bytes|the file is larger than"):
        list(module.read(path))


def test_a_byte_order_mark_and_windows_line_ends_mean_nothing(module: ModuleType, sample: Path) -> None:
    [(document, key)] = module.read(sample)
    sample.write_bytes(b"\xef\xbb\xbf" + sample.read_bytes().replace(b"\n", b"\r\n"))
    [(again, key_again)] = module.read(sample)

    assert (again.words, key_again.chains) == (document.words, key.chains)


def test_a_cut_file_is_read_or_refused_with_its_name(module: ModuleType, sample: Path) -> None:
    def names(length: int) -> list[str]:
        sample.write_bytes(content[:length])
        try:
            return [document.id.partition(";")[0] for document, _ in module.read(sample)]
        except FormatError as error:
            return [error.path]

    content = sample.read_bytes()

    assert {name for length in range(len(content)) for name in names(length)} <= {str(sample), "sample", "d"}
