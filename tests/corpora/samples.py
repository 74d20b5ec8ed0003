"""What tests over all formats are made of: one sample of each, documents with keys of any shape, and how they are read.

The sample of the format `x` is `SAMPLE` in `tests/corpora/test_x.py`, beside what else is tested of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from hypothesis import strategies as st

from anaphora import corpora
from anaphora.corpora import Format, Pair, file_name, in_text_order
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, Span
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.key import Key

Content: TypeAlias = str | bytes | Mapping[str, str]
"""What the file to read holds; or several files by their names, of which the one called `sample` is read."""

Trap: TypeAlias = tuple[Content, str]
"""An odd file with the code of the error that refuses it; without code it is read."""

DEEP = 100_000
"""How many brackets stand around one another in a trap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Small files of a format: good ones, and all that it could say wrongly; `None` where it cannot say such a thing.

    - `valid`: one document, with one of the words Ann, Her, rest and hungry, as tests put others in their places;
    - `more`: other good files, which together use all that the format has: what is garbled in `tests/fuzz`;
    - `needs_first_line`: without it nothing else is read;
    - `deep`: at least 1,000 mentions, lists or elements around one another; brackets 100,000 (`DEEP`);
    - `long_word`: `{}` stands for a first word of 50 MB;
    - `same_id`: an id of a document (or a mention, where the file is one document) that is given twice;
    - `crossing`: the words `a b` and `b c` of `a b c` are mentions of one chain;
    - `crossing_chains`: the same, each of a chain of its own; for formats in which those of one chain cannot cross;
    - `outside`: a mention that leaves the text, or whose end is missing;
    - `across`: two documents whose first words are mentions, and whose chains are called alike;
    - `malformed`: other files, each with the line and the code of the error that refuses it;
    - `most_dropped`: the share of the mentions of GUM and LitBank that the format may be unable to write.
    """

    valid: Content
    more: Sequence[Content] = ()
    needs_first_line: bool = False
    deep: Trap | None = None
    long_word: Trap | None = None
    same_id: Content | None = None
    crossing: Content | None = None
    crossing_chains: Content | None = None
    outside: Trap | None = None
    across: Content | None = None
    malformed: Sequence[tuple[Content, int | None, str]] = ()
    most_dropped: float = 0.01


@cache
def sample_of(format: str) -> Sample:
    """The sample of a format."""
    sample = import_module(f"tests.corpora.test_{format}").SAMPLE
    assert isinstance(sample, Sample)
    return sample


def written(folder: Path, content: Content) -> Path:
    """The file to read, with all that stands beside it."""
    for name, text in content.items() if isinstance(content, Mapping) else [("sample", content)]:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder / "sample"


def read_all(format: str, folder: Path, content: Content) -> list[Pair]:
    """All documents of a file with this content."""
    return list(corpora.load(format).read(written(folder, content)))


def read_one(format: str, folder: Path, content: Content) -> Pair:
    """The only document of a file with this content."""
    [pair] = read_all(format, folder, content)
    return pair


def chains_of(document: Document, key: Key) -> list[list[str]]:
    """The words of the mentions of each chain."""
    return [[document.words_of(span) for span in chain] for chain in key.chains]


def write_all(form: Format, pairs: Iterable[Pair], folder: Path) -> list[Path]:
    """Write documents into a folder; the files that are to be read."""
    if not form.write_files:
        (folder / "written").write_bytes(b"".join(form.pieces(pairs)))
        return [folder / "written"]
    paths, taken = [], set[str]()
    for document, key in pairs:
        files = form.write_files(document, key, file_name(document.id, taken))
        for name, content in files.items():
            (folder / name).write_bytes(content)
        paths.append(folder / next(iter(files)))
    return paths


def again(form: Format, pairs: Iterable[Pair], folder: Path) -> list[Pair]:
    """What a format reads of what it writes."""
    return [pair for path in write_all(form, pairs, folder) for pair in form.read(path)]


def through(pair: Pair, name: str, folder: Path) -> Pair:
    """The document as it comes back from a format."""
    [read] = again(corpora.load(name), [pair], folder)
    return read


@cache
def any_document() -> tuple[str, ...]:
    """The formats that hold any document; GAP has one pronoun and two names, nothing else."""
    return tuple(name for name, form in corpora.formats().items() if form.is_written and name != "gap")


def of_chains(*chains: tuple[Span, ...]) -> Key:
    """A key of the document `d` with these chains."""
    return Key("d", chains)


def document_of(*words: str) -> Document:
    """A document of these words, divided by blanks."""
    return Document("d", words, (" ",) * (len(words) - 1) + ("",) * bool(words))


WORDS = (
    "a", "Ann", "it", "don't", "U.S.", ".", "“", '"', "#", "-", "_", "*", "(1)", "1|2", "<b>", "&amp;", "T1", "[", "\\",
    "é", "e\u0301", "😀", "\u200b",
)  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> Pair:
    """One document whose mentions may nest, cross and have gaps; its key may be empty."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12))
    spaces = draw(st.lists(st.sampled_from(["", " ", " ", "\n", "\n\n"]), min_size=len(words), max_size=len(words)))
    starts = sorted({0, *draw(st.sets(st.integers(0, len(words) - 1), max_size=3))})
    paragraphs = tuple(starts[: draw(st.integers(0, len(starts)))])
    for start in paragraphs[1:]:
        spaces[start - 1] = "\n\n"
    chains: dict[int, list[Span]] = {}
    for span in sorted(draw(st.sets(_spans(len(words)), max_size=8))):
        chains.setdefault(draw(st.integers(0, 2)), []).append(span)
    document = Document("d; part 000", tuple(words), tuple(spaces), tuple(starts), paragraphs)
    return document, Key(document.id, in_text_order(chains.values()))


@st.composite
def _spans(draw: st.DrawFn, words: int) -> Span:
    tokens = st.integers(0, words - 1)
    first, last = sorted((draw(tokens), draw(tokens)))
    if last - first > 1 and draw(st.integers(0, 3)) == 0:
        left, right = sorted((draw(st.integers(first + 1, last - 1)), draw(st.integers(first + 1, last - 1))))
        return Span(first, last + 1, ((left, right + 1),))
    return Span(first, last + 1)


def expressible(pair: Pair, *names: str) -> Pair:
    """The document with the mentions that all these formats can write."""
    document, key = pair
    for name in names:
        lost = set(corpora.inexpressible(corpora.load(name), document, key))
        kept = ([span for span in chain if (number, span) not in lost] for number, chain in enumerate(key.chains))
        chains = in_text_order(kept)
        held = {span for chain in chains for span in chain}
        attributes = {span: known for span, known in key.attributes.items() if span in held}
        key = replace(key, chains=chains, attributes=attributes)
    return document, key


@contextmanager
def refusing(path: Path) -> Iterator[list[WorkbenchError]]:
    """Keep the error that refuses an input, which must be a plain sentence and name the file."""
    refused: list[WorkbenchError] = []
    try:
        yield refused
    except WorkbenchError as error:
        refused.append(error)
        said = str(error)
        assert str(path.parent) in said, f"names no file: {said}"
        assert len(said) < 4000, f"is no sentence but {len(said)} characters: {said[:200]}"
        if isinstance(error, FormatError) and error.line is not None:
            named = Path(error.path)
            lines = len(named.read_bytes().replace(b"\r", b"\n").split(b"\n"))
            assert 1 <= error.line <= lines, f"names line {error.line} of {lines}"  # noqa: PT017 (and goes on)


def require_consistent(document: Document, key: Key) -> None:
    """What holds of all documents and keys, whatever was read."""
    total = len(document.words)
    assert document.id == key.document_id
    assert document.id.encode()
    assert total == len(document.spaces)
    assert all(document.words)
    assert all(not space or space.isspace() for space in document.spaces)
    for starts in (document.sentence_starts, document.paragraph_starts):
        assert list(starts) == sorted(set(starts))
        assert all(0 <= start < total for start in starts)
    spans = [span for chain in key.chains for span in chain]
    assert all(_is_of(document, span) for span in spans)
    assert all(list(chain) == sorted(chain) and chain for chain in key.chains)
    assert set(spans) >= {*key.attributes, *key.split, *(span for link in key.links for span in link)}
    assert all(0 <= chain < len(key.chains) for chains in key.split.values() for chain in chains)
    assert all(0 <= token < total for token in key.non_anaphoric)
    if document.annotation:
        _require_whole(document.annotation, total)


def _is_of(document: Document, span: Span) -> bool:
    """Whether each piece of a span is of words, or of empty nodes, of the document."""
    cuts = [span.start, *(cut for gap in span.gaps for cut in gap), span.end]
    bounds = ((0, len(document.words)), (FIRST_NODE, FIRST_NODE + len(document.nodes)))
    return all(
        any(first <= start < end <= last for first, last in bounds)
        for start, end in zip(cuts[::2], cuts[1::2], strict=True)
    )


def _require_whole(annotation: Annotation, total: int) -> None:
    apart = ("sentence_starts", "vectors")
    columns = [getattr(annotation, field.name) for field in fields(Annotation) if field.name not in apart]
    assert {len(column) for column in columns} == {total}
    assert all(0 <= head < total for head in annotation.head)
