"""The marks that components leave in a document: links, the entities they make, and what these may be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from anaphora.resolvers.discourse.entities import Discourse, apart, known_of
from anaphora.resolvers.parameters import read_tables
from anaphora.resolvers.syntax.binding import coordinations_of, syntax_of
from anaphora.workbench.decision import Link
from anaphora.workbench.document import Gender, Mention, Prepared, once
from anaphora.workbench.language.anaphors import bearers


@dataclass(frozen=True, slots=True)
class WordLists:
    """Word lists in lower case: `sexes` maps titles to a sex, `kinds` nouns to a type, `aliases` one to a place."""

    titles: frozenset[str]
    sexes: Mapping[str, Gender]
    behind: frozenset[str]
    generations: frozenset[str]
    designators: frozenset[str]
    small: frozenset[str]
    copulas: frozenset[str]
    negations: frozenset[str]
    kinds: Mapping[str, str]
    aliases: Mapping[str, str]
    genre: Mapping[str, str]


@cache
def words() -> WordLists:
    """The lists, read once."""
    lists = read_tables("words.toml", "anaphora.resolvers.chains.camp")
    titles = read_tables("titles.toml", "anaphora.resolvers.discourse")
    organizations, copulas = lists["organizations"], lists["copulas"]
    sexes: dict[str, Gender] = dict.fromkeys(titles["masculine"], "masculine")
    sexes |= dict.fromkeys(titles["feminine"], "feminine")
    return WordLists(
        titles=frozenset([*sexes, *titles["either"]]),
        sexes=sexes,
        behind=frozenset(titles["behind"]),
        generations=frozenset(titles["generations"]),
        designators=frozenset(organizations["designators"]),
        small=frozenset(organizations["small"]),
        copulas=frozenset(copulas["verbs"]),
        negations=frozenset(copulas["negations"]),
        kinds={noun: kind for kind, nouns in lists["kinds"].items() for noun in nouns},
        aliases={alias: number for number, aliases in lists["aliases"].items() for alias in aliases},
        genre=lists["genre"],
    )


TYPES = ("man", "woman", "organization", "place", "thing")
PERSON = slice(0, 2)
NON_PERSON = slice(2, 5)

Confidences = tuple[float, ...]
"""A confidence for each of `TYPES`; they add up to 1."""

_SURE = 0.9
"""The confidence in what the evidence of a name says; the rest stays with all else that it may be."""
_ANY: Confidences = (0.2,) * 5
_TYPE_OF = {"PERSON": "person", "ORGANIZATION": "organization", "PLACE": "place"}
_GENDERS = {"masculine": (1.0, 0.0), "feminine": (0.0, 1.0), "non-masculine": (0.0, 1.0), "unknown": (0.5, 0.5)}


def confidences(prepared: Prepared, mention: Mention) -> Confidences:
    """Return what a mention may be: by the record of pronouns and nouns, by titles, first names and types of names.

    "Mrs. Fields" is a woman or a company, and matches pronouns of either; a link leaves only what both ends may be. The
    paper gives no numbers; those here are ours.
    """
    if mention.kind == "name":
        return _of_name(prepared, mention)
    if mention.animacy == "animate":
        return (*_GENDERS.get(mention.gender, (0.5, 0.5)), 0.0, 0.0, 0.0)
    if mention.animacy != "inanimate":
        return (*(0.4 * sex for sex in _GENDERS.get(mention.gender, (0.5, 0.5))), 0.2, 0.2, 0.2)
    if mention.kind == "pronoun":
        return (0.0, 0.0, 1 / 3, 1 / 3, 1 / 3)
    kind = words().kinds.get(mention.lemma) or _TYPE_OF.get(prepared.annotation.entity[mention.head])
    return tuple(float(type == (kind if kind in TYPES else "thing")) for type in TYPES)


def _of_name(prepared: Prepared, mention: Mention) -> Confidences:
    """Return what a name may be: beside the evidence something stays possible, as persons' names may be companies'."""
    tokens = [prepared.document.words[token].lower() for token in mention.span]
    if any(token in words().designators for token in tokens[1:]):
        return (0.0, 0.0, 1.0, 0.0, 0.0)
    entity = _TYPE_OF.get(prepared.annotation.entity[mention.head], "")
    if mention.animacy == "animate":
        man, woman = _sexes(prepared, mention)
        return (_SURE * man, _SURE * woman, 1 - _SURE, 0.0, 0.0)
    if mention.animacy == "inanimate" or entity in TYPES:
        rest = (1 - _SURE) / 4
        kind = entity if entity in TYPES else "thing"
        return tuple(_SURE if type == kind else rest for type in TYPES)
    return _ANY


def _sexes(prepared: Prepared, mention: Mention) -> tuple[float, float]:
    """Return the probabilities that a person's name is a man's and a woman's: by the record, else by its first name."""
    if mention.gender in ("masculine", "feminine"):
        return _GENDERS[mention.gender]
    for token in mention.base:
        men, women = bearers(prepared.document.words[token])
        if men + women:
            share = men / (men + women)
            return share, 1 - share
    return 0.5, 0.5


def combine(first: Confidences, second: Confidences) -> Confidences | None:
    """Return the confidences of two mentions that are one entity, or `None` if they rule each other out."""
    both = [left * right for left, right in zip(first, second, strict=True)]
    total = sum(both)
    return tuple(product / total for product in both) if total > 0 else None


def overlap(candidate: Confidences, anaphor: Confidences) -> float:
    """Return how sure it is that the candidate is something that the anaphor may be, from 0 to 1."""
    return sum(value for value, allowed in zip(candidate, anaphor, strict=True) if allowed > 0)


def is_probably(confidences: Confidences) -> str:
    """Return which of person, organization, place and thing has more than half of the confidence, or nothing."""
    person = sum(confidences[PERSON])
    if person > 0.5:
        return "person"
    return next((type for type, value in zip(TYPES, confidences, strict=True) if value > 0.5), "")


def certain(confidences: Sequence[float]) -> tuple[str, str]:
    """The gender and animacy that all possibilities have, "unknown" where they differ."""
    man, woman = confidences[PERSON]
    if any(confidences[NON_PERSON]):
        return ("unknown", "unknown") if man or woman else ("neuter", "inanimate")
    if man and woman:
        return "unknown", "animate"
    return ("feminine" if woman else "masculine"), "animate"


_IN_NAMES = frozenset({"PROPN", "NUM", "X"})
_TAGS = frozenset({"NNP", "NNPS"})  # "United" in a name is a verb by its part of speech
_CAPITALISED = frozenset({"NOUN", "ADJ"})


@dataclass(frozen=True, slots=True)
class ProperName:
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
        """True if this may be the name of one person, and is more than a title."""
        return self.type in ("person", "") and not self.plural and self.words[-1] not in words().titles


@once
def names(prepared: Prepared) -> tuple[ProperName, ...]:
    """The names among the mentions of a document, in text order; coordinations of names are none."""
    coordinations = coordinations_of(prepared)
    all_names = []
    for number, mention in enumerate(prepared.mentions):
        if mention.kind == "name" and mention.definiteness != "indefinite" and mention.span not in coordinations:
            name = _name(prepared, number, mention)
            if name.words:
                all_names.append(name)
    return tuple(all_names)


@once
def names_by_mention(prepared: Prepared) -> Mapping[int, ProperName]:
    """The names of a document by the mention that each is."""
    return {name.mention: name for name in names(prepared)}


def _name(prepared: Prepared, number: int, mention: Mention) -> ProperName:
    lists = words()
    parts = _parts(prepared, mention)
    titles = [part for part in parts if part in lists.titles]
    by_record: Gender = mention.gender if mention.animacy == "animate" else "unknown"
    sex = next((lists.sexes[title] for title in titles if title in lists.sexes), by_record)
    group = parts[0] in lists.titles and prepared.annotation.tag[mention.head] == "NNPS"  # General Motors is no general
    bare = parts if group else _without_titles(parts)
    kept = [part for part in bare if part not in lists.behind]
    named = [part for index, part in enumerate(kept) if not (index and part in lists.designators)] or kept
    type = is_probably(confidences(prepared, mention))
    return ProperName(
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
    document = prepared.document
    annotation = prepared.annotation
    small = words().small

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
    """Return what follows the last title; all parts if that is nothing, or begins with a word such as "of"."""
    last = max((number for number, part in enumerate(parts) if part in words().titles), default=-1)
    rest = list(parts[last + 1 :])
    return rest if rest and rest[0] not in words().small else list(parts)


def same_first_name(name: ProperName, other: ProperName) -> bool:
    """Return whether the first names of two persons are compatible: equal, one lacking, or one the other's initial."""
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


def differ(name: ProperName, other: ProperName) -> bool:
    """Return whether two names are of a man and a woman, or of father and son: "John Smith", "John Smith Jr."."""
    generations = {name.generation, other.generation} if "person" in (name.type, other.type) else {""}
    short = 1 in (len(name.words), len(other.words)) and "" in generations
    sexes = {name.sex, other.sex} - {"unknown"}
    return len(sexes) > 1 or (len(generations) > 1 and not short)


def initials(parts: Sequence[str]) -> str:
    """Return the acronym of a name: its first letters, without small words; nothing if it has one word."""
    letters = [word[0] for word in parts if word not in words().small]
    return "".join(letters) if len(letters) > 1 else ""


Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CampOptions:
    """The options of the components: `genre` has regions and patterns, `window` counts sentences of common nouns.

    `indefinite` links indefinite appositions, `narrator` all "I" outside quotations.
    """

    genre: tuple[tuple[str, str], ...] = ()
    indefinite: bool = True
    window: int = 40
    narrator: bool = False


@dataclass(slots=True)
class Markup:
    """Grows while components run; each sees what those before it have linked.

    `may_be` has the confidences of each entity, by its number in `entities.entity_of`. `speakers` gives for tokens
    inside quotation marks the mention that speaks, where it is known.
    """

    prepared: Prepared
    entities: Discourse
    may_be: list[Confidences]
    speakers: dict[int, int] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions of the document."""
        return self.prepared.mentions

    def link(self, mention: int, other: int, component: str, rule: str) -> None:
        """Put two mentions into one entity, and narrow what it may be; nothing is done if they are in one already."""
        entity_of = self.entities.entity_of
        if entity_of[mention] == entity_of[other]:
            return
        antecedent, anaphor = sorted((mention, other))
        both = combine(self.may_be[entity_of[mention]], self.may_be[entity_of[other]])
        self.entities.link(anaphor, antecedent)
        self.links.append(Link(antecedent, anaphor, component, rule))
        if both is not None:
            entity = entity_of[antecedent]
            self.may_be[entity] = both
            self.entities.known[entity] |= known_of("", *certain(both))

    def may_be_one(self, mention: int, other: int) -> bool:
        """Return whether the entities of two names may be one: no different persons, no two arguments of one verb."""
        entities = self.entities
        by_mention = names_by_mention(self.prepared)
        syntax = syntax_of(self.prepared)
        left, right = [entities.members.get(entities.entity_of[number], [number]) for number in (mention, other)]
        for first, second in product(left, right):
            if first in by_mention and second in by_mention and differ(by_mention[first], by_mention[second]):
                return False
            near = self.mentions[first].sentence == self.mentions[second].sentence
            if near and not syntax.governors(first).isdisjoint(syntax.governors(second)):
                return False
        return True

    def sureness(self, candidate: int, anaphor: int) -> float:
        """Return how sure it is that an entity is something that the anaphor may be; 0 if their numbers differ, too."""
        entity_of = self.entities.entity_of
        if not self.entities.agree(candidate, anaphor):
            return 0.0
        return overlap(self.may_be[entity_of[candidate]], self.may_be[entity_of[anaphor]])


def markup(prepared: Prepared) -> Markup:
    """A document before any component has run."""
    may_be, known = _first(prepared)
    return Markup(prepared, apart(prepared, known), list(may_be))


@once
def _first(prepared: Prepared) -> tuple[tuple[Confidences, ...], tuple[int, ...]]:
    """Return what each mention may be, and what is known of its number, gender and animacy."""
    may_be = tuple([confidences(prepared, mention) for mention in prepared.mentions])
    pairs = zip(prepared.mentions, may_be, strict=True)
    return may_be, tuple([known_of(mention.number, *certain(possible)) for mention, possible in pairs])


def salient(vectors: Mapping[int, Vector]) -> int | None:
    """The one that stands above all others in a partial order, or `None`: a tie at the top leaves the anaphor open.

    One stands above another if no number of its vector is lower, and one is higher.
    """
    if not vectors:
        return None
    top = max(vectors, key=lambda entity: vectors[entity])
    above = all(
        entity == top or (vector != vectors[top] and all(a >= b for a, b in zip(vectors[top], vector, strict=True)))
        for entity, vector in vectors.items()
    )
    return top if above else None
