"""Decisions, their explanations, and the interfaces of resolvers of every kind."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.document import Prepared, Span

Chains: TypeAlias = tuple[tuple[int, ...], ...]
"""Coreferent mentions as indices into `Prepared.mentions`, each chain in text order, chains by their first mention."""


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """Scores of candidates by indicator: `matrix` is candidates x indicators, and the totals are `matrix @ weights`.

    For salience models the indicators are the salience factors, and the matrix has their contributions. `ties` lists
    the indicators whose weighted votes break ties, in this order, before the most recent candidate wins. `unit` says
    what the products of votes and weights are, as a table heads them.
    """

    indicators: tuple[str, ...]
    matrix: NDArray[np.int8] | Numbers
    weights: Numbers
    ties: tuple[str, ...] = ()
    unit: str = "weighted votes of the indicators"

    @property
    def scores(self) -> Numbers:
        """The total of each candidate."""
        return self.matrix @ self.weights


class PhraseStructure(Protocol):
    """Trees of a document: nodes 0 to n-1 are its n words and have no label; -1 is the parent of the topmost ones."""

    @property
    def label(self) -> Sequence[str]:
        """The label of each node's phrase."""
        ...

    @property
    def parent(self) -> Sequence[int]:
        """The node above each node."""
        ...


class Visit(NamedTuple):
    """A node of a tree that was visited, the rule by which, and what became of it; no rule where it was climbed to."""

    node: int
    rule: str = ""
    outcome: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """A search of trees, from the node `start`: the nodes in the order in which they were visited."""

    trees: PhraseStructure
    start: int
    visits: tuple[Visit, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rules in the order in which they are tried, and why each of the first few left the anaphor open.

    The one after these decided, if there is one.
    """

    rules: tuple[str, ...]
    objections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Centres:
    """An utterance of centering, which starts at the token `start`.

    `listed` has a mention of each of its entities, the highest ranked first (Cf), and `entities` the mention that each
    entity began with. `centre` is such a mention too, that of the backward-looking centre (Cb), or `None`.
    """

    start: int
    listed: tuple[int, ...]
    entities: tuple[int, ...]
    centre: int | None
    transition: str


@dataclass(frozen=True, slots=True, eq=False)
class Centering:
    """The utterances of a document, and the number of the one that an anaphor stands in."""

    utterances: Sequence[Centres]
    place: int


Trail: TypeAlias = Walk | Ladder | Centering
"""The way to a decision, of a resolver that walks trees, tries rules, or keeps lists of centres."""


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """The reasons for a decision.

    `candidates` are the mentions that the resolver chose among, in text order, and `scores` their scores (empty: the
    resolver does not score). `rule` names the rule that decided, one of a few for each resolver. `steps` describes the
    way there: rules that did not apply, nodes of a path, the transition; `trail` has the same to be drawn. `chances`
    are the probabilities with which a random resolver picks each candidate (empty: it is not random).
    """

    kind: Literal["additive", "ladder", "salience", "opaque"]
    candidates: tuple[int, ...]
    rule: str = ""
    scores: tuple[float, ...] = ()
    votes: Votes | None = None
    chances: tuple[float, ...] = ()
    steps: tuple[str, ...] = ()
    trail: Trail | None = None


UNEXPLAINED = Explanation("opaque", ())
"""The explanation of a resolver that gives none; `with_candidates` adds the candidates of the case."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The antecedent for one case, an index into `Prepared.mentions`, or `None` if the resolver leaves it open.

    A split antecedent ("Ann met Eve. They left.") is `antecedent` and the `others`, all of them candidates.
    `cataphoric` is a mention after the anaphor that the resolver takes for what it refers to; then there is no
    `antecedent`. Both are scored apart from the success rate. `probability` is how sure the resolver is that its best
    answer is right, whether it gives it or not, and `no_antecedent` how sure that none of the candidates would be: from
    0 to 1 (`None`: it does not say), and not more than 1 together.
    """

    case: int
    antecedent: int | None
    explanation: Explanation = UNEXPLAINED
    others: tuple[int, ...] = ()
    cataphoric: int | None = None
    probability: float | None = None
    no_antecedent: float | None = None


def with_candidates(prepared: Prepared, decisions: Sequence[Decision]) -> list[Decision]:
    """Explain decisions without an explanation as a choice among the compatible candidates, if all answers are there.

    Otherwise they are explained as a choice among all candidates of their case.
    """
    agreeing = all(
        decision.antecedent is None or decision.antecedent in prepared.cases[decision.case].compatible
        for decision in decisions
    )
    pools = [case.compatible if agreeing else case.candidates for case in prepared.cases]
    return [
        replace(decision, explanation=Explanation("opaque", pools[decision.case]))
        if decision.explanation is UNEXPLAINED
        else decision
        for decision in decisions
    ]


Spans: TypeAlias = tuple[tuple[Span, ...], ...]
"""Chains of spans as an external system found them, which need not be our mentions; each in text order."""


@runtime_checkable
class Resolver(Protocol):
    """One decision per case, in the order of the cases; the same input gives the same output."""

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case of one document."""
        ...


@dataclass(frozen=True, slots=True)
class Link:
    """Two mentions, in text order, that a component of a chain resolver links, and the rule by which it does."""

    antecedent: int
    anaphor: int
    component: str
    rule: str


@runtime_checkable
class ChainResolver(Protocol):
    """A resolver that returns chains of all mentions of a document; the same input gives the same output."""

    def chains(self, prepared: Prepared) -> Chains:
        """The chains of one document; a mention is in one chain at most, and a singleton if it is in none."""
        ...


@runtime_checkable
class Bounded(Protocol):
    """A resolver that refuses documents which are too large for it, before any resolver begins to work on them."""

    def require_fit(self, prepared: Prepared) -> None:
        """Raise `WorkbenchError` that names the limit and the way around where a document is too large."""
        ...


@runtime_checkable
class SpanResolver(ChainResolver, Protocol):
    """An external system with mentions of its own; `chains` has those that align with our mentions."""

    def spans(self, prepared: Prepared) -> Spans:
        """The chains of one document as spans; a span is in one chain at most."""
        ...


@runtime_checkable
class LinkResolver(ChainResolver, Protocol):
    """A chain resolver made of components; its chains are the connected components of their links."""

    def links(self, prepared: Prepared) -> tuple[Link, ...]:
        """The links of one document in the order in which they were made; each joins two separate entities."""
        ...


@dataclass(frozen=True, slots=True)
class Entity:
    """The entity that a chain is about; its `mentions` are indices into `Prepared.mentions`, in text order.

    `name` is the best of its names, for want of them a noun phrase, else a pronoun. `kind` is what it is, in small
    letters: person, place, organization, or another type of entity that the pipeline knows. What is not known, or on
    what the mentions disagree, is `None`.
    """

    id: str
    name: str
    kind: str | None
    gender: Literal["masculine", "feminine", "neuter"] | None
    number: Literal["singular", "plural"] | None
    mentions: tuple[int, ...]
