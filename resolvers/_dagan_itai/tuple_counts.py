"""Counts of co-occurrence tuples: learned from parsed text, written as JSON, read back, turned into probabilities."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphora.resolvers._dagan_itai.tuples import Place, occurs, places, word
from anaphora.workbench.document import Annotation
from anaphora.workbench.errors import OptionError

_FORMAT, _VERSION = "dagan_itai", 1
_CURE = "Expected is a file that `anaphora train dagan_itai CORPUS --output FILE` has written."


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How often each word heads a phrase, and for each relation and head how often each word stands there."""

    occurrences: Mapping[str, int]
    tuples: Mapping[str, Mapping[str, Mapping[str, int]]]

    def of(self, place: Place, noun: str) -> int:
        """How often the word stood in that place."""
        relation, head = place
        return self.tuples.get(relation, {}).get(head, {}).get(noun, 0)

    def probability(self, place: Place, noun: str, added: float) -> float:
        """How probable the place is, given the word: `added` is added to the count of each head of the relation.

        A relation of which nothing was counted has one head, the one that is asked for.
        """
        heads = max(1, len(self.tuples.get(place[0], ())))
        return (self.of(place, noun) + added) / (self.occurrences.get(noun, 0) + added * heads)

    def written(self) -> dict[str, Any]:
        """The content of a file of counts, in alphabetical order."""
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "occurrences": dict(sorted(self.occurrences.items())),
            "tuples": {
                relation: {head: dict(sorted(nouns.items())) for head, nouns in sorted(heads.items())}
                for relation, heads in sorted(self.tuples.items())
            },
        }


def count(texts: Iterable[Annotation]) -> Counts:
    """Count what stands in parsed texts; pronouns, which tell nothing, are passed over."""
    occurrences: Counter[str] = Counter()
    tuples: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for annotation in texts:
        found = places(annotation)
        for token in range(len(annotation.pos)):
            noun = word(annotation, token)
            if noun and occurs(annotation, token):
                occurrences[noun] += 1
                for relation, head in found.get(token, ()):
                    tuples[relation][head][noun] += 1
    return Counts(occurrences, tuples)


def read(path: str | Path) -> Counts:
    """Read a file of counts.

    Raises `OptionError` if it cannot be read, is no JSON or another kind of file, if a count is no positive integer, or
    a word stands in a place more often than it occurs.
    """
    try:
        data = json.loads(Path(path).read_text("utf8"))
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(f"The counts in {path} cannot be read: {error}. {_CURE}") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise OptionError(f"{path} holds no counts of co-occurrence tuples. {_CURE}")
    if data.get("version") != _VERSION:
        raise OptionError(f"{path} has the version {data.get('version')!r}; this one reads {_VERSION}. Train it anew.")
    occurrences = _counts(path, data, "occurrences")
    relations = _table(path, data, "tuples")
    tuples = {}
    for relation in relations:
        heads = _table(path, relations, relation)
        tuples[relation] = {head: _counts(path, heads, head) for head in heads}
    _check(path, Counts(occurrences, tuples))
    return Counts(occurrences, tuples)


def _table(path: str | Path, data: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    if not isinstance(found, dict):
        raise OptionError(f"{path}: {name!r} is {found!r:.50}, not a table. {_CURE}")
    return found


def _counts(path: str | Path, data: Mapping[str, Any], name: str) -> dict[str, int]:
    found = _table(path, data, name)
    for noun, number in found.items():
        if type(number) is not int or number < 1:
            raise OptionError(f"{path}: the count of {noun!r} in {name!r} is {number!r:.50}, not 1 or more. {_CURE}")
    return found


def _check(path: str | Path, counts: Counts) -> None:
    for relation, heads in counts.tuples.items():
        for head, nouns in heads.items():
            for noun, number in nouns.items():
                if number > counts.occurrences.get(noun, 0):
                    raise OptionError(
                        f"{path}: {noun!r} stands {number} times in {relation!r} with {head!r}, but occurs "
                        f"{counts.occurrences.get(noun, 0)} times. {_CURE}"
                    )
