"""Neural ranker, of this project: an encoder links each mention to the best one before it, or to none.

The networks are those of the pronoun resolver `neural_ranker`, which says how mentions are read and scored. Here every
mention is scored against the hundred before it, with the features of `mention_pair` beside the words, and joins the
chain of the best one, unless "no antecedent" scores higher. Of equal scores the most recent mention wins. As
`anaphora coref` combines the two, the pronoun resolver answers for pronouns.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from anaphora.resolvers import neural_ranker
from anaphora.resolvers._ranking.network import CHAINS, Reader, Scored, Settings
from anaphora.workbench.decision import ChainResolver, Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.linking import components
from anaphora.workbench.provenance.cards import Card
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True, eq=False)
class Mentions:
    """The resolver with its network; see `build`."""

    reader: Reader
    settings: Settings
    card: Card | None

    def chains(self, prepared: Prepared) -> Chains:
        """Link each mention to the best one before it."""
        links = find_links(self.reader.of_mentions(prepared), self.settings.bias)
        return components(len(prepared.mentions), links)


def find_links(scores: Mapping[int, Scored], bias: float) -> Iterator[tuple[int, int]]:
    """Each mention that has an antecedent, behind the best one; `bias` is added to the score of no antecedent."""
    for mention, scored in scores.items():
        pairs = scored.pairs[:, CHAINS]
        best = len(pairs) - 1 - int(np.argmax(pairs[::-1]))
        if pairs[best] > scored.none[CHAINS] + bias:
            yield scored.first + best, mention


def build(*, parameters: str | Path | None = None) -> ChainResolver:
    """The neural ranker of all mentions.

    `parameters` is a folder that training has filled, by default the one that comes with the resolver of pronouns.
    Raises `OptionError` for files that are damaged.
    """
    return Mentions(*(neural_ranker.read_shipped() if parameters is None else neural_ranker.read(Path(parameters))))


RESOLVER = ResolverEntry(
    build,
    title="Neural ranker, of this project",
    summary="an encoder links each mention to the best one before it, or to none",
    default=False,
    effort=15,
)
