"""Evidence of coreference measures: two annotations stacked, aligned and overlapped, and the counts of measures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from anaphora.workbench.coreference.alignment import align, align_uncrowded
from anaphora.workbench.coreference.overlap import Columns, Overlap, Side, duplicates, overlap, select, stack
from anaphora.workbench.matching import Match
from anaphora.workbench.measures import Counts, Measure


def compare_chains(
    key: Sequence[Columns], response: Sequence[Columns], match: Match = "strict", *, singletons: bool = True
) -> Overlap:
    """The overlap of chains over the same documents, in the same order, by the mentions that `match` pairs.

    Of duplicate spans on a side the first counts. Without `singletons` those of each side are left out first.
    """
    sides = (select(side, ~duplicates(side)) for side in stack(key, response))
    mine, theirs = (side if singletons else without_singletons(side) for side in sides)
    return overlap_of(mine, theirs, match)


def simulate(key: Columns, links: float = 1.0, merged: float = 0.0) -> Columns:
    """The chains of a key with this share of the links between neighbours; then this share of them merged.

    From no links (all singletons) to 1 right links increase, from none merged to 1 (one entity) wrong ones do; what is
    linked or merged at a share is so at each larger one. Recasens & Hovy 2011 draw BLANC over links (figures 6 and 7).
    """
    random = np.random.default_rng(0)
    order = np.lexsort((key.end, key.start, key.chain))
    begins = np.diff(key.chain[order], prepend=-1) != 0
    begins |= random.random(len(order)) >= links
    number = np.cumsum(begins) - 1
    stays = random.random(int(begins.sum())) >= merged
    chain = np.empty_like(key.chain)
    chain[order] = np.maximum(np.cumsum(stays) - 1, 0)[number] if len(order) else number
    return replace(key, chain=chain, links=(), ids=())


def without_singletons(side: Side) -> Side:
    """A side without the mentions that are alone in their chains."""
    return select(side, side.size[side.chain] > 1)


def merge_documents(side: Side, ids: Sequence[str]) -> Side:
    """A corpus as one document: chains of the same id are one entity (Baldwin et al. 1998).

    `ids` has the id of each chain, empty for one that is an entity of its own. Links that were given go, since they
    connect mentions of one document only.
    """
    number: dict[str | int, int] = {}
    entity = np.array([number.setdefault(id or place, len(number)) for place, id in enumerate(ids)], dtype=np.int64)
    return replace(
        side,
        documents=1,
        document=np.zeros_like(side.document),
        position=side.start,
        chain=entity[side.chain],
        chain_document=np.zeros(len(number), dtype=np.int64),
        given_links=side.given_links[:0],
        units=np.array([side.units.sum()]),
    )


def overlap_of(key: Side, response: Side, match: Match) -> Overlap:
    """The overlap of two sides without duplicates; optional key mentions that the response lacks are left out."""
    twin = align(key, response, match)
    lacking = key.optional.copy()
    if not lacking.any():
        return overlap(key, response, twin)
    # what a measure finds by a matching of its own, such as mentions_head, is not lacking
    for pairing in (twin, align(key, response, "strict"), align_uncrowded(key, response, "partial")[0]):
        lacking[pairing[pairing >= 0]] = False
    number = np.append(np.cumsum(~lacking) - 1, -1)
    return overlap(select(key, ~lacking), response, number[twin])


def count(measures: Iterable[Measure[Overlap]], evidence: Overlap) -> Mapping[str, Counts]:
    """The counts of each measure, documents x statistics, by its name."""
    return {measure.name: measure.count(evidence) for measure in measures}
