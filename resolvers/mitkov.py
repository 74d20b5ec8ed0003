"""Mitkov 1998, knowledge-poor resolution: ten indicators vote, the highest total wins.

Where this departs from the paper, or decides what it does not specify:

- The search scope is that of the comparison, three sentences before the anaphor's own as in Mitkov 2001; the paper of
  1998 has two (`--window 2`). Candidates three sentences back or more score -1 for distance.
- Terms are the ten most repeated heads of the document, less everyday nouns, unless a list is given.
- Immediate reference allows words between verb and pronoun, since the worked example counts "add paper to it".
- Collocation also asks for the same preposition, and "be" never counts.
- As in the paper, an answer need only agree with the candidate; `consistent` has it agree with what that was resolved
  to, and keeps the arguments of one verb apart.
- Distance gives 2 to the whole sentence of the anaphor, the same clause included, of which the paper says nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from anaphora.resolvers.additive.indicators import vote
from anaphora.resolvers.additive.voting import VotingSettings, decisions, load_settings, sources
from anaphora.resolvers.columns import columns_of, pairs_of
from anaphora.workbench.decision import Decision, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.provenance import Card
from anaphora.workbench.resolver_entry import ResolverEntry

TIES = ("immediate_reference", "collocation", "indicating_verbs")
"""Mitkov 1998, section 2.2: the indicators that break ties, in this order; then the most recent candidate wins."""


@dataclass(frozen=True, slots=True)
class Mitkov:
    """The resolver, with scores, word lists and weights fixed."""

    settings: VotingSettings
    consistent: bool

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case by the indicators' total (Mitkov 1998, section 2.2); without candidates it stays open."""
        columns, pairs = columns_of(prepared), pairs_of(prepared)
        votes = vote(columns, pairs, self.settings)
        return decisions(columns, pairs, votes, self.settings, TIES, consistent=self.consistent)

    @property
    def card(self) -> Card | None:
        """The card of the data that the weights were learned from."""
        return self.settings.card


def build(
    *,
    preset: str = "1998",
    definite_plus: bool = False,
    consistent: bool = False,
    weights: Mapping[str, float] | str | Path | None = None,
    terms: Sequence[str] | None = None,
) -> Resolver:
    """The resolver of 1998 (ten indicators) or, with preset "2001", of the later description (eleven).

    `definite_plus` scores definiteness 1 and 0, as the worked example does, in place of 0 and -1. With `consistent` an
    answer may not contradict earlier ones in number, gender, animacy or syntax. `weights` multiplies indicators: a
    mapping (1.0 where not named) or a TOML file with a table `[weights]`. `terms` lists the terms of the field (head
    lemmas or noun phrases); by default they are taken from each document.
    Raises `OptionError` for an unknown preset or indicator and for unreadable weights.
    """
    variants = ("definite_plus",) if definite_plus else ()
    settings = load_settings("mitkov.toml", preset=preset, weights=weights, terms=terms, variants=variants)
    return Mitkov(settings, consistent)


RESOLVER = ResolverEntry(
    build,
    title="Mitkov 1998, knowledge-poor resolution",
    summary="ten indicators vote, the highest total wins",
    indicators=partial(sources, "mitkov.toml"),
)
