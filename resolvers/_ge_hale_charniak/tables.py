"""What is counted in training, as it is written to a JSON file and read from one."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from anaphora.resolvers._ge_hale_charniak.mention_counts import BUCKETS, FIFTHS
from anaphora.resolvers._ge_hale_charniak.phrases import CLASSES, PHRASES, Governor
from anaphora.resolvers._ge_hale_charniak.walks import COUNT
from anaphora.workbench.errors import OptionError

CandidateList = Literal["compatible", "candidates"]
LISTS: tuple[CandidateList, ...] = get_args(CandidateList)
_FORMAT, _VERSION = "ge_hale_charniak", 1
_LEAST_OF_A_HEAD, _LEAST_OF_A_NOUN = 3, 2
_MOST = 10**12  # keeps sums exact
_CURE = "Expected is a file that `anaphora train ge_hale_charniak CORPUS --output FILE` has written."


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

    def written(self) -> dict[str, Any]:
        """The content of a parameter file.

        Left out are heads that govern fewer than three noun phrases, and nouns that a type of constituent has above it
        only once: neither tells anything yet, and they would be most of the file.
        """
        heads: dict[str, dict[str, Any]] = {name: {} for name in PHRASES}
        for governor, counts in sorted(self.heads.items(), key=lambda entry: (entry[0].phrase, entry[0].head)):
            if counts.types.total() >= _LEAST_OF_A_HEAD:
                heads[governor.phrase][governor.head] = _written(counts, self.phrases[governor.phrase].nouns)
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "pronouns": self.pronouns,
            "lists": {
                name: {"distance": counts.distance, "mentions": counts.mentions} for name, counts in self.lists.items()
            },
            "words": dict(sorted(self.words.items())),
            "phrases": {name: _written(counts, counts.nouns) for name, counts in self.phrases.items()},
            "heads": heads,
        }


def _written(counts: HeadCounts, everywhere: Mapping[str, int]) -> dict[str, dict[str, int]]:
    nouns = {noun: count for noun, count in sorted(counts.nouns.items()) if everywhere[noun] >= _LEAST_OF_A_NOUN}
    return {"types": dict(sorted(counts.types.items())), "nouns": nouns}


_ANY = object()  # stands for every key of an object
_BELOW = {"types": {_ANY: int}, "nouns": {_ANY: int}}
_LIST = {"distance": [int] * COUNT, "mentions": [[[int] * 2] * len(BUCKETS)] * FIFTHS}
_SHAPE: Mapping[str, Any] = {
    "pronouns": dict.fromkeys(CLASSES, int),
    "lists": dict.fromkeys(LISTS, _LIST),
    "words": {_ANY: [int] * len(CLASSES)},
    "phrases": dict.fromkeys(PHRASES, _BELOW),
    "heads": {name: {_ANY: _BELOW} for name in PHRASES},
}


def read(path: Path) -> Tables:
    """The counts of a parameter file. Raises `OptionError` where it cannot be read or is not what training writes."""
    try:
        data = json.loads(path.read_text("utf8"))
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(f"The parameters in {path} cannot be read: {error}. {_CURE}") from error
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (_FORMAT, _VERSION):
        raise OptionError(f"The file {path} does not hold parameters of {_FORMAT}, version {_VERSION}. {_CURE}")
    for name, shape in _SHAPE.items():
        if problem := _problem(data.get(name), shape, name):
            raise OptionError(f"The parameters in {path} are malformed: {problem}. {_CURE}")
    if any(right > every for name in LISTS for part in data["lists"][name]["mentions"] for right, every in part):
        raise OptionError(f"The parameters in {path} have more right proposals than proposals. {_CURE}")
    return Tables(
        pronouns=data["pronouns"],
        words=data["words"],
        lists={name: ListCounts(data["lists"][name]["distance"], data["lists"][name]["mentions"]) for name in LISTS},
        phrases={name: _read(data["phrases"][name]) for name in PHRASES},
        heads={
            Governor(phrase, head): _read(counts)
            for phrase in PHRASES
            for head, counts in data["heads"][phrase].items()
        },
    )


def _read(counts: Mapping[str, Mapping[str, int]]) -> HeadCounts:
    return HeadCounts(Counter(counts["types"]), Counter(counts["nouns"]))


def _problem(value: Any, shape: Any, where: str) -> str:
    """How a value differs from its shape, empty if it does not."""
    if shape is int:
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
        return "" if fits else f"{where} is {_shown(value)}, not a whole number that counts something"
    if isinstance(shape, list):
        if not isinstance(value, list) or len(value) != len(shape):
            return f"{where} is {_shown(value)}, not a list of {len(shape)}"
        parts = ((value[at], shape[at], f"{where}[{at}]") for at in range(len(shape)))
    elif not isinstance(value, dict):
        return f"{where} is {_shown(value)}, not an object"
    else:
        keys = value if _ANY in shape else shape
        parts = ((value.get(key), shape[_ANY if _ANY in shape else key], f"{where}.{key}") for key in keys)
    return next(filter(None, (_problem(*part) for part in parts)), "")


def _shown(value: Any) -> str:
    return "missing" if value is None else repr(value)[:60]
