"""From votes to decisions: totals, ties, and the explanation of both."""

from collections.abc import Iterator, Sequence

import numpy as np

from anaphora.resolvers.additive.indicators import INDICATORS
from anaphora.resolvers.additive.settings import VotingSettings
from anaphora.resolvers.columns import CasePairs, Columns, Marks, pairs_of
from anaphora.resolvers.discourse.entities import apart
from anaphora.workbench.arrays import Integers
from anaphora.workbench.decision import Decision, Explanation, Votes

_EQUAL = 1e-9  # totals closer than this are a tie: weights such as 0.1 do not add up exactly


def vote(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """The votes of all indicators: pairs x indicators, read-only."""
    matrix = np.empty((len(pairs.candidate), len(settings.indicators)), np.int8)
    if len(matrix):
        for column, name in enumerate(settings.indicators):
            matrix[:, column] = INDICATORS[name](columns, pairs, settings)
    matrix.setflags(write=False)
    return matrix


def tally(
    columns: Columns, pairs: CasePairs, matrix: Marks, settings: VotingSettings, ties: Sequence[str]
) -> tuple[Integers, Integers]:
    """Return for each case the row of the winner, and how many tie-breaks it took (0: the total decided).

    The candidate with the highest total wins; ties go to the higher weighted vote of each of `ties`, then to recency.

    Most recent is the candidate whose head stands last; a coordination and its first conjunct share a head, and the
    conjunct is taken. A tie-breaking indicator that weighs nothing breaks no tie.
    """
    rows = np.arange(len(matrix))
    recency = columns.head[pairs.candidate] * (len(matrix) + 1) + rows  # unique, so that one is left
    weighted = matrix * settings.weights
    keys = [matrix @ settings.weights, *(weighted[:, settings.indicators.index(name)] for name in ties), recency]
    left = np.ones(len(matrix), bool)
    tie_breaks = np.zeros(len(pairs.cases), np.int64)
    for step, key in enumerate(keys):
        if step:
            tie_breaks[np.add.reduceat(left, pairs.starts, dtype=np.int64) > 1] = step
        best = np.maximum.reduceat(np.where(left, key, -np.inf), pairs.starts)
        left &= key >= best[pairs.owner] - _EQUAL
    return rows[left], tie_breaks


def decisions(
    columns: Columns, pairs: CasePairs, settings: VotingSettings, ties: Sequence[str], *, consistent: bool = False
) -> list[Decision]:
    """One decision for each case of the document; a case without candidates is left open.

    If they are to be `consistent`, candidates that contradict the decisions so far are out.
    """
    matrix = vote(columns, pairs, settings)
    decide = _decide_in_turn if consistent else _decide
    by_case = {decision.case: decision for decision in decide(columns, pairs, matrix, settings, ties)}
    open_case = Explanation("additive", (), "no candidate")
    return [by_case.get(number) or Decision(number, None, open_case) for number in range(len(columns.prepared.cases))]


def _decide_in_turn(
    columns: Columns, pairs: CasePairs, matrix: Marks, settings: VotingSettings, ties: Sequence[str]
) -> Iterator[Decision]:
    """The decisions in text order, each among the candidates that those before it leave."""
    entities = apart(columns.prepared)
    for number, candidates, start in zip(pairs.cases, pairs.lists, pairs.starts.tolist(), strict=True):
        anaphor = columns.prepared.cases[number].anaphor
        left = entities.consistent(anaphor, candidates)
        rows = start + np.flatnonzero(np.isin(candidates, left))
        for decision in _decide(columns, pairs_of(columns.prepared, {number: left}), matrix[rows], settings, ties):
            if decision.antecedent is not None:
                entities.link(anaphor, decision.antecedent)
            yield decision


def _decide(
    columns: Columns, pairs: CasePairs, matrix: Marks, settings: VotingSettings, ties: Sequence[str]
) -> Iterator[Decision]:
    """A decision for each case that has candidates."""
    if not pairs.cases:
        return
    winners, tie_breaks = tally(columns, pairs, matrix, settings, ties)
    totals = (matrix @ settings.weights).tolist()
    rules = ["highest total", *(f"tie: {name.replace('_', ' ')}" for name in ties), "tie: most recent"]
    ends = [*pairs.starts[1:].tolist(), len(matrix)]
    bounds = zip(pairs.starts.tolist(), ends, strict=True)
    outcomes = zip(winners.tolist(), tie_breaks.tolist(), strict=True)
    for number, candidates, (start, end), (winner, step) in zip(
        pairs.cases, pairs.lists, bounds, outcomes, strict=True
    ):
        yield Decision(
            case=number,
            antecedent=candidates[winner - start],
            explanation=Explanation(
                kind="additive",
                candidates=candidates,
                rule="only candidate" if len(candidates) == 1 else rules[step],
                scores=tuple(totals[start:end]),
                votes=Votes(settings.indicators, matrix[start:end], settings.weights, tuple(ties)),
            ),
        )
