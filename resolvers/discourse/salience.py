"""Salience: weights of factors, classes of coreferent mentions, the choice among classes."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np

from anaphora.resolvers.discourse.entities import AGAINST, known_at_first, known_of
from anaphora.resolvers.parameters import check_choice, read_tables
from anaphora.resolvers.syntax.binding import settings
from anaphora.workbench.decision import Decision, Explanation, Votes
from anaphora.workbench.document import Function, Prepared
from anaphora.workbench.resolver_entry import Part

Row = tuple[float, ...]
"""The contributions of the factors to the salience of a class, followed by the adjustments."""
_EQUAL = 1e-9


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

    __slots__ = ("_factors", "_halve", "_kept", "_unadjusted", "names", "ones")

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


@dataclass(slots=True, eq=False)
class _Class:
    """Coreferent mentions in text order, and what is known of them (`entities.known_of`)."""

    members: list[int]
    known: int


class Classes:
    """The equivalence classes of the mentions of a document, each at first alone; they change as pronouns resolve.

    `sentences` has the number of each mention's sentence.
    """

    __slots__ = ("_of", "sentences")

    def __init__(self, prepared: Prepared) -> None:
        self._of = [_Class([index], known) for index, known in enumerate(known_at_first(prepared))]
        self.sentences = [mention.sentence for mention in prepared.mentions]

    def members_of(self, mention: int) -> Sequence[int]:
        """The class of a mention: its members, in text order."""
        return self._of[mention].members

    def agree(self, mention: int, other: int) -> bool:
        """Return whether the classes of two mentions agree in number, gender and animacy; unknown agrees with all."""
        return not self._of[mention].known & AGAINST[self._of[other].known]

    def merge(self, mention: int, other: int) -> None:
        """Make one class of those of two mentions."""
        small, large = sorted((self._of[mention], self._of[other]), key=lambda group: len(group.members))
        if small is not large:
            large.known |= small.known
            for member in small.members:
                insort(large.members, member)
                self._of[member] = large

    def beside(self, members: Sequence[int], anaphor: int) -> Sequence[int]:
        """The members of a class in the sentence of an anaphor, which must be the last one read."""
        sentence = self.sentences[anaphor]
        if self.sentences[members[-1]] < sentence:
            return ()
        return members[bisect_left(members, sentence, key=self.sentences.__getitem__) :]


@dataclass(frozen=True, slots=True)
class Pool:
    """The mentions that a pronoun may refer to, in text order, each with its row of factors and adjustments.

    Some may follow the pronoun. `steps` says why others are excluded.
    """

    rows: Mapping[int, Row]
    steps: Sequence[str]


def settle(prepared: Prepared, classes: Classes, number: int, worth: Worth, pool: Pool) -> tuple[Decision, int | None]:
    """Decide a case for the highest sum and put anaphor and antecedent into one class.

    The pool of a reflexive holds its binders. Besides the decision this gives the mention that won, if any: where that
    follows the anaphor it is a cataphoric answer, since it is on no candidate list.
    """
    anaphor = prepared.cases[number].anaphor
    reflexive = prepared.mentions[anaphor].pronoun == "reflexive"
    scores = {mention: sum(row) for mention, row in pool.rows.items()}
    chosen, rule = _choose(prepared, classes, anaphor, scores)
    antecedent = chosen
    cataphoric = None
    steps = tuple(pool.steps)
    if chosen is not None:
        classes.merge(anaphor, chosen)
        if chosen > anaphor:
            antecedent, cataphoric, rule = None, chosen, "cataphora"
            steps = (*steps, f"{quote(prepared, chosen)} follows, with {scores[chosen]:g}")
    if reflexive:
        rule, steps = ("no binder", steps) if chosen is None else ("binder", (*steps, rule))
    candidates = tuple([mention for mention in scores if mention < anaphor])
    shape = len(candidates), len(worth.names)
    numbers = chain.from_iterable(pool.rows.values())  # those before the anaphor come first
    matrix = np.fromiter(numbers, np.float64, shape[0] * shape[1]).reshape(shape)
    votes = Votes(worth.names, matrix, worth.ones, unit="salience by factor")
    totals = tuple([scores[mention] for mention in candidates])
    explanation = Explanation("salience", candidates, rule, totals, votes, steps=steps)
    return Decision(number, antecedent, explanation, cataphoric=cataphoric), chosen


def _choose(prepared: Prepared, classes: Classes, anaphor: int, scores: Mapping[int, float]) -> tuple[int | None, str]:
    """The mention with the highest score, of equal ones the nearest to the anaphor on either side; what decided."""
    if not scores:
        return None, "no candidate"
    top = max(scores.values()) - _EQUAL
    highest = [mention for mention, score in scores.items() if score >= top]
    mentions, head = prepared.mentions, prepared.mentions[anaphor].head
    best = min(highest, key=lambda index: (abs(mentions[index].head - head), -index))
    members = classes.members_of(best)
    if any(classes.members_of(mention) is not members for mention in highest):
        return best, "equal salience: nearest"
    rivals = any(classes.members_of(mention) is not members for mention in scores)
    return best, "highest salience" if rivals else "only candidate"


def quote(prepared: Prepared, mention: int) -> str:
    """A mention as the steps of an explanation name it: up to its head, in quotation marks."""
    return f'"{prepared.document.words_of(prepared.mentions[mention].base)}"'


def objection(prepared: Prepared, candidate: int, members: Iterable[int], disjoint: Callable[[int], str]) -> str:
    """The condition by which a pronoun is disjoint from one of the members of a candidate's class; empty if none."""
    for member in members:
        if condition := disjoint(member):
            return condition if member == candidate else f"{condition}, of {quote(prepared, member)} in its class"
    return ""


def factors_of(holds: Mapping[str, bool]) -> frozenset[str]:
    """The factors that hold."""
    return frozenset(name for name, true in holds.items() if true)


def parts_of(file: str) -> dict[str, Part]:
    """The salience factors and adjustments of a data file, each with the option that leaves it out."""
    return {name: Part({"without": name}) for table in weights(file) for name in table}


def describe_excluded(prepared: Prepared, out: Mapping[str, Sequence[int]]) -> list[str]:
    """The steps that name the excluded mentions, one for each reason."""
    names = {
        reason: dict.fromkeys(quote(prepared, mention) for mention in mentions) for reason, mentions in out.items()
    }
    return [f"not {', '.join(mentions)}: {reason}" for reason, mentions in names.items()]


def later_in_sentence(prepared: Prepared, anaphor: int) -> Iterator[int]:
    """The candidates for cataphora: noun phrases, no pronouns, that follow in the sentence and agree."""
    pronoun = prepared.mentions[anaphor]
    against = AGAINST[known_of(pronoun.number, pronoun.gender, pronoun.animacy)]
    for index in range(anaphor + 1, len(prepared.mentions)):
        mention = prepared.mentions[index]
        if mention.sentence != pronoun.sentence:
            return
        known = known_of(mention.number, mention.gender, mention.animacy)
        agrees = mention.person == pronoun.person and not known & against
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
