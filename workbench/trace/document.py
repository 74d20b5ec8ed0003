"""The trace of one document: key anaphors, and what each resolver made of them.

Both are rows; they are stored as columns, in a tenth of the memory, and a row is built when it is asked for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from sys import intern
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.arrays import Array, Flags, Numbers
from anaphora.workbench.document import Span
from anaphora.workbench.key import Match

SHARED_STAGES = (
    "anaphor_missed", "filtered", "out_of_window", "np_missing", "np_boundary", "containment", "agreement",
)  # fmt: skip
STAGES = (*SHARED_STAGES, "syntax", "abstained", "propagated", "tie_lost", "outranked", "right")


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Spans that follow one another in a list, not copied: each pronoun of a long chain has all that come before it."""

    spans: Sequence[Span]
    first: int
    length: int

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Span]:
        return map(self.spans.__getitem__, self._places())

    def __getitem__(self, row: int, /) -> Span:
        return self.spans[self._places()[row]]

    def _places(self) -> range:
        return range(self.first, self.first + self.length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, Stretch)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


@dataclass(frozen=True, slots=True)
class KeyAnaphor:
    """A pronoun of the key with its acceptable antecedents, and how far the shared stages let it come.

    `loss` is the shared stage that lost every acceptable antecedent (empty: one is among the compatible candidates);
    `strict` and `partial` tell whether one is under that matching, which gives MAX. `candidates` and `compatible` count
    what was before and after agreement, `reachable` the right answers among the compatible; `distance` is in sentences,
    to the nearest acceptable antecedent. `sentence` is the index of the anaphor's own, `antecedent_head` the last token
    that is the head of an acceptable antecedent.
    """

    span: Span
    form: str
    chain: int
    acceptable: tuple[Span, ...] | Stretch
    distance: int
    case: int | None
    candidates: int
    compatible: int
    reachable: int
    loss: str
    strict: bool
    partial: bool
    sentence: int = 0
    antecedent_head: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a resolver for a key anaphor: the stage that lost it or `right`, its answer, the deciding rule.

    `chance` is the probability of a right answer: 1 or 0, but for random resolvers their expectation.
    """

    stage: str
    antecedent: Span | None
    rule: str
    chance: float


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers of a resolver that the success rate leaves out: how many it gave, and how many of them are right."""

    given: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Confidence:
    """The confidence of a resolver in each answer that precision counts, in text order.

    `values` are the probabilities that it states (`stated`), or else margins; NaN where it gives neither. `of_key`
    marks the answers to key anaphors, `right` the right ones.
    """

    stated: bool
    values: NDArray[np.float32]
    of_key: Flags
    right: Flags


Gaps: TypeAlias = tuple[tuple[int, int], ...]

RIGHT = STAGES.index("right")
"""The code of a right answer."""
_CODES = {stage: code for code, stage in enumerate(STAGES)}
_NONE = -1
_AS_IT_IS = {
    "chain": "i4", "distance": "i4", "candidates": "i4", "compatible": "i4", "reachable": "i4", "sentence": "i4",
    "antecedent_head": "i4", "strict": "?", "partial": "?",
}  # fmt: skip
"""Fields of a key anaphor that are columns as they are."""
_ENCODED = {"first": "i4", "acceptable": "i4", "case": "i4", "form": "u2", "loss": "i1"}
_ANAPHOR = np.dtype(list((_AS_IT_IS | _ENCODED).items()))
_OUTCOME = np.dtype([("antecedent", "i4"), ("rule", "u2"), ("stage", "u1")])


@dataclass(frozen=True, slots=True)
class _Spans(Sequence[Span]):
    """Spans as an array of their ends; `gaps` has those of the few that have any."""

    ends: NDArray[np.int32]
    gaps: Mapping[int, Gaps]

    @classmethod
    def of(cls, spans: Sequence[Span]) -> "_Spans":
        """Pack spans into arrays."""
        ends = np.array([(span.start, span.end) for span in spans], np.int32).reshape(-1, 2)
        return cls(ends, {number: span.gaps for number, span in enumerate(spans) if span.gaps})

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, number: int) -> Span:  # type: ignore[override]
        start, end = self.ends[number].tolist()
        return Span(start, end, self.gaps.get(number, ()))


@dataclass(frozen=True, slots=True, eq=False)
class Anaphors(Sequence[KeyAnaphor]):
    """Key anaphors. `spans` are their own, then acceptable antecedents, of which each has so many from `first` on."""

    table: Array
    forms: tuple[str, ...]
    spans: _Spans

    @classmethod
    def of(cls, rows: Sequence[KeyAnaphor]) -> "Anaphors":
        """Columns of the rows."""
        pool, begins = _pooled([row.acceptable for row in rows])
        forms = _codes(row.form for row in rows)
        plain = attrgetter(*_AS_IT_IS)
        table = [
            (
                *plain(row),
                len(rows) + first,
                len(row.acceptable),
                _NONE if row.case is None else row.case,
                forms[row.form],
                _CODES.get(row.loss, _NONE),
            )
            for row, first in zip(rows, begins, strict=True)
        ]
        return cls(np.array(table, _ANAPHOR), tuple(forms), _Spans.of([*(row.span for row in rows), *pool]))

    def column(self, name: str) -> Array:
        """One number, or whether something holds, of all rows."""
        return self.table[name]

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, row: int) -> KeyAnaphor:  # type: ignore[override]
        row = range(len(self))[row]
        *plain, first, acceptable, case, form, loss = self.table[row].item()
        return KeyAnaphor(
            span=self.spans[row],
            form=self.forms[form],
            acceptable=Stretch(self.spans, first, acceptable),
            case=None if case == _NONE else case,
            loss="" if loss == _NONE else STAGES[loss],
            **dict(zip(_AS_IT_IS, plain, strict=True)),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Anaphors) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return _anaphors, (self.table.tobytes(), self.forms, self.spans)


def _anaphors(table: bytes, forms: Iterable[str], spans: _Spans) -> Anaphors:
    """Rebuild anaphors of another process; words are kept once for all documents, and so is the type of the table."""
    return Anaphors(np.frombuffer(table, _ANAPHOR), tuple(map(intern, forms)), spans)


def _pooled(lists: Sequence[tuple[Span, ...] | Stretch]) -> tuple[list[Span], list[int]]:
    """Spans, and where each list begins among them; of stretches that begin alike the longest is kept."""
    pool: list[Span] = []
    begins = [0] * len(lists)
    places: dict[object, int] = {}
    for number in sorted(range(len(lists)), key=lambda number: -len(lists[number])):
        spans = lists[number]
        begin = (id(spans.spans), spans.first) if isinstance(spans, Stretch) else spans
        if begin not in places:
            places[begin] = len(pool)
            pool += spans
        begins[number] = places[begin]
    return pool, begins


def _codes(words: Iterable[str]) -> dict[str, int]:
    return {intern(word): code for code, word in enumerate(dict.fromkeys(words))}


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes(Mapping[str, tuple[Outcome, ...]]):
    """Outcomes by resolver, a row of the table for each, made anew whenever they are asked for.

    `chances` are those of resolvers that have others than 1 and 0.
    """

    names: tuple[str, ...]
    table: Array
    rules: tuple[str, ...]
    spans: _Spans
    chances: Mapping[str, Numbers]

    @classmethod
    def of(cls, outcomes: Mapping[str, Iterable[Outcome]]) -> "Outcomes":
        """Columns of the rows."""
        rows = {intern(name): tuple(row) for name, row in outcomes.items()}
        every = [outcome for row in rows.values() for outcome in row]
        answers: dict[Span | None, int] = {None: _NONE}
        spans = dict.fromkeys(outcome.antecedent for outcome in every if outcome.antecedent)
        answers |= {span: code for code, span in enumerate(spans)}
        rules = _codes(outcome.rule for outcome in every)
        table = [(answers[outcome.antecedent], rules[outcome.rule], _CODES[outcome.stage]) for outcome in every]
        chances = {
            name: np.array([outcome.chance for outcome in row])
            for name, row in rows.items()
            if any(outcome.chance != (outcome.stage == "right") for outcome in row)
        }
        shaped = np.array(table, _OUTCOME).reshape(len(rows), -1) if rows else np.zeros((0, 0), _OUTCOME)
        return cls(tuple(rows), shaped, tuple(rules), _Spans.of(list(spans)), chances)

    def stages(self, name: str) -> NDArray[np.uint8]:
        """The codes of a resolver's stages."""
        return cast(NDArray[np.uint8], self._row(name)["stage"])

    def _row(self, name: str) -> Array:
        if name not in self.names:
            raise KeyError(name)
        return cast(Array, self.table[self.names.index(name)])

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __getitem__(self, name: str) -> tuple[Outcome, ...]:
        rows = self._row(name).tolist()
        by_stage = (self.stages(name) == RIGHT).astype(np.float64)
        chances = self.chances.get(name, by_stage).tolist()
        return tuple(
            Outcome(STAGES[stage], None if answer == _NONE else self.spans[answer], self.rules[rule], chance)
            for (answer, rule, stage), chance in zip(rows, chances, strict=True)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _outcomes, (self.names, self.table.tobytes(), self.rules, self.spans, self.chances)


def _outcomes(
    names: Iterable[str], table: bytes, rules: Iterable[str], spans: _Spans, chances: Mapping[str, Numbers]
) -> Outcomes:
    """Rebuild outcomes of another process, as `_anaphors` does."""
    names = tuple(map(intern, names))
    shaped = np.frombuffer(table, _OUTCOME).reshape(len(names), -1 if names else 0)
    return Outcomes(
        names, shaped, tuple(map(intern, rules)), spans, {intern(name): drawn for name, drawn in chances.items()}
    )


@dataclass(frozen=True, slots=True)
class DocumentTrace:
    """The trace of one document: its key anaphors, each resolver's outcome for each, and what lies beside them.

    `identified` counts the anaphors that preprocessing took for such, `attempted` those that a resolver answered.
    `spurious` are identified anaphors that are no mentions of the key. `not_counted` says why key pronouns are not
    evaluated: `first_mention`, `cataphora`, `split_antecedent`, and `clausal` (noun phrases too); they stand outside
    all other figures, but clausal pronouns are among the `non_anaphoric` ones. `words` counts tokens, `non_anaphoric`
    the pronouns that refer to no nominal, by what the key says of them or their chains: `pleonastic`, `clausal`, or
    `unmarked` (no mention of the key). `left` says how many of these each resolver gave no antecedent.
    `cataphoric` and `split` are each resolver's cataphoric answers and split antecedents; right are those to the key's
    own, which `not_counted` counts. `confidences` say how sure each resolver is of its answers, if that was asked for.

    Anaphors and outcomes are kept as columns, since a large corpus has millions: a row is made when it is asked for,
    and what is asked of all rows is better asked of `column`, `stages` and `right`.
    """

    document_id: str
    genre: str
    anaphors: Sequence[KeyAnaphor]
    outcomes: Mapping[str, Sequence[Outcome]]
    identified: int
    attempted: Mapping[str, int]
    spurious: tuple[Span, ...]
    not_counted: Mapping[str, int]
    words: int = 0
    non_anaphoric: Mapping[str, int] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    cataphoric: Mapping[str, Answered] = field(default_factory=dict)
    split: Mapping[str, Answered] = field(default_factory=dict)
    confidences: Mapping[str, Confidence] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Turn rows into columns."""
        if not isinstance(self.anaphors, Anaphors):
            object.__setattr__(self, "anaphors", Anaphors.of(tuple(self.anaphors)))
        if not isinstance(self.outcomes, Outcomes):
            object.__setattr__(self, "outcomes", Outcomes.of(self.outcomes))

    def column(self, name: str) -> Array:
        """A number of every key anaphor: `distance`, `candidates`, `compatible`, `reachable`, `strict`, ..."""
        return cast(Anaphors, self.anaphors).column(name)

    def reached(self, match: Match) -> int:
        """Count the key anaphors that reach the resolvers under a matching; under `head` if it was asked for."""
        return int(((self.column("loss") == _NONE) if match == "head" else self.column(match)).sum())

    def losses(self) -> dict[str, int]:
        """Count the key anaphors that each shared stage lost."""
        losses = self.column("loss")
        return {stage: int((losses == code).sum()) for code, stage in enumerate(SHARED_STAGES)}

    def stages(self, resolver: str) -> NDArray[np.uint8]:
        """Return for each key anaphor the index in `STAGES` of a resolver's outcome."""
        return cast(Outcomes, self.outcomes).stages(resolver)

    def right(self, resolver: str) -> Flags:
        """Return whether a resolver has each key anaphor right."""
        return np.equal(self.stages(resolver), RIGHT)
