"""La Hack: proper names that are shortened, abbreviated or written in another way (Baldwin et al. 1998).

Names are taken longest first. One is linked if there is a single entity of longer or equal names that it matches:

- any: the same words, if titles do not conflict;
- person: the same last name, and no conflict of first names, initials, titles or "Jr.";
- organisation: an acronym (of "General Motors" too), or the first words of a name with a corporate designator;
- place: another name of it (`words.toml`).

Two arguments of one verb are never linked.
"""

from collections import defaultdict
from collections.abc import Iterator

from anaphora.resolvers.chains._camp.markup import CampOptions, Markup
from anaphora.resolvers.chains._camp.names import Name, initials, names, same_first_name
from anaphora.resolvers.chains._camp.word_lists import words

COMPONENT = "proper_names"
Mark = tuple[str, str | tuple[str, ...]]


def run(markup: Markup, _: CampOptions) -> None:
    """Link the names of a document, longest first."""
    placed: dict[Mark, list[Name]] = defaultdict(list)
    longest_first = sorted(
        names(markup.prepared), key=lambda name: (-len(name.words), not name.titled, name.sex == "unknown")
    )
    for name in longest_first:
        matches = {
            markup.entities.entity_of[other.mention]: (other, rule) for other, rule in _matches(markup, placed, name)
        }
        equal = {
            entity: match for entity, match in matches.items() if match[1] == "same words" and match[0].sex == name.sex
        }
        chosen = matches if len(matches) == 1 or not equal else equal
        if len(chosen) == 1:
            [(other, rule)] = chosen.values()
            markup.link(other.mention, name.mention, COMPONENT, rule)
        if len(chosen) < 2 and not equal:  # else one that is found in the same ways stands there already
            for mark in _marks(name):
                placed[mark].append(name)


def _marks(name: Name) -> Iterator[Mark]:
    """Under what a name is found by shorter ones."""
    text = " ".join(name.words)
    yield "words", name.words
    yield "alias", words().aliases.get(text, text)
    if name.is_of_person:
        yield "last", name.words[-1]
    for letters in dict.fromkeys((initials(name.words), initials(name.whole))):
        yield "acronym", letters
    if name.designated:
        for length in range(1, len(name.words)):
            yield "first words", name.words[:length]


def _matches(markup: Markup, placed: dict[Mark, list[Name]], name: Name) -> Iterator[tuple[Name, str]]:
    """The names among those placed that a name may be short for, each with the rule, the surest last."""
    span = markup.mentions[name.mention].span
    for other, rule in _alike(placed, name):
        other_span = markup.mentions[other.mention].span
        nested = span.encloses(other_span) or other_span.encloses(span)
        possible = not nested and markup.sureness(other.mention, name.mention) > 0
        if possible and markup.may_be_one(name.mention, other.mention):
            yield other, rule


def _alike(placed: dict[Mark, list[Name]], name: Name) -> Iterator[tuple[Name, str]]:
    text = " ".join(name.words)
    if name.is_of_person:
        for other in placed["last", name.words[-1]]:
            if "person" in (name.type, other.type) and same_first_name(name, other):
                yield other, "last name"
    if len(name.words) == 1 and len(text) > 1:
        letters = text.replace(".", "")
        for other in placed["acronym", letters]:
            if other.type != "person" or other.plural or initials(other.words) != letters:
                yield other, "acronym"
    if name.type in ("organization", ""):
        yield from ((other, "first words") for other in placed["first words", name.words])
    yield from (
        (other, "alias") for other in placed["alias", words().aliases.get(text, text)] if other.words != name.words
    )
    yield from ((other, "same words") for other in placed["words", name.words])
