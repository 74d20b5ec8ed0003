"""What holds for every format, of good files and of those that somebody made to do harm: see `samples.py`."""

import re
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import Format
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from tests.corpora.samples import read_all, refusing, require_consistent, sample_of, written
from tests.refused import refused

LONG = 50_000_000


@pytest.fixture(params=corpora.names())
def form(request: pytest.FixtureRequest) -> Format:
    return corpora.load(request.param)


@pytest.fixture
def sample(form: Format, tmp_path: Path) -> Path:
    return written(tmp_path, sample_of(form.name).valid)


def test_a_good_file_gives_consistent_documents_and_lines_and_the_same_twice(form: Format, sample: Path) -> None:
    pairs, lines = list(form.read(sample)), sample.read_bytes().splitlines()
    for document, key in pairs:
        assert isinstance(document, Document)
        require_consistent(document, key)
        spans = [span for chain in key.chains for span in chain]
        assert len(spans) == len(set(spans))
        assert list(key.chains) == sorted(key.chains)
    assert list(form.read(sample)) == pairs
    if form.token_lines:
        words = [word for document, _ in pairs for word in document.words]
        for word, number in zip(words, form.token_lines(sample), strict=True):
            assert word.encode() in lines[number - 1]
    assert form.suffix.startswith(".") or not form.is_written


# Files that are no text, cut, or in another encoding


def test_what_is_no_text_is_refused(form: Format, sample: Path) -> None:
    contents = {b"": "empty", b"# newdoc\n\0\0\x01": "binary", b"#begin document (d)\n\xff\xfe": "not-utf8"}
    first = sample.read_bytes().splitlines()[0] + b"\n"
    alone = sample.with_name("alone")  # without the text that may stand beside it
    for content, code in contents.items():
        line = 2 if content else None
        if content and sample_of(form.name).needs_first_line:
            content = first + content.partition(b"\n")[2]
        if content and form.content != "text":  # what is no text for others is no content of theirs
            code, line = "malformed", None if form.content == "binary" else 1
        alone.write_bytes(content)
        with refused(code, alone, line):
            list(form.read(alone))
    with refused("unreadable", "absent"):
        list(form.read(sample.with_name("absent")))


def test_one_line_of_100_megabytes_is_refused(form: Format, tmp_path: Path) -> None:
    with (tmp_path / "line").open("wb") as file:
        file.write(b"<")
        file.truncate(100_000_000)  # a file with a hole takes no time to write

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

    assert {name for length in range(0, len(content), 3) for name in names(length)} <= {str(sample), sample.stem, *ids}


def test_only_utf8_and_known_line_ends_are_read_whatever_the_byte_order_mark(form: Format, sample: Path) -> None:
    if form.content == "binary":
        return
    content = sample.read_bytes()
    wanted = [(document.words, key.chains) for document, key in form.read(sample)]
    sample.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
    assert [(document.words, key.chains) for document, key in form.read(sample)] == wanted

    sample.write_bytes(content.replace(b"\n", b"\r"))
    with refusing(sample):
        list(form.read(sample))

    middle = content.index(b"\n", 1) if content.count(b"\n") > 1 else len(content) - 1
    sample.write_bytes(content[:middle] + b"\0" + content[middle:])
    with refused("malformed" if form.content == "xml" else "binary", sample, 1):
        list(form.read(sample))

    text = content.decode().replace("Ann", "Zoë").replace("nurse", "nürse").replace("Her", "Hér")
    text = text if not text.isascii() else text.replace("words", "wörds")
    for encoding in ("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"):
        if form.content == "xml" and encoding == "utf-16":
            continue  # XML says its encoding itself
        sample.write_bytes(text.encode(encoding))
        with pytest.raises(FormatError) as caught:
            list(form.read(sample))
        assert caught.value.path == str(sample), encoding


def test_what_looks_like_an_entity_stands_for_itself(form: Format, sample: Path) -> None:
    if form.content != "text":
        return
    for file in sample.parent.iterdir():
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"\b(Ann|Her|rest|hungry)\b", "&a;", text), "utf-8")
    [(document, _)] = form.read(sample)

    assert "&a;" in document.text


# Traps: what a format can say wrongly


@pytest.mark.slow
def test_very_deep_mentions_and_very_long_words_are_read_or_refused(form: Format, tmp_path: Path) -> None:
    sample = sample_of(form.name)
    if sample.deep:
        content, code = sample.deep
        if code:
            with refused(code):
                read_all(form.name, tmp_path, content)
        else:
            [(document, key)] = read_all(form.name, tmp_path, content)
            assert max(sum(map(len, key.chains)), len(document.words)) >= 1_000
    if sample.long_word:
        content, code = sample.long_word
        for file in [written(tmp_path, content), *tmp_path.glob("sample.*")]:
            file.write_text(file.read_text().replace("{}", "a" * LONG, 1))
        if code:
            with refused(code) as caught:
                list(form.read(tmp_path / "sample"))
            assert len(str(caught.value)) < 2_000
        else:
            assert len(next(form.read(tmp_path / "sample"))[0].words[0]) == LONG


def test_what_is_malformed_is_refused_with_its_line(form: Format, tmp_path: Path) -> None:
    sample = sample_of(form.name)
    for number, (content, line, code) in enumerate(sample.malformed):
        (tmp_path / str(number)).mkdir()
        with refused(code, "", line):
            read_all(form.name, tmp_path / str(number), content)
    if sample.outside:
        with refused(sample.outside[1]):
            read_all(form.name, tmp_path, sample.outside[0])
    if sample.same_id:
        with refused("duplicate-id"):
            read_all(form.name, tmp_path, sample.same_id)


def test_an_id_that_two_files_of_a_folder_give_is_told(form: Format, tmp_path: Path) -> None:
    for place in "ab":
        (tmp_path / place).mkdir()
        path = written(tmp_path / place, sample_of(form.name).valid)
        path.rename(path.with_suffix(form.suffix))
    found = [each for each in corpora.check(tmp_path, form.name) if "has the same id" in each.text]

    assert [(Path(each.path).parent.name, each.severity) for each in found] == [("b", "error")]


def test_crossing_mentions_are_read_and_chains_end_with_their_document(form: Format, tmp_path: Path) -> None:
    sample, first, second = sample_of(form.name), Span(0, 2), Span(1, 3)
    if sample.crossing:
        [(_, key)] = read_all(form.name, tmp_path, sample.crossing)
        found = [each.text for each in corpora.check(tmp_path / "sample", form.name) if each.severity == "warning"]
        assert key.chains == ((first, second),)
        assert any("two mentions of one chain overlap" in text for text in found)
    if sample.crossing_chains:
        [(_, key)] = read_all(form.name, tmp_path, sample.crossing_chains)
        assert key.chains == ((first,), (second,))
    if sample.across:
        pairs = read_all(form.name, tmp_path, sample.across)
        assert [key.chains for _, key in pairs] == [((Span(0, 1),),)] * 2
