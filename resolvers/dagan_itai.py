"""Dagan & Itai 1990, collocation statistics that re-rank another resolver (RAPSTAT of Lappin & Leass 1994, section 5).

The head of each candidate is put in the place of the pronoun, and the tuple that results is looked up in counts that
were learned from parsed text. No counts come with this package: they are learned from a corpus that the user gives.

"rerank" goes down the candidates by the base's scores. If the next one scores lower by no more than a margin, and is
significantly more probable in the pronoun's place, it takes over and is compared with the one after it; the first
comparison that fails ends this. "filter" is the original of 1990: candidates whose tuple was seen often enough are
approved, and the base's best approved one is the answer; if none is, the base's own.

Where this departs from the papers, or decides what they leave open:

- Re-ranking is after the fact: the base reads the whole document first, so that its classes of coreferent mentions, and
  with them the scores of later cases, follow its own answers and not those given here.
- Candidates that the base has made coreferent compete as one, by the best score among them. A pronoun stands for the
  noun that the base's answers lead back to; without one it has no statistics, which ends the comparison.
- Of several places of a pronoun the one under its own governor counts ("it has to go": "have").
- A proper name stands for its entity type. `anaphora.resolvers._dagan_itai.tuples` lists the relations.
- A candidate is significantly more probable if its probability is three times as high, and one of the two tuples was
  seen five times; probabilities are smoothed by 0.1. For bases with ranks only, the top two are compared.
- What the base leaves unresolved stays so, and reflexives keep the base's answer.
- Of equal scores the base's own answer comes first, then the more recent candidate.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers._dagan_itai.tuple_counts import Counts, count, read
from anaphora.resolvers._dagan_itai.tuples import Place, places, word
from anaphora.resolvers._data_files import read_tables
from anaphora.resolvers._options import check_choice, check_range
from anaphora.resolvers._per_document import once
from anaphora.resolvers.specs import build_resolver
from anaphora.workbench.decision import Decision, Explanation, Resolver, Votes
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.provenance.cards import Card, card_of, merge, read_learned
from anaphora.workbench.resolver_entry import Example, ResolverEntry

Mode = Literal["rerank", "filter"]
_EQUAL = 1e-9
_places = once(lambda prepared: places(prepared.annotation))


def train(examples: Iterable[Example], /) -> dict[str, object]:
    """Count words and tuples in parsed texts, whose chains are not looked at; the result can be written as JSON.

    "occurrences" gives for each word (noun lemma, or entity type of a name) how often it heads a phrase, "tuples" for
    each relation and head how often each word stood there.
    Raises `WorkbenchError` if there is nothing to count.
    """
    counts = count(example.prepared.annotation for example in examples)
    if not counts.tuples:
        problem = "The texts have no tuple such as a verb and its object. Train on texts with sentences."
        raise WorkbenchError(problem, code="nothing-to-learn")
    return counts.as_data()


@dataclass(frozen=True, slots=True)
class Rival:
    """Candidates that the base has made coreferent, represented by the best of them.

    `referent` is the mention that the base's answers lead back to, `noun` the word that stands for it (`None`: it is a
    pronoun), `tuples` how often that was seen in the pronoun's place, `occurrences` how often at all.
    """

    mention: int
    score: float
    referent: int
    noun: str | None
    tuples: int = 0
    occurrences: int = 0
    probability: float = 0.0

    def __str__(self) -> str:
        """How often it was seen in the pronoun's place."""
        return f"{self.noun} {self.tuples} of {self.occurrences}" if self.noun else "an unresolved pronoun"


@dataclass(frozen=True, slots=True, eq=False)
class DaganItai:
    """The re-ranker of a resolver `base`, which messages call `name`; see `build`.

    `margins` has the default for each kind of explanation. A `ratio` of probabilities is significant; `added` smooths
    them.
    """

    base: Resolver
    name: str
    counts: Counts
    margin: float | None
    threshold: int
    mode: Mode
    margins: Mapping[str, float]
    ratio: float
    added: float
    card: Card | None

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Let the base decide all cases, then look at each answer again (Lappin & Leass 1994, section 5).

        The rule of an explanation is "statistics" where the answer is another, "base" where it is confirmed, "none
        approved" where the filter has nothing to say, or what kept the base's answer from being looked at: "no
        candidate", "left open", "only candidate", "reflexive", "no tuple".

        Raises `OptionError` if the base cannot be re-ranked: its explanations have no scores or no margin is known.
        """
        decisions = self.base.resolve(prepared)
        referents: dict[int, int] = {}
        for decision in decisions:
            if decision.antecedent is not None:
                anaphor = prepared.cases[decision.case].anaphor
                referents[anaphor] = referents.get(decision.antecedent, decision.antecedent)
        return [self._decide(prepared, decision, referents) for decision in decisions]

    def _decide(self, prepared: Prepared, decision: Decision, referents: Mapping[int, int]) -> Decision:
        """Confirm or replace one answer of the base."""
        anaphor = prepared.mentions[prepared.cases[decision.case].anaphor]
        place = next(iter(_places(prepared).get(anaphor.head, ())), None)
        rivals = self._rivals(prepared, decision.explanation, referents, place)
        ranked = _rank(prepared, decision, rivals)
        steps: list[str] = []
        best, rule = 0, _reason_to_keep(decision, len(ranked), anaphor.pronoun == "reflexive", place)
        if place and not rule:
            steps.append(" ".join(place))
            best, rule = self._filter(ranked, steps) if self.mode == "filter" else self._rerank(decision, ranked, steps)
        answer = ranked[best].mention if best else decision.antecedent
        return Decision(decision.case, answer, _explain(decision.explanation, rivals, rule, steps))

    def _rivals(
        self, prepared: Prepared, explanation: Explanation, referents: Mapping[int, int], place: Place | None
    ) -> list[Rival]:
        """What is known of each candidate of an explanation."""
        if len(explanation.candidates) > 1 and not explanation.scores:
            raise OptionError(
                f"The resolver {self.name!r} cannot be re-ranked, since its explanations have no scores. Name a base "
                "that scores, such as lappin_leass, kennedy_boguraev or mitkov.",
                code="no-scores",
            )
        rivals = []
        for candidate, score in zip(explanation.candidates, explanation.scores, strict=False):
            referent = referents.get(candidate, candidate)
            noun = word(prepared.annotation, prepared.mentions[referent].head)
            statistics = self._look_up(place, noun) if place and noun else ()
            rivals.append(Rival(candidate, score, referent, noun, *statistics))
        return rivals

    def _look_up(self, place: Place, noun: str) -> tuple[int, int, float]:
        occurrences = self.counts.occurrences.get(noun, 0)
        return self.counts.frequency(place, noun), occurrences, self.counts.probability(place, noun, self.added)

    def _rerank(self, decision: Decision, ranked: Sequence[Rival], steps: list[str]) -> tuple[int, str]:
        """Lappin & Leass 1994, section 5: go down the list while the next one is near and significantly better."""
        order_only = decision.explanation.kind == "ladder"
        margin = math.inf if order_only else self._margin(decision.explanation.kind)
        for number, (current, following) in enumerate(pairwise(ranked[:2] if order_only else ranked)):
            behind = current.score - following.score
            if behind > margin + _EQUAL:
                outcome = f"{behind:g} behind, more than {margin:g}"
            elif not self._is_better(following, current):
                outcome = "not significantly more probable"
            else:
                outcome = "takes over"
            steps.append(f"{following} against {current}: {outcome}")
            if outcome != "takes over":
                return number, "statistics" if number else "base"
        return (1 if order_only else len(ranked) - 1), "statistics"

    def _filter(self, ranked: Sequence[Rival], steps: list[str]) -> tuple[int, str]:
        """Dagan & Itai 1990, section 2: approve what was seen often enough; of that the base's best is the answer."""
        approved = [number for number, rival in enumerate(ranked) if rival.tuples >= self.threshold]
        if not approved:
            return 0, "none approved"
        steps.append(f"approved: {', '.join(str(ranked[number]) for number in approved)}")
        return approved[0], "statistics" if approved[0] else "base"

    def _is_better(self, rival: Rival, current: Rival) -> bool:
        """Whether a rival's tuple is significantly more probable."""
        if not (rival.noun and current.noun and max(rival.tuples, current.tuples) >= self.threshold):
            return False
        return rival.probability >= self.ratio * current.probability

    def _margin(self, kind: str) -> float:
        margin = self.margins.get(kind) if self.margin is None else self.margin
        if margin is None:
            raise OptionError(
                f"No margin is known for the scores of {self.name!r} (explanations of kind {kind!r}). Give one: by "
                "how much may a candidate score less than the one before it and still take over?",
                code="no-margin",
            )
        return margin


def _reason_to_keep(decision: Decision, rivals: int, reflexive: bool, place: Place | None) -> str:
    """Why the base's answer is not looked at again (empty: it is)."""
    if not decision.explanation.candidates:
        return "no candidate"
    if decision.antecedent is None:
        return "left open"
    if rivals < 2:
        return "only candidate"
    return "reflexive" if reflexive else "no tuple" if place is None else ""


def _rank(prepared: Prepared, decision: Decision, rivals: Iterable[Rival]) -> list[Rival]:
    """The best of each referent's candidates, the base's answer first, then by score and recency."""

    def order(rival: Rival) -> tuple[bool, float, int]:
        return rival.mention != decision.antecedent, -rival.score, -prepared.mentions[rival.mention].head

    best: dict[int, Rival] = {}
    for rival in sorted(rivals, key=order):
        best.setdefault(rival.referent, rival)
    return list(best.values())


def _explain(explanation: Explanation, rivals: Sequence[Rival], rule: str, steps: Sequence[str]) -> Explanation:
    """The base's explanation with what was looked up; as that is compared, not added, its two columns weigh nothing."""
    all_steps = (f"base: {explanation.rule}", *explanation.steps, *steps)
    if not rivals:
        return replace(explanation, kind="ladder", rule=rule, steps=all_steps)
    scores = np.array(explanation.scores, np.float64)[:, None]
    votes = explanation.votes or Votes(("score",), scores, np.ones(1), unit="score of the base")
    statistics = np.array([(rival.tuples, rival.probability) for rival in rivals], np.float64)
    matrix: NDArray[np.float64] = np.column_stack([votes.matrix, statistics])
    indicators, weights = (*votes.indicators, "tuples", "probability"), np.append(votes.weights, (0.0, 0.0))
    votes = Votes(indicators, matrix, weights, unit=votes.unit)
    return replace(explanation, kind="ladder", rule=rule, steps=all_steps, votes=votes)


def build(
    *,
    counts: str | Path,
    base: str = "lappin_leass",
    margin: float | None = None,
    threshold: int = 5,
    mode: Mode = "rerank",
) -> Resolver:
    """Another resolver, re-ranked by collocation statistics.

    `counts` is a file that `train` filled; none is shipped, since counts fit the texts they are learned from. `base` is
    any other resolver whose explanations have scores; it gets its default options. `margin` is by how much a candidate
    may score lower and still win: by default 100 for salience (Lappin & Leass 1994), 1 for totals of votes, the
    logarithm of 3 for probabilities; unused where the base only ranks. A tuple must have been seen `threshold`
    times to count (Dagan & Itai 1990, section 4).
    `mode` is "rerank", or "filter" for the original procedure.
    Raises `OptionError` for unknown or impossible options and unreadable counts, `UnknownNameError` for an unknown
    base.
    """
    check_choice("mode", mode, get_args(Mode))
    check_range("margin", margin or 0, margin is None or 0 <= margin < math.inf, "0 or a positive number")
    check_range("threshold", threshold, threshold >= 1, "1 or more")
    data = read_tables("dagan_itai.toml")
    margins = {name: float(entry["margin"]) for name, entry in data["margins"].items()}
    below = build_resolver(base, seed=0)
    return DaganItai(
        base=below,
        name=base,
        counts=read(counts),
        margin=margins.get(base) if margin is None else margin,
        threshold=threshold,
        mode=mode,
        margins=margins,
        ratio=data["significance"]["ratio"],
        added=data["smoothing"]["added"],
        card=merge(read_learned(counts), card_of(below)),
    )


RESOLVER = ResolverEntry(
    build,
    title="Dagan & Itai 1990, collocation statistics that re-rank another resolver "
    "(RAPSTAT of Lappin & Leass 1994, section 5)",
    train=train,
)
