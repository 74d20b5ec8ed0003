"""Relations of words: adjectives and numerals that exclude each other, and nouns below nouns.

`... training relations --to FILE` reads WordNet 3.0 (Debian's package wordnet-base). Listed are words that its tagged
texts have, with the senses that have a fifth of a word's weight.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from anaphora.experiments.training.lexicon import (
    Part,
    Synset,
    as_toml,
    frequent,
    header_of,
    licence,
    senses,
    synsets,
    wordnet_shares,
)

_LEAST = 0.2
"""The share of a word's weight that a sense needs."""
_COLOURS = ("chromatic_color", "achromatic_color")
_NUMBERS = ("ordinal", "cardinal")
"""The nouns below which colours stand, and the adjectives that numerals are similar to."""
_FEW = 10  # the other "cardinal" has one similar adjective


def table_of_relations(wordnet: Path) -> str:
    """The text of the table. Raises `OSError`."""
    sections = {
        "opposites": opposites(wordnet),
        "kinds": kinds(wordnet),
        "nouns": hierarchy(wordnet),
    }
    return as_toml(header_of("relations") + licence(wordnet), sections)


def _words_of(wordnet: Path, part: Part) -> dict[str, list[str]]:
    """The words that often mean each synset of a part of speech."""
    words: dict[str, list[str]] = defaultdict(list)
    for word, weighted in senses(wordnet, part):
        total = sum(weight for _, weight in weighted)
        for id, weight in weighted if "_" not in word else ():
            if weight >= _LEAST * total:
                words[id].append(word)
    return words


def opposites(wordnet: Path) -> dict[str, str]:
    """The antonyms: "back/front" with the words of either side. Raises `OSError`."""
    adjectives, words, listed = synsets(wordnet, "adj"), _words_of(wordnet, "adj"), frequent(wordnet, "adj")
    table: dict[str, tuple[list[str], list[str]]] = {}

    def side(id: str) -> list[str]:
        near = [word for near in adjectives[id].targets("&") for word in words[near] if word in listed]
        return [*(_bare(word) for word in adjectives[id].words if "_" not in word), *near]

    for id, synset in adjectives.items():
        for target in () if _are_numbers(synset) else synset.targets("!"):
            left, right = sorted((side(id), side(target)))
            if left and right and not listed.isdisjoint((left[0], right[0])):
                both = table.setdefault(f"{left[0]}/{right[0]}", ([], []))
                for known_words, more in zip(both, (left, right), strict=True):
                    known_words += [word for word in more if word not in known_words]
    return {name: " / ".join(map(" ".join, both)) for name, both in sorted(table.items())}


def _bare(word: str) -> str:
    """A word in small letters without the mark of its place: "upper(a)"."""
    return word.lower().partition("(")[0]


def _are_numbers(synset: Synset) -> bool:
    return _bare(synset.words[0]) in _NUMBERS and len(synset.targets("&")) > _FEW


def kinds(wordnet: Path) -> dict[str, str]:
    """Colours and numbers, each with all its words: "red crimson / green". Raises `OSError`."""
    adjectives, nouns = synsets(wordnet, "adj"), synsets(wordnet, "noun")
    table = {
        _bare(synset.words[0]): [adjectives[near].words for near in synset.targets("&")]
        for synset in adjectives.values()
        if _are_numbers(synset)
    }
    table["colour"] = [
        _below(nouns, id) for synset in nouns.values() if synset.words[0] in _COLOURS for id in synset.targets("~")
    ]
    words = {
        kind: [[word.lower() for word in group if "_" not in word] for group in groups]
        for kind, groups in table.items()
    }
    return {kind: " / ".join(" ".join(group) for group in words[kind] if group) for kind in sorted(words)}


def _below(nouns: Mapping[str, Synset], id: str) -> tuple[str, ...]:
    """The words of a sense and of all below it."""
    return (*nouns[id].words, *(word for target in nouns[id].targets("~") for word in _below(nouns, target)))


def hierarchy(wordnet: Path) -> dict[str, str]:
    """The nouns right below each, by its number; 0 is what stands above all. Raises `OSError`."""
    nouns = synsets(wordnet, "noun")
    listed = frequent(wordnet, "noun") & wordnet_shares(wordnet).keys()
    means = _words_of(wordnet, "noun").items()
    words = {id: kept for id, group in means if (kept := [word for word in group if word in listed])}
    below: dict[str, list[str]] = defaultdict(list)
    for id in [id for id in words if "@i" not in dict(nouns[id].pointers)]:
        for above in _above(nouns, id, words) or [""]:
            below[above].append(id)
    return dict(_lines(below, words))


def _above(nouns: Mapping[str, Synset], id: str, listed: Container[str]) -> list[str]:
    """Synsets above a sense that are listed, the nearest on each way up."""
    hypernyms = nouns[id].targets("@")
    found = (up for above in hypernyms for up in ([above] if above in listed else _above(nouns, above, listed)))
    return list(dict.fromkeys(found))


def _lines(below: Mapping[str, Sequence[str]], words: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    numbers = {"": "0"}
    waiting = [""]
    for id in waiting:
        line = []
        for child in below[id]:
            if child in numbers:
                line.append(f":{numbers[child]}")
            elif child in below:
                numbers[child] = str(len(numbers))
                waiting.append(child)
                line.append(f"{','.join(words[child])}:{numbers[child]}")
            else:
                line.append(",".join(words[child]))
        yield numbers[id], " ".join(sorted(line))
