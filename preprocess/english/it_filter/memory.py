"""Evans' memory-based classifier: 35 features, three nearest neighbours in a memory that comes with the package.

Evans 2001 (Literary and Linguistic Computing 16) learns from features of the context by memory. The list of features is
that of our account of it, from memory and unverified; where it names a chunk or a WordNet class, tags and a word list
stand in. `memory.tsv` holds an instance a line: where it is from, its class, and its values. It says its licence.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from anaphora.preprocess.english.it_filter.context import It, Judgement
from anaphora.preprocess.lexicon import words_of
from anaphora.workbench.document import IT_CLASSES, ItClass
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import text

BUNDLED = Path(__file__).with_name("memory.tsv")
_SHOWN = 3
_NOMINAL = ("NOUN", "PROPN", "PRON")
_COMPLEMENTISERS = frozenset({"that", "whether", "if", "how", "what", "why", "when", "where", "who", "which"})
_UNSEEN = -1
_SAME = 9  # decimals to which distances count as equal
_weather = partial(words_of, "it_filter/lappin_leass.toml", "more.weather_verbs")
_cognition = partial(words_of, "it_filter/evans.toml", "verbs.cognition")


def classify(its: Iterable[It], kinds: Sequence[ItClass] = IT_CLASSES) -> Iterator[Judgement]:
    """Each "it" of one of `kinds`: the class that its neighbours vote for, the votes, and what is like the nearest."""
    sources, memory = bundled()
    for it in its:
        row = features(it)
        kind, neighbours = memory.vote(row)
        if kind in kinds:
            yield Judgement(it.token, kind, _explain(row, sources, memory, neighbours))


def _explain(row: tuple[str, ...], sources: Sequence[str], memory: "Memory", neighbours: Sequence[int]) -> str:
    votes = Counter(memory.kinds[number] for number in neighbours).most_common()
    nearest = neighbours[0]
    shared = [column for column, value in enumerate(row) if value == memory.rows[nearest][column]]
    shared.sort(key=lambda column: -memory.weights[column])
    alike = "; ".join(f"{FEATURES[column]}: {row[column] or 'none'}" for column in shared[:_SHOWN])
    counted = ", ".join(f"{count} {kind}" for kind, count in votes)
    return f"neighbours: {counted}; nearest: {sources[nearest]}, alike in {alike or 'nothing'}"


# ---- the features


def _behind(it: It) -> range:
    return range(it.token + 1, it.end)


def _first(it: It, tokens: Iterable[int], *tags: str) -> int | None:
    return next((token for token in tokens if it.tag(token).startswith(tags)), None)


def _distance(it: It, token: int | None) -> str:
    return "" if token is None else str(token - it.token)


def _lemma(it: It, token: int | None) -> str:
    return "" if token is None else it.lemma(token)


def _phrases(it: It, tokens: range) -> list[int]:
    """The last words of base noun phrases."""
    return [token for token in tokens if it.pos(token) in _NOMINAL and it.pos(token + 1) not in ("NOUN", "PROPN")]


def _follows_prepositional_phrase(it: It) -> bool:
    noun = it.token - 1
    if it.pos(noun) not in _NOMINAL:
        return False
    while it.pos(noun) in (*_NOMINAL, "ADJ", "DET", "NUM"):
        noun -= 1
    return it.pos(noun) == "ADP"


def _complementiser(it: It) -> int | None:
    return next((token for token in _behind(it) if it.word(token) in _COMPLEMENTISERS), None)


def _following_full_verb(it: It) -> str:
    return _lemma(it, next((token for token in _behind(it) if it.pos(token) == "VERB"), None))


def _tag_at(distance: int) -> Callable[[It], object]:
    return lambda it: it.tag(it.token + distance)


_FEATURES: dict[str, Callable[[It], object]] = {
    "word position in the sentence": lambda it: it.token - it.start,
    "words in the sentence": lambda it: it.end - it.start,
    "punctuation marks in the sentence": lambda it: sum(it.pos(token) == "PUNCT" for token in range(it.start, it.end)),
    "noun phrases before": lambda it: len(_phrases(it, range(it.start, it.token))),
    "noun phrases after": lambda it: len(_phrases(it, _behind(it))),
    "follows a prepositional phrase": _follows_prepositional_phrase,
    **{f"tag {distance:+d}": _tag_at(distance) for distance in (-4, -3, -2, -1, 1, 2, 3, 4)},
    "followed by an -ing verb": lambda it: _first(it, _behind(it), "VBG") is not None,
    "followed by a preposition": lambda it: it.pos(it.token + 1) == "ADP",
    "adjectives after": lambda it: sum(it.pos(token) == "ADJ" for token in _behind(it)),
    "preceded by a verb": lambda it: it.pos(it.token - 1) == "VERB",
    "followed by a verb": lambda it: it.pos(it.token + 1) in ("VERB", "AUX"),
    "followed by an adjective": lambda it: it.pos(it.token + 1) == "ADJ",
    "a noun phrase after has an adjective": lambda it: any(
        it.pos(token - 1) == "ADJ" for token in range(it.token + 2, it.end) if it.pos(token) == "NOUN"
    ),
    "words to the next infinitive": lambda it: _distance(
        it, next((token for token in _behind(it) if it.word(token) == "to" and it.tag(token + 1) == "VB"), None)
    ),
    "words to the next preposition": lambda it: _distance(it, _first(it, _behind(it), "IN")),
    "an adjective and a noun phrase after": lambda it: any(
        it.pos(token) == "ADJ" and it.pos(token + 1) in (*_NOMINAL, "DET") for token in _behind(it)
    ),
    "a complementiser after": lambda it: _complementiser(it) is not None,
    "words to the next complementiser": lambda it: _distance(it, _complementiser(it)),
    "verb before": lambda it: _lemma(it, _first(it, range(it.token - 1, it.start - 1, -1), "VB")),
    "verb after": lambda it: _lemma(it, _first(it, _behind(it), "VB", "MD")),
    "adjective after": lambda it: _lemma(it, _first(it, _behind(it), "JJ")),
    "a weather verb after": lambda it: _following_full_verb(it) in _weather(),
    "a verb of cognition after": lambda it: _following_full_verb(it) in _cognition(),
    "sentence position in the paragraph": lambda it: it.sentence_in_paragraph,
    "relation": lambda it: it.relation,
    "a noun phrase and that after": lambda it: any(
        it.word(token + 1) == "that" for token in _phrases(it, _behind(it))
    ),
    "word after": lambda it: it.lemma(it.token + 1),
}  # fmt: skip

FEATURES = tuple(_FEATURES)
"""Their names, in the order of the values."""


def features(it: It) -> tuple[str, ...]:
    """The value of each of `FEATURES`; empty where there is nothing to name."""
    return tuple(str(value) for value in (feature(it) for feature in _FEATURES.values()))


# ---- the neighbours


@dataclass(frozen=True)
class Memory:
    """Instances, one row of values each, with their classes: memory-based learning as TiMBL's IB1 does it by default.

    Overlap metric, gain-ratio weights (information gain over split information), k nearest distances: all instances at
    one of the k smallest vote; a tie is broken by one more distance, then by the commoner class (the rules for ties are
    from memory and unverified). Every value is a symbol, numbers too. Source: Daelemans, Zavrel, van der Sloot & van
    den Bosch, TiMBL reference guide.
    """

    rows: Sequence[tuple[str, ...]]
    kinds: Sequence[ItClass]
    k: int = 3

    @cached_property
    def codes(self) -> list[dict[str, int]]:
        """The numbers of the values of each column."""
        columns = zip(*self.rows, strict=True)
        return [{value: number for number, value in enumerate(dict.fromkeys(column))} for column in columns]

    @cached_property
    def table(self) -> npt.NDArray[np.int32]:
        """The values as numbers, instances by features."""
        return np.array([self._encode(row) for row in self.rows], dtype=np.int32)

    @cached_property
    def weights(self) -> npt.NDArray[np.float64]:
        """The gain ratio of each feature."""
        return np.array([gain_ratio(column, self.kinds) for column in zip(*self.rows, strict=True)])

    @cached_property
    def frequency(self) -> Counter[ItClass]:
        """The number of instances of each class in memory."""
        return Counter(self.kinds)

    def nearest(self, row: tuple[str, ...], k: int) -> list[int]:
        """The instances at the `k` smallest distances, nearest first."""
        distances = np.round((self.table != self._encode(row)) @ self.weights, _SAME)
        near = np.flatnonzero(distances <= np.unique(distances)[:k][-1])
        numbers: list[int] = near[np.argsort(distances[near], kind="stable")].tolist()
        return numbers

    def vote(self, row: tuple[str, ...]) -> tuple[ItClass, list[int]]:
        """The class of a new instance, and the neighbours that voted."""
        for k in (self.k, self.k + 1):
            neighbours = self.nearest(row, k)
            votes = Counter(self.kinds[number] for number in neighbours)
            best = [kind for kind, count in votes.items() if count == max(votes.values())]
            if len(best) == 1:
                break
        return max(best, key=lambda kind: (self.frequency[kind], kind)), neighbours

    def _encode(self, row: tuple[str, ...]) -> npt.NDArray[np.int32]:
        return np.array([codes.get(v, _UNSEEN) for codes, v in zip(self.codes, row, strict=True)], dtype=np.int32)


def gain_ratio(values: Sequence[str], kinds: Sequence[str]) -> float:
    """Information gain of a feature over its split information, in [0, 1]; 0 for a feature with one value."""
    split = _entropy(Counter(values))
    if split == 0:
        return 0.0
    by_value: dict[str, Counter[str]] = {}
    for value, kind in zip(values, kinds, strict=True):
        by_value.setdefault(value, Counter())[kind] += 1
    rest = sum(counts.total() * _entropy(counts) for counts in by_value.values()) / len(values)
    return max(0.0, _entropy(Counter(kinds)) - rest) / split


def _entropy(counts: Counter[str]) -> float:
    shares = np.array(list(counts.values()), dtype=float) / counts.total()
    return float(-(shares * np.log2(shares)).sum())


# ---- the file

_COLUMNS = ("source", "class", *FEATURES)


@cache
def bundled() -> tuple[Sequence[str], Memory]:
    """The memory of the package: the source of each instance, and the instances."""
    return read(BUNDLED)


def read(path: Path) -> tuple[Sequence[str], Memory]:
    """A memory from a file: lines that begin with "#", the names of the columns, then instances, tabs between.

    Raises `FormatError` for other columns, lines of another length, unknown classes, or no instance.
    """
    again = "Train it again."
    lines = [tuple(line.split("\t")) for line in text(path).removesuffix("\n").split("\n")]
    first = next((number for number, cells in enumerate(lines) if not cells[0].startswith("#")), len(lines))
    if lines[first:] and lines[first] != _COLUMNS:
        raise FormatError(path, first + 1, "the columns are not those of this version", again, code="wrong-columns")
    class_of: dict[str, ItClass] = {kind: kind for kind in IT_CLASSES}
    instances = lines[first + 1 :]
    for number, cells in enumerate(instances, first + 2):
        if len(cells) != len(_COLUMNS):
            cure = f"There should be {len(_COLUMNS)}."
            raise FormatError(path, number, f"there are {len(cells)} columns", cure, code="wrong-columns")
        if cells[1] not in class_of:
            raise FormatError(
                path, number, f"there is no class '{cells[1]}'", f"There are {', '.join(IT_CLASSES)}.", code="bad-value"
            )
    if not instances:
        raise FormatError(path, None, "it has no instance", again, code="empty")
    return [cells[0] for cells in instances], Memory(
        [cells[2:] for cells in instances], [class_of[cells[1]] for cells in instances]
    )


def render(instances: Iterable[tuple[str, str, tuple[str, ...]]], comments: Sequence[str]) -> str:
    """The text of such a file from sources, classes and values."""
    lines = [*(f"# {comment}" for comment in comments), "\t".join(_COLUMNS)]
    return "\n".join([*lines, *("\t".join((source, kind, *row)) for source, kind, row in instances)]) + "\n"
