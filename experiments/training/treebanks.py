"""Training texts of the parser: sentences of treebanks, and imperatives made from their infinitives.

Free treebanks hold few imperatives and manuals hold little else, so they are made: "He decided to insert the cassette
into the slot." gives "Insert the cassette into the slot."; two such phrases give "Press the key and hold it down.", "To
open the lid, press the key." and "Press the key, then close the lid.". With the participles of other sentences they
give "Press the key making sure that it clicks.".
"""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, TypeAlias

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
ORDERS = 8
"""Sentences in a document of made-up imperatives."""
COPIES = 4
"""The number of times that imperatives are made of the treebanks, each time in another order."""
_INFINITIVES = frozenset({"xcomp", "advcl", "acl", "csubj", "ccomp"})
_IMPERATIVE = "Mood=Imp|VerbForm=Fin"
_SHORTEST, _LONGEST = 3, 16
_COLUMNS = ("words", "lemmas", "pos", "tags", "morphs")
"""What of a sentence stays as it is in another one."""


@dataclass(frozen=True, slots=True)
class TypedPhrase:
    """A typed span inside one sentence: word offsets, ``start`` inclusive, ``end`` exclusive."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One tree, as columns over its syntactic words.

    ``heads`` are word offsets within the sentence, a root is its own head; ``spaces`` say whether white space follows a
    word. ``phrases`` are base noun phrases, or ``None`` where the treebank does not annotate entities.
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    lemmas: tuple[str, ...]
    pos: tuple[str, ...]
    tags: tuple[str, ...]
    morphs: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    phrases: tuple[TypedPhrase, ...] | None


Document: TypeAlias = tuple[Sentence, ...]
"""The sentences of a document, or of a part of one."""


def read(path: Path, without: Collection[str] = ()) -> list[Document]:
    """The documents of one CoNLL-U file, with the entity types of its mentions where it has any.

    Those whose ids are `without` are left out.

    Raises:
        WorkbenchError: the file is malformed, or a document has no complete trees.
    """
    return [_sentences(document, key) for document, key in corefud.read(path) if document.id not in without]


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
            TypedPhrase(span.start - start, span.end - start, type)
            for span, type in typed
            if start <= span.start and span.end <= end
        ]
        sentences.append(
            Sentence(
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
        )
    return tuple(sentences)


def base_phrases(
    spans: Iterable[TypedPhrase], heads: Sequence[int], relations: Sequence[str]
) -> tuple[TypedPhrase, ...]:
    """Each mention reduced to its base noun phrase, in text order.

    A mention keeps the words from its first own word (one in no shorter mention, and no punctuation) in an unbroken run
    to its head, and the rest of a flat name; one whose head belongs to a shorter mention is dropped, and so is the
    longer of two that still overlap.
    """
    taken: dict[int, int] = {}
    kept: list[TypedPhrase] = []
    for span in sorted(spans, key=lambda span: (span.end - span.start, span.end)):
        inside = range(span.start, span.end)
        size = len(inside)
        head = head_of(inside, heads)
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
            base = TypedPhrase(start, max(head, last) + 1, span.label)
            if all(base.end <= shorter.start or shorter.end <= base.start for shorter in kept):
                kept.append(base)
        for token in inside:
            taken.setdefault(token, size)
    return tuple(sorted(kept, key=lambda phrase: phrase.start))


def head_of(words: range, heads: Sequence[int]) -> int:
    """The first of some words whose head is not among them."""
    return min(token for token in words if heads[token] not in words or heads[token] == token)


def to_doc(sentences: Sequence[Sentence], vocab: Vocab) -> Doc:
    """One spaCy document with all gold layers; entities are marked missing where no layer was annotated."""
    offsets = list(accumulate((len(sentence.words) for sentence in sentences[:-1]), initial=0))
    columns: dict[str, Any] = {
        name: [value for s in sentences for value in getattr(s, name)] for name in (*_COLUMNS, "spaces")
    }
    heads = [offset + head for offset, s in zip(offsets, sentences, strict=True) for head in s.heads]
    doc = Doc(vocab, **columns, heads=heads, deps=[relation for s in sentences for relation in s.relations])
    spans = [
        Span(doc, offset + phrase.start, offset + phrase.end, phrase.label)
        for offset, s in zip(offsets, sentences, strict=True)
        for phrase in s.phrases or ()
    ]
    doc.set_ents(spans, default="missing" if any(s.phrases is None for s in sentences) else "outside")
    return doc


def free_gum(root: Path) -> list[Path]:
    """The files of GUM train whose texts may be passed on. Raises ``FileNotFoundError`` where there are none."""
    paths = sorted((root / "gum" / "train" / "corefud").glob("*.conllu"))
    if not paths:
        raise FileNotFoundError(f"no GUM documents under {root}; name the folder of gum/ and ewt/ with --data")
    return [path for path in paths if path.name.split("_")[1] in FREE_GENRES]


def training_documents(root: Path) -> tuple[list[Document], list[Document]]:
    """EWT train and the freely licensed documents of GUM train, from the data folder. Raises ``OSError``."""
    gum = [document for path in free_gum(root) for document in read(path)]
    return read(root / "ewt" / "en_ewt-ud-train.conllu"), gum


def other_documents(root: Path) -> list[Document]:
    """News, encyclopaedia, technical text, examples of pronouns, and spoken requests. Raises ``OSError``."""
    names = ("pud-ud-test", "ctetex-ud-test", "pronouns-ud-test", "atis-ud-train")
    return [document for name in names for document in read(root / "treebanks" / f"en_{name}.conllu")]


def training_texts(data: Path) -> list[Document]:
    """Read the texts for the parser: GUM twice, since its scheme and genres are those we meet. Raises ``OSError``."""
    ewt, gum = training_documents(data)
    orders = (part for seed in range(COPIES) for part in imperatives([*ewt, *gum], ORDERS, random.Random(seed)))
    return [*ewt, *gum, *gum, *other_documents(data), *orders]


def imperatives(documents: Iterable[Document], size: int, rng: random.Random) -> Iterator[Document]:
    """Documents of `size` imperative sentences each, made from the infinitival phrases of a treebank in random order.

    Entities are marked as not annotated. The same random state gives the same sentences.
    """
    phrases = [phrase for document in documents for sentence in document for phrase in infinitives(sentence)]
    endings = [phrase for document in documents for sentence in document for phrase in participles(sentence)]
    rng.shuffle(phrases)
    rng.shuffle(endings)
    supply, others = iter(phrases), iter(endings)
    sentences = []
    for first in supply:
        kind = rng.choice(("plain", "plain", "negative", "and", "then", "purpose", "participle"))
        second = next(supply, None) if kind in ("and", "then", "purpose") else None
        second = next(others, None) if kind == "participle" else second
        sentences.append(_sentence(first, second, kind))
        if len(sentences) == size:
            yield tuple(sentences)
            sentences = []


def infinitives(sentence: Sentence) -> Iterator[Sentence]:
    """Each unbroken phrase behind a "to" that starts with its verb and has an object, oblique or particle."""
    for verb, relation in enumerate(sentence.relations):
        if relation.partition(":")[0] not in _INFINITIVES or sentence.tags[verb] != "VB":
            continue
        inside = _subtree(sentence, verb)
        to = verb - 1
        if inside[0] == to and sentence.words[to].lower() == "to" and sentence.relations[to] == "mark":
            labels = _functions(sentence, verb)
            if labels & {"obj", "obl", "compound"} and not labels & {"nsubj", "conj", "aux", "cop"}:
                yield from _unbroken(sentence, verb, inside[1:])


def participles(sentence: Sentence) -> Iterator[Sentence]:
    """Each unbroken adverbial clause that starts with its verb in -ing."""
    for verb, relation in enumerate(sentence.relations):
        is_clause = relation.partition(":")[0] == "advcl" and sentence.tags[verb] == "VBG"
        if is_clause and not _functions(sentence, verb) & {"nsubj", "conj", "aux", "cop", "mark"}:
            yield from _unbroken(sentence, verb, _subtree(sentence, verb))


def _functions(sentence: Sentence, verb: int) -> set[str]:
    """The relations of the words below a verb."""
    pairs = zip(sentence.relations, sentence.heads, strict=True)
    return {relation.partition(":")[0] for token, (relation, head) in enumerate(pairs) if head == verb != token}


def _unbroken(sentence: Sentence, verb: int, run: list[int]) -> Iterator[Sentence]:
    """The words of the run as a phrase, if they stand together from the verb on and are neither few nor many."""
    while run and sentence.relations[run[-1]] == "punct":
        run = run[:-1]
    end = verb + len(run)
    if run == list(range(verb, end)) and _SHORTEST <= len(run) <= _LONGEST:
        yield Sentence(
            **{name: getattr(sentence, name)[verb:end] for name in _COLUMNS},
            spaces=(*sentence.spaces[verb : end - 1], True),
            heads=(0, *(head - verb for head in sentence.heads[verb + 1 : end])),
            relations=("ROOT", *sentence.relations[verb + 1 : end]),
            phrases=None,
        )


def _subtree(sentence: Sentence, top: int) -> list[int]:
    inside = {top}
    while more := {token for token, head in enumerate(sentence.heads) if head in inside} - inside:
        inside |= more
    return sorted(inside)


def _sentence(first: Sentence, second: Sentence | None, kind: str) -> Sentence:
    stop, comma = _word(".", ".", "PUNCT", ".", "", "punct"), _word(",", ",", "PUNCT", ",", "", "punct")
    order = replace(first, morphs=(_IMPERATIVE, *first.morphs[1:]))
    if kind == "negative":
        do = _word("Do", "do", "AUX", "VB", _IMPERATIVE, "aux")
        return _join([do, _word("not", "not", "PART", "RB", "Polarity=Neg", "advmod"), first, stop], root=2)
    if second is None:
        return _join([order, stop], root=0)
    if kind == "participle":
        return _join([order, second, stop], root=0, relations={1: "advcl"})
    if kind == "purpose":
        to = _word("To", "to", "PART", "TO", "", "mark")
        return _join([to, second, comma, order, stop], root=3, relations={1: "advcl"}, under={0: 1, 2: 1})
    next_order = replace(second, morphs=(_IMPERATIVE, *second.morphs[1:]))
    if kind == "and":
        conjunction = _word("and", "and", "CCONJ", "CC", "", "cc")
        return _join([order, conjunction, next_order, stop], root=0, relations={2: "conj"}, under={1: 2})
    then = _word("then", "then", "ADV", "RB", "PronType=Dem", "advmod")
    return _join([order, comma, then, next_order, stop], root=0, relations={3: "conj"}, under={1: 3, 2: 3})


def _word(word: str, lemma: str, pos: str, tag: str, morph: str, relation: str) -> Sentence:
    return Sentence((word,), (True,), (lemma,), (pos,), (tag,), (morph or "_",), (0,), (relation,), None)


def _join(
    parts: Sequence[Sentence], root: int, relations: Mapping[int, str] = {}, under: Mapping[int, int] = {}
) -> Sentence:
    """Parts side by side as a sentence, with the relations of some.

    The head of each hangs on the head of the root part, or of the part that `under` names.
    """
    starts = [sum(len(part.words) for part in parts[:number]) for number in range(len(parts))]
    heads: list[int] = []
    labels: list[str] = []
    for number, (start, part) in enumerate(zip(starts, parts, strict=True)):
        above = starts[under.get(number, root)]
        heads += [above if number != root else start, *(start + head for head in part.heads[1:])]
        labels += ["ROOT" if number == root else relations.get(number, part.relations[0]), *part.relations[1:]]
    columns = {name: tuple(value for part in parts for value in getattr(part, name)) for name in _COLUMNS}
    words = columns["words"]
    columns["words"] = (words[0][0].upper() + words[0][1:], *words[1:])
    spaces = [space for part in parts for space in part.spaces]
    glued = (space and words[index + 1 : index + 2] not in ((",",), (".",)) for index, space in enumerate(spaces))
    return Sentence(**columns, spaces=tuple(glued), heads=tuple(heads), relations=tuple(labels), phrases=None)
