"""CogNIAC on names: what La Hack left alone, by shared words and property confidence; ties stay open."""

from collections import defaultdict

from resolvers.chains._camp.markup import Markup, Vector, salient
from resolvers.chains._camp.names import Name, names, same_sex
from resolvers.chains._camp.word_lists import words

COMPONENT = "cogniac_names"


def run(markup: Markup) -> None:
    """Link each name that no other is linked with to the entity of an earlier name that stands above all others."""
    by_word: dict[str, list[Name]] = defaultdict(list)
    counts = _names_of_entities(markup)
    for name in names(markup.prepared):
        if counts[markup.entities.of[name.mention]] == 1:
            _resolve(markup, name, by_word)
        for word in set(name.words) - words().small:
            by_word[word].append(name)


def _names_of_entities(markup: Markup) -> dict[int, int]:
    found: dict[int, int] = defaultdict(int)
    for name in names(markup.prepared):
        found[markup.entities.of[name.mention]] += 1
    return found


def _resolve(markup: Markup, name: Name, by_word: dict[str, list[Name]]) -> None:
    vectors: dict[int, Vector] = {}
    latest: dict[int, Name] = {}
    for other in {other.mention: other for word in name.words for other in by_word.get(word, ())}.values():
        sure = markup.sureness(other.mention, name.mention)
        common = _common(name, other)
        nested = markup.mentions[other.mention].span.encloses(markup.mentions[name.mention].span)
        if sure > 0 and common and not nested and same_sex(name, other):
            entity = markup.entities.of[other.mention]
            vectors[entity] = max(vectors.get(entity, (0.0, 0.0)), (common, sure))
            latest[entity] = other
    chosen = salient(vectors)
    if chosen is not None:
        markup.link(latest[chosen].mention, name.mention, COMPONENT, "words of the name")


def _common(name: Name, other: Name) -> float:
    """The share of the longer name that the shorter has, which begins or ends it; 0 if it does not.

    Names of persons may grow ("Peter", "Peter Smith"); a longer name of another type is not what the shorter was.
    """
    if name.type != other.type:
        return 0.0
    small, large = sorted((name.words, other.words), key=len)
    grows = len(name.words) > len(other.words)
    if (grows and name.type != "person") or small not in (large[: len(small)], large[-len(small) :]):
        return 0.0
    return len(small) / len(large)
