"""What tests over all formats are made of: one sample of each, documents with keys of any shape, and how they are read.

The sample of the format `x` is `SAMPLE` in `tests/corpora/test_x.py`, beside what else is tested of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeAlias, get_args

from hypothesis import strategies as st

from anaphora import corpora
from anaphora.corpora import Format, Pair, file_name
from anaphora.workbench.document import Document, Kind, Span
from anaphora.workbench.key import Attributes, Key

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
    - `most_dropped`: the share of the mentions of GUM and LitBank that the format may be unable to write.
    """

    valid: Content
    more: Sequence[Content] = ()
    needs_first_line: bool = False
    deep: Trap | None
    long_word: Trap | None
    same_id: Content | None
    crossing: Content | None
    crossing_chains: Content | None
    outside: Trap | None
    across: Content | None
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


WORDS = st.sampled_from(["a", "Ann", "don't", "A.B.", "é", "😀", "e\u0301", "\u200b", '"', "[", "\\", "T1", "x|y", "-"])


@st.composite
def documents(draw: st.DrawFn, gaps: bool = False) -> Pair:
    """One document whose mentions may nest, cross, be the same and (if so wished) have gaps; its key may be empty."""
    words = draw(st.lists(WORDS, min_size=1, max_size=12))
    spaces = draw(st.lists(st.sampled_from(["", " ", "\n", " \r\n\n"]), min_size=len(words), max_size=len(words)))
    starts = draw(st.sets(st.sampled_from(range(len(words)))))
    spans = draw(st.lists(_spans(len(words), gaps), max_size=8))
    chains: dict[int, list[Span]] = {}
    for span in sorted(spans):
        chains.setdefault(draw(st.integers(0, 2)), []).append(span)
    kinds = draw(st.lists(st.none() | st.sampled_from(get_args(Kind)), min_size=8, max_size=8))
    attributes = {span: Attributes(type="PER", kind=kind) for span, kind in zip(spans, kinds, strict=False)}
    document = Document("d", tuple(words), tuple(spaces), sentence_starts=tuple(sorted(starts)))
    return document, Key("d", tuple(sorted(map(tuple, chains.values()))), attributes)


@st.composite
def _spans(draw: st.DrawFn, words: int, gaps: bool) -> Span:
    tokens = st.integers(0, words - 1)
    first, last = sorted((draw(tokens), draw(tokens)))
    if gaps and last - first > 1 and draw(st.booleans()):
        left, right = sorted((draw(st.integers(first + 1, last - 1)), draw(st.integers(first + 1, last - 1))))
        return Span(first, last + 1, ((left, right + 1),))
    return Span(first, last + 1)
