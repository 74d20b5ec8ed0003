"""Topical segments of a text by lexical cohesion: block comparison, Hearst 1994 and 1997 (TextTiling)."""

from bisect import bisect_left
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pstdev

import numpy as np

from anaphora.workbench.document import Prepared

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ"})
_WIDTH, _BLOCK, _APART = 20, 10, 4  # words in a sequence, sequences in a block, sequences between two boundaries
_SHORTEST = 400  # words; the two blocks compared at a gap are as long as that, so a shorter text is one segment


def segments(prepared: Prepared) -> list[int]:
    """For each sentence the number of the segment it belongs to, 0 and up.

    Sequences of 20 words are compared in blocks of 10 by the cosine of their content lemmas; a boundary lies where the
    depth of a valley exceeds the mean less half a standard deviation, at the nearest start of a paragraph, or of a
    sentence where paragraphs are not marked. A text under 400 words is one segment.
    """
    annotation, document = prepared.annotation, prepared.document
    sentences = annotation.sentence_starts
    starts = set[int]()
    if len(document.words) >= _SHORTEST:
        breaks = document.paragraph_starts if len(document.paragraph_starts) > 1 else sentences
        starts = {_nearest(breaks, (gap + 1) * _WIDTH) for gap in _boundaries(_depths(_similarities(prepared)))}
    numbers, segment = [], 0
    edges = sorted(starts - {0})
    for sentence in sentences:
        while segment < len(edges) and edges[segment] <= sentence:
            segment += 1
        numbers.append(segment)
    return numbers


def _similarities(prepared: Prepared) -> list[float]:
    """For each gap between two sequences the cosine of the content lemmas in the blocks before and after it, 0 to 1."""
    annotation = prepared.annotation
    content = [token for token, pos in enumerate(annotation.pos) if pos in _CONTENT]
    numbers: dict[str, int] = {}
    lemma = np.array([numbers.setdefault(annotation.lemma[token].lower(), len(numbers)) for token in content], np.int64)
    edges = np.searchsorted(content, range(0, len(annotation.pos) + _WIDTH, _WIDTH)).tolist()  # of sequences
    similarities = []
    for gap in range(1, len(edges) - 1):
        before = np.bincount(lemma[edges[max(0, gap - _BLOCK)] : edges[gap]], minlength=len(numbers))
        after = np.bincount(lemma[edges[gap] : edges[min(gap + _BLOCK, len(edges) - 1)]], minlength=len(numbers))
        lengths = sqrt((before @ before) * (after @ after))
        similarities.append(float(before @ after) / lengths if lengths else 0.0)
    return similarities


def _depths(similarity: Sequence[float]) -> list[float]:
    """How deep a valley each gap is, after smoothing: the climb to the next peak left and right; 0 on a slope."""
    smooth = [fmean(similarity[max(0, gap - 1) : gap + 2]) for gap in range(len(similarity))]
    left, right = _climbs(smooth), _climbs(smooth[::-1])[::-1]
    return [before + after if before and after else 0.0 for before, after in zip(left, right, strict=True)]


def _climbs(smooth: Sequence[float]) -> list[float]:
    """For each gap how far one climbs from it to the left before the way leads down."""
    climbs: list[float] = []
    for gap, height in enumerate(smooth):
        higher = gap > 0 and smooth[gap - 1] >= height
        climbs.append(climbs[-1] + smooth[gap - 1] - height if higher else 0.0)
    return climbs


def _boundaries(depths: Sequence[float]) -> list[int]:
    """The gaps that are deep enough, the deepest first, not too near to each other."""
    cutoff = fmean(depths) - pstdev(depths) / 2
    chosen: list[int] = []
    for gap in sorted(range(len(depths)), key=lambda gap: (-depths[gap], gap)):
        if depths[gap] <= max(cutoff, 0.0):
            break
        if all(abs(gap - other) >= _APART for other in chosen):
            chosen.append(gap)
    return chosen


def _nearest(breaks: Sequence[int], token: int) -> int:
    after = bisect_left(breaks, token)
    return min(breaks[max(0, after - 1) : after + 1], key=lambda start: (abs(start - token), start))
