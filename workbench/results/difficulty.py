"""Difficulty of the anaphors of a corpus: the figures that Mitkov 2001, section 7, asks to publish with every result.

Two baselines that need no resolver stand for any: the most recent compatible candidate, and the most recent compatible
subject. How alike the documents' anaphors come out with them says how far results on the corpus carry.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean, median
from typing import TypeAlias

import numpy as np

from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Key
from anaphora.workbench.language.anaphors import pronoun_at, use
from anaphora.workbench.statistics.significance import cluster_t, design_effect, intraclass_correlation, needed
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor


@dataclass(frozen=True, slots=True)
class Row:
    """One key anaphor: how far back its nearest acceptable antecedent is, and what there is to choose from.

    `sentences` and `tokens` are counted from its head, `phrases` are the noun phrases whose heads stand between; 0
    where the head comes after the pronoun. `chance` is the share of right answers among the compatible candidates,
    `rank` the place of the nearest right one among them (1: the most recent; 0: there is none). `subject` tells whether
    the most recent compatible subject is right or, where there is none, the most recent candidate.
    """

    type: str
    candidates: int
    compatible: int
    chance: float
    sentences: int
    tokens: int
    phrases: int
    rank: int
    subject: bool


@dataclass(frozen=True, slots=True)
class Text:
    """One document: its key anaphors, its occurrences of "it", and how many of them the corpus marks as pleonastic."""

    document_id: str
    genre: str
    rows: tuple[Row, ...]
    its: int
    pleonastic: int


def text(
    document: Document, key: Key, prepared: Prepared, traced: DocumentTrace, right: Mapping[int, Sequence[int]]
) -> Text:
    """Collect what the figures need of one document; `right` is what `workbench.trace.right_candidates` finds in it."""
    heads = sorted(mention.head for mention in prepared.mentions)
    return Text(
        document_id=traced.document_id,
        genre=traced.genre,
        rows=tuple(_row(anaphor, right, heads, prepared) for anaphor in traced.anaphors),
        its=sum(word.lower() == "it" for word in document.words),
        pleonastic=sum(kind == "pleonastic" for kind in key.non_anaphoric.values()),
    )


def _row(anaphor: KeyAnaphor, right: Mapping[int, Sequence[int]], heads: Sequence[int], prepared: Prepared) -> Row:
    start = anaphor.span.start
    nearest = anaphor.antecedent_head
    entry = pronoun_at(prepared.document, start, prepared.annotation) if len(anaphor.span) == 1 else None
    pool = () if anaphor.case is None else prepared.cases[anaphor.case].compatible
    good = set() if anaphor.case is None else set(pool).intersection(right[anaphor.case])
    recent = sorted(pool, key=lambda number: (prepared.mentions[number].head, number), reverse=True)
    subjects = [number for number in recent if prepared.mentions[number].function == "subject"]
    return Row(
        type=use(entry, prepared.annotation, start) if entry else "other",
        candidates=anaphor.candidates,
        compatible=anaphor.compatible,
        chance=len(good) / len(pool) if pool else 0.0,
        sentences=max(0, anaphor.distance),
        tokens=max(0, start - nearest),
        phrases=max(0, bisect_left(heads, start) - bisect_right(heads, nearest)),
        rank=next((start for start, number in enumerate(recent, start=1) if number in good), 0),
        subject=next(iter(subjects or recent), -1) in good,
    )


Difficulty: TypeAlias = JsonObject
"""The figures of some documents by name: see `figures`."""


def figures(texts: Sequence[Text], marked: bool = True) -> Difficulty:
    """The figures of some documents; `marked` says whether the corpus marks pleonastic "it" at all.

    Shares are of the key anaphors, `None` where undefined, as are mean, median and intervals. `no_candidate` (none
    after agreement), `trivial` (one, before agreement and after), `decided_by_agreement` (several before, one after)
    and `critical` (several after) add up to 1. `chance` is the success rate to be expected of a random choice.
    `rank_entropy` is that of `Row.rank` in bits, over the anaphors that have one: 0 if the right answer always stands
    at the same place, such as first.

    `resolution_complexity` is the one figure for a corpus that Mitkov 2001, section 7, asks for: of the compatible
    candidates of an anaphor the share that is wrong, on average over the anaphors that have a right one. It is 0 where
    agreement decides everything, and the error rate of a random choice otherwise. Its interval takes documents as
    clusters.

    What depends on a resolver is of the baseline "most recent candidate": its success rate `most_recent_right`, the
    intra-class correlation of its success within documents, the design effect (how many times as uncertain the rate is
    as that of independent anaphors), and the number of independent anaphors that would tell as much. `discordant` is
    the share of anaphors that just one of the two baselines has right; it and its design effect give the numbers of
    anaphors that a paired test at 0.05 needs to find a difference of so many points with a power of 0.8.
    """
    rows = [row for text in texts for row in text.rows]
    its, types = sum(text.its for text in texts), Counter(row.type for row in rows)
    return {
        "anaphors": len(rows),
        "types": dict(types.most_common()),
        "candidates": _centre([row.candidates for row in rows]),
        "compatible": _centre([row.compatible for row in rows]),
        "distance_in_sentences": _centre([row.sentences for row in rows]),
        "distance_in_tokens": _centre([row.tokens for row in rows]),
        "noun_phrases_between": _centre([row.phrases for row in rows]),
        "intrasentential": mean([row.sentences == 0 for row in rows]),
        "no_candidate": mean([row.compatible == 0 for row in rows]),
        "trivial": mean([row.candidates == row.compatible == 1 for row in rows]),
        "decided_by_agreement": mean([row.candidates > row.compatible == 1 for row in rows]),
        "critical": mean([row.compatible > 1 for row in rows]),
        "pleonastic_it": sum(text.pleonastic for text in texts) / its if its and marked else None,
        "chance": mean([row.chance for row in rows]),
        "rank_entropy": _entropy([row.rank for row in rows if row.rank]),
        "resolution_complexity": _complexity(texts),
        **_dependence(texts),
    }


def _complexity(texts: Sequence[Text]) -> dict[str, float | None]:
    """The mean share of wrong candidates, over the anaphors with a right one."""
    shares = [[1 - row.chance for row in text.rows if row.chance] for text in texts]
    wrong, solvable = (np.array([count(of_text) for of_text in shares], np.float64) for count in (sum, len))
    if not solvable.sum():
        return {"value": None, "low": None, "high": None}
    value = float(wrong.sum() / solvable.sum())
    if np.count_nonzero(solvable) < 2:
        return {"value": value, "low": None, "high": None}
    (low, high), _ = cluster_t(wrong, solvable)
    return {"value": value, "low": max(0.0, low), "high": min(1.0, high)}


def _dependence(texts: Sequence[Text]) -> dict[str, float | None]:
    """The figures of the two baselines."""
    sizes = np.array([len(text.rows) for text in texts], np.float64)
    recent = np.array([sum(row.rank == 1 for row in text.rows) for text in texts], np.float64)
    gained = np.array([sum(row.rank == 1 and not row.subject for row in text.rows) for text in texts], np.float64)
    lost = np.array([sum(row.subject and row.rank != 1 for row in text.rows) for text in texts], np.float64)
    total = int(sizes.sum())
    effect = design_effect(recent, sizes, float(recent.sum()))
    of_difference = design_effect(gained - lost, sizes, float((gained + lost).sum()))
    discordant = float((gained + lost).sum()) / total if total else None
    return {
        "most_recent_right": float(recent.sum()) / total if total else None,
        "intraclass_correlation": intraclass_correlation(recent, sizes),
        "design_effect": effect,
        "effective_anaphors": total / max(1.0, effect) if effect is not None else None,
        "discordant": discordant,
        "design_effect_of_difference": of_difference,
        "needed_for_2_points": _needed(0.02, discordant, of_difference),
        "needed_for_5_points": _needed(0.05, discordant, of_difference),
    }


def _needed(value: float, discordant: float | None, effect: float | None) -> int | None:
    """Return the anaphors needed; `None` too where too few are discordant for such a difference."""
    if discordant is None or effect is None or discordant < value:
        return None
    return needed(value, discordant, max(1.0, effect))


def grouped(texts: Sequence[Text], by: str) -> dict[str, Difficulty]:
    """The figures of each `genre` or `document`, by name; a text without a genre stands under "-"."""
    groups: dict[str, list[Text]] = {}
    for text in texts:
        groups.setdefault(text.document_id if by == "document" else text.genre or "-", []).append(text)
    marked = is_marked(texts)
    return {name: figures(groups[name], marked) for name in sorted(groups)}


def is_marked(texts: Sequence[Text]) -> bool:
    """Return whether the corpus marks pleonastic "it": there is one at least."""
    return any(text.pleonastic for text in texts)


def _centre(values: Sequence[int]) -> dict[str, float | None]:
    return {"mean": mean(values), "median": float(median(values)) if values else None}


def mean(values: Sequence[float]) -> float | None:
    """The mean of values; `None` of nothing."""
    return fmean(values) if values else None


def _entropy(values: Sequence[int]) -> float | None:
    shares = [count / len(values) for count in Counter(values).values()]
    return max(0.0, -sum(share * log2(share) for share in shares)) if values else None
