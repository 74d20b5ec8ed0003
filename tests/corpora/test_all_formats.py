"""What holds for every format, of good files and of those that somebody made to do harm: see `samples.py`."""

import re
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import Format
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from tests.corpora.samples import read_all, sample_of, written
from tests.fuzz.targets import refusing
from tests.patience import soon
from tests.refused import refused

FORMATS = corpora.formats()
LONG = 50_000_000


def with_trap(trap: str) -> list[str]:
    """The formats that can say such a thing."""
    return [name for name in FORMATS if getattr(sample_of(name), trap) is not None]


@pytest.fixture(params=FORMATS)
def form(request: pytest.FixtureRequest) -> Format:
    return FORMATS[request.param]


@pytest.fixture
def sample(form: Format, tmp_path: Path) -> Path:
    return written(tmp_path, sample_of(form.name).valid)


# Good files


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


@pytest.mark.parametrize("format", [name for name, form in FORMATS.items() if form.token_lines])
def test_tokens_are_found_on_the_lines_that_hold_them(format: str, tmp_path: Path) -> None:
    form, path = FORMATS[format], written(tmp_path, sample_of(format).valid)
    lines = path.read_text("utf-8").splitlines()
    words = [word for document, _ in form.read(path) for word in document.words]

    assert form.token_lines
    for word, number in zip(words, form.token_lines(path), strict=True):
        assert word in lines[number - 1]


@pytest.mark.parametrize("format", [name for name, form in FORMATS.items() if form.is_written])
def test_what_is_written_has_the_usual_extension(format: str) -> None:
    assert FORMATS[format].suffix.startswith(".")


# Files that are no text, cut, or in another encoding


@pytest.mark.parametrize(
    ("content", "line", "code"),
    [(b"", None, "empty"), (b"# newdoc\n\0\0\x01", 2, "binary"), (b"#begin document (d)\n\xff\xfe", 2, "not-utf8")],
)
def test_what_is_no_text_is_refused(form: Format, sample: Path, content: bytes, line: int | None, code: str) -> None:
    if content and sample_of(form.name).needs_first_line:
        content = sample.read_bytes().splitlines()[0] + b"\n" + content.partition(b"\n")[2]
    alone = sample.with_name("alone")  # without the text that may stand beside it
    alone.write_bytes(content)
    if content and form.content != "text":  # what is no text for others is no content of theirs
        code, line = "malformed", None if form.content == "binary" else 1

    with refused(code, alone, line) as caught:
        list(form.read(alone))
    assert str(caught.value).endswith(".")


def test_a_file_that_is_absent_is_refused(form: Format, tmp_path: Path) -> None:
    with refused("unreadable", "absent"):
        list(form.read(tmp_path / "absent"))


def test_one_line_of_100_megabytes_is_refused(form: Format, tmp_path: Path) -> None:
    with (tmp_path / "line").open("wb") as file:
        for _ in range(100):
            file.write(b"<" * 1_000_000)

    with refused("too-large"):
        list(form.read(tmp_path / "line"))


def test_a_cut_file_is_read_or_refused_with_its_name(form: Format, sample: Path) -> None:
    def names(length: int) -> list[str]:
        sample.write_bytes(content[:length])
        try:
            return [document.id.partition(";")[0] for document, _ in form.read(sample)]
        except FormatError as error:
            return [error.path]

    content = sample.read_bytes()
    ids = {document.id.partition(";")[0] for document, _ in form.read(sample)}

    assert {name for length in range(len(content)) for name in names(length)} <= {str(sample), sample.stem, *ids}


TEXTS = [name for name, form in FORMATS.items() if form.content != "binary"]


@pytest.mark.parametrize("format", TEXTS)
def test_byte_order_marks_and_windows_line_ends_mean_nothing_and_old_ones_are_refused_with_the_file(
    format: str, tmp_path: Path
) -> None:
    path = written(tmp_path, sample_of(format).valid)
    content = path.read_bytes()
    wanted = [(document.words, key.chains) for document, key in FORMATS[format].read(path)]
    path.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))

    assert [(document.words, key.chains) for document, key in FORMATS[format].read(path)] == wanted
    path.write_bytes(content.replace(b"\n", b"\r"))
    with refusing(path):
        list(FORMATS[format].read(path))


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"])
def test_files_in_other_encodings_are_refused(format: str, encoding: str, tmp_path: Path) -> None:
    path = written(tmp_path, sample_of(format).valid)
    text = path.read_text("utf-8").replace("Ann", "Zoë").replace("nurse", "nürse").replace("Her", "Hér")
    text = text if not text.isascii() else text.replace("words", "wörds")
    path.write_bytes(text.encode(encoding))
    if FORMATS[format].content == "xml" and encoding == "utf-16":
        pytest.skip("XML says its encoding itself")

    with pytest.raises(FormatError) as caught:
        list(FORMATS[format].read(path))
    assert caught.value.path == str(path)


@pytest.mark.parametrize("format", TEXTS)
def test_a_nul_byte_is_refused_with_its_line(format: str, tmp_path: Path) -> None:
    path = written(tmp_path, sample_of(format).valid)
    content = path.read_bytes()
    middle = content.index(b"\n", 1) if content.count(b"\n") > 1 else len(content) - 1
    path.write_bytes(content[:middle] + b"\0" + content[middle:])

    with refused("malformed" if FORMATS[format].content == "xml" else "binary", path, 1):
        list(FORMATS[format].read(path))


@pytest.mark.parametrize("format", ["brat", "litbank"])
def test_annotations_without_their_text_are_refused(format: str, tmp_path: Path) -> None:
    path = written(tmp_path, sample_of(format).valid)
    path.with_suffix(".txt").unlink()

    with refused("missing-file", path):
        list(FORMATS[format].read(path))


@pytest.mark.parametrize("format", [name for name, form in FORMATS.items() if form.content == "text"])
def test_what_looks_like_an_entity_stands_for_itself(format: str, tmp_path: Path) -> None:
    path = written(tmp_path, sample_of(format).valid)
    for file in tmp_path.iterdir():
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"\b(Ann|Her|rest|hungry)\b", "&a;", text), "utf-8")
    [(document, _)] = FORMATS[format].read(path)

    assert "&a;" in document.text


# Traps: what a format can say wrongly


@pytest.mark.slow
@pytest.mark.parametrize("format", with_trap("deep"))
def test_very_many_mentions_in_one_another_are_read_or_refused(format: str, tmp_path: Path) -> None:
    content, code = sample_of(format).deep or ("", "")
    path = written(tmp_path, content)
    with soon(10.0):
        if code:
            with refused(code):
                list(FORMATS[format].read(path))
        else:
            [(document, key)] = FORMATS[format].read(path)
            assert max(sum(map(len, key.chains)), len(document.words)) >= 1_000


@pytest.mark.slow
@pytest.mark.parametrize("format", with_trap("long_word"))
def test_a_word_of_fifty_megabytes_is_read_or_refused(format: str, tmp_path: Path) -> None:
    content, code = sample_of(format).long_word or ("", "")
    for file in [written(tmp_path, content), *tmp_path.glob("sample.*")]:
        file.write_text(file.read_text().replace("{}", "a" * LONG, 1))
    with soon(5.0):
        if code:
            with refused(code) as caught:
                list(FORMATS[format].read(tmp_path / "sample"))
            assert len(str(caught.value)) < 2_000
        else:
            assert len(next(FORMATS[format].read(tmp_path / "sample"))[0].words[0]) == LONG


@pytest.mark.parametrize("format", with_trap("same_id"))
def test_an_id_that_is_given_twice_is_refused(format: str, tmp_path: Path) -> None:
    with refused("duplicate-id"):
        read_all(format, tmp_path, sample_of(format).same_id or "")


def test_an_id_that_two_files_of_a_folder_give_is_told(form: Format, tmp_path: Path) -> None:
    for place in "ab":
        (tmp_path / place).mkdir()
        path = written(tmp_path / place, sample_of(form.name).valid)
        path.rename(path.with_suffix(form.suffix))
    found = [each for each in corpora.check(tmp_path, form.name) if "has the same id" in each.text]

    assert [(Path(each.path).parent.name, each.severity) for each in found] == [("b", "error")]


@pytest.mark.parametrize("format", with_trap("crossing"))
def test_crossing_mentions_of_a_chain_are_read_and_told(format: str, tmp_path: Path) -> None:
    [(_, key)] = read_all(format, tmp_path, sample_of(format).crossing or "")
    found = [each.text for each in corpora.check(tmp_path / "sample", format) if each.severity == "warning"]

    assert key.chains == ((Span(0, 2), Span(1, 3)),)
    assert any("two mentions of one chain overlap" in text for text in found)


@pytest.mark.parametrize("format", with_trap("crossing_chains"))
def test_crossing_mentions_of_two_chains_are_read(format: str, tmp_path: Path) -> None:
    [(_, key)] = read_all(format, tmp_path, sample_of(format).crossing_chains or "")

    assert key.chains == ((Span(0, 2),), (Span(1, 3),))


@pytest.mark.parametrize("format", with_trap("outside"))
def test_a_mention_outside_its_text_is_refused(format: str, tmp_path: Path) -> None:
    content, code = sample_of(format).outside or ("", "")
    with refused(code):
        read_all(format, tmp_path, content)


@pytest.mark.parametrize("format", with_trap("across"))
def test_a_chain_ends_with_its_document(format: str, tmp_path: Path) -> None:
    pairs = read_all(format, tmp_path, sample_of(format).across or "")

    assert [key.chains for _, key in pairs] == [((Span(0, 1),),)] * 2
