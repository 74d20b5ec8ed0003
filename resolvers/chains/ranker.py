"""Ranker, of this project: boosted trees rank the earlier mentions for each mention; entities grow as they are read.

A mention-ranking model (Denis & Baldridge 2008; Durrett & Klein 2013) over all mentions, with features of the entities
that have grown so far (Rahman & Ng 2009, "Supervised models for coreference resolution"). The text is read from left to
right. Of the earlier mentions on its list and "no antecedent" the best is taken, and the mention joins the entity of
its antecedent, or starts one.

- Pronouns that are cases get their antecedents from the resolver `ranker`. Where noun phrases alone are asked for, no
  pronoun is a case, and all are ranked here.
- Listed are the nearest mentions, and of those farther off the last that share a word (`_ranker.lists`).
- Features: those of the mention-pair model, what both mentions are by themselves, and what the candidate's entity is
  so far (`_ranker.features`, `_ranker.entities`).
- Scores come from gradient boosted regression trees, learned as those of the resolver `ranker` are.
- In training, earlier mentions are resolved as the key has them; afterwards the resolver has its own answers.
- Of equal scores the most recent candidate wins.

The parameters stand in the file of the resolver `ranker`, which `anaphora train ranker` fills for both.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphora.resolvers import ranker
from anaphora.resolvers._options import check_range
from anaphora.resolvers._ranker.learning import MOST_TREES
from anaphora.resolvers.chains._ranker.learning import LEAF, TREES, learn
from anaphora.resolvers.chains._ranker.ranking import Model, read
from anaphora.workbench.decision import ChainResolver, Chains, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.linking import pronouns_of
from anaphora.workbench.provenance.cards import Card, card_of
from anaphora.workbench.resolver_entry import Example, ResolverEntry

_SHIPPED = Path(ranker.__file__).with_suffix(".json")


def train(examples: Iterable[Example], /, *, trees: int = TREES, leaf: int = LEAF) -> dict[str, object]:
    """The parameters that examples give, to be written to a JSON file.

    `trees` is their number, and `leaf` the least number of candidates in a leaf of a tree.
    Raises `OptionError` where no mention has an antecedent on its list, and for an option out of range.
    """
    check_range("number of trees", trees, 1 <= trees <= MOST_TREES, f"from 1 to {MOST_TREES}")
    check_range("least number of candidates in a leaf", leaf, leaf >= 1, "1 or more")
    return learn(examples, trees, leaf).as_data()


@dataclass(frozen=True, slots=True, eq=False)
class ChainRanker:
    """The chain resolver with its model, and the resolver of pronouns; see `build`."""

    model: Model
    pronouns: Resolver

    @property
    def card(self) -> Card | None:
        """What both have seen, which is the same."""
        return card_of(self.pronouns)

    def chains(self, prepared: Prepared) -> Chains:
        """Resolve the pronouns that are cases, then read the document mention by mention."""
        part = pronouns_of(prepared)
        answers = {
            part.cases[decision.case].anaphor: decision.antecedent
            for decision in self.pronouns.resolve(part)
            if decision.antecedent is not None
        }
        return self.model.chains(prepared, answers)


@cache
def _read_shipped() -> Model:
    return read(_SHIPPED)


def build(*, parameters: str | Path | None = None) -> ChainResolver:
    """The ranker of all mentions.

    `parameters` is a file that `train` has filled, by default the one that comes with the module.
    Raises `OptionError` for a file that holds no such parameters.
    """
    model = _read_shipped() if parameters is None else read(Path(parameters))
    return ChainRanker(model, ranker.build(parameters=parameters))


RESOLVER = ResolverEntry(
    build,
    title="Ranker, of this project",
    summary="boosted trees rank the earlier mentions for each mention; entities grow as they are read",
    train=train,
)
