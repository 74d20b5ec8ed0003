"""Ranker, of this project: boosted trees rank the candidates by what all other resolvers go by, with probabilities.

A mention-ranking model (Denis & Baldridge 2008; Durrett & Klein 2013): of the candidates and "no antecedent", one is
taken. What it has of other resolvers: the votes of MARS, the salience of Lappin & Leass, the walk of Hobbs, binding,
agreement; besides, distance, form, and the history of the entity that a candidate belongs to by the answers so far.

- Scores come from gradient boosted regression trees (`ranking.forest`), run without scikit-learn.
- What a group of features contributes is the sum of the changes along the paths through the trees (Saabas 2014),
  rounded to sixteenths, so that contributions are votes and add up to the score. What is the same for all candidates,
  the value of the roots, is left out.
- An answer's probability is that of all candidates of its entity, among those of all candidates and of no antecedent.
  It is calibrated by the answers to documents that were held out from training. The best candidate is answered, however
  improbable it is; `min_confidence` leaves such pronouns open.
- Candidates whose entity contradicts an earlier answer in number, gender, animacy or syntax are out.
- In training, earlier mentions are resolved as the key has them; afterwards the resolver has its own answers.
- Of equal scores the most recent candidate wins.

The parameters that come with the module were learned from the freely licensed genres of GUM, with automatic and with
perfect input; `ranker.json` says more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from anaphora.resolvers.parameters import check_choice, check_range, learned
from anaphora.resolvers.ranking.forest import LEAF, MOST_TREES, TREES
from anaphora.resolvers.ranking.model import Model, Ranked, Voter, learn, rank, read, weights
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.decision import Decision, Explanation, Resolver, Votes
from anaphora.workbench.document import Prepared
from anaphora.workbench.provenance import Card
from anaphora.workbench.resolver_entry import Example, ResolverEntry

_SOURCES: Mapping[str, str] = {
    "mars_votes": "Mitkov, Evans & Orasan 2002: the indicators of MARS",
    "agreement": "Number, gender, animacy and entity type, against the pronoun",
    "distance": "Sentences, words and mentions between, rank among the candidates; the walk of Hobbs 1978",
    "syntax": "Grammatical functions, embedding, command; disjoint reference and binding of Lappin & Leass 1994",
    "form": "Pronoun, name or noun phrase, its definiteness, length and repetition",
    "salience": "Lappin & Leass 1994: salience of the entity, beside the most salient one",
    "entity_history": "Mentions of the entity by the answers so far: how many, of what kind, where the last one stands",
}


def train(examples: Iterable[Example], /, *, trees: int = TREES, leaf: int = LEAF) -> dict[str, object]:
    """The parameters that examples give, to be written to a JSON file.

    `trees` is their number, and `leaf` the least number of candidates in a leaf of a tree.
    Raises `OptionError` where no pronoun has an antecedent among its candidates, and for an option out of range.
    """
    check_range("number of trees", trees, 1 <= trees <= MOST_TREES, f"from 1 to {MOST_TREES}")
    check_range("least number of candidates in a leaf", leaf, leaf >= 1, "1 or more")
    return learn(examples, trees, leaf).as_data()


def indicators() -> dict[str, str]:
    """The groups of features, each with its source."""
    return dict(_SOURCES)


@dataclass(frozen=True, slots=True, eq=False)
class Ranker:
    """The resolver with its model and options; see `build`."""

    model: Voter
    weights: Numbers
    min_confidence: float
    card: Card | None

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide the cases in text order; each answer is history for those that follow."""
        ranked = {answer.case: answer for answer in rank(prepared, self.model, self.weights, self.min_confidence)}
        return [self._decide(number, ranked.get(number)) for number in range(len(prepared.cases))]

    def _decide(self, number: int, ranked: Ranked | None) -> Decision:
        if ranked is None:
            return Decision(number, None, Explanation("additive", (), "no candidate"))
        sure = ranked.probability >= self.min_confidence
        rule = "only candidate" if len(ranked.candidates) == 1 else "highest total"
        explanation = Explanation(
            kind="additive",
            candidates=ranked.candidates,
            rule=rule if sure else "not confident enough",
            scores=tuple(ranked.scores.tolist()),
            votes=Votes(self.model.groups, ranked.votes, self.weights),
            steps=(f"probability {ranked.probability:.0%}, of no candidate {ranked.no_antecedent:.0%}",),
        )
        answer = ranked.candidates[ranked.best] if sure else None
        return Decision(number, answer, explanation, probability=ranked.probability, no_antecedent=ranked.no_antecedent)


def read_shipped() -> tuple[Model, Card | None]:
    """The model that comes with the module, and its card."""
    return learned(read, None, __file__)


def build(
    *, parameters: str | Path | None = None, min_confidence: float = 0.0, without: Sequence[str] = ()
) -> Resolver:
    """The ranker.

    `parameters` is a file that `train` has filled, by default the one that comes with the module. Pronouns whose best
    answer has a probability below `min_confidence` are left open. `without` leaves out groups of features: mars_votes,
    agreement, distance, syntax, form, salience, entity_history.
    Raises `OptionError` for an unknown group, a probability that is none, and a file that holds no such parameters.
    """
    model, card = learned(read, parameters, __file__)
    return build_ranker(model, card, min_confidence, without)


def build_ranker(model: Voter, card: Card | None, min_confidence: float, without: Sequence[str]) -> Ranker:
    """The resolver of a model; raises `OptionError` as `build` does."""
    check_range("min_confidence", min_confidence, 0 <= min_confidence <= 1, "from 0 to 1")
    for group in without:
        check_choice("group", group, model.groups)
    return Ranker(model, weights(model, without), min_confidence, card)


RESOLVER = ResolverEntry(
    build,
    title="Ranker, of this project",
    summary="boosted trees rank the candidates by what all other resolvers go by, with probabilities",
    effort=2,
    train=train,
    indicators=indicators,
    english=True,
)
