"""A document as indicators read it: its mentions as arrays, and all its anaphor-candidate pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.syntax.binding import children_of
from anaphora.workbench.arrays import Flags
from anaphora.workbench.document import Annotation, Mention, Prepared, once

Ints = NDArray[np.int64]
Marks = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """One array entry for each mention of `prepared`, in text order; token indices are -1 where there is none.

    `lemma` numbers the head lemmas, `names`, in the order in which they come up: mentions of the same number have the
    same head noun. Pronouns and coordinations have no head noun to share and get a number each, without a name.
    `nominal` is true of all that is neither. `occurrences` are the mentions less those that have head and lemma of an
    earlier one: a coordination that the tree does not show and its first member are one occurrence. `verbs` are the
    tokens that are verbs, with their lemmas in lower case; `children` gives the dependents of a token, `boundaries` the
    first token of each sentence and the length.
    """

    prepared: Prepared
    start: Ints
    head: Ints
    sentence: Ints
    paragraph: Ints
    governor: Ints
    clause: Ints
    lemma: Ints
    names: Sequence[str | None]
    occurrences: Ints
    nominal: Flags
    definite: Flags
    definite_nominal: Flags
    prepositional: Flags
    verbs: Mapping[int, str]
    children: Mapping[int, Sequence[int]]
    boundaries: Sequence[int]

    @property
    def lemmas(self) -> int:
        """The number of different numbers in `lemma`."""
        return len(self.names)

    @property
    def annotation(self) -> Annotation:
        """The tree and the tags."""
        return self.prepared.annotation


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """All pairs of an anaphor and a candidate, case after case, as mention indices.

    `cases` are the cases that have a candidate, `lists` their candidates; the pairs of `cases[i]` begin at `starts[i]`,
    and `owner` gives `i` for each pair.
    """

    cases: tuple[int, ...]
    lists: tuple[tuple[int, ...], ...]
    starts: Ints
    owner: Ints
    anaphor: Ints
    candidate: Ints


@once
def columns_of(prepared: Prepared) -> Columns:
    """The columns of a document."""
    mentions, annotation = prepared.mentions, prepared.annotation

    def column(name: str) -> Ints:
        return np.fromiter(map(attrgetter(name), mentions), np.int64, len(mentions))

    lemma, names = _lemma_numbers(mentions)
    head = column("head")
    definiteness = [mention.definiteness for mention in mentions]
    return Columns(
        prepared=prepared,
        start=column("span.start"),
        head=head,
        sentence=column("sentence"),
        paragraph=column("paragraph"),
        governor=column("governor"),
        clause=column("clause"),
        lemma=lemma,
        names=names,
        occurrences=np.unique(head * len(names) + lemma, return_index=True)[1],
        nominal=np.array([name is not None for name in names], bool)[lemma],
        definite=np.array([value not in ("indefinite", "bare") for value in definiteness], bool),
        definite_nominal=np.array([value == "definite" for value in definiteness], bool),
        prepositional=column("preposition") >= 0,
        verbs={token: annotation.lemma[token].lower() for token, pos in enumerate(annotation.pos) if pos == "VERB"},
        children=children_of(prepared),
        boundaries=(*annotation.sentence_starts, len(annotation.head)),
    )


def pairs_of(prepared: Prepared, candidates: Mapping[int, tuple[int, ...]] | None = None) -> Pairs:
    """All anaphors with their candidates: the compatible ones, or those that `candidates` has for some cases."""
    if candidates is None:
        candidates = {number: case.compatible for number, case in enumerate(prepared.cases)}
    cases = tuple(number for number, members in candidates.items() if members)
    lists = tuple([candidates[number] for number in cases])
    sizes = np.array([len(members) for members in lists], np.int64)
    owner = np.repeat(np.arange(len(cases)), sizes)
    anaphors = np.array([prepared.cases[number].anaphor for number in cases], np.int64)
    return Pairs(
        cases=cases,
        lists=lists,
        starts=np.cumsum(sizes) - sizes,
        owner=owner,
        anaphor=anaphors[owner],
        candidate=np.array([member for members in lists for member in members], np.int64),
    )


def _lemma_numbers(mentions: Sequence[Mention]) -> tuple[Ints, Sequence[str | None]]:
    coordinations = {mention.coordination for mention in mentions if mention.coordination}
    numbers: dict[str | int, int] = {}
    lemma = [
        numbers.setdefault(
            index if mention.kind == "pronoun" or mention.span in coordinations else mention.lemma.lower(), len(numbers)
        )
        for index, mention in enumerate(mentions)
    ]
    return np.array(lemma, np.int64), [name if isinstance(name, str) else None for name in numbers]
