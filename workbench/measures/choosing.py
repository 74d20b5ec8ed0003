"""Measures chosen by name, with settings of their own, corrected for chance, and of parts of the chains or the text.

What is left of a measure beyond random chains of the same sizes is its value corrected for chance: x becomes
(x - E) / (1 - E), where E is its mean if the mentions of a response were dealt out at random to chains of the same
sizes, in each document (the permutation model of Hubert & Arabie 1985, which makes the adjusted Rand index of Rand's).
Random chains are drawn, since only few measures have a closed form; the draws depend on nothing but the spans of the
mentions, so that a document counts the same wherever it stands. Recasens & Hovy 2011 wish for such measures in their
conclusion.

Measures of some chains, by their length or range, and of windows of the text: novels have few long chains, of main
characters, and many short ones, which one figure mixes (Duron-Tejedor et al. 2023). Books are scored whole and in
windows of 1,500 tokens (BookCoref: Martinelli et al. 2025).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers
from anaphora.workbench.chains.overlap import DEIXIS, Overlap, Side, select
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.measures import RECALL_PRECISION_F1, Measure, chain_measures, recall_precision
from anaphora.workbench.spec import parse_spec

_ALIASES = {"b3": "b_cubed", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "mor": "mention_overlap"}
DRAWS = 30
_CORRECTED = frozenset({*RECALL_PRECISION_F1, "value"})
_ROUNDING = 1e-12
_ODD = tuple(map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)))


def choose_measures(names: Iterable[str]) -> tuple[Measure[Overlap], ...]:
    """The chain measures of these names, each once; "all" stands for all of them. Errors are those of one."""
    several = dict.fromkeys(names)
    measures = list(chain_measures().values()) if "all" in several else []
    measures += (measure for name in several if name != "all" and (measure := choose_measure(name)) not in measures)
    return tuple(measures)


def choose_measure(text: str) -> Measure[Overlap]:
    """The chain measure of that name, with settings of its own in brackets: `blanc(alpha=0.2)`.

    A value is a word, a number, or numbers separated by `/`. The names of settings are those of the parameters of
    `Measure.make`, and for all measures `adjusted=yes`, which corrects for chance, and `layer=deixis`, which counts the
    chains of discourse deixis. The name of the result is `text`.

    The names of other scorers (`bcub`, `ceafe`) are understood.

    Raises:
        UnknownNameError: there is no such measure.
        OptionError: it has no such setting, or the value is not allowed.
    """
    name, settings = parse_spec(text)
    renamed = bool(settings)
    measures = chain_measures()
    name = _ALIASES.get(name.lower(), name.lower())
    if name not in measures:
        raise unknown_name("measure", name, measures)
    corrected = settings.pop("adjusted", "no")
    if corrected not in ("yes", "no"):
        raise OptionError(f"adjusted cannot be '{corrected}'. Choose from yes, no.", code="bad-option")
    layer = settings.pop("layer", None)
    if layer not in (None, DEIXIS):
        raise OptionError(f"layer cannot be '{layer}'. Choose from {DEIXIS}.", code="bad-option")
    measure = _with_settings(measures[name], settings, measures) if settings else measures[name]
    if corrected == "yes":
        measure = adjust(measure)
    if layer:
        measure = replace(measure, count=partial(_of_layer, count=measure.count, layer=layer))
    return replace(measure, name=text) if renamed else measure


def _of_layer(overlap: Overlap, count: Callable[[Overlap], Numbers], layer: str) -> Numbers:
    """Count the chains of a layer; where no document has the layer, there are none."""
    if layer in overlap.layers:
        return count(overlap.layers[layer])
    key, response = (
        select(side, np.zeros(len(side.span_id), dtype=np.bool_)) for side in (overlap.key, overlap.response)
    )
    return count(Overlap(key, response, response.chain))


def _with_settings(
    measure: Measure[Overlap], settings: Mapping[str, str], measures: Mapping[str, Measure[Overlap]]
) -> Measure[Overlap]:
    if measure.make is None:
        able = ", ".join(sorted(name for name, entry in measures.items() if entry.make))
        problem = f"The measure '{measure.name}' has no settings. Those that have: {able}."
        raise OptionError(problem, code="unknown-setting")
    allowed = measure.settings
    if wrong := [key for key in settings if key not in allowed]:
        problem = f"The measure '{measure.name}' has no setting '{wrong[0]}'. It has: {', '.join(allowed)}."
        raise OptionError(problem, code="unknown-setting")
    return measure.make(**{key: _value(value) for key, value in settings.items()})


def _value(text: str) -> str | float | tuple[float, ...]:
    try:
        values = tuple(map(float, text.split("/")))
    except ValueError:
        return text
    return values if len(values) > 1 else values[0]


def adjust(measure: Measure[Overlap], draws: int = DRAWS) -> Measure[Overlap]:
    """The measure corrected for chance; its parts `chance` and `chance_error` are E and the standard error of E.

    Both are of the main value, F1 or the only one. Undefined where random chains score 1, as singletons do under
    B-CUBED if the key has nothing else. Costs as much as the measure `draws` times.

    Raises:
        OptionError: the measure has no part that chance could raise.
    """
    kept = tuple(part for part in measure.parts if part in _CORRECTED)
    if not kept:
        raise OptionError(f"The measure '{measure.name}' cannot be corrected for chance.", code="unknown-setting")
    return replace(
        measure,
        count=partial(_count, count=measure.count, draws=draws),
        score=partial(_score, score=measure.score, draws=draws, parts=[measure.parts.index(part) for part in kept]),
        parts=(*kept, "chance", "chance_error"),
        quotients=(),
        bounds=(-inf, 1.0),
    )


def _count(overlap: Overlap, count: Callable[[Overlap], Numbers], draws: int) -> Numbers:
    """The statistics of the response, then those of each draw."""
    dealt = (Overlap(overlap.key, deal(overlap.response, draw), overlap.twin) for draw in range(draws))
    return np.concatenate([count(overlap), *map(count, dealt)], axis=1)


def deal(side: Side, draw: int) -> Side:
    """Deal out the mentions of each document at random to chains of the same sizes."""
    order = np.lexsort((_random(side, draw), side.document))
    return replace(side, chain=side.chain[order], given_links=side.given_links[:0])


def _random(side: Side, draw: int) -> Numbers:
    """A number for each mention that looks random, from its span and the number of the draw (SplitMix64)."""
    state = (side.position.astype(np.uint64) << np.uint64(24)) + (side.end - side.start).astype(np.uint64)
    state = state * np.uint64(0xD1342543DE82EF95) + np.uint64((draw + 1) * int(_ODD[0]) % 2**64)
    for _ in range(2):
        state = (state ^ (state >> np.uint64(30))) * _ODD[1]
        state = (state ^ (state >> np.uint64(27))) * _ODD[2]
        state = (state ^ (state >> np.uint64(31))) + _ODD[0]
    return (state >> np.uint64(11)).astype(np.float64)


def _score(sums: Numbers, score: Callable[[Numbers], Numbers], draws: int, parts: list[int]) -> Numbers:
    values = score(sums.reshape(*sums.shape[:-1], draws + 1, -1))[..., parts]
    observed = values[..., 0, :]
    dealt = np.nan_to_num(values[..., 1:, :], nan=0.0)
    chance = dealt.mean(axis=-2)
    above, room = observed - chance, 1 - chance
    above = np.where(np.abs(above) > _ROUNDING, above, 0.0)
    corrected = np.where(room > _ROUNDING, above / np.where(room > _ROUNDING, room, 1), np.nan)
    error = dealt.std(axis=-2, ddof=1) / np.sqrt(draws)
    return np.concatenate((corrected, chance[..., -1:], error[..., -1:]), axis=-1)


WINDOW = 1_500
"""Tokens of a window in BookCoref."""
_CONLL = "conll"
Ends = tuple[float, float]
LENGTHS: Mapping[str, Ends] = {"1": (1, 1), "2-5": (2, 5), "6-20": (6, 20), "21-100": (21, 100), "101+": (101, np.inf)}
"""Chains by their number of mentions."""
RANGES: Mapping[str, Ends] = {"0-10%": (0.0, 0.1), "10-50%": (0.1, 0.5), "50-100%": (0.5, np.inf)}
"""Chains of several mentions by the share of the document from where the first begins to where the last does."""
Parts = Mapping[str, tuple[Measure[Overlap], ...]]
"""The measures of each part, by its name."""


def parse_by(text: str) -> tuple[str, int]:
    """Parse what figures are given by (`chain-length`, `range`, `window`, `window=1500`) and the tokens of a window.

    Raises:
        OptionError: a window is no whole number of tokens.
        UnknownNameError: there are no such parts.
    """
    name, equals, size = text.partition("=")
    if name not in ("chain-length", "range", "window"):
        raise unknown_name("part", name, ("chain-length", "range", "window"))
    if not equals:
        return name, WINDOW
    if name != "window" or not size.isdecimal() or not 0 < int(size) < 10**9:
        raise OptionError(f"--by cannot be '{text}'. Write window=1500 for windows of 1,500 tokens.", code="bad-part")
    return name, int(size)


def parts(text: str, measures: Sequence[Measure[Overlap]]) -> Parts:
    """The measures of each part; the last of them counts its chains and mentions on both sides.

    A chain belongs to the part that its own length or range says. Recall is that of the key's chains of the part
    against the whole response, precision that of the response's chains of the part against the whole key; only measures
    that count chain by chain have them. Windows divide the text, and chains with it, by where mentions begin; each
    counts as a document.

    Raises:
        OptionError: a window is no whole number of tokens.
        UnknownNameError: there are no such parts.
    """
    by, size = parse_by(text)
    if by == "window":
        changes: dict[str, Change] = {
            "whole": lambda count, overlap: count(overlap),
            f"windows of {size:,}": partial(_windowed, size=size),
        }
        return {part: _measures(part, measures, change) for part, change in changes.items()}
    able = [measure for measure in measures if measure.score is recall_precision or measure.name == _CONLL]
    choose, limits = (_by_length, LENGTHS) if by == "chain-length" else (_by_range, RANGES)
    return {
        part: _measures(part, able, partial(_restricted, chosen=partial(choose, ends=ends)))
        for part, ends in limits.items()
    }


Count = Callable[[Overlap], Numbers]
Change = Callable[[Count, Overlap], Numbers]
"""The counts of a part by the count of a measure."""
Chosen = Callable[[Side], Flags]
"""A function that says which chains of a side belong to a part."""


def _measures(part: str, measures: Sequence[Measure[Overlap]], change: Change) -> tuple[Measure[Overlap], ...]:
    sizes = Measure("_sizes", _sizes, lambda sums: sums, "chains and mentions of both sides", SIZES)
    return tuple(
        replace(
            measure,
            name=f"{measure.name}: {part}",
            count=partial(change, measure.count),
            score=partial(_with_links, measure.score) if measure.name == _CONLL else measure.score,
        )
        for measure in (*measures, sizes)
    )


def _with_links(score: Callable[[Numbers], Numbers], sums: Numbers) -> Numbers:
    """Score CoNLL, whose first statistics are those of MUC; undefined without links, as for single mentions."""
    return np.where((sums[..., 1] + sums[..., 3] > 0)[..., np.newaxis], score(sums), np.nan)


SIZES = ("key_chains", "key_mentions", "response_chains", "response_mentions")


def _sizes(overlap: Overlap) -> Numbers:
    both = ((side.of_chains(side.size > 0), side.of_chains(side.size)) for side in (overlap.key, overlap.response))
    return np.stack([column for side in both for column in side], axis=1)


def _restricted(count: Count, overlap: Overlap, chosen: Chosen) -> Numbers:
    """Count recall's statistics with some chains of the key only, precision's with some of the response only."""
    key, response = overlap.key, overlap.response
    in_key, in_response = chosen(key)[key.chain], chosen(response)[response.chain]
    number = np.append(np.where(in_key, np.cumsum(in_key) - 1, -1), -1)
    recall = count(Overlap(select(key, in_key), response, number[overlap.twin]))
    precision = count(Overlap(key, select(response, in_response), overlap.twin[in_response]))
    return np.where(np.arange(recall.shape[1]) % 4 < 2, recall, precision)


def _by_length(side: Side, ends: Ends) -> Flags:
    chosen: Flags = (side.size >= ends[0]) & (side.size <= ends[1])
    return chosen


def _by_range(side: Side, ends: Ends) -> Flags:
    """The range is measured between starts; chains of one mention have none."""
    first = np.full(len(side.size), np.inf)
    last = np.zeros(len(side.size))
    np.minimum.at(first, side.chain, side.position)
    np.maximum.at(last, side.chain, side.position)
    share = (last - first) / np.maximum(side.units[side.chain_document], 1)
    chosen: Flags = (side.size > 1) & (share >= ends[0]) & (share < ends[1])
    return chosen


def _windowed(count: Count, overlap: Overlap, size: int) -> Numbers:
    """The sums over the windows of each document."""
    windows = np.maximum(-(-overlap.key.units // size), 1)
    first = np.cumsum(windows) - windows
    key, response = (_cut(side, first, int(windows.sum()), size) for side in (overlap.key, overlap.response))
    twin = overlap.twin.copy()
    paired = np.flatnonzero(twin >= 0)
    twin[paired[key.document[twin[paired]] != response.document[paired]]] = -1
    return np.add.reduceat(count(Overlap(key, response, twin)), first, axis=0) if len(first) else count(overlap)


def _cut(side: Side, first: Integers, windows: int, size: int) -> Side:
    """A side whose documents are windows, with a chain for each window that a chain is in."""
    document = first[side.document] + side.position // size
    chains, chain = np.unique(document * len(side.size) + side.chain, return_inverse=True)
    links = side.given_links
    return replace(
        side,
        documents=windows,
        document=document,
        position=side.position % size,
        chain=chain,
        chain_document=chains // max(len(side.size), 1),
        given_links=links[document[links[:, 0]] == document[links[:, 1]]],
        units=np.full(windows, size),
    )
