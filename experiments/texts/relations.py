"""Texts with relations between entities, as DocRED and Re-DocRED have them (Yao et al. 2019; Tan et al. 2022).

A file is a list of documents: `sents` (sentences of words), `vertexSet` (for each entity its mentions, with `sent_id`
and `pos`, the first word and the one behind the last, within the sentence) and `labels` (relations from entity `h` to
entity `t`).
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import index
from pathlib import Path
from typing import Any

from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import reading

_CURE = "Give a file of DocRED or Re-DocRED, such as dev_revised.json."


@dataclass(frozen=True, slots=True)
class Related:
    """A text, the mentions of each entity, and the pairs of entities with the number of their relations."""

    document: Document
    entities: tuple[tuple[Span, ...], ...]
    pairs: Mapping[tuple[int, int], int]


def has_relations(path: Path) -> bool:
    """Whether a file looks like one of DocRED's."""
    if not path.is_file() or path.suffix != ".json":
        return False
    with reading.opened(path) as file:
        head = file.read(1 << 16)
    return b'"vertexSet"' in head or (b'"sents"' in head and b'"title"' in head)


def read(path: Path) -> Iterator[Related]:
    """The texts of a file.

    Raises:
        FormatError: it is no JSON, or not in this notation.
    """
    try:
        documents = json.loads(reading.text(path))
    except (ValueError, RecursionError) as error:
        raise FormatError(path, None, f"this is not JSON ({error})", _CURE, code="malformed") from error
    if not isinstance(documents, list):
        raise FormatError(path, None, "this is not a list of documents", _CURE, code="malformed")
    for number, entry in enumerate(documents, start=1):
        try:
            yield _related(entry)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            problem = f"document {number} is not in the notation of DocRED ({error!r})"
            raise FormatError(path, None, problem, _CURE, code="malformed") from error


def _related(entry: Mapping[str, Any]) -> Related:
    sentences: Sequence[Sequence[str]] = entry["sents"]
    starts = [0, *accumulate(map(len, sentences))]
    words = tuple(word.strip() or "_" for sentence in sentences for word in sentence)
    if not words:
        raise ValueError("no words")
    document = Document(
        id=str(entry["title"]),
        words=words,
        spaces=(" ",) * len(words),
        sentence_starts=tuple(starts[:-1]),
        language="en",
    )
    entities = tuple(tuple(_span(mention, starts) for mention in mentions) for mentions in entry["vertexSet"])
    pairs = Counter(_pair(label["h"], label["t"], len(entities)) for label in entry["labels"])
    return Related(document, entities, {pair: count for pair, count in pairs.items() if pair[0] != pair[1]})


def _span(mention: Mapping[str, Any], starts: Sequence[int]) -> Span:
    first, last = mention["pos"]
    sentence = mention["sent_id"]
    begin, end = index(starts[sentence] + first), index(starts[sentence] + last)
    if not 0 <= starts[sentence] <= begin < end <= starts[-1]:
        raise ValueError(f"a mention at {mention['pos']} of sentence {sentence}")
    return Span(begin, end)


def _pair(head: int, tail: int, entities: int) -> tuple[int, int]:
    if not (0 <= head < entities and 0 <= tail < entities):
        raise ValueError(f"a relation of entities {head} and {tail}")
    return index(min(head, tail)), index(max(head, tail))
