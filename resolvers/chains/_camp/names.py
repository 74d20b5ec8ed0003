"""Names as they are compared: without titles, corporate designators and punctuation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anaphora.resolvers._per_document import once
from anaphora.resolvers.chains._camp.properties import confidences, is_probably
from anaphora.resolvers.chains._camp.word_lists import words
from anaphora.workbench.document import Gender, Mention, Prepared

_IN_NAMES = frozenset({"PROPN", "NUM", "X"})
_TAGS = frozenset({"NNP", "NNPS"})  # "United" in a name is a verb by its part of speech
_CAPITALISED = frozenset({"NOUN", "ADJ"})


@dataclass(frozen=True, slots=True)
class Name:
    """A mention that is a name: its words in small letters, and the sex of its title, or else of its record.

    `whole` are all its words, with titles and designators. It is `titled` if it has a title, `designated` if it has a
    corporate designator; `generation` is such as "jr". `type` is what it probably is: person, organization, place or
    thing, empty if nothing is likelier than all else.
    """

    mention: int
    words: tuple[str, ...]
    whole: tuple[str, ...]
    sex: Gender
    titled: bool
    designated: bool
    generation: str
    type: str
    plural: bool

    @property
    def is_of_person(self) -> bool:
        """Whether it may be the name of one person, and is more than a title."""
        return self.type in ("person", "") and not self.plural and self.words[-1] not in words().titles


@once
def names(prepared: Prepared) -> tuple[Name, ...]:
    """The names among the mentions of a document, in text order; coordinations of names are none."""
    coordinations = {mention.coordination for mention in prepared.mentions if mention.coordination}
    all_names = []
    for number, mention in enumerate(prepared.mentions):
        if mention.kind == "name" and mention.definiteness != "indefinite" and mention.span not in coordinations:
            name = _name(prepared, number, mention)
            if name.words:
                all_names.append(name)
    return tuple(all_names)


@once
def names_by_mention(prepared: Prepared) -> Mapping[int, Name]:
    """The names of a document by the mention that each is."""
    return {name.mention: name for name in names(prepared)}


def _name(prepared: Prepared, number: int, mention: Mention) -> Name:
    lists = words()
    parts = _parts(prepared, mention)
    titles = [part for part in parts if part in lists.titles]
    known: Gender = mention.gender if mention.animacy == "animate" else "unknown"
    sex = next((lists.sexes[title] for title in titles if title in lists.sexes), known)
    group = parts[0] in lists.titles and prepared.annotation.tag[mention.head] == "NNPS"  # General Motors is no general
    bare = parts if group else _without_titles(parts)
    kept = [part for part in bare if part not in lists.behind]
    named = [part for place, part in enumerate(kept) if not (place and part in lists.designators)] or kept
    type = is_probably(confidences(prepared, mention))
    return Name(
        mention=number,
        words=tuple(named or parts),
        whole=tuple(parts),
        sex=sex,
        titled=len(bare) < len(parts),
        designated=len(named) < len(kept),
        generation=next((part.rstrip(".") for part in bare if part.rstrip(".") in lists.generations), ""),
        type=type,
        plural=group or mention.number == "plural",
    )


def _parts(prepared: Prepared, mention: Mention) -> list[str]:
    """The words of the name around the head: capitalised ones before it, "of" and the like with names after it."""
    document, annotation, small = prepared.document, prepared.annotation, words().small

    def belongs(token: int) -> bool:
        capital = document.words[token][:1].isupper()
        tagged = annotation.pos[token] in _IN_NAMES or annotation.tag[token] in _TAGS
        return tagged or (capital and annotation.pos[token] in _CAPITALISED)

    start = mention.head
    while start > mention.base.start and belongs(start - 1):
        start -= 1
    end = token = mention.head + 1
    while token < mention.span.end:
        word = document.words[token].lower()
        if belongs(token):
            end = token + 1
        elif word not in small or word == "and":
            break
        token += 1
    return [document.words[token].lower() for token in range(start, end)]


def _without_titles(parts: Sequence[str]) -> list[str]:
    """What follows the last title, unless that is nothing or goes on as "of" does."""
    last = max((place for place, part in enumerate(parts) if part in words().titles), default=-1)
    rest = list(parts[last + 1 :])
    return rest if rest and rest[0] not in words().small else list(parts)


def same_first_name(name: Name, other: Name) -> bool:
    """Whether the first names of two persons do not conflict: they are equal, one is lacking, or an initial agrees."""
    first, second = name.words[:-1], other.words[:-1]
    return (
        not first
        or not second
        or first[0] == second[0]
        or _initial(first[0], second[0])
        or _initial(second[0], first[0])
    )


def _initial(short: str, long: str) -> bool:
    return len(short.rstrip(".")) == 1 and long.startswith(short[0])


def differ(name: Name, other: Name) -> bool:
    """Whether two names are of a man and a woman, or of father and son: "John Smith", "John Smith Jr."."""
    generations = {name.generation, other.generation} if "person" in (name.type, other.type) else {""}
    short = 1 in (len(name.words), len(other.words)) and "" in generations
    sexes = {name.sex, other.sex} - {"unknown"}
    return len(sexes) > 1 or (len(generations) > 1 and not short)


def initials(parts: Sequence[str]) -> str:
    """What an acronym of a name is: its first letters, without small words; nothing if it has one word."""
    letters = [word[0] for word in parts if word not in words().small]
    return "".join(letters) if len(letters) > 1 else ""
