"""Documents with keys of any shape, for laws that hold for all of them, and a place to write them."""

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from hypothesis import strategies as st

from anaphora.corpora import Format, Pair, file_name
from anaphora.workbench.document import Document, Kind, Span
from anaphora.workbench.key import Attributes, Key

WORDS = st.sampled_from(["a", "Ann", "don't", "A.B.", "é", "😀", "e\u0301", "\u200b", '"', "[", "\\", "T1", "x|y", "-"])


@st.composite
def documents(draw: st.DrawFn, gaps: bool = False) -> tuple[Document, Key]:
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


def chains_of(document: Document, key: Key) -> list[list[str]]:
    """The words of the mentions of each chain."""
    return [[document.words_of(span) for span in chain] for chain in key.chains]
