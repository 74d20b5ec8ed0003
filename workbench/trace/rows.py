"""The rows of a trace: key anaphors, and what a resolver made of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from anaphora.workbench.document import Span

Row_co = TypeVar("Row_co", covariant=True)

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
    """What a resolver made of a key anaphor: the stage that lost it or `right`, its answer, and the rule that decided.

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


class Rows(Protocol[Row_co]):
    """A row for each key anaphor of a document, in text order."""

    def __len__(self) -> int:
        """How many there are."""
        ...

    def __iter__(self) -> Iterator[Row_co]:
        """One after the other."""
        ...

    def __getitem__(self, row: int, /) -> Row_co:
        """The one at a place."""
        ...
