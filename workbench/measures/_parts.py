"""Measures of some chains, by their length or range, and of windows of the text.

Novels have few long chains, of main characters, and many short ones, which one figure mixes (Duron-Tejedor et al.
2023). Books are scored whole and in windows of 1,500 tokens (BookCoref: Martinelli et al. 2025).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from anaphora.workbench.aliases import Flags, Integers, Numbers
from anaphora.workbench.coreference.overlap import Overlap, Side, select
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.measures import Measure, recall_precision

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
        changes: dict[str, Change] = {"whole": _whole, f"windows of {size:,}": partial(_windowed, size=size)}
        return {part: _measures(part, measures, change) for part, change in changes.items()}
    able = [measure for measure in measures if measure.score is recall_precision or measure.name == _CONLL]
    choose, limits = (_by_length, LENGTHS) if by == "chain-length" else (_by_range, RANGES)
    return {
        part: _measures(part, able, partial(_restricted, chosen=partial(choose, ends=ends)))
        for part, ends in limits.items()
    }


Count = Callable[[Overlap], Numbers]
Change = Callable[[Overlap, Count], Numbers]
"""The counts of a part by the count of a measure."""
Chosen = Callable[[Side], Flags]
"""A function that says which chains of a side belong to a part."""


def _measures(part: str, measures: Sequence[Measure[Overlap]], change: Change) -> tuple[Measure[Overlap], ...]:
    sizes = Measure("_sizes", _sizes, lambda sums: sums, "chains and mentions of both sides", SIZES)
    return tuple(
        replace(
            measure,
            name=f"{measure.name}: {part}",
            count=partial(_changed, change, measure.count),
            score=partial(_with_links, measure.score) if measure.name == _CONLL else measure.score,
        )
        for measure in (*measures, sizes)
    )


def _with_links(score: Callable[[Numbers], Numbers], sums: Numbers) -> Numbers:
    """Score CoNLL, whose first statistics are those of MUC; undefined without links, as for single mentions."""
    return np.where((sums[..., 1] + sums[..., 3] > 0)[..., np.newaxis], score(sums), np.nan)


def _changed(change: Change, count: Count, overlap: Overlap) -> Numbers:
    return change(overlap, count)


SIZES = ("key_chains", "key_mentions", "response_chains", "response_mentions")


def _sizes(overlap: Overlap) -> Numbers:
    both = ((side.of_chains(side.size > 0), side.of_chains(side.size)) for side in (overlap.key, overlap.response))
    return np.stack([column for side in both for column in side], axis=1)


def _whole(overlap: Overlap, count: Count) -> Numbers:
    return count(overlap)


def _restricted(overlap: Overlap, count: Count, chosen: Chosen) -> Numbers:
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


def _windowed(overlap: Overlap, count: Count, size: int) -> Numbers:
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
