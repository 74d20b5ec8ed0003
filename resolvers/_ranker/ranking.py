"""Ranking: a document is read mention by mention, and each pronoun resolved to the best of its candidates at once."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

import numpy as np
from pydantic import Field, FiniteFloat

from anaphora.resolvers._additive.columns import Marks, columns_of
from anaphora.resolvers._data_files import header, malformed, read_parameters
from anaphora.resolvers._ranker import features, history
from anaphora.resolvers._ranker.forest import Forest, Trees, build_forest
from anaphora.workbench.aliases import Flags, Numbers
from anaphora.workbench.document import Prepared

GROUPS = (*features.GROUPS, *history.GROUPS)
NAMES = (*features.NAMES, *history.NAMES)
_GROUP_OF = np.repeat(
    np.arange(len(GROUPS)), [len(names) for part in (features, history) for names in part.GROUPS.values()]
)
UNIT = 1 / 16
"""Contributions are rounded to whole multiples of this, so that they are votes, and add up exactly."""
_MOST = 127
_NAME = "ranker"


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The candidates that the history of a document leaves to a case: mentions, places in `compatible`, features."""

    prepared: Prepared
    case: int
    candidates: tuple[int, ...]
    places: Sequence[int]
    values: features.Values


class Voter(Protocol):
    """What ranks: by groups, each with its weight, whose votes add up to the score of a candidate."""

    @property
    def groups(self) -> tuple[str, ...]:
        """What votes."""
        ...

    @property
    def weights(self) -> Numbers:
        """What multiplies the votes of each group."""
        ...

    def votes(self, pool: Pool) -> Marks:
        """What each group contributes, in whole units: candidates x groups."""
        ...

    def probability(self, scores: Numbers, among: Flags) -> float:
        """The probability that one of some candidates is the antecedent."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What has been learned: trees, and how scores become probabilities.

    The probability of a candidate is proportional to exp(`scale` * score), that of no antecedent to exp(`open`).
    """

    forest: Forest
    scale: float = 1.0
    open: float = 0.0

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of features."""
        return GROUPS

    @property
    def weights(self) -> Numbers:
        """The same for all groups."""
        return np.full(len(GROUPS), UNIT)

    def votes(self, pool: Pool) -> Marks:
        """What each group of features contributes, in whole units: candidates x groups."""
        return in_units(self.forest.contributions(pool.values, _GROUP_OF))

    def probability(self, scores: Numbers, among: Flags) -> float:
        """The probability that one of some candidates is the antecedent."""
        return share(self.scale * scores, self.open, among)

    def as_data(self) -> dict[str, object]:
        """The content of a file of parameters."""
        trees = self.forest.as_data()
        return {**header(_NAME), "features": list(NAMES), "scale": self.scale, "open": self.open, "trees": trees}


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """A case with its candidates, what speaks for each, and which is the best (a row).

    `entity` marks the candidates of the entity that the best one belongs to, and `probability` is that of them all: an
    answer is right if it is any mention of the right entity.
    """

    case: int
    candidates: tuple[int, ...]
    votes: Marks
    scores: Numbers
    best: int
    entity: Flags
    probability: float


def in_units(contributions: Numbers) -> Marks:
    """Contributions as votes."""
    return np.clip(np.round(contributions / UNIT), -_MOST, _MOST).astype(np.int8)


def share(scores: Numbers, none: float, among: Flags) -> float:
    """The probability that one of some candidates is right, where each has one proportional to exp(score)."""
    powers = np.append(scores, none)
    masses = np.exp(powers - powers.max())
    return float(masses[:-1][among].sum() / masses.sum())


def weights(model: Voter, without: Collection[str] = ()) -> Numbers:
    """The weights of the votes of all groups, 0 for those left out."""
    kept = [group not in without for group in model.groups]
    return np.where(kept, model.weights, 0.0)


def rank(prepared: Prepared, model: Voter, weighed: Numbers, least: float = 0.0) -> Iterator[Ranked]:
    """The cases that have a candidate, in text order; answers with a probability of `least` or more make history.

    `weighed` are `weights`, which multiply the votes of the groups.
    """
    entities, heads = history.History(prepared), columns_of(prepared).head
    numbers = {case.anaphor: number for number, case in enumerate(prepared.cases)}
    for mention in range(len(prepared.mentions)):
        answer = None
        found = find_pool(prepared, entities, numbers[mention]) if mention in numbers else None
        if found is not None:
            candidates, votes = found.candidates, model.votes(found)
            scores = votes @ weighed
            best = max(range(len(candidates)), key=lambda row: (scores[row], heads[candidates[row]], row))
            entity = np.array([entities.same_entity(candidates[best], each) for each in candidates], bool)
            probability = model.probability(scores, entity)
            yield Ranked(found.case, candidates, votes, scores, best, entity, probability)
            answer = candidates[best] if probability >= least else None
        entities.add(answer)


def find_pool(prepared: Prepared, entities: history.History, number: int) -> Pool | None:
    """The candidates of a case that its history leaves, with their features; `None` if it leaves none."""
    case = prepared.cases[number]
    places = entities.consistent(case)
    if not places:
        return None
    candidates = tuple([case.compatible[place] for place in places])
    changing = np.array(entities.rows(case, candidates), np.int16)
    values = np.hstack([features.by_case(prepared)[number][places], changing])
    return Pool(prepared, number, candidates, places, values)


@dataclass(frozen=True, slots=True)
class _Parameters:
    """The content of a file of parameters."""

    features: list[str]
    scale: Annotated[float, Field(gt=0, le=100)]
    open: FiniteFloat
    trees: Trees


def read(path: Path) -> Model:
    """The model of a file. Raises `OptionError` where it cannot be read or is not what training writes."""
    data = read_parameters(path, _Parameters, _NAME)
    if data.features != list(NAMES):
        raise malformed(path, _NAME, "'features' are not those of this version")
    try:
        forest = build_forest(data.trees, len(NAMES))
    except ValueError as error:
        raise malformed(path, _NAME, f"trees: {error}") from error
    return Model(forest, data.scale, data.open)
