"""Salience: weights of factors, classes of coreferent mentions, the choice among classes."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np

from anaphora.resolvers.discourse.entities import AGAINST, apart, known_of
from anaphora.resolvers.parameters import check_choice, read_tables
from anaphora.resolvers.syntax.binding import settings
from anaphora.workbench.decision import Decision, Explanation, Votes
from anaphora.workbench.document import Function, Prepared
from anaphora.workbench.resolver_entry import Part

Row = tuple[float, ...]
"""The contributions of the factors to the salience of a class, followed by the adjustments."""
_EQUAL = 1e-9
_SECOND = 2


def weights(file: str, without: Sequence[str] = ()) -> tuple[dict[str, float], dict[str, float]]:
    """The weights of the salience factors and the local adjustments of a data file of this package.

    Factors and adjustments named in `without` weigh nothing. Raises `OptionError` for names that do not exist.
    """
    data = read_tables(file)
    tables = [{name: entry["weight"] for name, entry in data[table].items()} for table in ("factors", "adjustments")]
    names = [name for table in tables for name in table]
    for name in without:
        check_choice("salience factor", name, names)
    factors, adjustments = (
        {name: float(weight) if name not in without else 0.0 for name, weight in table.items()} for table in tables
    )
    return factors, adjustments


class Worth:
    """Worth of factors some sentences after they applied: `halve` maps a weight and that number to what is left of it.

    `names` are those of the factors, and of the adjustments after them.
    """

    def __init__(
        self, factors: Mapping[str, float], adjustments: Mapping[str, float], halve: Callable[[float, int], float]
    ) -> None:
        self._factors = factors
        self._halve = halve
        self._unadjusted = (0.0,) * len(adjustments)
        self._kept: dict[tuple[frozenset[str], int], Row] = {}
        self.names = (*factors, *adjustments)
        self.ones = np.ones(len(self.names))
        self.ones.setflags(write=False)

    def row(self, satisfied: frozenset[str], age: int) -> Row:
        """The row of these factors after `age` sentences, not adjusted."""
        row = self._kept.get((satisfied, age))
        if row is None:
            weighed = self._factors.items()
            halved = (self._halve(weight, age) if name in satisfied else 0.0 for name, weight in weighed)
            row = self._kept[satisfied, age] = (*halved, *self._unadjusted)
        return row

    def sum(self, parts: Sequence[tuple[frozenset[str], int]]) -> Row:
        """The row of several sets of factors, each with its age."""
        if len(parts) < 2:
            return self.row(*parts[0]) if parts else self.row(frozenset(), 0)
        return tuple(map(sum, zip(*[self.row(*part) for part in parts], strict=True)))

    def adjust(self, row: Row, *adjustments: float) -> Row:
        """A row with its adjustments."""
        return row[: -len(adjustments)] + adjustments


@dataclass(frozen=True, slots=True)
class SalientPool:
    """The mentions that a pronoun may refer to, in text order, each with its row of factors and adjustments.

    Some may follow the pronoun. `steps` says why others are excluded.
    """

    rows: Mapping[int, Row]
    steps: Sequence[str]


class SalienceReader:
    """A document while a model of salience reads it; `classes` of coreferent mentions grow as pronouns resolve.

    `weights` are those of the factors of a data file, `adjustments` the local ones, as in `weights`; `worth` is what is
    left of them, as `halve` has it.
    """

    def __init__(
        self, prepared: Prepared, file: str, without: Sequence[str], halve: Callable[[float, int], float]
    ) -> None:
        self.prepared, self.mentions = prepared, prepared.mentions
        self.classes = apart(prepared)
        self.weights, self.adjustments = weights(file, without)
        self.worth = Worth(self.weights, self.adjustments, halve)

    def rows(self, candidates: Iterable[int], judge: Callable[[int, Sequence[int]], Row | None]) -> dict[int, Row]:
        """The rows of candidates; a class is judged once, by the first of them and its members, and may be out."""
        judged: dict[int, Row | None] = {}  # by the first member of a class
        rows = {}
        for candidate in candidates:
            members = self.classes.members_of(candidate)
            if members[0] not in judged:
                judged[members[0]] = judge(candidate, members)
            row = judged[members[0]]
            if row is not None:
                rows[candidate] = row
        return rows

    def objection(self, anaphor: int, candidate: int, disjoint: Callable[[int, int], str]) -> str:
        """The condition by which a pronoun is disjoint from a member of a candidate's class in its sentence, or none.

        The sentence must be the last one read.
        """
        members = self.classes.members_of(candidate)
        sentence = self.mentions[anaphor].sentence
        if self.mentions[members[-1]].sentence < sentence:
            return ""
        first = bisect_left(members, sentence, key=lambda member: self.mentions[member].sentence)
        for member in members[first:]:
            if condition := disjoint(anaphor, member):
                return condition if member == candidate else f"{condition}, of {self.quote(member)} in its class"
        return ""

    def quote(self, mention: int) -> str:
        """A mention as the steps of an explanation name it: up to its head, in quotation marks."""
        return f'"{self.prepared.document.words_of(self.mentions[mention].base)}"'

    def describe_excluded(self, out: Mapping[str, Sequence[int]]) -> list[str]:
        """The steps that name the excluded mentions, one for each reason."""
        names = {reason: dict.fromkeys(map(self.quote, mentions)) for reason, mentions in out.items()}
        return [f"not {', '.join(mentions)}: {reason}" for reason, mentions in names.items()]

    def settle(self, number: int, pool: SalientPool) -> tuple[Decision, int | None]:
        """Decide a case for the highest sum and put anaphor and antecedent into one class.

        The pool of a reflexive holds its binders. Besides the decision this gives the mention that won, if any: where
        that follows the anaphor it is a cataphoric answer, since it is on no candidate list.
        """
        anaphor = self.prepared.cases[number].anaphor
        reflexive = self.mentions[anaphor].pronoun == "reflexive"
        scores = {mention: sum(row) for mention, row in pool.rows.items()}
        chosen, rule = self._choose(anaphor, scores)
        antecedent = chosen
        cataphoric = None
        steps = tuple(pool.steps)
        if chosen is not None:
            self.classes.link(anaphor, chosen)
            if chosen > anaphor:
                antecedent, cataphoric, rule = None, chosen, "cataphora"
                steps = (*steps, f"{self.quote(chosen)} follows, with {scores[chosen]:g}")
        if reflexive:
            rule, steps = ("no binder", steps) if chosen is None else ("binder", (*steps, rule))
        candidates = tuple([mention for mention in scores if mention < anaphor])
        shape = len(candidates), len(self.worth.names)
        numbers = chain.from_iterable(pool.rows.values())  # those before the anaphor come first
        matrix = np.fromiter(numbers, np.float64, shape[0] * shape[1]).reshape(shape)
        votes = Votes(self.worth.names, matrix, self.worth.ones, unit="salience by factor")
        totals = tuple([scores[mention] for mention in candidates])
        explanation = Explanation("salience", candidates, rule, totals, votes, steps=steps)
        return Decision(number, antecedent, explanation, cataphoric=cataphoric), chosen

    def _choose(self, anaphor: int, scores: Mapping[int, float]) -> tuple[int | None, str]:
        """The mention with the highest score, of equal ones the nearest to the anaphor on either side; what decided."""
        if not scores:
            return None, "no candidate"
        top = max(scores.values()) - _EQUAL
        highest = [mention for mention, score in scores.items() if score >= top]
        mentions, head, class_of = self.mentions, self.mentions[anaphor].head, self.classes.entity_of
        best = min(highest, key=lambda index: (abs(mentions[index].head - head), -index))
        if any(class_of[mention] != class_of[best] for mention in highest):
            return best, "equal salience: nearest"
        rivals = any(class_of[mention] != class_of[best] for mention in scores)
        return best, "highest salience" if rivals else "only candidate"


def factors_of(holds: Mapping[str, bool]) -> frozenset[str]:
    """The factors that hold."""
    return frozenset(name for name, true in holds.items() if true)


def parts_of(file: str) -> dict[str, Part]:
    """The salience factors and adjustments of a data file, each with the option that leaves it out."""
    return {name: Part({"without": name}) for table in weights(file) for name in table}


def later_in_sentence(prepared: Prepared, anaphor: int) -> Iterator[int]:
    """The candidates for cataphora: noun phrases, no pronouns, that follow in the sentence and agree.

    "You" may be who is called: "Have you a pen, Olga?"
    """
    pronoun = prepared.mentions[anaphor]
    relation = prepared.annotation.relation
    against = AGAINST[known_of(pronoun.number, pronoun.gender, pronoun.animacy)]
    for index in range(anaphor + 1, len(prepared.mentions)):
        mention = prepared.mentions[index]
        if mention.sentence != pronoun.sentence:
            return
        known = known_of(mention.number, mention.gender, mention.animacy)
        is_called = pronoun.person == _SECOND and relation[mention.head] == "vocative" and mention.coordination is None
        agrees = (is_called or mention.person == pronoun.person) and not known & against
        if agrees and mention.kind != "pronoun" and mention.span.start >= pronoun.span.end:
            yield index


def satisfied_factors(prepared: Prepared) -> list[frozenset[str]]:
    """The salience factors of Lappin & Leass of each mention in its own sentence (Table 1)."""
    pairs = zip(prepared.mentions, settings(prepared), strict=True)
    return [
        _satisfied(
            mention.function,
            complement=mention.preposition >= 0,
            contained=setting.embedded or setting.genitive,
            set_off=setting.set_off,
        )
        for mention, setting in pairs
    ]


@cache
def _satisfied(function: Function, *, complement: bool, contained: bool, set_off: bool) -> frozenset[str]:
    """The salience factors of a function, of the complement of a preposition or not, in some setting."""
    return factors_of(
        {
            "sentence_recency": True,
            "subject": function == "subject",
            "existential": function == "existential",
            "accusative": function == "object",
            "indirect_object_and_oblique": function in ("indirect_object", "agent")
            or (function == "oblique" and complement),
            "head_noun": not contained,
            "non_adverbial": not set_off,
        }
    )
