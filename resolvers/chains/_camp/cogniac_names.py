"""CogNIAC on names: what La Hack left alone, by shared words and property confidence; ties stay open.

A name is linked with an earlier one of the same type that it begins or ends ("John" with "John Smith"), or of a person
with one that begins or ends it. Those that share more of their words, and are surer to be of one kind, stand above.
"""

from collections import defaultdict
from collections.abc import Iterator

from anaphora.resolvers.chains._camp.markup import CampOptions, Markup, Vector, salient
from anaphora.resolvers.chains._camp.names import Name, names

COMPONENT = "cogniac_names"
_Index = dict[tuple[str, ...], dict[int, Name]]
"""The latest name of each entity, by its words or by words that begin or end it."""


def run(markup: Markup, _: CampOptions) -> None:
    """Link each name that no other is linked with to the entity of an earlier name that stands above all others."""
    whole: _Index = defaultdict(dict)
    parts: _Index = defaultdict(dict)
    entity_of, members = markup.entities.entity_of, defaultdict[int, int](int)
    for name in names(markup.prepared):
        members[entity_of[name.mention]] += 1
    for name in names(markup.prepared):
        if members[entity_of[name.mention]] == 1:
            _resolve(markup, name, whole, parts)
        whole[name.words][entity_of[name.mention]] = name
        for part in _ends(name):
            parts[part][entity_of[name.mention]] = name


def _ends(name: Name) -> Iterator[tuple[str, ...]]:
    """The words that begin or end a name, fewer than all."""
    for length in range(1, len(name.words)):
        yield name.words[:length]
        yield name.words[-length:]


def _resolve(markup: Markup, name: Name, whole: _Index, parts: _Index) -> None:
    vectors: dict[int, Vector] = {}
    latest: dict[int, int] = {}
    for other in _alike(name, whole, parts):
        sure = markup.sureness(other.mention, name.mention)
        nested = markup.mentions[other.mention].span.encloses(markup.mentions[name.mention].span)
        fits = sure > 0 and not nested and name.type == other.type
        if fits and markup.may_be_one(name.mention, other.mention):
            entity = markup.entities.entity_of[other.mention]
            fewer, more = sorted((len(name.words), len(other.words)))
            vectors[entity] = max(vectors.get(entity, (0.0, 0.0)), (fewer / more, sure))
            latest[entity] = max(latest.get(entity, 0), other.mention)
    chosen = salient(vectors)
    if chosen is not None:
        markup.link(latest[chosen], name.mention, COMPONENT, "words of the name")


def _alike(name: Name, whole: _Index, parts: _Index) -> Iterator[Name]:
    """Earlier names that begin or end with this one or, of persons, with which it begins or ends."""
    yield from whole.get(name.words, {}).values()
    yield from parts.get(name.words, {}).values()
    if name.type == "person":
        for part in _ends(name):
            yield from whole.get(part, {}).values()
