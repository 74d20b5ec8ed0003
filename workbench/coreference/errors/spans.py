"""Span errors: response mentions that differ from a key mention in their ends only (Kummerfeld & Klein 2013)."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from anaphora.workbench.aliases import Integers
from anaphora.workbench.coreference.alignment import unaligned
from anaphora.workbench.coreference.errors.mentions import Text, ends
from anaphora.workbench.coreference.overlap import Overlap, Side

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def repair_spans(overlap: Overlap, texts: Sequence[Text]) -> Integers:
    """The key mention that each response mention stands for once span errors are corrected, -1 where there is none.

    Among mentions that stand for nothing yet, first those are paired, in text order, that are equal without *the* or
    signs before and *'s* or signs behind them; then those which share a head that no other such mention of their side
    has. The head of a mention is its last word where none is known, as in the authors' program.
    """
    twin = overlap.twin.copy()
    _pair_by_words(overlap, twin, texts)
    _pair_by_head(overlap, twin)
    return twin


def _pair_by_words(overlap: Overlap, twin: Integers, texts: Sequence[Text]) -> None:
    missed, spurious = unaligned(overlap.key, twin)
    missing: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for mention in reversed(missed.tolist()):
        missing[_core(overlap.key, mention, texts)].append(mention)
    for mention in spurious.tolist():
        if same := missing.get(_core(overlap.response, mention, texts)):
            twin[mention] = same.pop()


def _core(side: Side, mention: int, texts: Sequence[Text]) -> tuple[int, int, int]:
    """Document, first and last word of a mention without what may be added to it or left out; a word always stays."""
    document = int(side.document[mention])
    words = texts[document].words
    start, end = ends(side, mention, texts)
    while start < end - 1 and (words[start] == "the" or _is_sign(words[start])):
        start += 1
    while start < end - 1 and (words[end - 1] == "'s" or _is_sign(words[end - 1])):
        end -= 1
    return document, start, end


def _is_sign(word: str) -> bool:
    return len(word) == 1 and word not in _LETTERS


def _pair_by_head(overlap: Overlap, twin: Integers) -> None:
    missed, spurious = unaligned(overlap.key, twin)
    mine, theirs = _alone(_heads(overlap.key), missed), _alone(_heads(overlap.response), spurious)
    for head in mine.keys() & theirs.keys():
        twin[theirs[head]] = mine[head]


def _heads(side: Side) -> Integers:
    return np.where(side.head >= 0, side.head, side.end - 1)


def _alone(heads: Integers, mentions: Integers) -> dict[int, int]:
    """Of these mentions those whose head no other of them has, by head."""
    head, first, count = np.unique(heads[mentions], return_index=True, return_counts=True)
    once = count == 1
    return dict(zip(head[once].tolist(), mentions[first[once]].tolist(), strict=True))
