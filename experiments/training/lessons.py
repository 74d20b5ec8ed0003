"""Lessons of the neural ranker: mentions with their chains, and pronouns with candidates that `ranker` scored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora.experiments.run.analysis import analyser
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import documents
from anaphora.resolvers import ranker
from anaphora.resolvers.ranker import FOLDS, Model, Pool, lesson, pools
from anaphora.resolvers.ranking.forest import LEAF, TREES, Growth, grow
from anaphora.resolvers.ranking.pairs import PairColumns, pair_columns
from anaphora.workbench.arrays import Flags, Integers, Numbers
from anaphora.workbench.document import Document
from anaphora.workbench.key import Key
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.provenance import text_digest
from anaphora.workbench.resolver_entry import Example
from anaphora.workbench.trace.build import Criteria, counted_cases, mention_chains

_UNPARSED = ("mentions", "pleonastic", "agreement")
"""The layers that can be perfect where the key has no trees."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A pronoun, its candidates, which are right, and what `ranker` gives each; numbers are those of mentions."""

    anaphor: int
    candidates: Integers
    right: Flags
    scores: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A document with automatic or with perfect input: places of mentions (head, first word, last word), chains."""

    places: Integers
    chains: Integers
    table: PairColumns
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A document: vectors of words, readings, how often an epoch has it, and whether its key leaves entities out.

    Of a `partial` key nothing is learned about mentions that it does not have.
    """

    vectors: NDArray[np.float16]
    readings: tuple[Reading, ...]
    times: float = 1.0
    partial: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Annotated:
    """A document of a corpus with automatic and with perfect input, and the cases that count; the rest as in `Text`."""

    corpus: str
    examples: tuple[Example, Example]
    counted: tuple[frozenset[int], frozenset[int]]
    times: float
    partial: bool

    @property
    def id(self) -> str:
        """The name of the document."""
        return self.examples[0].prepared.document.id

    @property
    def digest(self) -> str:
        """The hash of the words, by which cards name documents."""
        return text_digest(self.examples[0].prepared.document.words)


def read(path: Path, times: float, partial: bool) -> Iterator[Annotated]:
    """The documents of a folder. Raises `WorkbenchError` for bad ones."""
    automatic = configure(match="strict")
    inputs: tuple[tuple[str, ...], ...] = ((), LAYERS, _UNPARSED)
    analyse = {layers: analyser(automatic.changed(perfect=layers)) for layers in inputs}

    def example(document: Document, key: Key, layers: tuple[str, ...]) -> tuple[Example, frozenset[int]]:
        prepared = analyse[layers](document, key)
        counted = frozenset(counted_cases(document, key, prepared, Criteria(automatic.judging.match)))
        return Example(prepared, mention_chains(document, key, prepared, automatic.judging.match)), counted

    for document, key in documents([path], automatic, []):
        perfect = LAYERS if document.annotation else _UNPARSED
        (first, asked), (second, asked_too) = (example(document, key, layers) for layers in ((), perfect))
        yield Annotated(path.name, (first, second), (asked, asked_too), times, partial)


class Rankers:
    """The trees of `ranker` for each document: the shipped ones, or others where these have learned from it."""

    def __init__(self, found: Sequence[Annotated]) -> None:
        self._shipped, card = ranker.read_shipped()
        seen = frozenset[str]().union(*(part.documents for part in card.seen)) if card else frozenset[str]()
        learned = [document for document in found if document.digest in seen]
        self._fold = {document.digest: number % FOLDS for number, document in enumerate(learned)}
        self._models = [
            _grow([document for document in learned if self._fold[document.digest] != fold])
            for fold in range(FOLDS if learned else 0)
        ]

    def of(self, document: Annotated) -> Model:
        """Return trees that were grown without a document."""
        fold = self._fold.get(document.digest)
        return self._shipped if fold is None else self._models[fold]


def text(document: Annotated, model: Model) -> Text:
    """Return the lessons of a document."""
    readings = tuple(_reading(example, model) for example in document.examples)
    return Text(document.examples[0].prepared.vectors().values, readings, document.times, document.partial)


def _grow(found: Sequence[Annotated]) -> Model:
    lessons = [lesson(pools(example)) for document in found for example in document.examples]
    return Model(grow(lessons, Growth(TREES, LEAF)))


def _reading(example: Example, model: Model) -> Reading:
    places = [[mention.head, mention.span.start, mention.span.end - 1] for mention in example.prepared.mentions]
    return Reading(
        np.array(places, np.int64).reshape(-1, 3),
        np.array(example.chains, np.int64),
        pair_columns(example.prepared),
        tuple(_question(pool, right, model) for pool, right in pools(example)),
    )


def _question(pool: Pool, right: Flags, model: Model) -> Question:
    anaphor = pool.prepared.cases[pool.case].anaphor
    return Question(anaphor, np.array(pool.candidates), right, model.votes(pool) @ model.weights)
