"""Noun phrase clustering (Cardie & Wagstaff 1999): a distance with published weights and a radius; nothing is learned.

Each noun phrase starts as a class of its own. From the last to the first, each is compared with those before it,
backwards: if their distance is below the radius and no pair of their two classes is incompatible, the classes merge.

The distance adds up weighted incompatibilities (section 3.1, table 2):

- words 10 (the share of words of the longer one that the other lacks), head noun 1, position 5 (the share of the
  document between the two), pronoun r (an anaphor that is none after a pronoun), article r (an indefinite anaphor that
  is no apposition);
- minus infinity, which links at once: all words of the anaphor are in the antecedent, or the anaphor is an apposition
  and the antecedent its immediate predecessor;
- infinity, which makes a pair incompatible and beats minus infinity: number, gender, animacy and semantic class differ,
  or both are names and no word is the same.

The radius r is 4. That infinities belong to these features, and r, stand in the paper's text; the table was not at
hand, so that weights and formulas are recalled; they give the distance of 11 of the paper's example.

Where this decides what the paper does not specify:

- Words, heads and proper names are those of the shared base noun phrases, in small letters, articles included.
- Pronouns have no words, so that they are never inside another mention ("he" does not contain "he").
- Features that are not known agree with everything. Classes are persons, organisations, locations, dates, objects and
  abstractions, from animacy and entity types; the paper had WordNet's.
- Mentions of which one stands inside the other are compared as all others are, as in the paper.

All pairs of a document are held in memory, so that documents with more than `most_mentions` are refused.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.columns import NAME, PRONOUN
from anaphora.resolvers.parameters import check_range
from anaphora.resolvers.ranking.pairs import CLASSES, PairColumns, pair_columns
from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.resolver_entry import ResolverEntry

RADIUS = 4.0
MOST_MENTIONS = 4_000
"""All pairs of so many take a gigabyte; a text of 14,000 words has them."""
_WORDS, _HEAD, _POSITION = 10.0, 1.0, 5.0
_SEXES = (CLASSES.index("male"), CLASSES.index("female"))

Distances = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class NounPhraseClustering:
    """The clustering; `radius` is r, the distance below which two noun phrases corefer. It must be more than 0.

    Documents with more than `most_mentions` are refused: memory grows with their square, 4,000 take a gigabyte.
    """

    radius: float = RADIUS
    most_mentions: int = MOST_MENTIONS

    def __post_init__(self) -> None:
        check_range("radius", self.radius, self.radius > 0, "more than 0 (Cardie & Wagstaff tried 1 to 10)")
        check_range("most_mentions", self.most_mentions, self.most_mentions > 0, "more than 0")

    def chains(self, prepared: Prepared) -> Chains:
        """Merge classes from the last noun phrase backwards. Raises what `require_fit` raises."""
        if not prepared.mentions:
            return ()
        self.require_fit(prepared)
        return cluster(distances(prepared, self.radius), self.radius)

    def require_fit(self, prepared: Prepared) -> None:
        """Raise `WorkbenchError` (code "too-many-pairs") if there are more than `most_mentions`."""
        if len(prepared.mentions) > self.most_mentions:
            has = f"{prepared.document.id} has {len(prepared.mentions):,} mentions"
            cure = "Leave it out (--resolvers), or raise the limit: noun_phrase_clustering(most_mentions=...)."
            raise WorkbenchError(
                f"{has}; noun_phrase_clustering compares all pairs of at most {self.most_mentions:,}. {cure}",
                code="too-many-pairs",
            )


def cluster(far: Distances, radius: float) -> Chains:
    """The chains of mentions by their distances, antecedent by anaphor (only what is above the diagonal is read)."""
    size = len(far)
    blocked = np.triu(np.isposinf(far), 1)
    blocked |= blocked.T
    chain_of = np.arange(size)
    for j in range(size - 1, 0, -1):
        near = np.flatnonzero(far[:j, j] < radius)[::-1]
        while len(near):
            free = (chain_of[near] != chain_of[j]) & ~blocked[chain_of[near], chain_of[j]]
            if not free.any():
                break
            nearest = int(np.argmax(free))
            kept, gone = sorted((int(chain_of[near[nearest]]), int(chain_of[j])))
            blocked[kept] |= blocked[gone]
            blocked[:, kept] |= blocked[:, gone]
            chain_of[chain_of == gone] = kept
            near = near[nearest + 1 :]
    return tuple(tuple(np.flatnonzero(chain_of == number).tolist()) for number in np.unique(chain_of))


def distances(prepared: Prepared, radius: float = RADIUS) -> Distances:
    """The distance of each pair, antecedent by anaphor; below the diagonal, where there is none, it is NaN."""
    columns = pair_columns(prepared)
    size = len(columns)
    pronoun = columns.kind == PRONOUN
    texts = prepared.document.words
    words = [
        frozenset[str]() if mention.kind == "pronoun" else frozenset(texts[token].lower() for token in mention.base)
        for mention in prepared.mentions
    ]
    lengths = np.array([len(bag) for bag in words])
    shared = _in_common(words)
    subsumes = (shared == lengths[np.newaxis, :]) & (lengths > 0)
    longest = np.maximum(lengths[:, np.newaxis], lengths[np.newaxis, :])
    mismatch = np.where(longest > 0, 1 - shared / np.maximum(longest, 1), 0.0)
    worded = ~pronoun[:, np.newaxis] & ~pronoun[np.newaxis, :]
    position = np.arange(size)
    apposition = columns.above >= 0
    far: Distances = (
        _WORDS * np.where(worded, mismatch, 0.0)
        + _HEAD * (worded & (columns.lemma[:, np.newaxis] != columns.lemma[np.newaxis, :]))
        + _POSITION * np.abs(np.subtract.outer(position, position)) / max(1, size - 1)
        + radius * (pronoun[:, np.newaxis] & ~pronoun[np.newaxis, :])
        + radius * (columns.indefinite & ~apposition)[np.newaxis, :]
    )
    near = (subsumes & worded) | (columns.above[np.newaxis, :] == columns.head[:, np.newaxis])
    far[near] = -np.inf
    far[_incompatible(columns, shared)] = np.inf
    far[np.tril_indices(size)] = np.nan
    return far


def _in_common(words: list[frozenset[str]]) -> NDArray[np.int64]:
    """Count the words that each pair shares."""
    numbers = {word: number for number, word in enumerate(sorted(frozenset().union(*words)))}
    has = np.zeros((len(words), len(numbers)), np.float32)
    for row, bag in enumerate(words):
        has[row, [numbers[word] for word in bag]] = 1
    return np.asarray(np.rint(has @ has.T), np.int64)


def _incompatible(columns: PairColumns, shared: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which pairs never share a class: other number, gender, animacy or type, or names with no common word."""
    names = columns.kind == NAME
    blocked = names[:, np.newaxis] & names[np.newaxis, :] & (shared == 0)
    semantic = np.where(np.isin(columns.semantic, _SEXES), CLASSES.index("person"), columns.semantic)
    for column in (columns.number, columns.one_gender, columns.animacy, semantic):
        rows, row = column[:, np.newaxis], column[np.newaxis, :]
        blocked |= (rows != row) & (rows > 0) & (row > 0)
    return np.asarray(blocked, np.bool_)


RESOLVER = ResolverEntry(
    NounPhraseClustering,
    title="Noun phrase clustering (Cardie & Wagstaff 1999)",
    summary="a distance with published weights and a radius; nothing is learned",
    effort=5,
)
