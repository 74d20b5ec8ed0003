"""spaCy's DocBin, packed documents of which each chain is a group of spans."""

import gc
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import claim, content
from anaphora.corpora._mentions import discontinuous, in_text_order, require_continuous, require_overt, speakers_of
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

if TYPE_CHECKING:
    from spacy.tokens import Doc, DocBin
    from spacy.vocab import Vocab

    from anaphora.workbench.arrays import Integers

LONGEST_UNPACKED = 256_000_000
"""Bytes of what is packed in it, some two million words."""
MOST_VALUES = 2_000_000
"""Strings, spans and other values that are packed in it; each takes some hundred bytes when it is read."""

_PER_DOCUMENT = 10
"""Values that spaCy makes of a document, though it takes only four bytes in a file."""
_LENGTH = 4
"""Bytes of the number that counts the tokens of a document."""

_CHAIN = re.compile(r"coref_clusters_([0-9]{1,9})")
_HEADS = "coref_head_clusters_"
_OWN = "anaphora_document"
"""The span group without spans whose attributes say of the document what spaCy has no place for.

Attributes of span groups are kept even where `store_user_data` is off.
"""
_CLEARNLP = frozenset(("dobj", "pobj", "nsubjpass"))

_MESSAGE_LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""Bytes that give the length of bytes, extensions and strings, by their first byte."""
_EXTENSIONS = range(0xC7, 0xCA)
"""One byte more gives their type."""
_LISTS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}
_MESSAGE_SIZES = {
    **{0xA0 + length: length for length in range(32)},  # short strings
    **dict(zip(range(0xCA, 0xD4), (4, 8, 1, 2, 4, 8, 1, 2, 4, 8), strict=True)),  # numbers
    **dict(zip(range(0xD4, 0xD9), (2, 3, 5, 9, 17), strict=True)),  # short extensions
}
"""Bytes that follow where the first byte alone gives the size; no byte follows a first byte that no table has."""


@dataclass(slots=True)
class _Tokens:
    """A text as spaCy's tokens: white space other than one blank is a token of its own there.

    `position` gives for each word its token, `word` for each token its word, or -1.
    """

    texts: list[str] = field(default_factory=list)
    blanks: list[bool] = field(default_factory=list)
    word: list[int] = field(default_factory=list)
    position: list[int] = field(default_factory=list)

    def add(self, text: str, word: int) -> None:
        """Take a word, or white space (word -1)."""
        blank = word < 0 and len(text) > 1 and text.endswith(" ")
        self.texts.append(text[:-1] if blank else text)
        self.blanks.append(blank)
        self.word.append(word)


class _DocColumns(TypedDict, total=False):
    """Keyword arguments of spaCy's `Doc`."""

    pos: list[str]
    tags: list[str]
    lemmas: list[str]
    morphs: list[str]
    heads: list[int]
    deps: list[str]
    ents: list[str]
    sent_starts: list[bool | int | None]


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file. Labels of spans are entity types, `coref_head_clusters_N` gives the heads of mentions.

    A document is called as `write` noted or as its `user_data["id"]` says, otherwise after the file. Tokens that are
    white space become the white space after the word before; a mention of nothing else is counted as zero. Annotation
    is `None` unless every word has part of speech and relation, the heads form trees and the labels are those of
    Universal Dependencies, which the pipelines that spaCy distributes for English do not use. Nothing is unpickled.

    Raises:
        FormatError: the file is none that spaCy wrote, is too large, or its parts contradict each other.
    """
    collecting = gc.isenabled()
    taken: set[str] = set()
    try:
        for number, doc in enumerate(_bin(path).get_docs(_vocab()), start=1):
            document, key = _read(path, doc, path.stem if number == 1 else f"{path.stem}-{number}")
            claim(path, None, document.id, taken)
            yield document, key
    except FormatError:
        raise
    except Exception as error:  # whatever spaCy and msgpack raise when the bytes are not theirs
        if collecting:
            gc.enable()  # srsly turns it off while it unpacks, and where that fails does not turn it on again
        problem = f"spaCy cannot read the file ({type(error).__name__}: {str(error)[:100].rstrip('.')})"
        cure = "Write it again with DocBin.to_disk; if it was cut, get it again."
        raise FormatError(path, None, problem, cure) from error


def write(documents: Iterable[Pair]) -> Iterator[bytes]:
    """Documents as a DocBin with their annotation, types and, for chains all of whose mentions have one, heads.

    Text, ids, sentences, speakers, annotation (features in alphabetical order) and chains are read again as they were.
    Headings, paragraphs, labels of turns, other attributes of mentions and what a key says beside its chains are not
    kept.

    Raises:
        FormatError: a mention is discontinuous, a word is white space, or a part of speech is unknown to spaCy.
    """
    from spacy.tokens import DocBin

    packed = DocBin(store_user_data=False)
    vocab = _vocab()
    for document, key in documents:
        try:
            packed.add(_render(document, key, vocab))
        except ValueError as error:
            problem = f"spaCy cannot represent the document ({str(error)[:100].rstrip('.')})"
            raise FormatError(document.id, None, problem, "Write CorefUD instead.", code="inexpressible") from error
    yield packed.to_bytes()


def _vocab() -> "Vocab":
    from spacy.vocab import Vocab

    return Vocab()


def _bin(path: Path) -> "DocBin":
    from spacy.tokens import DocBin

    raw = content(path)
    message = zlib.decompressobj().decompress(raw, LONGEST_UNPACKED + 1)
    if len(message) > LONGEST_UNPACKED:
        problem = f"the file has more than {LONGEST_UNPACKED:,} bytes when unpacked"
        raise FormatError(path, None, problem, "Split it into several files.", code="too-large")
    _require_few_values(path, message)
    packed = DocBin().from_bytes(raw)
    # of a column that is there twice, spaCy checks only the first before it follows the heads
    if len(set(packed.attrs)) != len(packed.attrs):
        raise _contradiction(path, "an attribute is stored twice")
    return packed


def _require_few_values(path: Path, message: bytes) -> None:
    """Raise `FormatError` before spaCy makes objects of a message that is short but announces very many of them.

    The spans and the user data of each document are messages within it.
    """
    import srsly

    total = 0

    def count(more: int) -> None:
        nonlocal total
        total += more
        if total > MOST_VALUES:
            problem = f"the file has more than {MOST_VALUES:,} values when unpacked"
            raise FormatError(path, None, problem, "Split it into several files.", code="too-large")

    count(count_values(message, MOST_VALUES))
    unpacked: dict[str, Sequence[bytes]] = srsly.msgpack_loads(message)
    count(len(unpacked["lengths"]) // _LENGTH * _PER_DOCUMENT)
    for packed in filter(None, (*unpacked.get("span_groups", ()), *unpacked.get("user_data", ()))):
        count(count_values(packed, MOST_VALUES))
    for groups in filter(None, unpacked.get("span_groups", ())):
        for group in srsly.msgpack_loads(groups):
            count(count_values(group, MOST_VALUES))


def count_values(packed: bytes, most: int) -> int:
    """Count the values that a message (github.com/msgpack/msgpack, spec.md) holds or announces; stop above `most`.

    Lists and maps count, and so do the values in them. What is no msgpack is counted as if it were. srsly limits the
    length of each list alone: of 60 MB of lists in one another it makes objects of 1.5 GB.
    """
    position, count, announced = 0, 0, 1
    while position < len(packed) and max(count, announced) <= most:
        first = packed[position]
        position += 1
        count += 1
        if first in _MESSAGE_LENGTHS:
            size = _MESSAGE_LENGTHS[first]
            position += size + int.from_bytes(packed[position : position + size]) + (first in _EXTENSIONS)
        elif first in _LISTS or first in _MAPS:
            size = _LISTS.get(first) or _MAPS[first]
            announced += int.from_bytes(packed[position : position + size]) * (2 if first in _MAPS else 1)
            position += size
        elif 0x80 <= first < 0xA0:  # short maps, then short lists
            announced += (first & 0x0F) * (2 if first < 0x90 else 1)
        else:
            position += _MESSAGE_SIZES.get(first, 0)
    return max(count, announced)


def _read(path: Path, doc: "Doc", name: str) -> tuple[Document, Clusters]:
    prefix = ""
    words: list[str] = []
    spaces: list[str] = []
    before: list[int] = []
    for token in doc:
        before.append(len(words))
        if not token.text:
            raise _contradiction(path, "a token has no text")
        if not token.text.isspace():
            words.append(token.text)
            spaces.append(token.whitespace_)
        elif words:
            spaces[-1] += token.text_with_ws
        else:
            prefix += token.text_with_ws
    before.append(len(words))
    noted_attributes: Mapping[str, object] = (
        doc.spans[_OWN].attrs if _OWN in doc.spans else {"id": doc.user_data.get("id")}
    )
    id = noted_attributes.get("id")
    starts = noted_attributes.get("sentence_starts")
    if starts is None:
        begins = {before[token.i] for token in doc if token.is_sent_start} | {0}
        starts = sorted(begins - {before[-1]}) if doc.has_annotation("SENT_START") else []
    if not isinstance(starts, list) or not all(type(start) is int for start in starts):
        raise _contradiction(path, "the starts of sentences are not a list of numbers")
    if starts != sorted(set(starts)) or (starts and (starts[0] != 0 or starts[-1] >= len(words))):
        raise _contradiction(path, "the starts of sentences are not in order, or outside the document")
    names = noted_attributes.get("speakers", [])
    if not isinstance(names, list) or not all(isinstance(speaker, str) for speaker in names):
        raise _contradiction(path, "the speakers are not a list of names")
    if names and len(names) != len(words):
        raise _contradiction(path, "there are not as many speakers as words")
    document = Document(
        id=id if id and isinstance(id, str) else name,
        words=tuple(words),
        spaces=tuple(spaces),
        sentence_starts=tuple(starts),
        annotation=_annotation(doc, before, starts) if words else None,
        prefix=prefix,
        speakers=speakers_of(names),
    )
    return document, _key(doc, document.id, before)


def _annotation(doc: "Doc", before: list[int], starts: list[int]) -> Annotation | None:
    tokens = [token for token in doc if before[token.i] < before[token.i + 1]]
    relations = ["root" if token.dep_ == "ROOT" else token.dep_ for token in tokens]
    if not all(token.pos_ for token in tokens) or not all(relations) or _CLEARNLP & set(relations) or not starts:
        return None
    heads = np.array([token.head.i for token in doc])
    upwards = heads
    for _ in range(len(heads).bit_length()):
        upwards = upwards[upwards]
    above = _heads_of_words(heads, np.array(before)) if (heads[upwards] == upwards).all() else None
    sentences = np.searchsorted(starts, np.arange(len(tokens)), side="right")
    if above is None or (sentences[above] != sentences).any():
        return None
    return Annotation(
        pos=tuple(token.pos_ for token in tokens),
        tag=tuple(token.tag_ for token in tokens),
        lemma=tuple(token.lemma_ for token in tokens),
        morphology=tuple(str(token.morph) for token in tokens),
        head=tuple(above.tolist()),
        relation=tuple(relations),
        entity=tuple(token.ent_type_ for token in tokens),
        sentence_starts=tuple(starts),
    )


def _heads_of_words(heads: "Integers", before: "Integers") -> "Integers":
    """The word above each word, white space between them being passed over; a root is its own head."""
    is_word = before[:-1] < before[1:]
    upwards = np.where(is_word, np.arange(len(heads)), heads)
    for _ in range(len(heads).bit_length()):
        upwards = upwards[upwards]
    above = upwards[heads[is_word]]
    return np.where(is_word[above], before[above], before[:-1][is_word])


def _key(doc: "Doc", id: str, before: list[int]) -> Clusters:
    numbers = sorted(int(match[1]) for name in doc.spans if (match := _CHAIN.fullmatch(name)))
    chains: list[list[Span]] = []
    attributes: dict[Span, Attributes] = {}
    zeros = 0
    for number in dict.fromkeys(numbers):
        group = doc.spans[f"coref_clusters_{number}"]
        headed = doc.spans.get(f"{_HEADS}{number}", ())
        heads = [span.start for span in headed] if len(headed) == len(group) else [None] * len(group)
        spans = []
        for mention, head in zip(group, heads, strict=True):
            span = Span(before[mention.start], before[mention.end])
            if not len(span):
                zeros += 1
                continue
            spans.append(span)
            inside = head is not None and mention.start <= head < mention.end and before[head] < before[head + 1]
            kept = before[head] if inside and head is not None else None
            attributes.setdefault(span, Attributes(head=kept, type=mention.label_))
        chains.append(spans)
    return Clusters(id, in_text_order(chains), attributes, zeros=zeros)


def _contradiction(path: Path, problem: str) -> FormatError:
    return FormatError(path, None, problem, "Write the file again with DocBin.to_disk.", code="inconsistent")


def _tokens(document: Document) -> _Tokens:
    tokens = _Tokens()
    if document.prefix:
        tokens.add(document.prefix, -1)
    for number, (word, space) in enumerate(zip(document.words, document.spaces, strict=True)):
        if word.isspace() or not word:
            cure = "Give the document without it."
            raise FormatError(document.id, None, f"word {number + 1} is white space", cure, code="inexpressible")
        tokens.position.append(len(tokens.texts))
        tokens.add(word, number)
        tokens.blanks[-1] = space.startswith(" ")
        rest = space.removeprefix(" ")
        if rest:
            tokens.add(rest, -1)
    return tokens


def _render(document: Document, key: Clusters, vocab: "Vocab") -> "Doc":
    from spacy.tokens import Doc, SpanGroup
    from spacy.tokens import Span as SpacySpan

    require_overt(document)
    require_continuous(document, key)
    tokens = _tokens(document)
    starts = document.sentence_starts or (document.annotation.sentence_starts if document.annotation else ())
    columns = _columns(document.annotation, tokens) if document.annotation else _DocColumns()
    if starts and not document.annotation:
        firsts = frozenset(starts)
        columns["sent_starts"] = [word in firsts for word in tokens.word]
    doc = Doc(vocab, words=tokens.texts, spaces=tokens.blanks, **columns)
    for number, chain in enumerate(key.chains, start=1):
        name = f"coref_clusters_{number}"
        ends = [(tokens.position[span.start], tokens.position[span.end - 1] + 1) for span in chain]
        attributes = [key.attributes.get(span, Attributes()) for span in chain]
        doc.spans[name] = [SpacySpan(doc, *end, label=mark.type) for end, mark in zip(ends, attributes, strict=True)]
        heads = [mention.head for mention in attributes]
        placed = [tokens.position[head] for head in heads if head is not None]
        if len(placed) == len(chain):
            doc.spans[f"{_HEADS}{number}"] = [doc[position : position + 1] for position in placed]
    noted: dict[str, object] = {"id": document.id, "sentence_starts": list(starts)}
    if document.speakers:
        noted["speakers"] = list(document.speakers)
    doc.spans[_OWN] = SpanGroup(doc, name=_OWN, attrs=noted)
    return doc


def _columns(annotation: Annotation, tokens: _Tokens) -> _DocColumns:
    """The annotation as spaCy takes it; white space hangs on the token before it."""

    def column(values: Sequence[str], space: str) -> list[str]:
        return [values[word] if word >= 0 else space for word in tokens.word]

    types = column(annotation.entity, "")
    before = ["", *types]
    heads = [
        tokens.position[annotation.head[word]] if word >= 0 else max(position - 1, 0)
        for position, word in enumerate(tokens.word)
    ]
    relations = ["ROOT" if relation == "root" else relation for relation in annotation.relation]
    return {
        "pos": column(annotation.pos, "SPACE"),
        "tags": column(annotation.tag, "_SP"),
        "lemmas": column(annotation.lemma, ""),
        "morphs": column(annotation.morphology, ""),
        "heads": heads,
        "deps": column(relations, "dep"),
        "ents": [
            f"{'I' if type == last else 'B'}-{type}" if type else "O" for last, type in zip(before, types, strict=False)
        ],
    }


FORMAT = Format(
    name="docbin",
    source="spaCy's DocBin (.spacy) with a span group `coref_clusters_N` a chain, as spacy-experimental names them.",
    suffix=".spacy",
    recognises=by_signs(name=r"(?i).\.spacy\Z"),
    read=read,
    content="binary",
    unread="other span groups and user data",
    write=write,
    inexpressible=discontinuous,
)
