"""The vote matrix: votes on all anaphors of a corpus, and the winners under many weightings at once.

An additive resolver takes the candidate with the highest weighted sum of votes; ties go to the higher votes of certain
indicators, then to the most recent candidate. All this is put into one number for each candidate: the sum in the
highest digits, the tie-breaks below, recency below these, and whether the candidate is right in the last bit. The
maximum over the candidates of an anaphor then says whether the winner is right: a weighting costs one matrix product.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.arrays import Array, Flags, Integers, Numbers
from anaphora.workbench.decision import Decision, Votes
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import JsonObject

Marks = NDArray[np.int8]
Keys = Array  # of floating-point numbers, single or double

STEP = 1 / 64
"""Weights are multiples of this, so that sums are exact and ties are ties."""
_CHUNK = 2**22  # numbers worked on at once; they should fit into the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class VoteMatrix:
    """The candidates of all anaphors that have one, anaphor after anaphor, from the farthest to the most recent.

    `votes` is candidates x indicators, `right` says which candidates are right answers; the candidates of an anaphor
    begin at `starts`, and `document` numbers its document. `weights` are the resolver's own; `ties` are the indicators
    (columns) whose weighted votes break ties, first ones first. `asked` counts the key anaphors of each document, those
    included that have no candidate and so cannot come out right.
    """

    indicators: tuple[str, ...]
    votes: Marks
    right: Flags
    starts: Integers
    document: Integers
    asked: Integers
    weights: Numbers
    ties: tuple[int, ...] = ()

    @property
    def anaphors(self) -> int:
        """All key anaphors."""
        return int(self.asked.sum())

    @property
    def owner(self) -> Integers:
        """The number of each candidate's anaphor among those with candidates."""
        sizes = np.diff([*self.starts.tolist(), len(self.votes)])
        return np.repeat(np.arange(len(self.starts)), sizes)

    def solved(self, weightings: Numbers) -> Flags:
        """Return for each weighting (row of weights) and each anaphor with candidates whether the winner is right.

        Weights are rounded to multiples of `STEP`.
        """
        right = np.zeros((len(weightings), len(self.starts)), bool)
        for begin, order, solved in self._chunks(weightings):
            right[begin : begin + solved.shape[1], order] = solved.T
        return right

    def totals(self, weightings: Numbers) -> Integers:
        """Count the anaphors that come out right under each weighting."""
        right = np.zeros(len(weightings), np.int64)
        for begin, _, solved in self._chunks(weightings):
            right[begin : begin + solved.shape[1]] = solved.sum(axis=0)
        return right

    def winners(self, weights: Numbers) -> Integers:
        """The row of the winning candidate of each anaphor under one weighting."""
        rounded = _round(weights[np.newaxis])
        table = self._table(rounded)
        keys = (table @ self._factors(rounded, table.dtype))[:, 0]
        best = np.maximum.reduceat(keys, self.starts)
        return np.flatnonzero(keys == best[self.owner])

    def _chunks(self, weightings: Numbers) -> Iterator[tuple[int, Integers, Integers]]:
        """Yield blocks of weightings: the first one's number, the order of the anaphors, and which come out right.

        The last is anaphors x weightings, 1 for right. Anaphors with equally many candidates are put together, since a
        maximum over an axis of a block is much faster than one over runs of rows.
        """
        if not len(self.starts):
            return
        sizes = np.diff([*self.starts.tolist(), len(self.votes)])
        order = np.argsort(sizes, kind="stable")
        rounded = _round(weightings)
        table = self._table(rounded)[np.argsort(sizes[self.owner], kind="stable")]
        at_once = max(1, _CHUNK // len(self.votes))
        for begin in range(0, len(weightings), at_once):
            keys = table @ self._factors(rounded[begin : begin + at_once], table.dtype)
            yield begin, order, _best(keys, sizes[order]).astype(np.int64) & 1

    def _table(self, rounded: Numbers) -> Keys:
        """Build the matrix whose product with `_factors` numbers the candidates (see the module), as float32 if exact.

        Raises:
            OptionError: the weights are so large that not even double precision is exact.
        """
        scale = 1.0 if np.array_equal(rounded, np.round(rounded)) else 1 / STEP
        recency = np.arange(len(self.votes)) - self.starts[self.owner]  # the place of each candidate in its list
        last = 2 * recency + self.right
        span = float(last.max() + 1 + (last.max() + 1) % 2)  # even, so that the last bit stays that of `right`
        most = np.abs(self.votes).max(axis=0).astype(np.float64)
        digits = []
        for tie in reversed(self.ties):
            digits.append(self.votes[:, tie] * span)
            span *= 1 + 2 * most[tie]
        largest = span + 2 * scale * span * float(most @ np.abs(rounded).max(axis=0))
        if not largest < 2**53:
            problem = "The weights are too large to be added exactly. Divide all of them by the same number."
            raise OptionError(problem, code="large-weights")
        table: Keys = np.column_stack((self.votes * (scale * span), *digits, last))
        return table.astype(np.float32) if largest < 2**24 else table

    def _factors(self, rounded: Numbers, kind: np.dtype[np.floating]) -> Keys:
        """Put weightings into columns: weights, their signs for the tie-breaks, and ones for what is not weighed."""
        signs = np.sign(rounded[:, self.ties[::-1]])
        return np.column_stack((rounded, signs, np.ones(len(rounded)))).T.astype(kind)


def _round(weightings: Numbers) -> Numbers:
    return np.round(weightings / STEP) * STEP


def _best(keys: Keys, sizes: Integers) -> Keys:
    """The maximum over the candidates of each anaphor; the sizes of their lists ascend."""
    best = np.empty((len(sizes), keys.shape[1]), keys.dtype)
    row = 0
    for size, first, count in zip(*np.unique(sizes, return_index=True, return_counts=True), strict=True):
        block = keys[row : row + size * count].reshape(count, size, -1)
        np.max(block, axis=1, out=best[first : first + count])
        row += size * count
    return best


@dataclass(frozen=True, slots=True, eq=False)
class DocumentVotes:
    """The votes on the anaphors of one document that have candidates, put together as in `VoteMatrix`.

    `sizes` are the numbers of candidates of each. `votes` is `None` where no anaphor has any.
    """

    votes: Votes | None
    right: Flags
    sizes: tuple[int, ...]

    def as_data(self) -> JsonObject | None:
        """The votes as JSON can hold them; `whole`: they are whole numbers."""
        if self.votes is None:
            return None
        votes = self.votes
        return {
            "indicators": votes.indicators, "matrix": votes.matrix.tolist(), "whole": votes.matrix.dtype == np.int8,
            "weights": votes.weights.tolist(), "ties": votes.ties, "right": self.right.tolist(), "sizes": self.sizes,
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: JsonObject | None) -> "DocumentVotes":
        """Rebuild the votes from the result of `as_data`."""
        if data is None:
            return NO_VOTES
        indicators = tuple(data["indicators"])
        numbers: Numbers = np.array(data["matrix"], dtype=np.float64).reshape(-1, len(indicators))
        matrix = numbers.astype(np.int8) if data["whole"] else numbers
        votes = Votes(indicators, matrix, np.array(data["weights"], dtype=np.float64), tuple(data["ties"]))
        return cls(votes, np.array(data["right"], dtype=np.bool_), tuple(data["sizes"]))


NO_VOTES = DocumentVotes(None, np.zeros(0, np.bool_), ())


def document_votes(
    prepared: Prepared, decisions: Sequence[Decision], right: Mapping[int, Sequence[int]]
) -> DocumentVotes:
    """The votes on the key anaphors of one document that have candidates, from an additive resolver's decisions.

    `right` has for each case that is a key anaphor the right answers among all candidates in scope
    (`anaphora.workbench.trace.build.right_candidates`).

    Raises:
        OptionError: the resolver is no additive one.
    """
    if not is_additive(decisions):
        problem = "Only the indicators of additive resolvers, such as mitkov and mars, can be reweighted."
        raise OptionError(problem, code="not-additive")
    cast: list[Votes] = []
    good: list[bool] = []
    for case in sorted(right):
        pool, votes = decisions[case].explanation.candidates, decisions[case].explanation.votes
        if votes is not None and pool:
            order = sorted(range(len(pool)), key=lambda row: (prepared.mentions[pool[row]].head, row))
            good += [pool[row] in right[case] for row in order]
            cast.append(replace(votes, matrix=votes.matrix[order]))
    if not cast:
        return NO_VOTES
    cast = _aligned(cast)
    whole = replace(cast[0], matrix=np.concatenate([votes.matrix for votes in cast]))
    return DocumentVotes(whole, np.array(good, bool), tuple(len(votes.matrix) for votes in cast))


def is_additive(decisions: Sequence[Decision]) -> bool:
    """Return whether the decisions come from votes; one that leaves its case open need not say why."""
    return all(
        decision.explanation.kind == "additive"
        or (decision.explanation.kind == "opaque" and decision.antecedent is None and not decision.explanation.votes)
        for decision in decisions
    )


def _aligned(cast: Sequence[Votes]) -> list[Votes]:
    """The same votes with one column for each indicator that any of them lists; an indicator not listed gives 0."""
    weights: dict[str, float] = {}
    for votes in cast:
        weights = dict(zip(votes.indicators, votes.weights.tolist(), strict=True)) | weights
    names = tuple(dict.fromkeys(name for votes in cast for name in votes.indicators))
    aligned = []
    for votes in cast:
        if votes.indicators != names:
            matrix = np.zeros((len(votes.matrix), len(names)), votes.matrix.dtype)
            matrix[:, [names.index(name) for name in votes.indicators]] = votes.matrix
            votes = replace(votes, indicators=names, matrix=matrix, weights=np.array([weights[name] for name in names]))
        aligned.append(votes)
    return aligned


def vote_matrix(documents: Sequence[DocumentVotes], anaphors: Sequence[int]) -> VoteMatrix:
    """The votes of a corpus as one matrix; `anaphors` counts all key anaphors of each document.

    Raises:
        OptionError: no anaphor has a candidate.
    """
    cast = _aligned([document.votes for document in documents if document.votes is not None])
    if not cast:
        raise OptionError("No key anaphor has a candidate here, so there are no votes to weigh.", code="no-votes")
    sizes = [size for document in documents for size in document.sizes]
    first = cast[0]
    return VoteMatrix(
        indicators=first.indicators,
        votes=np.concatenate([votes.matrix for votes in cast]).astype(np.int8),
        right=np.concatenate([document.right for document in documents]),
        starts=np.cumsum([0, *sizes])[:-1],
        document=np.repeat(np.arange(len(documents)), [len(document.sizes) for document in documents]),
        asked=np.array(anaphors, np.int64),
        weights=first.weights,
        ties=tuple(first.indicators.index(name) for name in first.ties),
    )


def subsets(indicators: int) -> Numbers:
    """All 2^n choices of indicators as rows of 0 and 1; row number i holds indicator k if bit k of i is set."""
    return (np.arange(2**indicators)[:, np.newaxis] >> np.arange(indicators) & 1).astype(np.float64)
