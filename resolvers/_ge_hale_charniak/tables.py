"""The counts of training, as they are written to a JSON file and read from one."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import Field

from anaphora.resolvers._data_files import Frequency, header, malformed, read_parameters
from anaphora.resolvers._ge_hale_charniak.mention_counts import BUCKETS, FIFTHS
from anaphora.resolvers._syntax.phrases import CLASSES, PHRASES, Governor
from anaphora.resolvers._syntax.walks import COUNT

CandidateList = Literal["compatible", "candidates"]
LISTS: tuple[CandidateList, ...] = get_args(CandidateList)
_NAME = "ge_hale_charniak"
_LEAST_OF_A_HEAD, _LEAST_OF_A_NOUN = 3, 2


@dataclass(frozen=True, slots=True)
class ListCounts:
    """What is counted on candidate lists of one kind.

    `distance`: pronouns whose antecedent is the i-th proposal. `mentions`: for each fifth of the text and bucket of
    mention counts the proposals that are antecedents, and all.
    """

    distance: list[int] = field(default_factory=lambda: [0] * COUNT)
    mentions: list[list[list[int]]] = field(default_factory=lambda: [[[0, 0] for _ in BUCKETS] for _ in range(FIFTHS)])

    def add(self, right: Sequence[bool], cells: Sequence[list[int]]) -> None:
        """Count a pronoun's proposals, unless none is right; `cells` are those of `mentions` that they belong to."""
        if True in right:
            self.distance[right.index(True)] += 1
            for is_right, cell in zip(right, cells, strict=True):
                cell[0] += is_right
                cell[1] += 1


@dataclass(frozen=True, slots=True)
class HeadCounts:
    """The noun phrases below heads: their entity types and the lemmas of their own heads."""

    types: Counter[str] = field(default_factory=Counter)
    nouns: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Tables:
    """All counts.

    `pronouns` of each class that have an antecedent among the proposals; `words` of antecedents, with how often by
    class. `phrases` counts noun phrases below each type of constituent, `heads` those below each head.
    """

    pronouns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CLASSES, 0))
    words: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * len(CLASSES)))
    lists: dict[str, ListCounts] = field(default_factory=lambda: {name: ListCounts() for name in LISTS})
    phrases: dict[str, HeadCounts] = field(default_factory=lambda: {name: HeadCounts() for name in PHRASES})
    heads: dict[Governor, HeadCounts] = field(default_factory=lambda: defaultdict(HeadCounts))

    def add_words(self, number: int, antecedents: Sequence[Sequence[str]]) -> None:
        """Count the words of each antecedent of a pronoun of the class `number`."""
        for word in (word for words in antecedents for word in dict.fromkeys(words)):
            self.words[word][number] += 1

    def as_data(self) -> dict[str, object]:
        """The content of a parameter file.

        Left out are heads that govern fewer than three noun phrases, and nouns that a type of constituent has above it
        only once: neither is informative yet, and they would be most of the file.
        """
        heads: dict[str, dict[str, object]] = {name: {} for name in PHRASES}
        for governor, counts in sorted(self.heads.items(), key=lambda entry: (entry[0].phrase, entry[0].head)):
            if counts.types.total() >= _LEAST_OF_A_HEAD:
                heads[governor.phrase][governor.head] = _without_rare(counts, self.phrases[governor.phrase].nouns)
        return {
            **header(_NAME),
            "pronouns": self.pronouns,
            "lists": {
                name: {"distance": counts.distance, "mentions": counts.mentions} for name, counts in self.lists.items()
            },
            "words": dict(sorted(self.words.items())),
            "phrases": {name: _without_rare(counts, counts.nouns) for name, counts in self.phrases.items()},
            "heads": heads,
        }


def _without_rare(counts: HeadCounts, everywhere: Mapping[str, int]) -> dict[str, dict[str, int]]:
    nouns = {noun: count for noun, count in sorted(counts.nouns.items()) if everywhere[noun] >= _LEAST_OF_A_NOUN}
    return {"types": dict(sorted(counts.types.items())), "nouns": nouns}


@dataclass(frozen=True, slots=True)
class _List:
    distance: Annotated[list[Frequency], Field(min_length=COUNT, max_length=COUNT)]
    mentions: Annotated[
        list[Annotated[list[tuple[Frequency, Frequency]], Field(min_length=len(BUCKETS), max_length=len(BUCKETS))]],
        Field(min_length=FIFTHS, max_length=FIFTHS),
    ]


@dataclass(frozen=True, slots=True)
class _Below:
    types: dict[str, Frequency]
    nouns: dict[str, Frequency]


@dataclass(frozen=True, slots=True)
class _Parameters:
    """The content of a parameter file."""

    pronouns: dict[str, Frequency]
    words: dict[str, Annotated[list[Frequency], Field(min_length=len(CLASSES), max_length=len(CLASSES))]]
    lists: dict[str, _List]
    phrases: dict[str, _Below]
    heads: dict[str, dict[str, _Below]]


def read(path: Path) -> Tables:
    """The counts of a parameter file. Raises `OptionError` where it cannot be read or is not what training writes."""
    data = read_parameters(path, _Parameters, _NAME)
    for table, keys in (("pronouns", CLASSES), ("lists", LISTS), ("phrases", PHRASES), ("heads", PHRASES)):
        if missing := set(keys).difference(getattr(data, table)):
            raise malformed(path, _NAME, f"{table}.{min(missing)} is missing")
    if any(right > every for name in LISTS for part in data.lists[name].mentions for right, every in part):
        raise malformed(path, _NAME, "it has more right proposals than proposals")
    return Tables(
        pronouns=data.pronouns,
        words=data.words,
        lists={
            name: ListCounts(data.lists[name].distance, [list(map(list, part)) for part in data.lists[name].mentions])
            for name in LISTS
        },
        phrases={name: _head_counts(data.phrases[name]) for name in PHRASES},
        heads={
            Governor(phrase, head): _head_counts(counts)
            for phrase in PHRASES
            for head, counts in data.heads[phrase].items()
        },
    )


def _head_counts(counts: _Below) -> HeadCounts:
    return HeadCounts(Counter(counts.types), Counter(counts.nouns))
