"""Scores of the mentions of a document against those before them, in the context in which both were read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from anaphora.resolvers._neural_ranker.features import features
from anaphora.resolvers._neural_ranker.network import Network, Vectors
from anaphora.resolvers._per_document import once
from anaphora.resolvers.chains._mention_pair.table import table
from anaphora.workbench.aliases import Integers
from anaphora.workbench.document import Prepared

REACH = 100
"""Mentions before a mention that it is scored against when chains are made."""

CHAINS, PRONOUNS = range(2)
"""The columns of scores: for chains of all mentions, and for pronouns with their compatible candidates."""


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A mention's scores: of each mention from the one numbered `first` on, up to itself, and of no antecedent.

    The columns are `CHAINS` and `PRONOUNS`.
    """

    first: int
    pairs: Vectors
    none: Vectors


class Reader:
    """A network that keeps the scores of the last document, since several resolvers ask for them."""

    def __init__(self, network: Network) -> None:
        self.of_pronouns = once(lambda prepared: score(network, prepared, _pronouns(prepared)))
        """The scores of the anaphors of all cases, by mention, against all their compatible candidates."""
        self.of_mentions = once(lambda prepared: score(network, prepared, _mentions(prepared)))
        """The scores of all mentions against the nearest ones before them."""


def _pronouns(prepared: Prepared) -> dict[int, int]:
    return {case.anaphor: min(case.compatible) for case in prepared.cases if case.compatible}


def _mentions(prepared: Prepared) -> dict[int, int]:
    return {mention: max(0, mention - REACH) for mention in range(1, len(prepared.mentions))}


def score(network: Network, prepared: Prepared, first: Mapping[int, int]) -> dict[int, Scored]:
    """The scores of some mentions; `first` says for each how far back to go.

    Both mentions of a pair are read in the window of the later one, or the earlier in its own if it is not in that.
    """
    spans = np.array([[each.head, each.span.start, each.span.end - 1] for each in prepared.mentions], np.int64)
    found: dict[int, Scored] = {}
    known: Vectors | None = None
    for window, vectors in network.read(prepared.document.words):
        if known is None:
            known = np.zeros((len(prepared.document.words), vectors.shape[1]), np.float32)
        before = known[window.start : window.own].copy()
        known[window.start : window.end] = vectors
        asked = {mention: start for mention, start in first.items() if window.own <= spans[mention, 0] < window.end}
        found |= _score(network, prepared, known, np.minimum(spans, window.end - 1), asked)
        known[window.start : window.own] = before
    return found


def _score(
    network: Network, prepared: Prepared, words: Vectors, spans: Integers, first: Mapping[int, int]
) -> Iterator[tuple[int, Scored]]:
    if not first:
        return
    least = min(first.values())
    i = np.concatenate([np.arange(first[mention], mention) for mention in first])
    j = np.repeat(list(first), [mention - first[mention] for mention in first])
    vectors = words[spans[least : max(first) + 1]].reshape(-1, 3 * words.shape[1])
    scores = network.score(vectors, i - least, j - least, features(table(prepared), i, j))
    ends = np.cumsum([mention - start for mention, start in first.items()])
    for (mention, start), pairs in zip(first.items(), np.split(scores.pairs, ends[:-1]), strict=True):
        yield mention, Scored(start, pairs, scores.none[mention - least])
