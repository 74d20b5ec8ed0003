"""Counts of co-occurrence tuples: learned from parsed text, written as JSON, read back, turned into probabilities."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import PositiveInt

from anaphora.resolvers._dagan_itai.tuples import Place, heads_phrase, places, word
from anaphora.resolvers._data_files import header, malformed, read_parameters
from anaphora.workbench.document import Annotation

_NAME = "dagan_itai"


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How often each word heads a phrase, and for each relation and head how often each word stands there."""

    occurrences: Mapping[str, PositiveInt]
    tuples: Mapping[str, Mapping[str, Mapping[str, PositiveInt]]]

    def frequency(self, place: Place, noun: str) -> int:
        """How often the word stood in that place."""
        relation, head = place
        return self.tuples.get(relation, {}).get(head, {}).get(noun, 0)

    def probability(self, place: Place, noun: str, added: float) -> float:
        """How probable the place is, given the word: `added` is added to the count of each head of the relation.

        A relation of which nothing was counted has one head, the one that is asked for.
        """
        heads = max(1, len(self.tuples.get(place[0], ())))
        return (self.frequency(place, noun) + added) / (self.occurrences.get(noun, 0) + added * heads)

    def as_data(self) -> dict[str, object]:
        """The content of a file of counts, in alphabetical order."""
        return {
            **header(_NAME),
            "occurrences": dict(sorted(self.occurrences.items())),
            "tuples": {
                relation: {head: dict(sorted(nouns.items())) for head, nouns in sorted(heads.items())}
                for relation, heads in sorted(self.tuples.items())
            },
        }


def count(texts: Iterable[Annotation]) -> Counts:
    """Count words and tuples in parsed texts; pronouns, which are uninformative, are skipped."""
    occurrences: Counter[str] = Counter()
    tuples: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for annotation in texts:
        places_of = places(annotation)
        for token in range(len(annotation.pos)):
            noun = word(annotation, token)
            if noun and heads_phrase(annotation, token):
                occurrences[noun] += 1
                for relation, head in places_of.get(token, ()):
                    tuples[relation][head][noun] += 1
    return Counts(occurrences, tuples)


def read(path: str | Path) -> Counts:
    """Read a file of counts.

    Raises `OptionError` if it is no such file, or a word stands in a place more often than it occurs.
    """
    counts = read_parameters(path, Counts, _NAME)
    for relation, heads in counts.tuples.items():
        for head, nouns in heads.items():
            for noun, number in nouns.items():
                total = counts.occurrences.get(noun, 0)
                if number > total:
                    problem = f"{noun!r} stands {number} times in {relation!r} with {head!r}, but occurs {total} times"
                    raise malformed(path, _NAME, problem)
    return counts
