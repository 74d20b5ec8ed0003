"""CoNLL-U treebanks to spaCy documents: words, tags, trees and entity types of base noun phrases."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TypeAlias

from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from anaphora.corpora import corefud
from anaphora.workbench import document as workbench
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.key import Clusters

FREE_GENRES = frozenset(
    ("academic", "bio", "conversation", "court", "interview", "news", "speech", "textbook", "vlog", "voyage")
)
"""Genres of GUM whose texts are CC BY or CC BY-SA; only they may train."""


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
    """The documents of one CoNLL-U file, with the entity types of its mentions where it has any.

    Raises:
        WorkbenchError: the file is malformed, or a document has no complete trees.
    """
    return [_sentences(document, key) for document, key in corefud.read(path)]


def _sentences(document: workbench.Document, key: Clusters) -> Document:
    tree = document.annotation
    if tree is None:
        raise WorkbenchError(f"Document {document.id} has no complete trees. Give a treebank.")
    spaces = (*map(bool, document.spaces[:-1]), True)
    typed = sorted({span: key.attributes[span].type for chain in key.chains for span in chain}.items())
    sentences = []
    for start, end in pairwise((*tree.sentence_starts, len(document.words))):
        inside = slice(start, end)
        heads = tuple(head - start for head in tree.head[inside])
        relations = tuple("ROOT" if relation == "root" else relation for relation in tree.relation[inside])
        mentions = [
            Phrase(span.start - start, span.end - start, type)
            for span, type in typed
            if start <= span.start and span.end <= end
        ]
        sentence = Sentence(
            words=document.words[inside],
            spaces=spaces[inside],
            lemmas=tree.lemma[inside],
            pos=tree.pos[inside],
            tags=tree.tag[inside],
            morphs=tuple(features or "_" for features in tree.morphology[inside]),
            heads=heads,
            relations=relations,
            phrases=base_phrases(mentions, heads, relations) if key.chains else None,
        )
        sentences.append(sentence)
    return tuple(sentences)


def base_phrases(spans: Iterable[Phrase], heads: Sequence[int], relations: Sequence[str]) -> tuple[Phrase, ...]:
    """Each mention reduced to its base noun phrase, in text order.

    A mention keeps the words from its first own word (one in no shorter mention, and no punctuation) in an
    unbroken run to its head, and the rest of a flat name; one whose head belongs to a shorter mention
    is dropped, and so is the longer of two that still overlap.
    """
    taken: dict[int, int] = {}
    kept: list[Phrase] = []
    for span in sorted(spans, key=lambda span: (span.end - span.start, span.end)):
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


def training_documents(root: Path) -> tuple[list[Document], list[Document]]:
    """EWT train and the freely licensed documents of GUM train, from the data folder. Raises ``OSError``."""
    gum = sorted((root / "gum" / "train" / "corefud").glob("*.conllu"))
    free = [path for path in gum if path.name.split("_")[1] in FREE_GENRES]
    if not free:
        raise FileNotFoundError(f"no GUM documents under {root}")
    return read(root / "ewt" / "en_ewt-ud-train.conllu"), [doc for path in free for doc in read(path)]


def other_documents(root: Path) -> list[Document]:
    """News, encyclopaedia, technical text, examples of pronouns, and spoken requests. Raises ``OSError``."""
    names = ("pud-ud-test", "ctetex-ud-test", "pronouns-ud-test", "atis-ud-train")
    return [document for name in names for document in read(root / "treebanks" / f"en_{name}.conllu")]


def development_documents(root: Path) -> list[Document]:
    """All of GUM dev, one document per file. Raises ``FileNotFoundError`` where there are none."""
    paths = sorted((root / "gum" / "dev" / "corefud").glob("*.conllu"))
    if not paths:
        raise FileNotFoundError(f"no GUM documents under {root}")
    return [document for path in paths for document in read(path)]
