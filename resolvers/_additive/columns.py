"""What indicators read: the mentions of a document as arrays, and every anaphor-candidate pair of it at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from resolvers._once import once
from workbench.document import Annotation, Mention, Prepared

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Marks = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """One array entry for each mention of `prepared`, in text order; token indices are -1 where there is none.

    `lemma` numbers the head lemmas: mentions of the same number have the same head noun. Pronouns and coordinations
    have no head noun to share and get a number each. `lemmas` counts the numbers. `nominal` is true of all that is
    neither. `verbs` are the tokens that are verbs, with their lemmas in lower case; `children` gives the dependents of
    a token, `boundaries` the first token of each sentence and the length.
    """

    prepared: Prepared
    start: Ints
    head: Ints
    sentence: Ints
    paragraph: Ints
    governor: Ints
    clause: Ints
    lemma: Ints
    lemmas: int
    nominal: Flags
    definite: Flags
    prepositional: Flags
    verbs: Mapping[int, str]
    children: Mapping[int, Sequence[int]]
    boundaries: Sequence[int]

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

    def column(value: Callable[[Mention], int]) -> Ints:
        return np.fromiter(map(value, mentions), np.int64, len(mentions))

    lemma, nominal = _lemma_numbers(mentions)
    return Columns(
        prepared=prepared,
        start=column(lambda mention: mention.span.start),
        head=column(lambda mention: mention.head),
        sentence=column(lambda mention: mention.sentence),
        paragraph=column(lambda mention: mention.paragraph),
        governor=column(lambda mention: mention.governor),
        clause=column(lambda mention: mention.clause),
        lemma=lemma,
        lemmas=int(lemma.max(initial=-1)) + 1,
        nominal=nominal,
        definite=column(lambda mention: mention.definiteness not in ("indefinite", "bare")).astype(bool),
        prepositional=column(lambda mention: mention.preposition) >= 0,
        verbs={token: annotation.lemma[token].lower() for token, pos in enumerate(annotation.pos) if pos == "VERB"},
        children=annotation.children(),
        boundaries=(*annotation.sentence_starts, len(annotation.head)),
    )


def pairs_of(prepared: Prepared, candidates: Sequence[tuple[int, ...]] | None = None) -> Pairs:
    """All anaphors with their candidates: the compatible ones, or for each case those of `candidates`."""
    given = [case.compatible for case in prepared.cases] if candidates is None else candidates
    cases = tuple(number for number, members in enumerate(given) if members)
    lists = tuple(given[number] for number in cases)
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


def _lemma_numbers(mentions: Sequence[Mention]) -> tuple[Ints, Flags]:
    coordinations = {mention.coordination for mention in mentions if mention.coordination}
    numbers: dict[str | int, int] = {}
    nominal = np.array([mention.kind != "pronoun" and mention.span not in coordinations for mention in mentions], bool)
    lemma = np.array(
        [
            numbers.setdefault(mention.lemma.lower() if shared else index, len(numbers))
            for index, (mention, shared) in enumerate(zip(mentions, nominal, strict=True))
        ],
        np.int64,
    )
    return lemma, nominal
