"""Neural ranker, of this project: the ranker, and what the parser's encoder has read of pronoun and candidate.

- The bundled parser has an encoder (all-MiniLM-L6-v2; Wang et al. 2020), whose vectors of the words come with each
  document. A mention is the vectors of its head, first and last word (after Lee et al. 2017; Kirstain et al. 2021); a
  layer scores it with each candidate, and on its own for "no antecedent".
- What this says of a candidate, less what it says of no antecedent, is one more vote, `context`, beside those of the
  groups of features of `ranker`. Votes add up to the score.
- Everything else is as in `ranker`: candidates, history, probabilities, `min_confidence`.

The scorer was trained on the free genres of GUM and on LitBank (`experiments/training`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from anaphora.resolvers import ranker
from anaphora.resolvers.columns import Marks
from anaphora.resolvers.ranking.model import UNIT, Calibration, Model, Pool, in_units
from anaphora.resolvers.ranking.network import PRONOUNS, SETTINGS, Reader, Settings, load
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.decision import Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.provenance import Card, merge_cards, read_learned_card
from anaphora.workbench.resolver_entry import ResolverEntry

SHIPPED = Path(__file__).with_name("models") / "neural_ranker"
_CONTEXT = "context"


def indicators() -> dict[str, str]:
    """The groups of features and the context, each with its source."""
    return {**ranker.indicators(), _CONTEXT: "The parser's encoder: both mentions in their context (Wang et al. 2020)"}


@dataclass(frozen=True, slots=True, eq=False)
class Pronouns:
    """The ranker of pronouns: the votes of `ranker`, and that of the context."""

    ranker: Model
    reader: Reader
    settings: Settings

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of features of `ranker`, and the context."""
        return (*self.ranker.groups, _CONTEXT)

    @property
    def weights(self) -> Numbers:
        """The multipliers of the votes of each group."""
        return np.append(self.settings.weight * self.ranker.weights, self.settings.context * UNIT)

    def votes(self, pool: Pool) -> Marks:
        """Return the votes of each group, in whole units: candidates x groups."""
        case = pool.prepared.cases[pool.case]
        scored = self.reader.of_pronouns(pool.prepared)[case.anaphor]
        pairs = scored.pairs[np.array(pool.candidates) - scored.first, PRONOUNS]
        context = in_units(pairs - scored.none[PRONOUNS])
        return np.column_stack([self.ranker.votes(pool), context])

    def calibration(self, prepared: Prepared) -> Calibration:
        """Return the calibration of scores, which depends on who found the mentions."""
        return self.settings.perfect if "mentions" in prepared.perfect else self.settings.automatic


@cache
def read_shipped() -> tuple[Reader, Settings, Card | None]:
    """The network that comes with the module, its settings, and the card of all that was learned."""
    return read(SHIPPED)


def read(folder: Path) -> tuple[Reader, Settings, Card | None]:
    """Return what `read_shipped` returns, from another folder."""
    network, settings = load(folder)
    return Reader(network), settings, read_learned_card(folder / SETTINGS)


def build(
    *, parameters: str | Path | None = None, min_confidence: float = 0.0, without: Sequence[str] = ()
) -> Resolver:
    """The neural ranker.

    `parameters` is a folder that training has filled, by default the one that comes with the module. Pronouns whose
    best answer has a probability below `min_confidence` are left open. `without` leaves out groups of features, those
    of `ranker` and context.
    Raises `OptionError` for an unknown group, a probability that is none, and files that are damaged.
    """
    reader, settings, card = read_shipped() if parameters is None else read(Path(parameters))
    model, learned = ranker.read_shipped()
    return ranker.build_ranker(Pronouns(model, reader, settings), merge_cards(card, learned), min_confidence, without)


RESOLVER = ResolverEntry(
    build,
    title="Neural ranker, of this project",
    summary="the ranker, and what the parser's encoder has read of pronoun and candidate",
    effort=3,
    indicators=indicators,
    english=True,
)
