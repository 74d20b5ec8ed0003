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
- A proper name stands for its entity type. `places` lists the relations.
- A candidate is significantly more probable if its probability is three times as high, and one of the two tuples was
  seen five times; probabilities are smoothed by 0.1. A base must score its candidates: one that ranks them only, by
  rules or by order, is refused.
- What the base leaves unresolved stays so, and reflexives keep the base's answer.
- Of equal scores the base's own answer comes first, then the more recent candidate.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import PositiveInt

from anaphora.resolvers.parameters import check_choice, check_range, header, malformed, read_parameters, read_tables
from anaphora.resolvers.specs import build_resolver, is_installed
from anaphora.workbench.decision import Decision, Explanation, Resolver, Votes
from anaphora.workbench.document import Annotation, Prepared, once
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.provenance import Card, card_of, merge_cards, read_learned_card
from anaphora.workbench.resolver_entry import Example, ResolverEntry

Place: TypeAlias = tuple[str, str]
"""A relation and the lemma of its head: what a tuple is without its dependent."""

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_PART = frozenset({"compound", "flat", "fixed", "goeswith"})
_GOVERNORS = {"obj": "VERB", "iobj": "VERB", "obl": "VERB", "nmod": "NOUN"}
_NAMED = {
    "obj": "verb-object", "iobj": "verb-recipient", "obl:agent": "subject-verb", "nmod:poss": "possessor-noun",
}  # fmt: skip
_TIMES = frozenset({"DATE", "TIME"})
_CONTROLLERS = {"xcomp": ("obj", "iobj", "nsubj"), "conj": ("nsubj",)}


def places(annotation: Annotation) -> dict[int, list[Place]]:
    """Return the places of nouns, names and pronouns: first under their own governors, then where they are shared.

    The relations of the paper (section 3) are "subject-verb", "verb-object" and "adjective-noun"; Lappin & Leass 1994
    (section 5) take every head of which a pronoun is an argument or adjunct, hence also "verb-recipient",
    "possessor-noun", and one for each preposition ("verb-in", "noun-of"). As in the paper, surface structure is mapped
    to canonical structure:

    - the subject of a passive is an object, its agent a subject: what stands after "by", unless it is a time; so with
      participles that modify ("opened by him");
    - a relative pronoun stands for the noun that its clause modifies; where there is none ("the box he opened"), that
      noun is the object of the clause's innermost infinitive, or the complement of a preposition left over;
    - an infinitive or secondary predicate (xcomp) has the object of its governor for a subject, or else its subject;
    - conjoined verbs share the subject of the first, and conjoined nouns its place;
    - "full tray" and "the tray is full" are one relation; verbs include their particle ("switch off").

    Questions need no rule, since the trees mark what is fronted by its function. "Be" and nominal predicates are left
    out.
    """
    tree = _Tree(annotation)
    by_token: dict[int, list[Place]] = defaultdict(list)
    for uses in (tree.own_places(), tree.shared_places()):
        for token, place in uses:
            if annotation.pos[token] in _NOMINAL and place not in by_token[token]:
                by_token[token].append(place)
    return {token: members for token, members in by_token.items() if members}


def word(annotation: Annotation, token: int) -> str | None:
    """Return what stands for a token in tuples: a noun's lemma, a name's entity type (else "NAME"), or `None`."""
    if annotation.pos[token] == "NOUN":
        return annotation.lemma[token].lower()
    return (annotation.entity[token] or "NAME") if annotation.pos[token] == "PROPN" else None


def heads_phrase(annotation: Annotation, token: int) -> bool:
    """Return whether a word heads a phrase, and is no part of a compound or name."""
    return annotation.relation[token].partition(":")[0] not in _PART


class _Tree:
    """The dependency trees of one document, with the questions that canonical structure asks of them."""

    def __init__(self, annotation: Annotation) -> None:
        self.annotation, self.pos = annotation, annotation.pos
        self.children = annotation.children()
        self.base = ["" if name == "nsubj:outer" else name.partition(":")[0] for name in annotation.relation]
        clauses = ((token, self._relative(token)) for token in range(len(self.base)))
        self.relative = {token: clause for token, clause in clauses if clause >= 0}
        self.introduced = frozenset(self.relative.values())

    def own_places(self) -> Iterator[tuple[int, Place]]:
        """The places of each governor's own dependents and of their conjuncts."""
        for token in range(len(self.base)):
            place = self._place(token)
            if place:
                yield from ((member, place) for member in self._members(token))

    def shared_places(self) -> Iterator[tuple[int, Place]]:
        """The places of arguments that predicates share with another word."""
        for token in range(len(self.base)):
            if self.pos[token] in ("VERB", "ADJ") and self._child(token, "nsubj") < 0:
                subject = self._shared_subject(token)
                place = self._as_subject(token) if subject >= 0 else None
                if place:
                    yield from ((member, place) for member in self._members(subject))
            if self.annotation.relation[token] == "acl:relcl":
                place = self._gap(token)
                if place:
                    yield self.annotation.head[token], place

    def _place(self, token: int) -> Place | None:
        """The relation of a dependent to its governor, if it is one that counts."""
        governor, base = self.annotation.head[token], self.base[token]
        if base == "nsubj":
            return self._as_subject(governor)
        kind = _GOVERNORS.get(base)
        if self.pos[governor] != kind:
            return None
        case = self._child(token, "case")
        preposition = self.annotation.lemma[case].lower() if case >= 0 else ""
        named = _NAMED.get(self.annotation.relation[token])
        if preposition == "by" and self._is_passive(governor) and self.annotation.entity[token] not in _TIMES:
            named = _NAMED["obl:agent"]  # which treebanks and parsers may call obl alone
        return self._place_under(named or f"{kind.lower()}-{preposition}", governor)

    def _as_subject(self, predicate: int) -> Place | None:
        """The canonical relation of the subject of a verb or adjective."""
        if self.pos[predicate] == "ADJ":
            return self._place_under("adjective-noun", predicate)
        if self.pos[predicate] != "VERB":
            return None
        return self._place_under("verb-object" if self._is_passive(predicate) else "subject-verb", predicate)

    def _place_under(self, relation: str, head: int) -> Place | None:
        """A place under a head, unless that is "be" or an oblique has no preposition."""
        lemma = self.annotation.lemma[head].lower()
        if relation.endswith("-") or lemma == "be":
            return None
        particles = [child for child in self.children[head] if self.annotation.relation[child] == "compound:prt"]
        return relation, " ".join([lemma, *(self.annotation.lemma[child].lower() for child in particles)])

    def _is_passive(self, verb: int) -> bool:
        """Return whether a verb is passive, by its auxiliary or subject, or else by the verb it is conjoined to."""
        while True:
            below = {self.annotation.relation[child] for child in self.children[verb]}
            if below & {"aux:pass", "nsubj:pass"}:
                return True
            if self.annotation.tag[verb] != "VBN" or below & {"aux", "nsubj"}:
                return False
            if self.base[verb] != "conj" or self.annotation.head[verb] == verb:
                return True
            verb = self.annotation.head[verb]

    def _shared_subject(self, predicate: int) -> int:
        """The subject of a predicate that has none of its own (-1: none is to be found)."""
        clause = predicate
        while (governor := self.annotation.head[clause]) != clause:
            participle = self.annotation.relation[clause] == "acl" and self.annotation.tag[clause] in ("VBG", "VBN")
            if self.base[clause] == "amod" or participle:
                return governor
            for function in _CONTROLLERS.get(self.base[clause], ()):
                token = self._child(governor, function)
                if token >= 0:
                    return token
            if self.base[clause] not in _CONTROLLERS:
                break
            clause = governor
        return -1

    def _gap(self, clause: int) -> Place | None:
        """Return the place of the noun that a relative clause without a relative word modifies."""
        if clause in self.introduced or self._child(clause, "nsubj") < 0:
            return None
        while (deeper := self._child(clause, "xcomp")) >= 0:
            clause = deeper
        if self.pos[clause] != "VERB" or self._is_passive(clause):
            return None
        for child in self.children[clause]:
            if self.pos[child] == "ADP" and self.base[child] == "obl":
                return self._place_under(f"verb-{self.annotation.lemma[child].lower()}", clause)
        complete = any(self.base[child] in ("obj", "ccomp") for child in self.children[clause])
        return None if complete else self._place_under("verb-object", clause)

    def _relative(self, token: int) -> int:
        """The relative clause that a relative word introduces (-1: the word is none, or is modified itself)."""
        if "PronType=Rel" in self.annotation.morphology[token] and self._child(token, "acl") < 0:
            while self.annotation.head[token] != token:
                if self.annotation.relation[token] == "acl:relcl":
                    return token
                token = self.annotation.head[token]
        return -1

    def _members(self, token: int) -> Sequence[int]:
        """The words that share a place: conjuncts; of a relative pronoun the noun that its clause modifies."""
        if token in self.relative:
            return (self.annotation.head[self.relative[token]],)
        return (token, *(child for child in self.children[token] if self.base[child] == "conj"))

    def _child(self, token: int, base: str) -> int:
        """The first dependent with a relation (-1: none)."""
        return next((child for child in self.children[token] if self.base[child] == base), -1)


_NAME = "dagan_itai"


@dataclass(frozen=True, slots=True, eq=False)
class TupleCounts:
    """Counts of how often each word heads a phrase, and stands at each head in each relation."""

    occurrences: Mapping[str, PositiveInt]
    tuples: Mapping[str, Mapping[str, Mapping[str, PositiveInt]]]

    def frequency(self, place: Place, noun: str) -> int:
        """Return how often the word stood in that place."""
        relation, head = place
        return self.tuples.get(relation, {}).get(head, {}).get(noun, 0)

    def probability(self, place: Place, noun: str, added: float) -> float:
        """Return the probability of the place, given the word: `added` is added to the count of each of its heads.

        A relation of which nothing was counted has one head, the one that is asked for.
        """
        heads = max(1, len(self.tuples.get(place[0], ())))
        return (self.frequency(place, noun) + added) / (self.occurrences.get(noun, 0) + added * heads)

    def as_data(self) -> dict[str, object]:
        """The content of a file of counts, in alphabetical order."""
        return {
            **header(_NAME),
            "occurrences": dict(sorted(self.occurrences.items())),
            "tuples": {
                relation: {head: dict(sorted(nouns.items())) for head, nouns in sorted(heads.items())}
                for relation, heads in sorted(self.tuples.items())
            },
        }


def count(texts: Iterable[Annotation]) -> TupleCounts:
    """Count words and tuples in parsed texts; pronouns, which are uninformative, are skipped."""
    occurrences: Counter[str] = Counter()
    tuples: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for annotation in texts:
        places_of = places(annotation)
        for token in range(len(annotation.pos)):
            noun = word(annotation, token)
            if noun and heads_phrase(annotation, token):
                occurrences[noun] += 1
                for relation, head in places_of.get(token, ()):
                    tuples[relation][head][noun] += 1
    return TupleCounts(occurrences, tuples)


def read(path: str | Path) -> TupleCounts:
    """Read a file of counts.

    Raises `OptionError` if it is no such file, or a word stands in a place more often than it occurs.
    """
    counts = read_parameters(path, TupleCounts, _NAME)
    for relation, heads in counts.tuples.items():
        for head, nouns in heads.items():
            for noun, number in nouns.items():
                total = counts.occurrences.get(noun, 0)
                if number > total:
                    problem = f"{noun!r} stands {number} times in {relation!r} with {head!r}, but occurs {total} times"
                    raise malformed(path, _NAME, problem)
    return counts


Mode = Literal["rerank", "filter"]
_EQUAL = 1e-9
_places = once(places)


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
        """Return how often the noun was seen in the pronoun's place, for people to read."""
        return f"{self.noun} {self.tuples} of {self.occurrences}" if self.noun else "an unresolved pronoun"


@dataclass(frozen=True, slots=True, eq=False)
class DaganItai:
    """The re-ranker of a resolver `base`, which messages call `name`; see `build`.

    `margins` has the default for each kind of explanation. A `ratio` of probabilities is significant; `added` smooths
    them.
    """

    base: Resolver
    name: str
    counts: TupleCounts
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
        place = next(iter(_places(prepared.annotation).get(anaphor.head, ())), None)
        rivals = self._rivals(prepared, decision.explanation, referents, place)
        ranked = _rank(prepared, decision, rivals)
        steps: list[str] = []
        best = 0
        rule = _reason_to_keep(decision, len(ranked), anaphor.pronoun == "reflexive", place)
        if place and not rule:
            steps.append(" ".join(place))
            best, rule = self._filter(ranked, steps) if self.mode == "filter" else self._rerank(decision, ranked, steps)
        answer = ranked[best].mention if best else decision.antecedent
        return Decision(decision.case, answer, _explain(decision.explanation, rivals, rule, steps))

    def _rivals(
        self, prepared: Prepared, explanation: Explanation, referents: Mapping[int, int], place: Place | None
    ) -> list[Rival]:
        """Return what is known of each candidate of an explanation."""
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
            rival = Rival(candidate, score, referent, noun)
            if place and noun:
                rival = replace(
                    rival,
                    tuples=self.counts.frequency(place, noun),
                    occurrences=self.counts.occurrences.get(noun, 0),
                    probability=self.counts.probability(place, noun, self.added),
                )
            rivals.append(rival)
        return rivals

    def _rerank(self, decision: Decision, ranked: Sequence[Rival], steps: list[str]) -> tuple[int, str]:
        """Lappin & Leass 1994, section 5: go down the list while the next one is near and significantly better."""
        margin = self._margin(decision.explanation.kind)
        for number, (current, following) in enumerate(pairwise(ranked)):
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
        return len(ranked) - 1, "statistics"

    def _filter(self, ranked: Sequence[Rival], steps: list[str]) -> tuple[int, str]:
        """Dagan & Itai 1990, section 2: approve what was seen often enough; of that the base's best is the answer."""
        approved = [number for number, rival in enumerate(ranked) if rival.tuples >= self.threshold]
        if not approved:
            return 0, "none approved"
        steps.append(f"approved: {', '.join(str(ranked[number]) for number in approved)}")
        return approved[0], "statistics" if approved[0] else "base"

    def _is_better(self, rival: Rival, current: Rival) -> bool:
        """Return whether a rival's tuple is significantly more probable."""
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
    """Return why the base's answer is kept without a comparison; empty if it is compared."""
    if not decision.explanation.candidates:
        return "no candidate"
    if decision.antecedent is None:
        return "left open"
    if rivals < 2:
        return "only candidate"
    if reflexive:
        return "reflexive"
    return "no tuple" if place is None else ""


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
    indicators = (*votes.indicators, "tuples", "probability")
    weights = np.append(votes.weights, (0.0, 0.0))
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
    logarithm of 3 for probabilities. A tuple must have been seen `threshold` times to count (Dagan & Itai 1990,
    section 4).
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
        card=merge_cards(read_learned_card(counts), card_of(below)),
    )


RESOLVER = ResolverEntry(
    build,
    title="Dagan & Itai 1990, collocation statistics that re-rank another resolver "
    "(RAPSTAT of Lappin & Leass 1994, section 5)",
    code={"base": is_installed},
    train=train,
    english=True,
)
