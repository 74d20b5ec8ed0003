"""Neural ranker, of this project: each mention is linked to the best one before it, or to none, by its context.

The network is that of the pronoun resolver `neural_ranker`, which says how mentions are read and scored. Here every
mention is scored against the hundred before it, with the features of `mention_pair` beside the words, and joins the
chain of the best one, unless "no antecedent" scores higher. Of equal scores the most recent mention wins. The surest
links come first, as in easy-first clustering (Stoyanov & Eisner 2012); a link with a chain whose names and pronouns
clash with the mention, or that has an argument of the same verb, gives way to the next best. At last names of the same
words are linked, however far they are apart (exact match, Raghunathan et al. 2010). As `anaphora coref` combines the
two, the pronoun resolver answers for pronouns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from pathlib import Path

import numpy as np

from anaphora.resolvers import neural_ranker
from anaphora.resolvers.discourse.identity import linker_of
from anaphora.resolvers.discourse.persons import spouses
from anaphora.resolvers.neural_ranker import CHAINS, REACH, MentionScores, Reader, Settings
from anaphora.workbench.decision import ChainResolver, Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.provenance import Card
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True, eq=False)
class Mentions:
    """The resolver with its network; see `build`."""

    reader: Reader
    settings: Settings
    card: Card | None

    def chains(self, prepared: Prepared) -> Chains:
        """Link each mention to the best one before it."""
        return link(prepared, self.reader.of_mentions(prepared), self.settings.bias)


def link(prepared: Prepared, scores: Mapping[int, MentionScores], bias: float) -> Chains:
    """Link each mention that has an antecedent to the best one that does not clash with it, the surest links first.

    Names of the same words, and spouses and their names, are linked at last. `bias` is added to the score of no
    antecedent.
    """
    linker = linker_of(prepared)
    linker.unite_speakers(range(len(prepared.mentions)))
    waiting = {mention: better for mention, scored in scores.items() if (better := _better_than_none(scored, bias))}
    heap = [(*better.pop(), mention) for mention, better in waiting.items()]
    heapify(heap)
    while heap:
        _, nearness, mention = heap[0]
        if linker.join(-nearness, mention) or not waiting[mention]:
            heappop(heap)
        else:
            heapreplace(heap, (*waiting[mention].pop(), mention))
    linker.join_names()
    for pair in [*spouses(prepared, linker.chains())]:
        linker.join(*pair)
    return linker.chains()


def _better_than_none(scored: MentionScores, bias: float) -> list[tuple[float, int]]:
    """The candidates that are better than no antecedent, by how much and by their numbers, both negative, best last."""
    pairs = scored.pairs[-REACH:, CHAINS]
    gain = scored.none[CHAINS] + bias - pairs
    better = np.flatnonzero(gain < 0)
    first = scored.first + len(scored.pairs) - len(pairs)
    return sorted(zip(gain[better].tolist(), (-first - better).tolist(), strict=True), reverse=True)


def build(*, parameters: str | Path | None = None) -> ChainResolver:
    """The neural ranker of all mentions.

    `parameters` is a folder that training has filled, by default the one that comes with the resolver of pronouns.
    Raises `OptionError` for files that are damaged.
    """
    if parameters is None:
        return Mentions(*neural_ranker.read_shipped())
    return Mentions(*neural_ranker.read(Path(parameters)))


RESOLVER = ResolverEntry(
    build,
    title="Neural ranker, of this project",
    summary="each mention is linked to the best one before it, or to none, by its context",
    default=False,
    effort=8,
    english=True,
)
