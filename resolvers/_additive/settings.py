"""Scores, word lists and weights of the additive resolvers, read from a TOML file beside the module."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.errors import OptionError


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """What the indicators of one resolver go by.

    `indicators` are the columns of its votes and `weights` their multipliers; `scores` gives for each indicator the
    score of each outcome. `functions_known` lets collocations go by grammatical functions instead of word order.
    `frequent` is the number of candidates that count as frequent. `terms` is an explicit list of terms (`None`: the
    document's own most frequent heads).
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


def settings(
    file: str,
    *,
    preset: str,
    weights: Mapping[str, float] | str | Path | None = None,
    terms: Sequence[str] | None = None,
    variants: Sequence[str] = (),
) -> Settings:
    """The settings of one preset of a data file of this package.

    `weights` maps indicators to multipliers (1.0 where not named), or is the path of a TOML file whose table
    `[weights]` does. `variants` name tables of the data file that replace scores.
    Raises `OptionError` for unknown presets and indicators, multipliers that are no numbers and unreadable files.
    """
    data = _data(file)
    chosen = data["presets"].get(preset)
    if chosen is None:
        raise OptionError(f"There is no preset {preset!r}; choose from {', '.join(data['presets'])}.")
    scores = {name: entry["scores"] for name, entry in data["indicators"].items()}
    for variant in variants:
        scores |= data["variants"][variant]
    lists = {name: frozenset(entry["words"]) for name, entry in data["words"].items()}
    return Settings(
        indicators=tuple(chosen["indicators"]),
        weights=_multipliers(weights, chosen["indicators"]),
        scores=scores,
        words=lists | {"indicating_verbs": frozenset().union(*(lists[name] for name in chosen["indicating_verbs"]))},
        givenness_in_imperatives=chosen["givenness_in_imperatives"],
        wide_collocation=chosen["wide_collocation"],
        functions_known=chosen.get("functions_known", False),
        frequent=chosen.get("frequent", 0),
        term_count=chosen["term_count"],
        terms=None if terms is None else frozenset(" ".join(term.lower().split()) for term in terms),
    )


def sources(file: str) -> dict[str, str]:
    """The indicators that the presets of a data file use, each with the source of its definition."""
    data = _data(file)
    used = {name for preset in data["presets"].values() for name in preset["indicators"]}
    return {name: entry["source"] for name, entry in data["indicators"].items() if name in used}


@cache
def _data(file: str) -> dict[str, Any]:
    own: dict[str, Any] = tomllib.loads(files("resolvers").joinpath(file).read_text("utf8"))
    if "extends" not in own:
        return own
    known = _data(own["extends"])
    shared = {table: {**known[table], **own.get(table, {})} for table in ("indicators", "variants", "words")}
    return {**shared, "presets": own["presets"]}


def _multipliers(weights: Mapping[str, float] | str | Path | None, indicators: Sequence[str]) -> NDArray[np.float64]:
    given = _read(Path(weights)) if isinstance(weights, str | Path) else weights or {}
    for name, value in given.items():
        if name not in indicators:
            raise OptionError(f"There is no indicator {name!r} to weigh; known here: {', '.join(indicators)}.")
        if isinstance(value, bool) or not isinstance(value, Real) or not np.isfinite(value):
            raise OptionError(
                f"The weight of {name} is {value!r}; it must be a finite number (1.0 leaves it as it is)."
            )
    multipliers = np.array([given.get(name, 1.0) for name in indicators], np.float64)
    multipliers.setflags(write=False)
    return multipliers


def _read(path: Path) -> Mapping[str, float]:
    cure = "Expected is a TOML file with a table [weights], one line such as `collocation = 0.5` for each indicator."
    try:
        table = tomllib.loads(path.read_text("utf8")).get("weights")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise OptionError(f"The weights in {path} cannot be read: {error}. {cure}") from error
    if not isinstance(table, dict):
        raise OptionError(f"There is no table [weights] in {path}. {cure}")
    return table
