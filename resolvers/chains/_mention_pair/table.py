"""The mentions of a document as columns, of which the features of pairs are made."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from anaphora.resolvers.chains._matching.words import REMOVED, bare_words
from anaphora.workbench.aliases import Integers
from anaphora.workbench.document import Annotation, Mention, Prepared

Truths = NDArray[np.bool_]

KINDS = ("name", "nominal", "pronoun")
CLASSES = ("unknown", "person", "male", "female", "organization", "location", "date", "object", "abstraction")
_CLASS_OF = {
    "ORGANIZATION": "organization", "PLACE": "location", "TIME": "date", "OBJECT": "object", "ANIMAL": "object",
    "PLANT": "object", "SUBSTANCE": "object", "ABSTRACT": "abstraction", "EVENT": "abstraction", "PERSON": "person",
}  # fmt: skip
_QUOTES = {"“": 1, "``": 1, "”": -1, "''": -1}
_COMPANY = frozenset({"corp", "corp.", "ltd", "ltd.", "inc", "inc.", "co", "co.", "company", "corporation"})


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The columns. Numbers stand for words, kinds and the like; equal numbers for equal ones, -1 or 0 for none.

    `text` numbers the base noun phrase without articles, `whole` the whole span; `bag` has the open-class words of the
    whole span and `modifiers` those before the head, as incidence matrices mentions x words. `surname` is the last word
    of a person's name, `acronym` and `initials` are what names are abbreviated to. `above` is the token that an
    apposition is attached to, `subject` that of the subject of a predicate nominal.
    """

    kind: Integers
    form: Integers
    person: Integers
    reflexive: Truths
    possessive: Truths
    number: Integers
    gender: Integers
    animacy: Integers
    semantic: Integers
    definite: Truths
    demonstrative: Truths
    indefinite: Truths
    subject_role: Truths
    sentence: Integers
    paragraph: Integers
    start: Integers
    end: Integers
    head: Integers
    lemma: Integers
    text: Integers
    whole: Integers
    surname: Integers
    acronym: Integers
    initials: Integers
    embedded: Truths
    quoted: Truths
    governor: Integers
    above: Integers
    subject: Integers
    bag: csr_matrix
    modifiers: csr_matrix

    def __len__(self) -> int:
        return len(self.kind)


def table(prepared: Prepared) -> Table:
    """The columns of one document."""
    mentions, annotation = prepared.mentions, prepared.annotation
    first = [prepared.document.words[mention.span.start].lower() for mention in mentions]
    last = _last_words(prepared)
    quoted = _find_quoted(prepared)
    subjects = _subjects(annotation)

    def column(value: Callable[[Mention], int]) -> Integers:
        return np.array([value(mention) for mention in mentions], np.int64)

    def flags(value: Callable[[Mention], bool]) -> Truths:
        return np.array([value(mention) for mention in mentions], np.bool_)

    return Table(
        kind=column(lambda mention: KINDS.index(mention.kind)),
        form=_number(last[number] if mention.kind == "pronoun" else None for number, mention in enumerate(mentions)),
        person=column(lambda mention: mention.person),
        reflexive=flags(lambda mention: mention.pronoun == "reflexive"),
        possessive=flags(lambda mention: mention.pronoun == "possessive"),
        number=column(lambda mention: ("unknown", "singular", "plural").index(mention.number)),
        gender=column(lambda mention: ("unknown", "masculine", "feminine", "neuter").index(mention.gender)),
        animacy=column(lambda mention: ("unknown", "animate", "inanimate").index(mention.animacy)),
        semantic=column(lambda mention: CLASSES.index(_class(annotation, mention))),
        definite=np.array([word == "the" for word in first], np.bool_),
        demonstrative=np.array([word in ("this", "that", "these", "those") for word in first], np.bool_),
        indefinite=flags(lambda mention: mention.definiteness == "indefinite"),
        subject_role=flags(lambda mention: mention.function == "subject"),
        sentence=column(lambda mention: mention.sentence),
        paragraph=column(lambda mention: mention.paragraph),
        start=column(lambda mention: mention.span.start),
        end=column(lambda mention: mention.span.end),
        head=column(lambda mention: mention.head),
        lemma=_number(None if mention.kind == "pronoun" else mention.lemma for mention in mentions),
        text=_number(bare_words(prepared, mention) for mention in mentions),
        whole=_number(prepared.document.words_of(mention.span).lower() for mention in mentions),
        **_names(prepared, last),
        embedded=_find_embedded(mentions),
        quoted=flags(lambda mention: quoted[mention.head]),
        governor=column(lambda mention: mention.governor),
        above=column(lambda mention: annotation.head[mention.head] if mention.function == "apposition" else -1),
        subject=column(lambda mention: subjects.get(mention.head, -1) if mention.function == "predicate" else -1),
        bag=_incidence([_open_words(prepared, mention.span) for mention in mentions]),
        modifiers=_incidence([_open_words(prepared, range(mention.base.start, mention.head)) for mention in mentions]),
    )


def _number(values: Iterable[Hashable | None]) -> Integers:
    """A number for each different value, -1 for `None`."""
    numbers: dict[Hashable, int] = {}
    return np.array([-1 if value is None else numbers.setdefault(value, len(numbers)) for value in values], np.int64)


def _incidence(bags: Sequence[Iterable[str]]) -> csr_matrix:
    words: dict[str, int] = {}
    cells = sorted({(row, words.setdefault(word, len(words))) for row, bag in enumerate(bags) for word in bag})
    rows, columns = np.array(cells, np.int64).reshape(-1, 2).T
    return csr_matrix((np.ones(len(cells), np.int32), (rows, columns)), shape=(len(bags), max(1, len(words))))


def _open_words(prepared: Prepared, tokens: Iterable[int]) -> list[str]:
    words, annotation = prepared.document.words, prepared.annotation
    closed = ("PUNCT", "DET", "ADP", "PART", "CCONJ", "SCONJ", "AUX", "PRON")
    return [
        words[token].lower()
        for token in tokens
        if annotation.pos[token] not in closed and words[token].lower() not in REMOVED
    ]


def _last_words(prepared: Prepared) -> list[str]:
    return [prepared.document.words[mention.head].lower() for mention in prepared.mentions]


def _class(annotation: Annotation, mention: Mention) -> str:
    """The semantic class: sex where it is known, then animacy, then the entity type."""
    if mention.animacy == "animate":
        return {"masculine": "male", "feminine": "female"}.get(mention.gender, "person")
    if mention.kind == "pronoun":
        return "unknown"
    return _CLASS_OF.get(annotation.entity[mention.head].upper(), "unknown")


def _names(prepared: Prepared, last: Sequence[str]) -> dict[str, Integers]:
    """What names are recognised by when they are shortened."""
    words, annotation = prepared.document.words, prepared.annotation
    parts = [
        [
            words[value]
            for value in mention.base
            if annotation.pos[value] == "PROPN" and words[value].lower() not in _COMPANY
        ]
        if mention.kind == "name"
        else []
        for mention in prepared.mentions
    ]
    persons = [_class(annotation, value) in ("person", "male", "female") for value in prepared.mentions]
    short = ["".join(name).replace(".", "") if len(name) == 1 and "".join(name).isupper() else "" for name in parts]
    first_letters = [
        "".join(value[0] for value in name if value[0].isupper()) if len(name) > 1 else "" for name in parts
    ]
    both = _number(value or None for value in (*short, *first_letters))
    return {
        "surname": _number(last[number] if name and persons[number] else None for number, name in enumerate(parts)),
        "acronym": both[: len(short)],
        "initials": both[len(short) :],
    }


def _find_embedded(mentions: Sequence[Mention]) -> Truths:
    """Whether another mention has this one inside it; mentions stand by start, the longer first."""
    furthest, embedded = 0, []
    for mention in mentions:
        embedded.append(mention.span.end <= furthest)
        furthest = max(furthest, mention.span.end)
    return np.array(embedded, np.bool_)


def _find_quoted(prepared: Prepared) -> list[bool]:
    """Whether a token stands inside quotation marks, which end with their paragraph."""
    starts, depth, quoted = set(prepared.document.paragraph_starts), 0, []
    for token, word in enumerate(prepared.document.words):
        depth = 0 if token in starts else depth
        depth = 1 - depth if word == '"' else min(1, max(0, depth + _QUOTES.get(word, 0)))
        quoted.append(depth > 0)
    return quoted


def _subjects(annotation: Annotation) -> dict[int, int]:
    """The subject of each predicate."""
    heads = enumerate(zip(annotation.head, annotation.relation, strict=True))
    return {head: token for token, (head, relation) in heads if relation.startswith("nsubj")}
