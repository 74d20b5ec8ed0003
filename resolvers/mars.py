"""Mitkov, Evans & Orasan 2002, MARS: fourteen indicators vote on what agreement and syntactic filters leave.

Where this departs from the papers, or decides what they leave open (the list of indicators comes at second hand, see
`mars.toml`):

- The search scope is that of the comparison, cut to the paragraph; of a heading before it, what lies in that scope.
- The syntactic filters are those of Kennedy & Boguraev 1996 in the form of Lappin & Leass 1994 on trees
  (`resolvers.syntax.binding`); that a noun phrase contains the pronoun is filtered for all resolvers. What the
  pronoun precedes and commands follows it, and is no candidate.
- As in the papers, an answer is tested against the candidate alone, not against what that was resolved to;
  `consistent` tests it against both.
- A pronoun that wins is the answer; to follow its own antecedent up to a noun phrase is left to `--antecedent nominal`.
- Collocations go by functions, so that the subject of a passive counts as an object.
- The filter of "it" and agreement are those of the comparison. MARS removed clausal "it" too (`--it-classes
  non-nominal`). The column "w/o it" of Mitkov 2001, Table 6, is `--perfect pleonastic`: every "it" that refers to no
  nominal has been identified, and is no part of the rate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from anaphora.resolvers.additive.indicators import vote
from anaphora.resolvers.additive.voting import VotingSettings, decisions, load_settings, sources
from anaphora.resolvers.columns import columns_of, pairs_of
from anaphora.resolvers.parameters import check_choice
from anaphora.resolvers.syntax.binding import syntax_of
from anaphora.workbench.decision import Decision, Resolver
from anaphora.workbench.document import Case, Prepared
from anaphora.workbench.provenance import Card
from anaphora.workbench.resolver_entry import ResolverEntry

Scope = Literal["paragraph", "window"]


@dataclass(frozen=True, slots=True)
class Mars:
    """The resolver with its options; see `build`."""

    settings: VotingSettings
    agreement: bool
    syntax: bool
    scope: Scope
    consistent: bool

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case by the indicators' total, of equal ones the most recent; no candidate leaves it open."""
        lists = {number: self._candidates(prepared, case) for number, case in enumerate(prepared.cases)}
        columns, pairs = columns_of(prepared), pairs_of(prepared, lists)
        votes = vote(columns, pairs, self.settings)
        return decisions(columns, pairs, votes, self.settings, consistent=self.consistent)

    @property
    def card(self) -> Card | None:
        """The card of the data that the weights were learned from."""
        return self.settings.card

    def _candidates(self, prepared: Prepared, case: Case) -> tuple[int, ...]:
        mentions = prepared.mentions
        anaphor = mentions[case.anaphor]
        syntax = syntax_of(prepared) if self.syntax and anaphor.pronoun != "reflexive" else None
        left = []
        for index in case.compatible if self.agreement else case.candidates:
            candidate = mentions[index]
            if self.scope == "paragraph" and candidate.paragraph != anaphor.paragraph and not candidate.heading:
                continue
            if syntax and candidate.sentence == anaphor.sentence and syntax.disjoint(case.anaphor, index):
                continue
            left.append(index)
        return tuple(left)


def build(
    *,
    preset: str = "2002",
    agreement: bool = True,
    syntax: bool = True,
    scope: Scope = "paragraph",
    consistent: bool = False,
    weights: Mapping[str, float] | str | Path | None = None,
) -> Resolver:
    """MARS with fourteen indicators or, with preset "2001", the twelve of the earlier description.

    Without `agreement` candidates of any number and gender compete (the variant "w/o agr" of Mitkov 2001); without
    `syntax` co-arguments do. `scope` "window" searches beyond the paragraph. With `consistent` an answer may not
    contradict earlier ones in number, gender, animacy or syntax. `weights` multiplies indicators: a mapping (1.0 where
    not named) or a TOML file with a table `[weights]`.
    Raises `OptionError` for an unknown preset, scope or indicator and for unreadable weights.
    """
    check_choice("scope", scope, get_args(Scope))
    return Mars(load_settings("mars.toml", preset=preset, weights=weights), agreement, syntax, scope, consistent)


RESOLVER = ResolverEntry(
    build,
    title="Mitkov, Evans & Orasan 2002, MARS",
    summary="fourteen indicators vote on what agreement and syntactic filters leave",
    indicators=partial(sources, "mars.toml"),
)
