"""Decisions of resolvers, with their explanations, and the interfaces of resolvers of every kind."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.document import Prepared, Span

Chains: TypeAlias = tuple[tuple[int, ...], ...]
"""Coreferent mentions as indices into `Prepared.mentions`, each chain in text order, chains by their first mention."""


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """What indicators say of candidates: `matrix` is candidates x indicators, the scores are `matrix @ weights`.

    Of salience models the indicators are the salience factors, and the matrix holds what each contributes. `ties` are
    the indicators whose weighted votes break ties, in this order, before the most recent candidate is taken.
    """

    indicators: tuple[str, ...]
    matrix: NDArray[np.int8] | NDArray[np.float64]
    weights: NDArray[np.float64]
    ties: tuple[str, ...] = ()

    @property
    def scores(self) -> NDArray[np.float64]:
        """The total of each candidate."""
        return self.matrix @ self.weights


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """Why a decision fell as it did.

    `candidates` are the mentions that the resolver chose among, in text order; `scores` has one number for each
    (empty: the resolver does not score). `rule` names what decided, one of a few names for each resolver; `steps` says
    in words how it came to that: the rules that left it open before, the nodes of a path, the transition. `chances` are
    the probabilities with which a random resolver picks each candidate (empty: it is not random).
    """

    kind: Literal["additive", "ladder", "salience", "opaque"]
    candidates: tuple[int, ...]
    rule: str = ""
    scores: tuple[float, ...] = ()
    votes: Votes | None = None
    chances: tuple[float, ...] = ()
    steps: tuple[str, ...] = ()


UNEXPLAINED = Explanation("opaque", ())
"""The explanation of a resolver that gives none; `with_candidates` adds the candidates of the case."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to one case: a mention of `Prepared.mentions`, or `None` where the resolver leaves it open."""

    case: int
    antecedent: int | None
    explanation: Explanation = UNEXPLAINED


def with_candidates(prepared: Prepared, decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions; one without an explanation is taken to have chosen among all candidates of its case."""
    return [
        replace(decision, explanation=Explanation("opaque", prepared.cases[decision.case].candidates))
        if decision.explanation is UNEXPLAINED
        else decision
        for decision in decisions
    ]


Spans: TypeAlias = tuple[tuple[Span, ...], ...]
"""Coreferent mentions as a system outside found them, which need not be mentions of ours; each chain in text order."""


class Resolver(Protocol):
    """One decision per case, in the order of the cases; the same input gives the same output."""

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case of one document."""
        ...


@dataclass(frozen=True, slots=True)
class Link:
    """Two mentions that one component of a chain resolver takes for coreferent, in text order, and its rule."""

    antecedent: int
    anaphor: int
    component: str
    rule: str


class ChainResolver(Protocol):
    """Chains instead of decisions, for all mentions of a document; the same input gives the same output."""

    def chains(self, prepared: Prepared) -> Chains:
        """Say which mentions of one document corefer; a mention is in one chain at most, and in none it is alone."""
        ...


@runtime_checkable
class SpanResolver(ChainResolver, Protocol):
    """A system outside, whose mentions are its own; `chains` has them on ours, as far as they are any of ours."""

    def spans(self, prepared: Prepared) -> Spans:
        """Say which spans of one document corefer; a span is in one chain at most."""
        ...


class LinkResolver(ChainResolver, Protocol):
    """A chain resolver made of components; its chains are what their links connect."""

    def links(self, prepared: Prepared) -> tuple[Link, ...]:
        """The links of one document in the order in which they were made, each of two entities that were apart."""
        ...
