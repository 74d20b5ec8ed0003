"""CoNLL-U treebanks to spaCy documents: words, tags, trees and entity types of base noun phrases."""

import os
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from spacy.tokens import Doc, DocBin, Span
from spacy.vocab import Vocab

FREE_GENRES = frozenset(
    ("academic", "bio", "conversation", "court", "interview", "news", "speech", "textbook", "vlog", "voyage")
)
"""Genres of GUM whose texts are CC BY or CC BY-SA; only they may train."""

_COLUMNS = 10
_BRACKET = re.compile(r"(\()?([^()]+)(\))?")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A typed span inside one sentence: word offsets, ``start`` inclusive, ``end`` exclusive."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One tree, as columns over its syntactic words.

    ``heads`` are word offsets within the sentence, a root is its own head; ``spaces`` say whether
    white space follows a word. ``phrases`` are base noun phrases, or ``None`` where the treebank
    annotates no entities (which is not the same as none being there).
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    lemmas: tuple[str, ...]
    pos: tuple[str, ...]
    tags: tuple[str, ...]
    morphs: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    phrases: tuple[Phrase, ...] | None


Document: TypeAlias = tuple[Sentence, ...]
"""The sentences of a document, or of a part of one."""


def data_folder() -> Path:
    """Where the treebanks lie: ``ANAPHORA_DATA``, or ``../shared/data``. It need not exist."""
    return Path(os.environ.get("ANAPHORA_DATA", "../shared/data"))


def read(path: Path) -> list[Document]:
    """The documents of one CoNLL-U file; a file without ``newdoc`` lines is one document.

    Raises ``ValueError`` with file and line where the file is malformed.
    """
    documents: list[list[Sentence]] = []
    rows: list[list[str]] = []
    entities = False
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate((*lines, "\n"), start=1):
            line = line.rstrip("\r\n")
            if line.startswith("#"):
                if line.startswith("# newdoc"):
                    documents.append([])
                entities |= line.startswith("# global.Entity")
            elif line:
                rows.append(line.split("\t"))
                if len(rows[-1]) != _COLUMNS:
                    raise ValueError(f"{path}:{number}: {len(rows[-1])} columns, expected {_COLUMNS}")
            elif rows:
                try:
                    sentence = parse(rows, entities)
                except ValueError as error:
                    raise ValueError(f"{path}:{number}: in the sentence that ends here: {error}") from error
                documents = documents or [[]]
                documents[-1].append(sentence)
                rows = []
    return [tuple(document) for document in documents if document]


def parse(rows: Sequence[Sequence[str]], entities: bool = False) -> Sentence:
    """One sentence from its rows of ten columns; empty nodes (``8.1``) are left out.

    Words of a multiword token (``3-4``) stand without space between them. ``entities`` says that
    the last column holds the treebank's complete ``Entity`` annotation. Raises ``ValueError``.
    """
    words = [row for row in rows if row[0].isdecimal()]
    glued: set[int] = set()
    for row in rows:
        if "-" in row[0]:
            first, last = map(int, row[0].split("-"))
            glued.update(range(first, last + ("SpaceAfter=No" in row[9].split("|"))))
    if [int(row[0]) for row in words] != list(range(1, len(words) + 1)):
        raise ValueError("words are not numbered 1, 2, 3, ...")
    heads = tuple(int(row[6]) - 1 if int(row[6]) else index for index, row in enumerate(words))
    if not all(0 <= head < len(words) for head in heads):
        raise ValueError("a head lies outside the sentence")
    relations = tuple("ROOT" if row[7] == "root" else row[7] for row in words)
    brackets = [value.removeprefix("Entity=") for row in words for value in _entity(row[9])]
    return Sentence(
        words=tuple(row[1] for row in words),
        spaces=tuple(int(row[0]) not in glued and "SpaceAfter=No" not in row[9].split("|") for row in words),
        lemmas=tuple("" if row[2] == "_" != row[1] else row[2] for row in words),
        pos=tuple(row[3] for row in words),
        tags=tuple(row[4] for row in words),
        morphs=tuple(row[5] for row in words),
        heads=heads,
        relations=relations,
        phrases=base_phrases(mentions(brackets), heads, relations) if entities else None,
    )


def _entity(misc: str) -> list[str]:
    return [value for value in misc.split("|") if value.startswith("Entity=")] or [""]


def mentions(brackets: Sequence[str]) -> list[Phrase]:
    """The mentions of a sentence from its ``Entity`` brackets, one string per word, in order of their ends.

    Raises ``ValueError`` where brackets do not match within the sentence.
    """
    opened: list[Phrase] = []
    waiting: dict[str, list[tuple[int, str]]] = {}
    for index, text in enumerate(brackets):
        for opens, body, closes in _BRACKET.findall(text):
            name, *fields = body.split("-")
            if opens:
                waiting.setdefault(name, []).append((index, fields[0].upper()))
            if closes:
                if not waiting.get(name):
                    raise ValueError(f"entity {name} is closed but was not opened")
                start, label = waiting[name].pop()
                opened.append(Phrase(start, index + 1, label))
    if unclosed := [name for name, starts in waiting.items() if starts]:
        raise ValueError(f"entity {unclosed[0]} is opened but not closed")
    return opened


def base_phrases(spans: Iterable[Phrase], heads: Sequence[int], relations: Sequence[str]) -> tuple[Phrase, ...]:
    """Each mention reduced to its base noun phrase, in text order.

    A mention keeps the words from its first own word (one in no shorter mention, and no punctuation) in an
    unbroken run to its head, and the rest of a flat name; one whose head belongs to a shorter mention
    is dropped, and so is the longer of two that still overlap.
    """
    taken: dict[int, int] = {}
    kept: list[Phrase] = []
    for span in sorted(spans, key=lambda span: span.end - span.start):
        inside = range(span.start, span.end)
        size = len(inside)
        head = next(token for token in inside if heads[token] not in inside or heads[token] == token)
        if taken.get(head, size) == size:
            start = head
            while start > span.start and taken.get(start - 1, size) == size:
                start -= 1
            while relations[start] == "punct" and start < head:
                start += 1
            last = max(
                (token for token in inside if heads[token] == head and relations[token].startswith("flat")),
                default=head,
            )
            base = Phrase(start, max(head, last) + 1, span.label)
            if all(base.end <= other.start or other.end <= base.start for other in kept):
                kept.append(base)
        for token in inside:
            taken.setdefault(token, size)
    return tuple(sorted(kept, key=lambda phrase: phrase.start))


def to_doc(sentences: Sequence[Sentence], vocab: Vocab) -> Doc:
    """One spaCy document with all gold layers; entities are marked missing where no layer was annotated."""
    offsets = list(accumulate((len(sentence.words) for sentence in sentences[:-1]), initial=0))
    doc = Doc(
        vocab,
        words=[word for s in sentences for word in s.words],
        spaces=[space for s in sentences for space in s.spaces],
        tags=[tag for s in sentences for tag in s.tags],
        pos=[pos for s in sentences for pos in s.pos],
        morphs=[morph for s in sentences for morph in s.morphs],
        lemmas=[lemma for s in sentences for lemma in s.lemmas],
        heads=[offset + head for offset, s in zip(offsets, sentences, strict=True) for head in s.heads],
        deps=[relation for s in sentences for relation in s.relations],
    )
    spans = [
        Span(doc, offset + phrase.start, offset + phrase.end, phrase.label)
        for offset, s in zip(offsets, sentences, strict=True)
        for phrase in s.phrases or ()
    ]
    missing = any(s.phrases is None for s in sentences)
    doc.set_ents(spans, default="missing" if missing else "outside")
    return doc


def chunks(document: Document, shortest: int, longest: int, rng: random.Random) -> Iterator[Document]:
    """The document cut into runs of whole sentences, each of a random length in ``shortest..longest``.

    The last run may be shorter. Raises ``ValueError`` unless ``1 <= shortest <= longest``.
    """
    if not 1 <= shortest <= longest:
        raise ValueError(f"1 <= shortest <= longest is needed, got {shortest} and {longest}")
    start = 0
    while start < len(document):
        end = start + rng.randint(shortest, longest)
        yield document[start:end]
        start = end


def training_documents(root: Path) -> tuple[list[Document], list[Document]]:
    """EWT train and the freely licensed documents of GUM train, from the data folder. Raises ``OSError``."""
    gum = sorted((root / "gum" / "train" / "corefud").glob("*.conllu"))
    free = [path for path in gum if path.name.split("_")[1] in FREE_GENRES]
    if not free:
        raise FileNotFoundError(f"no GUM documents under {root}")
    return read(root / "ewt" / "en_ewt-ud-train.conllu"), [doc for path in free for doc in read(path)]


def development_documents(root: Path) -> list[Document]:
    """All of GUM dev, one document per file. Raises ``FileNotFoundError`` where there are none."""
    paths = sorted((root / "gum" / "dev" / "corefud").glob("*.conllu"))
    if not paths:
        raise FileNotFoundError(f"no GUM documents under {root}")
    return [document for path in paths for document in read(path)]


def recut(
    documents: Sequence[Document], copies: int, shortest: int, longest: int, rng: random.Random
) -> list[Document]:
    """``copies`` of the documents, each copy cut into other ``chunks``."""
    return [part for _ in range(copies) for document in documents for part in chunks(document, shortest, longest, rng)]


def write(documents: Iterable[Sequence[Sentence]], path: Path) -> int:
    """Write the documents as a spaCy ``DocBin``; gives the number of documents."""
    vocab = Vocab()
    store = DocBin(docs=(to_doc(document, vocab) for document in documents), store_user_data=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    store.to_disk(path)
    return len(store)
