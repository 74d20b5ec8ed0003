"""Settings of additive resolvers (scores, word lists, weights), and from votes to decisions: totals, ties, why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from numbers import Real
from pathlib import Path
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.columns import CasePairs, Columns, Marks, pairs_of
from anaphora.resolvers.discourse.entities import repeating
from anaphora.resolvers.parameters import Tables, check_choice, read_tables
from anaphora.workbench.arrays import Integers
from anaphora.workbench.decision import Decision, Explanation, Votes
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import read_toml
from anaphora.workbench.provenance import Card, card_of_provenance

_FINEST = 1 / 64
_LARGEST = 127  # votes are stored in eight bits


@dataclass(frozen=True, slots=True, eq=False)
class VotingSettings:
    """Settings of the indicators of one resolver.

    `indicators` are the columns of its votes and `weights` their multipliers; `scores` gives for each indicator the
    score of each outcome, as a whole number: where a file says 2.25, this is 9 and the multiplier 1/4.
    `functions_known` lets collocations go by grammatical functions instead of word order. `frequent` is the number of
    candidates that count as frequent. `terms` is an explicit list of terms (`None`: the document's own most frequent
    heads). `card` says what the weights of a file were learned from (`None`: no file, or unknown).
    """

    indicators: tuple[str, ...]
    weights: NDArray[np.float64]
    scores: Mapping[str, Mapping[str, int]]
    words: Mapping[str, frozenset[str]]
    givenness_in_imperatives: bool
    wide_collocation: bool
    functions_known: bool
    frequent: int
    term_count: int
    terms: frozenset[str] | None
    card: Card | None = None


_TABLES = ("weights", "scores", "provenance", "licence")
"""Tables that a file of weights may have: those that are read from it, and those of its card."""


def load_settings(
    file: str,
    *,
    preset: str,
    weights: Mapping[str, float] | str | Path | None = None,
    terms: Sequence[str] | None = None,
    variants: Sequence[str] = (),
) -> VotingSettings:
    """The settings of one preset of a data file of this package.

    `weights` maps indicators to multipliers (1.0 where not named), or is the path of a TOML file whose table
    `[weights]` does; its table `[scores]` replaces scores of outcomes. `variants` name tables of the data file that
    replace scores.
    Raises `OptionError` for unknown presets, indicators and outcomes, for multipliers and scores that are no such
    numbers and for unreadable files.
    """
    data = _data(file)
    check_choice("preset", preset, data["presets"])
    chosen = data["presets"][preset]
    scores = {name: entry["scores"] for name, entry in data["indicators"].items()}
    for variant in variants:
        scores |= data["variants"][variant]
    lists = {name: frozenset(entry["words"]) for name, entry in data["words"].items()}
    tables = _read(Path(weights)) if isinstance(weights, str | Path) else {"weights": weights or {}}
    try:
        whole, units = _whole(_replace_scores(scores, tables.get("scores", {}), chosen["indicators"]))
        multipliers = _multipliers(tables.get("weights", {}), chosen["indicators"])
    except OptionError as error:
        raise (_in_file(Path(weights), f"{error}", error.code) if isinstance(weights, str | Path) else error) from error
    multipliers *= [units[name] for name in chosen["indicators"]]
    multipliers.setflags(write=False)
    return VotingSettings(
        indicators=tuple(chosen["indicators"]),
        weights=multipliers,
        scores=whole,
        words=lists | {"indicating_verbs": frozenset().union(*(lists[name] for name in chosen["indicating_verbs"]))},
        givenness_in_imperatives=chosen["givenness_in_imperatives"],
        wide_collocation=chosen["wide_collocation"],
        functions_known=chosen.get("functions_known", False),
        frequent=chosen.get("frequent", 0),
        term_count=chosen["term_count"],
        terms=None if terms is None else frozenset(" ".join(term.lower().split()) for term in terms),
        card=card_of_provenance(weights, tables) if isinstance(weights, str | Path) else None,
    )


def sources(file: str) -> dict[str, str]:
    """The indicators that the presets of a data file use, each with the source of its definition."""
    data = _data(file)
    used = {name for preset in data["presets"].values() for name in preset["indicators"]}
    return {name: entry["source"] for name, entry in data["indicators"].items() if name in used}


@cache
def _data(file: str) -> Tables:
    data = read_tables(file)
    if "extends" not in data:
        return data
    inherited = _data(data["extends"])
    shared = {table: {**inherited[table], **data.get(table, {})} for table in ("indicators", "variants", "words")}
    return {**shared, "presets": data["presets"]}


def _read(path: Path) -> Tables:
    """The tables of a file of weights; raises `OptionError` if it cannot be read or has neither of the two."""
    cure = (
        "Expected is a TOML file with a table [weights], one line such as `collocation = 0.5` for each indicator, or a "
        "table [scores], one line such as `collocation = { same_pattern = 1.5 }`."
    )
    try:
        _, tables = read_toml(path)
    except FormatError as error:
        raise _in_file(path, f"The weights cannot be read: {error.problem}. {cure}", error.code) from error
    except ValueError as error:
        raise _in_file(path, f"The weights cannot be read: {error}. {cure}", "unreadable") from error
    used = {name: tables[name] for name in ("weights", "scores") if name in tables}
    if not used or not all(isinstance(table, dict) for table in used.values()):
        raise _in_file(path, f"There is no table [weights]. {cure}", "no-weights")
    for name in tables:
        if name not in _TABLES:
            raise _in_file(path, f"Nothing reads {name!r}, which is not one of {', '.join(_TABLES)}.", "unknown-table")
    return tables


def _in_file(path: Path, problem: str, code: str) -> OptionError:
    error = OptionError(f"{path}: {problem}", code=code)
    error.path = str(path)
    return error


def _multipliers(weights: Mapping[str, object], indicators: Sequence[str]) -> NDArray[np.float64]:
    for name, value in weights.items():
        check_choice("indicator", name, indicators)
        if not _is_number(value):
            problem = f"The weight of {name} is {value!r}; it must be a finite number (1.0 leaves it as it is)."
            raise OptionError(problem, code="bad-weight")
    return np.array([weights.get(name, 1.0) for name in indicators], np.float64)


def _replace_scores(
    scores: Mapping[str, Mapping[str, int]], changes: Mapping[str, object], indicators: Sequence[str]
) -> dict[str, dict[str, float]]:
    """The scores of outcomes, those given in place of the known ones."""
    replaced: dict[str, dict[str, float]] = {name: dict(outcomes) for name, outcomes in scores.items()}
    for name, outcomes in changes.items():
        check_choice("indicator", name, indicators)
        choices = ", ".join(scores[name])
        if not isinstance(outcomes, dict):
            problem = f"The scores of {name} are {outcomes!r}; expected is a table of its outcomes: {choices}."
            raise OptionError(problem, code="bad-score")
        for outcome, value in outcomes.items():
            check_choice(f"outcome of {name}", outcome, scores[name])
            if not _is_number(value) or _unit(value) < _FINEST:
                problem = f"The score of {name}, {outcome}, is {value!r}; it must be a multiple of 1/64."
                raise OptionError(problem, code="bad-score")
            replaced[name][outcome] = value
    return replaced


def _whole(scores: Mapping[str, Mapping[str, float]]) -> tuple[dict[str, dict[str, int]], dict[str, float]]:
    """Scores as whole numbers of a unit, which is 1 or a fraction such as 1/4, and the unit of each indicator."""
    units = {name: min(map(_unit, outcomes.values())) for name, outcomes in scores.items()}
    whole = {
        name: {outcome: round(value / units[name]) for outcome, value in outcomes.items()}
        for name, outcomes in scores.items()
    }
    for name, outcomes in whole.items():
        if max(map(abs, outcomes.values())) > _LARGEST:
            problem = f"The scores of {name} are too far apart: {_LARGEST} times their unit is the limit."
            raise OptionError(problem, code="bad-score")
    return whole, units


def _unit(value: float) -> float:
    """1 for whole numbers, 1/2 for halves, and so on."""
    return 1 / float(value).as_integer_ratio()[1]


def _is_number(value: object) -> TypeGuard[float]:
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and bool(np.isfinite(float(value)))
    except OverflowError:  # a whole number of more than 308 digits
        return False


_EQUAL = 1e-9  # totals closer than this are a tie: weights such as 0.1 do not add up exactly


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
    columns: Columns,
    pairs: CasePairs,
    matrix: Marks,
    settings: VotingSettings,
    ties: Sequence[str] = (),
    *,
    consistent: bool = False,
) -> list[Decision]:
    """One decision for each case of the document by the votes, pairs x indicators; without candidates it is left open.

    If decisions are to be `consistent`, candidates that contradict those so far are out.
    """
    decide = _decide_in_turn if consistent else _decide
    by_case = {decision.case: decision for decision in decide(columns, pairs, matrix, settings, ties)}
    open_case = Explanation("additive", (), "no candidate")
    return [by_case.get(number) or Decision(number, None, open_case) for number in range(len(columns.prepared.cases))]


def _decide_in_turn(
    columns: Columns, pairs: CasePairs, matrix: Marks, settings: VotingSettings, ties: Sequence[str]
) -> Iterator[Decision]:
    """The decisions in text order, each among the candidates that those before it leave."""
    entities = repeating(columns.prepared)
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
