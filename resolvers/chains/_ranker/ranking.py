"""Ranking: a document is read mention by mention, and each joins the entity of its best candidate, or starts one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import FiniteFloat

from anaphora.resolvers._data_files import malformed, read_parameters
from anaphora.resolvers._ranker.features import Values
from anaphora.resolvers._ranker.forest import Forest, Trees, build_forest
from anaphora.resolvers.chains._mention_pair.table import KINDS, table
from anaphora.resolvers.chains._ranker import entities, features
from anaphora.resolvers.chains._ranker.lists import candidate_lists
from anaphora.workbench.aliases import Integers
from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared

NAMES = (*features.NAMES, *entities.NAMES)
_NAME = "ranker"


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """The mentions of a document with their candidate lists: pairs of candidates and anaphors, their features.

    The list of a mention is the rows from `starts[mention]` to `starts[mention + 1]`. `names` says which are names.
    """

    candidates: Integers
    anaphors: Integers
    starts: Integers
    values: Values
    names: Sequence[bool]

    def rows(self, mention: int) -> slice:
        """The rows of a mention."""
        return slice(int(self.starts[mention]), int(self.starts[mention + 1]))


def lists_of(prepared: Prepared) -> Lists:
    """The lists of all mentions but the pronouns that are cases, which are resolved apart."""
    columns = table(prepared)
    candidates, anaphors = candidate_lists(columns, pronouns(prepared))
    return Lists(
        candidates,
        anaphors,
        np.searchsorted(anaphors, np.arange(len(columns) + 1)),
        features.pair_features(prepared, columns, candidates, anaphors),
        (columns.kind == KINDS.index("name")).tolist(),
    )


def pronouns(prepared: Prepared) -> dict[int, int]:
    """The pronouns that are cases, each with the number of its case."""
    cases = enumerate(prepared.cases)
    return {case.anaphor: n for n, case in cases if prepared.mentions[case.anaphor].kind == "pronoun"}


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What has been learned: trees, and the score that a candidate must exceed to be preferred to no antecedent."""

    forest: Forest
    open: float = 0.0

    def chains(self, prepared: Prepared, answers: Mapping[int, int]) -> Chains:
        """The chains of a document; `answers` has the antecedents of the pronouns that are resolved apart.

        Of candidates with equal scores the most recent one wins.
        """
        lists, growing = lists_of(prepared), entities.Entities()
        for mention, is_name in enumerate(lists.names):
            rows, answer = lists.rows(mention), answers.get(mention)
            candidates, pairs = lists.candidates[rows], lists.values[rows]
            if len(candidates):
                scores = self.forest.scores(np.hstack([pairs, growing.features(candidates, pairs)]))
                best = len(scores) - 1 - int(np.argmax(scores[::-1]))
                answer = int(candidates[best]) if scores[best] > self.open else None
            growing.add(answer, is_name)
        return tuple(map(tuple, growing.members))

    def as_data(self) -> dict[str, object]:
        """The content of a file of parameters."""
        return {"features": list(NAMES), "open": self.open, "trees": self.forest.as_data()}


@dataclass(frozen=True, slots=True)
class _Parameters:
    """What a file of parameters has of chains."""

    features: list[str]
    open: FiniteFloat
    trees: Trees


@dataclass(frozen=True, slots=True)
class _File:
    chains: _Parameters


def read(path: Path) -> Model:
    """The model of a file. Raises `OptionError` where it cannot be read or is not what training writes."""
    data = read_parameters(path, _File, _NAME).chains
    if data.features != list(NAMES):
        raise malformed(path, _NAME, "'chains.features' are not those of this version")
    try:
        return Model(build_forest(data.trees, len(NAMES)), data.open)
    except ValueError as error:
        raise malformed(path, _NAME, f"chains.trees: {error}") from error
