"""Building the trace: every key anaphor is followed through the shared stages and through each resolver."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate
from math import inf, nan
from typing import Self

import numpy as np

from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Case, Document, Mention, Prepared, Span
from anaphora.workbench.key import MATCHES, Antecedent, GoldMention, Key, Match, gold_head, matches
from anaphora.workbench.language.anaphors import NOUN_PHRASES
from anaphora.workbench.preparation import AnaphorKind
from anaphora.workbench.trace.document import Answered, Confidence, DocumentTrace, KeyAnaphor, Outcome, Stretch
from anaphora.workbench.trace.key_anaphors import (
    Asked,
    KeyAnaphors,
    SetApart,
    is_clause,
    is_key_pronoun,
    is_pronoun,
    key_anaphors,
)

_EPSILON = 1e-9  # totals of weighted votes that differ by less are tied


@dataclass(frozen=True, slots=True)
class Criteria:
    """The conditions of a right answer: how spans match, and which antecedents are acceptable.

    `chain`: any mention of the anaphor's chain before it; `nominal`: moreover the resolver's own answers, followed
    from there to the first mention that is no pronoun, stay in the chain (Charniak & Elsner 2009, after Mitkov 2001);
    `nearest`: the nearest mention of the chain that is neither a pronoun nor a clause. With `clausal` anaphors of
    clauses count too, as `key_anaphors` tells them, and clauses may be the nearest.
    """

    match: Match = "strict"
    antecedent: Antecedent = "chain"
    anaphors: AnaphorKind = "third-person"
    clausal: bool = False


def trace(
    document: Document,
    key: Key,
    prepared: Prepared,
    decisions: Mapping[str, Sequence[Decision]],
    criteria: Criteria,
    *,
    confidences: bool = False,
) -> DocumentTrace:
    """Follow every key anaphor of one document through the shared stages and through each resolver.

    With `confidences` the trace also says how sure each resolver is of its answers.
    """
    listed = key_anaphors(document, key, criteria.anaphors, prepared.annotation, clausal=criteria.clausal)
    tracer = _Tracer(document, key, prepared, criteria)
    tracer.find([mention.span for mention in listed.asked])
    anaphors = tuple(map(tracer.anaphor, listed.asked))
    right = [tracer.fitting(anaphor, decisions) for anaphor in anaphors]
    cases = {anaphor.case for anaphor in anaphors}
    of_clauses = {mention.span for mention in listed.apart["clausal"]}
    spans = [prepared.mentions[case.anaphor].span for case in prepared.cases]
    counted = _counted(document, key, prepared, criteria, listed)
    pronouns = {span.start for span in of_clauses if is_key_pronoun(document, span, "all")}
    outside = tracer.non_anaphoric({anaphor.span.start for anaphor in anaphors}, pronouns)
    asked = [number for number, span in enumerate(spans) if len(span) == 1 and span.start in outside]
    outcomes = {
        name: tuple(tracer.outcome(*row, answers) for row in zip(anaphors, right, strict=True))
        for name, answers in decisions.items()
    }
    return DocumentTrace(
        document_id=document.id,
        genre=document.genre,
        anaphors=anaphors,
        outcomes=outcomes,
        identified=len(counted),
        attempted={
            name: sum(answers[number].antecedent is not None for number in counted)
            for name, answers in decisions.items()
        },
        spurious=tuple(spans[number] for number in counted if number not in cases),
        not_counted=listed.not_counted,
        words=len(document.words),
        non_anaphoric=dict(sorted(Counter(outside.values()).items())),
        left={
            name: len(outside) - sum(answers[number].antecedent is not None for number in asked)
            for name, answers in decisions.items()
        },
        cataphoric={name: tracer.cataphoric(listed.apart["cataphora"], answers) for name, answers in decisions.items()},
        split={name: tracer.split(listed.apart["split_antecedent"], answers) for name, answers in decisions.items()},
        confidences={
            name: confidence(prepared, answers, counted, cases, _right_cases(anaphors, outcomes[name]))
            for name, answers in (decisions if confidences else {}).items()
        },
    )


def counted_cases(document: Document, key: Key, prepared: Prepared, criteria: Criteria) -> list[int]:
    """List the cases whose answers precision counts: key anaphors, and mentions that are no pronouns of the key."""
    listed = key_anaphors(document, key, criteria.anaphors, prepared.annotation, clausal=criteria.clausal)
    return _counted(document, key, prepared, criteria, listed)


def _counted(document: Document, key: Key, prepared: Prepared, criteria: Criteria, listed: KeyAnaphors) -> list[int]:
    beside = {span for chain in key.chains for span in chain if is_key_pronoun(document, span, criteria.anaphors)}
    beside |= {mention.span for mention in listed.apart["clausal"]}
    beside -= {mention.span for mention in listed.asked}
    return [n for n, case in enumerate(prepared.cases) if prepared.mentions[case.anaphor].span not in beside]


def right_candidates(document: Document, key: Key, prepared: Prepared, criteria: Criteria) -> dict[int, list[int]]:
    """Return for each case that is a key anaphor the candidates in scope that are right answers, in text order.

    Those that agreement removes are among them; `answerable` tells which are left.
    """
    tracer = _Tracer(document, key, prepared, criteria)
    asked = key_anaphors(document, key, criteria.anaphors, prepared.annotation, clausal=criteria.clausal).asked
    cases = tracer.find([mention.span for mention in asked])[criteria.match]
    right = {}
    for mention in (mention for mention in asked if mention.span in cases):
        case = cases[mention.span]
        acceptable = tracer.acceptable(mention.earlier)
        right[case] = [
            number
            for number in prepared.cases[case].candidates
            if tracer.reaches((number,), acceptable, mention.chain, criteria.match)
        ]
    return right


def best_answers(document: Document, key: Key, prepared: Prepared, criteria: Criteria) -> list[int | None]:
    """Return the answer to each case with which every anaphor is right that MAX counts: the most recent right one.

    Under `nominal` other pronouns of the key have one too, if it leads on to a nominal of their chain.
    """
    tracer = _Tracer(document, key, prepared, criteria)
    leads = tracer.leads(criteria.match) if criteria.antecedent == "nominal" else ()
    right = right_candidates(document, key, prepared, criteria)
    best = []
    for number, case in enumerate(prepared.cases):
        pool = answerable(prepared, case)
        chains = tracer.chains_of(case.anaphor, criteria.match) if leads else ()
        onward = [mention for mention in pool if any((mention, chain) in leads for chain in chains)]
        best.append(max(set(pool).intersection(right.get(number, ())) or onward, default=None))
    return best


def mention_chains(document: Document, key: Key, prepared: Prepared, how: Match) -> tuple[int, ...]:
    """Return the number of the key chain that each prepared mention matches, -1 for none; `how` as for `matches`.

    Of several key mentions that it matches (by lenient matching only) the one most like it in length counts.
    """
    return tuple(_Tracer(document, key, prepared, Criteria(how)).chains(range(len(prepared.mentions))))


def answerable(prepared: Prepared, case: Case) -> tuple[int, ...]:
    """The candidates among which MAX looks for a right one: of a pronoun those that agree, of a noun phrase all.

    Noun phrases need not agree with what they refer to ("I ... Ann", "the couple ... they ... the parents"), and chain
    resolvers do without the shared agreement filter.
    """
    return case.compatible if prepared.mentions[case.anaphor].kind == "pronoun" else case.candidates


@dataclass(frozen=True, slots=True)
class _Index:
    """Spans in text order with the place of each, and up to each place the last head, the last end and last nominal.

    Nominals are places too, -1 where there is none.
    """

    spans: Sequence[Span]
    places: Mapping[Span, int]
    heads: Sequence[int]
    ends: Sequence[int]
    nominals: Sequence[int]

    @classmethod
    def of(cls, spans: Sequence[Span], heads: Mapping[Span, int], is_no_nominal: Callable[[Span], bool]) -> Self:
        """Index spans in text order, of which `heads` has the heads."""
        places: dict[Span, int] = {}
        for row, span in enumerate(spans):
            places.setdefault(span, row)
        nominals = (-1 if is_no_nominal(span) else row for row, span in enumerate(spans))
        columns = ((heads[span] for span in spans), (span.end for span in spans), nominals)
        return cls(spans, places, *(list(accumulate(column, max)) for column in columns))


class _Tracer:
    """One document's key and preparation, indexed for the questions below."""

    def __init__(self, document: Document, key: Key, prepared: Prepared, criteria: Criteria) -> None:
        self.document, self.key, self.prepared, self.criteria = document, key, prepared, criteria
        self.cases = {prepared.mentions[case.anaphor].span: number for number, case in enumerate(prepared.cases)}
        self.filtered = {entry.token for entry in prepared.non_anaphoric}
        spans = [span for chain in key.chains for span in chain]
        self.chain_numbers: dict[Span, list[int]] = {}
        for number, chain in enumerate(key.chains):
            for span in chain:
                self.chain_numbers.setdefault(span, []).append(number)
        self.heads = {span: gold_head(span, key.attributes.get(span), prepared.annotation) for span in spans}
        self.gold_at: dict[int, list[GoldMention]] = {}
        for span in spans:
            minimum = key.attributes[span].minimum if span in key.attributes else None
            gold = GoldMention(span, self.heads[span], minimum)
            self.gold_at.setdefault(minimum.start if minimum else gold.head, []).append(gold)
        self.matched: dict[tuple[int, str], frozenset[Span]] = {}
        self.case_of: dict[str, dict[Span, int]] = {}
        self.indices: dict[int, _Index] = {}
        self.led: dict[str, Set[tuple[int, int]]] = {}

    def find(self, anaphors: Sequence[Span]) -> dict[str, dict[Span, int]]:
        """Find each key anaphor's case by how spans match; a pronoun's is of the same token, a case has one anaphor."""
        exact = {span: self.cases[span] for span in anaphors if span in self.cases}
        self.case_of = dict.fromkeys(MATCHES, exact)
        if self.criteria.anaphors in NOUN_PHRASES:
            self.case_of |= {how: self._matching(anaphors, exact, how) for how in MATCHES if how != "strict"}
        return self.case_of

    def _matching(self, anaphors: Sequence[Span], exact: Mapping[Span, int], how: Match) -> dict[Span, int]:
        """Add cases for anaphors that have none of the same span: of those left, the one most alike in length."""
        open_spans = set(anaphors) - exact.keys()
        taken = set(exact.values())
        pairs = sorted(
            (abs(len(gold) - len(span)), number, gold)
            for span, number in self.cases.items()
            if number not in taken and self.prepared.mentions[self.prepared.cases[number].anaphor].kind != "pronoun"
            for gold in self.stands_for(self.prepared.cases[number].anaphor, how) & open_spans
        )
        cases = dict(exact)
        for _, number, gold in pairs:
            if gold not in cases and number not in taken:
                cases[gold] = number
                taken.add(number)
        return cases

    def chains(self, mentions: Iterable[int]) -> list[int]:
        """Return the number of the key chain of each mention; see `mention_chains`."""
        numbers = []
        for mention in mentions:
            length = len(self.prepared.mentions[mention].span)
            like = [(abs(len(gold) - length), gold) for gold in self.stands_for(mention, self.criteria.match)]
            numbers.append(self.chain_numbers[min(like)[1]][0] if like else -1)
        return numbers

    def cataphoric(self, pronouns: Sequence[SetApart], answers: Sequence[Decision]) -> Answered:
        """The cataphoric answers, and those to the key's cataphors that name a later mention of the chain."""
        by_case = {answer.case: answer.cataphoric for answer in answers if answer.cataphoric is not None}
        asked = ((by_case.get(self.cases.get(pronoun.span, -1)), pronoun.later) for pronoun in pronouns if by_case)
        named = ((answer, later) for answer, later in asked if answer is not None)
        return Answered(
            len(by_case), sum(self.any_match((answer,), later, self.criteria.match) for answer, later in named)
        )

    def split(self, pronouns: Sequence[SetApart], answers: Sequence[Decision]) -> Answered:
        """The split antecedents, and those to pronouns whose key has antecedents of exactly these entities."""
        by_case = {answer.case: answer for answer in answers if answer.others}
        right = 0
        for pronoun in pronouns if by_case else ():
            answer = by_case.get(self.cases.get(pronoun.span, -1))
            if answer is not None and answer.antecedent is not None:
                right += set(self.chains((answer.antecedent, *answer.others))) == set(self.key.split[pronoun.span])
        return Answered(len(by_case), right)

    def fitting(self, anaphor: KeyAnaphor, decisions: Mapping[str, Sequence[Decision]]) -> set[int]:
        """The right answers among the candidates that resolvers weighed."""
        case = anaphor.case
        if case is None:
            return set()
        weighed = set[int]().union(*(answers[case].explanation.candidates for answers in decisions.values()))
        return {number for number in weighed if self.any_match((number,), anaphor.acceptable, self.criteria.match)}

    def stands_for(self, number: int, how: Match) -> frozenset[Span]:
        """The key mentions that a mention of ours matches."""
        if (number, how) not in self.matched:
            mention, words = self.prepared.mentions[number], self.document.words
            near = [gold for token in mention.span for gold in self.gold_at.get(token, ())]
            self.matched[number, how] = frozenset(
                gold.span for gold in near if matches(mention.span, mention.head, gold, words, how)
            )
        return self.matched[number, how]

    def any_match(self, numbers: Iterable[int], acceptable: tuple[Span, ...] | Stretch, how: Match) -> bool:
        """Return whether one of the mentions matches one of the acceptable antecedents."""
        places = self._index(acceptable).places
        end = len(acceptable)
        return any(places.get(gold, end) < end for number in numbers for gold in self.stands_for(number, how))

    def reaches(self, numbers: Iterable[int], acceptable: tuple[Span, ...] | Stretch, chain: int, how: Match) -> bool:
        """Return whether one of the mentions is a right answer, which under `nominal` leads to one of the chain."""
        if self.criteria.antecedent == "nominal":
            numbers = [number for number in numbers if (number, chain) in self.leads(how)]
        return self.any_match(numbers, acceptable, how)

    def leads(self, how: Match) -> Set[tuple[int, int]]:
        """The mentions, with the number of their key chain, from which answers can lead to a nominal within the chain.

        These are nominals, pronouns that nobody resolves, and pronouns of which one of the answers is among them.
        """
        if how not in self.led:
            found: set[tuple[int, int]] = set()
            for number, mention in enumerate(self.prepared.mentions):
                case = self.cases.get(mention.span) if mention.kind == "pronoun" else None
                pool = () if case is None else answerable(self.prepared, self.prepared.cases[case])
                for chain in self.chains_of(number, how):
                    if case is None or any((other, chain) in found for other in pool):
                        found.add((number, chain))
            self.led[how] = found
        return self.led[how]

    def chains_of(self, number: int, how: Match) -> Set[int]:
        """The numbers of the key chains of which a mention of ours matches a mention."""
        return {chain for span in self.stands_for(number, how) for chain in self.chain_numbers[span]}

    def _index(self, acceptable: tuple[Span, ...] | Stretch) -> _Index:
        """The index of the list in which these spans are the first."""
        spans = acceptable.spans if isinstance(acceptable, Stretch) else acceptable
        index = self.indices.get(id(spans))
        if index is None:  # it keeps the list, whose id is no other's as long
            index = _Index.of(spans, self.heads, self._is_no_nominal)
            self.indices[id(spans)] = index
        return index

    def _is_no_nominal(self, span: Span) -> bool:
        """Return whether a key mention is a pronoun or, where no anaphors of clauses count, a clause."""
        nearest = self.criteria.antecedent == "nearest" and not self.criteria.clausal  # nothing else asks for clauses
        return is_key_pronoun(self.document, span, "all") or (
            nearest and is_clause(self.document, self.key, span, self.prepared.annotation)
        )

    def non_anaphoric(self, anaphors: Set[int], of_clauses: Set[int]) -> dict[int, str]:
        """The pronouns, by token, that refer to no nominal, and what the key says of them; none of the key `anaphors`.

        `pleonastic` or `clausal` if the corpus marks them so, or its tree calls them expletives (UD's `expl`); else
        `clausal` if their chains make them pronouns `of_clauses`, and `unmarked` if they are no mentions of the key.
        Parts of speech are the corpus', else those of preprocessing.
        """
        gold_tree = self.document.annotation
        heads = set(self.heads.values())
        tree = gold_tree or self.prepared.annotation
        reasons = {}
        for token in range(len(self.document.words)):
            if token in anaphors or not is_pronoun(self.document, tree, token, self.criteria.anaphors):
                continue
            expletive = gold_tree is not None and gold_tree.relation[token].partition(":")[0] == "expl"
            by_chain = "clausal" if token in of_clauses else "unmarked"
            reason = self.key.non_anaphoric.get(token) or ("pleonastic" if expletive else by_chain)
            if reason != "unmarked" or token not in heads:
                reasons[token] = reason
        return reasons

    def anaphor(self, asked: Asked) -> KeyAnaphor:
        """The row of one key anaphor: how far the shared stages let its acceptable antecedents come."""
        span = asked.span
        acceptable = self.acceptable(asked.earlier)
        how = self.criteria.match
        number, case, _ = self._case(span, how)
        last = self._index(acceptable).heads[len(acceptable) - 1]
        sentence_of = self.prepared.annotation.sentence_of
        return KeyAnaphor(
            span=span,
            form=self.document.words_of(span).lower(),
            chain=asked.chain,
            acceptable=acceptable,
            distance=sentence_of(span.start) - sentence_of(last),
            case=number,
            candidates=len(case.candidates) if case else 0,
            compatible=len(case.compatible) if case else 0,
            reachable=sum(
                self.reaches((mention,), acceptable, asked.chain, how) for mention in (case.compatible if case else ())
            ),
            loss=self._loss(asked, case, acceptable),
            strict=self.reaches(self._case(span, "strict")[2], acceptable, asked.chain, "strict"),
            partial=self.reaches(self._case(span, "partial")[2], acceptable, asked.chain, "partial"),
            sentence=sentence_of(span.start),
            antecedent_head=last,
        )

    def _case(self, span: Span, how: Match) -> tuple[int | None, Case | None, tuple[int, ...]]:
        """The case of a key anaphor with its number and what could be answered, as far as there is one."""
        number = self.case_of[how].get(span)
        if number is None:
            return None, None, ()
        case = self.prepared.cases[number]
        return number, case, answerable(self.prepared, case)

    def acceptable(self, earlier: Stretch) -> Stretch:
        """Return those of the earlier mentions that the criterion accepts."""
        if self.criteria.antecedent != "nearest":
            return earlier
        nominal = self._index(earlier).nominals[len(earlier) - 1]
        return Stretch((earlier[nominal],), 0, 1)  # the last, -1, where none is

    def _loss(self, asked: Asked, case: Case | None, acceptable: Stretch) -> str:
        """The first shared stage after which no acceptable antecedent is left."""
        how = self.criteria.match
        if case is None:
            return "filtered" if asked.span.start in self.filtered else "anaphor_missed"
        if self.reaches(answerable(self.prepared, case), acceptable, asked.chain, how):
            return ""
        if self.reaches(case.candidates, acceptable, asked.chain, how):
            return "agreement"
        contained = [entry.mention for entry in case.removed if entry.reason == "containment"]
        if self.reaches(contained, acceptable, asked.chain, how):
            return "containment"
        detected = (*case.candidates, *contained)
        if any(self.reaches(detected, acceptable, asked.chain, other) for other in MATCHES if other != how):
            return "np_boundary"
        return "np_missing" if self._last_end(acceptable) > case.scope_start else "out_of_window"

    def _last_end(self, acceptable: Stretch) -> float:
        """The end of the last acceptable antecedent; under `nominal` of the last nominal, infinite without one."""
        index = self._index(acceptable)
        last = index.nominals[len(acceptable) - 1]
        if self.criteria.antecedent != "nominal":
            return index.ends[len(acceptable) - 1]
        return inf if last < 0 else acceptable[last].end

    def outcome(self, anaphor: KeyAnaphor, fitting: set[int], answers: Sequence[Decision]) -> Outcome:
        """Return a resolver's outcome for a key anaphor, to which `fitting` are the right answers."""
        if anaphor.case is None:
            return Outcome(anaphor.loss, None, "", 0.0)
        answer = answers[anaphor.case]
        right = [number for number in answer.explanation.candidates if number in fitting]
        stage = self._stage(anaphor, answer, right, answers)
        span = None if answer.antecedent is None else self.prepared.mentions[answer.antecedent].span
        return Outcome(stage, span, answer.explanation.rule, _chance(answer, right, stage))

    def _stage(self, anaphor: KeyAnaphor, answer: Decision, right: list[int], answers: Sequence[Decision]) -> str:
        nominal = self.criteria.antecedent == "nominal"
        acceptable = answer.antecedent is not None and set(right).issuperset((answer.antecedent, *answer.others))
        if acceptable and not (nominal and self._leaves_chain(answer.antecedent, anaphor.chain, answers)):
            return "right"
        if not right or (nominal and not self.reaches(right, anaphor.acceptable, anaphor.chain, self.criteria.match)):
            return anaphor.loss or self._own_loss(anaphor)
        if acceptable:
            return "propagated"
        if answer.antecedent is None:
            return "abstained"
        scores = dict(zip(answer.explanation.candidates, answer.explanation.scores, strict=False))
        tied = scores and abs(max(scores[number] for number in right) - scores[answer.antecedent]) < _EPSILON
        return "tie_lost" if tied else "outranked"

    def _own_loss(self, anaphor: KeyAnaphor) -> str:
        """Name what left a resolver without a right candidate: its constraints, or agreement where it asks for that."""
        _, case, _ = self._case(anaphor.span, self.criteria.match)
        agreeing = case is not None and self.any_match(case.compatible, anaphor.acceptable, self.criteria.match)
        return "syntax" if agreeing else "agreement"

    def _leaves_chain(self, number: int | None, chain: int, answers: Sequence[Decision]) -> bool:
        """Return whether a resolver's answers leave the chain, or end, before the first mention that is no pronoun."""
        while number is not None and chain in self.chains_of(number, self.criteria.match):
            mention: Mention = self.prepared.mentions[number]
            case = self.cases.get(mention.span)
            if mention.kind != "pronoun" or case is None:
                return False
            number = answers[case].antecedent
        return True


def _right_cases(anaphors: Iterable[KeyAnaphor], outcomes: Iterable[Outcome]) -> set[int | None]:
    return {anaphor.case for anaphor, outcome in zip(anaphors, outcomes, strict=True) if outcome.stage == "right"}


def _chance(answer: Decision, right: list[int], stage: str) -> float:
    if not answer.explanation.chances:
        return 1.0 if stage == "right" else 0.0
    chances = zip(answer.explanation.candidates, answer.explanation.chances, strict=True)
    return sum(chance for number, chance in chances if number in right)


def confidence(
    prepared: Prepared,
    answers: Sequence[Decision],
    counted: Sequence[int],
    of_key: Collection[int | None],
    right: Collection[int | None],
) -> Confidence:
    """The confidence of one resolver; `counted` are the cases that precision counts, the others subsets of them."""
    stated = any(answer.probability is not None for answer in answers)
    values = [answer.probability for answer in answers] if stated else list(margins(prepared, answers))
    answered = [number for number in counted if answers[number].antecedent is not None]
    return Confidence(
        stated,
        np.array([values[number] for number in answered], np.float32),  # None becomes NaN
        np.array([number in of_key for number in answered], np.bool_),
        np.array([number in right for number in answered], np.bool_),
    )


def margins(prepared: Prepared, answers: Sequence[Decision]) -> Iterator[float]:
    """Yield how much higher each answer scores than the best candidate of another entity; infinite without one.

    The resolver's own answers say of what entity a candidate is: to name an entity by another of its mentions is no
    other answer. NaN where there is no answer, or no score.
    """
    first: dict[int, int] = {}
    for case, answer in zip(prepared.cases, answers, strict=True):
        if answer.antecedent is None:
            yield nan
            continue
        yield _margin(answer, answer.antecedent, first)
        first[case.anaphor] = first.get(answer.antecedent, answer.antecedent)


def _margin(answer: Decision, chosen: int, first: Mapping[int, int]) -> float:
    scores = dict(zip(answer.explanation.candidates, answer.explanation.scores, strict=False))
    if chosen not in scores:
        return nan
    entity = first.get(chosen, chosen)
    rivals = (score for candidate, score in scores.items() if first.get(candidate, candidate) != entity)
    return scores[chosen] - max(rivals, default=-inf)
