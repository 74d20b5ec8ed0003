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
- Where no candidate is left, "they" may be persons that were named one by one (Hobbs 1978), and other pronouns what
  follows in the sentence and is salient enough (Lappin & Leass 1994). Such answers have no probability.

The parameters that come with the module were learned from the freely licensed genres of GUM, with automatic and with
perfect input; `ranker.json` says more.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import compress, count
from pathlib import Path
from typing import Annotated, Protocol, TypeAlias

import numpy as np
from pydantic import Field

from anaphora.resolvers.columns import Marks, columns_of
from anaphora.resolvers.hobbs import Hobbs
from anaphora.resolvers.lappin_leass import LappinLeass
from anaphora.resolvers.parameters import Score, check_choice, check_range, header, learned, malformed, read_parameters
from anaphora.resolvers.ranking.features import GROUPS, NAMES, SOURCES, History, Values, by_case
from anaphora.resolvers.ranking.forest import LEAF, TREES, Forest, ForestData, Growth, Lesson, build_forest, grow
from anaphora.workbench.arrays import Flags, Numbers
from anaphora.workbench.decision import Decision, Explanation, Resolver, Votes
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.provenance import Card
from anaphora.workbench.resolver_entry import Example, ResolverEntry

_GROUP_OF = np.repeat(np.arange(len(GROUPS)), [len(names) for names in GROUPS.values()])
UNIT = 1 / 16
"""Contributions are rounded to whole multiples of this, so that they are votes, and add up exactly."""
_MOST = 127
FOLDS = 5
Scale: TypeAlias = Annotated[float, Field(gt=0, le=100)]
_LEAST = 1e-3
_NAME = "ranker"
_CENTRE = "centre"


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The candidates that the history of a document leaves to a case: mentions, places in `compatible`, features.

    `centre` are the votes for what the text is about.
    """

    prepared: Prepared
    case: int
    candidates: tuple[int, ...]
    places: Sequence[int]
    values: Values
    centre: Sequence[int]


class Voter(Protocol):
    """Voter that ranks: its groups have weights, and their weighted votes add up to the score of a candidate."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups that vote."""
        ...

    @property
    def weights(self) -> Numbers:
        """The multipliers of the votes of each group."""
        ...

    def votes(self, pool: Pool) -> Marks:
        """Return the votes of each group, in whole units: candidates x groups."""
        ...

    def calibration(self, prepared: Prepared) -> "Calibration":
        """Return the calibration of scores for a document."""
        ...


@dataclass(frozen=True, slots=True)
class Calibration:
    """Calibration, which turns scores into probabilities.

    Those of candidates are in proportion to exp(`scale` * score), their sum to exp(`open`) for no antecedent. `weight`
    is that of the sum's logarithm: below 1, many candidates or high scores say less of whether any is right.
    """

    scale: Scale = 1.0
    open: Score = 0.0
    weight: Scale = 1.0

    def chances(self, scores: Numbers) -> Numbers:
        """The probability of each candidate, and last that of no antecedent."""
        powers = self.scale * scores
        sum_of_all = np.logaddexp.reduce(powers)
        odds = self.weight * sum_of_all - self.open
        return np.append(np.exp(powers - sum_of_all - np.logaddexp(0, -odds)), np.exp(-np.logaddexp(0, odds)))


@dataclass(frozen=True, eq=False)
class Model:
    """Model that has been learned: its trees, and the calibration of its scores."""

    forest: Forest
    calibrated: Calibration = field(default_factory=Calibration)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of features, and the centre."""
        return (*GROUPS, _CENTRE)

    @property
    def weights(self) -> Numbers:
        """The same for all groups."""
        return np.full(len(self.groups), UNIT)

    def votes(self, pool: Pool) -> Marks:
        """Return the votes of each group of features, in whole units: candidates x groups."""
        contributions = in_units(self.forest.contributions(pool.values, self._shares))
        return np.column_stack([contributions, np.array(pool.centre, np.int8)])

    @cached_property
    def _shares(self) -> Numbers:
        return self.forest.shares(_GROUP_OF)

    def calibration(self, prepared: Prepared) -> Calibration:  # noqa: ARG002 (it is the same for all)
        """Return the calibration of scores."""
        return self.calibrated

    def as_data(self) -> dict[str, object]:
        """The content of a file of parameters."""
        return {**header(_NAME), "features": list(NAMES), **asdict(self.calibrated), "trees": self.forest.as_data()}


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """A case with its candidates, what speaks for each, and which is the best (a row).

    `entity` marks the candidates of the entity that the best one belongs to, and `probability` is that of them all: an
    answer is right if it is any mention of the right entity. `no_antecedent` is the probability of none.
    """

    case: int
    candidates: tuple[int, ...]
    votes: Marks
    scores: Numbers
    best: int
    entity: Flags
    probability: float
    no_antecedent: float


Told: TypeAlias = tuple[Ranked, bool]
"""An answer of a model, and whether it is right."""


def in_units(contributions: Numbers) -> Marks:
    """Contributions as votes."""
    return np.clip(np.round(contributions / UNIT), -_MOST, _MOST).astype(np.int8)


def weights(model: Voter, without: Collection[str] = ()) -> Numbers:
    """The weights of the votes of all groups, 0 for those left out."""
    kept = [group not in without for group in model.groups]
    return np.where(kept, model.weights, 0.0)


def rank(prepared: Prepared, model: Voter, weighed: Numbers, least: float = 0.0) -> Iterator[Ranked]:
    """The cases that have a candidate, in text order; answers with a probability of `least` or more make history.

    `weighed` are `weights`, which multiply the votes of the groups.
    """
    entities = History(prepared)
    heads = columns_of(prepared).head.tolist()
    calibration = model.calibration(prepared)
    numbers = {case.anaphor: number for number, case in enumerate(prepared.cases)}
    for mention in range(len(prepared.mentions)):
        answer = None
        pool = find_pool(prepared, entities, numbers[mention]) if mention in numbers else None
        if pool is not None:
            candidates = pool.candidates
            votes = model.votes(pool)
            scores = votes @ weighed
            _, _, best = max(zip(scores.tolist(), [heads[index] for index in candidates], count(), strict=False))
            entity = np.array([entities.same_entity(candidates[best], candidate) for candidate in candidates], bool)
            *chances, none = calibration.chances(scores).tolist()
            probability = min(1.0, sum(compress(chances, entity)))
            yield Ranked(pool.case, candidates, votes, scores, best, entity, probability, none)
            answer = candidates[best] if probability >= least else None
        entities.add(answer)


def find_pool(prepared: Prepared, entities: History, number: int) -> Pool | None:
    """The candidates of a case that its history leaves, with their features; `None` if it leaves none."""
    case = prepared.cases[number]
    places = entities.consistent(case)
    if not places:
        return None
    candidates = tuple([case.compatible[index] for index in places])
    changing = np.array(entities.rows(case, candidates), np.int16)
    values = np.hstack([by_case(prepared)[number][places], changing])
    return Pool(prepared, number, candidates, places, values, entities.centre(case, candidates))


@dataclass(frozen=True, slots=True)
class _Parameters:
    """The content of a file of parameters."""

    features: list[str]
    scale: Scale
    open: Score
    trees: ForestData
    weight: Scale = 1.0


def read(path: Path) -> Model:
    """The model of a file. Raises `OptionError` where it cannot be read or is not what training writes."""
    data = read_parameters(path, _Parameters, _NAME)
    if data.features != list(NAMES):
        raise malformed(path, _NAME, "'features' are not those of this version")
    try:
        forest = build_forest(data.trees, len(NAMES))
    except ValueError as error:
        raise malformed(path, _NAME, f"trees: {error}") from error
    return Model(forest, Calibration(data.scale, data.open, data.weight))


def pools(example: Example) -> Iterator[tuple[Pool, Flags]]:
    """The cases of a document that have candidates, with the history that its key gives, and what is right."""
    prepared, chains = example.prepared, example.chains
    entities = History(prepared)
    last: dict[int, int] = {}
    numbers = {case.anaphor: number for number, case in enumerate(prepared.cases)}
    for mention, chain in enumerate(chains):
        pool = find_pool(prepared, entities, numbers[mention]) if mention in numbers else None
        if pool is not None:
            yield pool, np.array([chains[candidate] == chain >= 0 for candidate in pool.candidates], bool)
        entities.add(last.get(chain) if mention in numbers else None)
        if chain >= 0:
            last[chain] = mention


def lesson(found: Iterable[tuple[Pool, Flags]]) -> Lesson:
    """Return the cases of a document as a lesson: what to learn from."""
    values = [np.zeros((0, len(NAMES)), np.int16)]
    right = [np.zeros(0, bool)]
    for pool, flags in found:
        values.append(pool.values)
        right.append(flags)
    return Lesson(np.concatenate(values), np.concatenate(right), np.array([len(row) for row in right[1:]], np.int64))


def answers(example: Example, model: Voter) -> Iterator[Told]:
    """Yield the answers of a model to a document, and whether each is right."""
    chains, cases = example.chains, example.prepared.cases
    for ranked in rank(example.prepared, model, weights(model)):
        yield ranked, chains[ranked.candidates[ranked.best]] == chains[cases[ranked.case].anaphor] >= 0


def calibrate(told: Sequence[Told]) -> tuple[Calibration, float]:
    """Return the calibration that makes the outcomes of answers most probable, and the mean surprise that is left."""
    from scipy.optimize import minimize

    if not told:
        return Calibration(), 0.0
    right = np.array([is_right for _, is_right in told])

    def at(point: Numbers) -> Calibration:
        scale, weight = np.exp(point[[0, 2]]).round(4).tolist()
        return Calibration(scale, round(float(point[1]), 4), weight)

    def surprise(point: Numbers) -> float:
        tried = at(point)
        sure = np.array([tried.chances(ranked.scores)[:-1][ranked.entity].sum() for ranked, _ in told])
        return -float(np.log(np.maximum(np.where(right, sure, 1 - sure), _LEAST)).mean())

    start = [[0.0, 0.0, 0.0], [-0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, -0.5]]
    options = {"xatol": 0.002, "fatol": 1e-5, "initial_simplex": start}
    fitted = minimize(surprise, np.zeros(3), method="Nelder-Mead", options=options)
    return at(fitted.x), float(fitted.fun)


def train(examples: Iterable[Example], /, *, trees: int = TREES, leaf: int = LEAF) -> dict[str, object]:
    """The parameters that examples give, to be written to a JSON file.

    `trees` is their number, and `leaf` the least number of candidates in a leaf of a tree. Probabilities are calibrated
    by documents that are held out in turn; with fewer than `FOLDS` documents they are not calibrated.
    Raises `OptionError` where no pronoun has an antecedent among its candidates, and for an option out of range.
    """
    growth = Growth(trees, leaf)
    documents = list(examples)
    lessons = [lesson(pools(example)) for example in documents]
    if not any(cases.right.any() for cases in lessons):
        problem = "No pronoun has an antecedent among its candidates, so there is nothing to learn."
        raise OptionError(f"{problem} Train on a corpus whose chains have pronouns.", code="nothing-to-learn")
    texts = dict.fromkeys(example.prepared.document.id for example in documents)
    folds = {text: number % FOLDS for number, text in enumerate(texts)}
    fold_of = [folds[example.prepared.document.id] for example in documents]
    outcomes: list[Told] = []
    for held_out in sorted(set(fold_of)) if len(texts) >= FOLDS else ():
        rest = [cases for cases, fold in zip(lessons, fold_of, strict=True) if fold != held_out]
        model = Model(grow(rest, growth))
        for example, fold in zip(documents, fold_of, strict=True):
            if fold == held_out:
                outcomes += answers(example, model)
    return Model(grow(lessons, growth), calibrate(outcomes)[0]).as_data()


def indicators() -> dict[str, str]:
    """The groups of features, each with its source."""
    return dict(SOURCES)


def _beyond_candidates(prepared: Prepared, left: Sequence[int]) -> dict[int, Decision]:
    """Answers to what is left: of Lappin & Leass 1994, which follow the pronoun, or several mentions of Hobbs 1978."""
    answers = [answer for answer in LappinLeass().resolve(prepared) if answer.cataphoric is not None]
    answers += [answer for answer in Hobbs(binding="lappin_leass", split=True).answers(prepared, left) if answer.others]
    found: dict[int, Decision] = {}
    for answer in answers:
        named = tuple([index for index in (answer.antecedent, *answer.others) if index is not None])
        rule = f"no candidate, but {'several together' if named else 'what follows'}"
        found[answer.case] = replace(answer, explanation=Explanation("additive", named, rule))
    return found


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
        decisions = {number: self._decide(number, answer) for number, answer in ranked.items()}
        left = [number for number in range(len(prepared.cases)) if number not in decisions]
        if left and not self.min_confidence:
            decisions = _beyond_candidates(prepared, left) | decisions
        nothing = Explanation("additive", (), "no candidate")
        return [decisions.get(number) or Decision(number, None, nothing) for number in range(len(prepared.cases))]

    def _decide(self, number: int, ranked: Ranked) -> Decision:
        sure = ranked.probability >= self.min_confidence
        rule = "only candidate" if len(ranked.candidates) == 1 else "highest total"
        explanation = Explanation(
            kind="additive",
            candidates=ranked.candidates,
            rule=rule if sure else "not confident enough",
            scores=tuple(ranked.scores.tolist()),
            votes=Votes(self.model.groups, ranked.votes, self.weights),
            steps=(f"probability {ranked.probability:.0%}, that none is right {ranked.no_antecedent:.0%}",),
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
