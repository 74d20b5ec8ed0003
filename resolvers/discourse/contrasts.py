"""Contrasts of noun phrases: what their modifiers, owners and heads say against their being one.

- Opposite modifiers of one head ("the upper valve", "the lower valve"), other colours, ordinals or numerals, and other
  nouns before the head ("the fuel pump", "the water pump"). Of the pairs of such noun phrases in GUM train, at most 100
  mentions apart, none of 126 with opposites corefer, 2% of those with other ordinals, 3% with other numerals, and 10%
  with other nouns, while 51% of bare ones do.
- Different heads, unless one noun is above the other in WordNet, or a synonym ("a dog ... the animal"), or one of the
  two is an apposition or predicate.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache

from anaphora.resolvers.parameters import read_tables
from anaphora.resolvers.syntax.binding import children_of
from anaphora.workbench.document import Mention, Prepared, once
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.linking import Traits

_MODIFIERS = frozenset({"amod", "nummod", "compound", "flat"})


@once
def modifiers(prepared: Prepared) -> Mapping[int, Traits]:
    """Return what the modifiers of names and noun phrases say, by the head and what they say it of, as its colour."""
    annotation, children = prepared.annotation, children_of(prepared)
    traits: dict[int, dict[Hashable, Set[Hashable]]] = defaultdict(dict)
    for number, mention in enumerate(prepared.mentions):
        for token in children.get(mention.head, ()) if mention.kind != "pronoun" else ():
            relation = annotation.relation[token].partition(":")[0]
            if token in mention.span and relation in _MODIFIERS:
                noun = annotation.pos[token] in ("NOUN", "PROPN") and mention.kind == "nominal"
                for what, value in _says(prepared, token, relation, noun=noun):
                    key = mention.lemma.lower(), what
                    traits[number][key] = {*traits[number].get(key, ()), value}
    return traits


def _says(prepared: Prepared, token: int, relation: str, *, noun: bool) -> Iterator[tuple[str, str]]:
    lemma = prepared.annotation.lemma[token].lower()
    exclusive = _exclusive().get(lemma, ()) if language_of(prepared.document).code == "en" else ()
    if noun and relation == "compound" and "colour" not in dict(exclusive):
        yield "compound", lemma
    elif relation == "nummod" or prepared.annotation.pos[token] == "NUM":
        yield "cardinal", dict(exclusive).get("cardinal", lemma)
    else:
        yield from exclusive


@once
def owners(prepared: Prepared) -> Mapping[int, int]:
    """The mention that a noun phrase belongs to: "his father", "Ann's father"."""
    annotation, children = prepared.annotation, children_of(prepared)
    by_head = {mention.head: number for number, mention in reversed(list(enumerate(prepared.mentions)))}
    owned = {}
    for number, mention in enumerate(prepared.mentions):
        for token in children.get(mention.head, ()) if mention.kind == "nominal" else ():
            owner = by_head.get(token)
            if owner is not None and (
                annotation.relation[token] == "nmod:poss" or prepared.mentions[owner].pronoun == "possessive"
            ):
                owned[number] = owner
    return owned


def are_kin(prepared: Prepared, mention: int, other: int) -> bool:
    """Return whether two mentions may be one: noun phrases by their heads, *I* and *you* and a name by their places."""
    first, second = prepared.mentions[mention], prepared.mentions[other]
    if first.sentence == second.sentence and {first.function, second.function} & {"predicate", "apposition"}:
        return True
    if "pronoun" in (first.kind, second.kind):
        return _may_speak(prepared, first, second)
    pos = prepared.annotation.pos
    english = language_of(prepared.document).code == "en"
    nouns = english and pos[first.head] == pos[second.head] == "NOUN"
    return not nouns or _are_related(first.lemma.lower(), second.lemma.lower())


def _may_speak(prepared: Prepared, first: Mention, second: Mention) -> bool:
    """Return whether a pronoun may be a name or noun phrase: of the second person it may be one that is called."""
    pronoun, phrase = (first, second) if first.kind == "pronoun" else (second, first)
    annotation = prepared.annotation
    if phrase.kind == "pronoun" or pronoun.person not in (1, 2) or annotation.pos[phrase.base.start] == "PRON":
        return True
    return pronoun.person == 2 and annotation.relation[phrase.head] == "vocative"


# ---- WordNet


@cache
def _exclusive() -> Mapping[str, Sequence[tuple[str, str]]]:
    """For each adjective and numeral what it says of something, and by which word what excludes others says it."""
    tables = read_tables("wordnet.toml", __package__)
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for what, groups in (*tables["opposites"].items(), *tables["kinds"].items()):
        for group in groups.split(" / "):
            first, *others = group.split()
            for word in (first, *others):
                found[word].append((what, first))
    return found


@cache
def _nouns() -> tuple[Mapping[str, Sequence[int]], Mapping[int, Sequence[int]]]:
    """The senses of nouns, numbered, and for each the senses right above it."""
    senses: dict[str, list[int]] = defaultdict(list)
    above: dict[int, list[int]] = {}
    numbered = {"0": 0}
    for number, below in read_tables("wordnet.toml", __package__)["nouns"].items():
        for entry in below.split():
            words, _, name = entry.partition(":")
            sense = numbered.get(name, len(above) + 1)
            above.setdefault(sense, []).append(numbered[number])
            if name:
                numbered[name] = sense
            for word in words.split(",") if words else ():
                senses[word].append(sense)
    return senses, above


@lru_cache(10_000)
def _are_related(noun: str, other: str) -> bool:
    """Return whether two nouns have a sense in common, or a sense of one is above one of the other."""
    senses, above = _nouns()
    first, second = ({*senses.get(word, ())} for word in (noun, other))
    return not (_upwards(first, above).isdisjoint(second) and _upwards(second, above).isdisjoint(first))


def _upwards(senses: Set[int], above: Mapping[int, Sequence[int]]) -> Set[int]:
    """Senses and all above them."""
    reached, waiting = {*senses}, [*senses]
    while waiting:
        higher = [up for up in above.get(waiting.pop(), ()) if up and up not in reached]
        reached.update(higher)
        waiting += higher
    return reached
