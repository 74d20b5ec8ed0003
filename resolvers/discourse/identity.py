"""Identity of mentions, for all that make chains: what cannot be one entity, whatever else speaks for it.

- Two arguments of a verb, and a pronoun and what syntax excludes for it (`binding.disjoint`).
- *I*, *you* and *he* in what one says to another; *I* in a quotation is who speaks it, *you* who is spoken to
  (`quotations`).
- Noun phrases that contrast (`contrasts`), or that belong to two: "his father", "her father".
- Full names of two persons (`persons`).
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Set
from functools import partial
from itertools import product

from anaphora.resolvers.discourse.contrasts import are_kin, modifiers, owners
from anaphora.resolvers.discourse.persons import full_names
from anaphora.resolvers.discourse.quotations import speech_pronouns, turns
from anaphora.resolvers.syntax.binding import syntax_of
from anaphora.workbench.document import Mention, Prepared, once
from anaphora.workbench.linking import Differences, Linker, Traits


def linker_of(prepared: Prepared) -> Linker:
    """Links of a document, in which pronouns of one speaker are one, and those in a quotation and its speaker."""
    linker = Linker(prepared.mentions, prepared.document.words, _differences(prepared))
    linker.unite_speakers(range(len(prepared.mentions)))
    for turn in turns(prepared):
        for person, who in ((1, turn.speaker), (2, turn.addressee)) if turn.quoted else ():
            pronouns = speech_pronouns(prepared.mentions, turn.mentions, person, plural=False if person == 1 else None)
            for pronoun in pronouns:
                linker.join(who if who >= 0 else pronouns[0], pronoun, evident=True)
    return linker


@once
def _differences(prepared: Prepared) -> Differences:
    traits: dict[int, dict[Hashable, Set[Hashable]]] = defaultdict(dict)
    for of_mentions in (_voices(prepared), modifiers(prepared), full_names(prepared)):
        for number, values in of_mentions.items():
            traits[number].update(values)
    kin = partial(are_kin, prepared)
    return Differences(_apart(prepared), traits, owners(prepared), _governors(prepared), kin)


def _governors(prepared: Prepared) -> Mapping[int, Set[int]]:
    """The heads of which each noun phrase is an argument, one of several; of conjuncts two may be one."""
    syntax, relation = syntax_of(prepared), prepared.annotation.relation
    return {
        number: syntax.governors(number)
        for number, mention in enumerate(prepared.mentions)
        if mention.kind != "pronoun" and not _is_one_with_another(mention) and relation[mention.head] != "conj"
    }


def _is_one_with_another(mention: Mention) -> bool:
    return not {"reflexive", "predicate"}.isdisjoint((mention.pronoun, mention.function))


def _apart(prepared: Prepared) -> Mapping[int, Set[int]]:
    """The mentions under a common governor that each pronoun cannot be one with, and the pronouns of each of these."""
    syntax = syntax_of(prepared)
    governed: dict[int, list[int]] = defaultdict(list)
    for number, mention in enumerate(prepared.mentions):
        for governor in () if _is_one_with_another(mention) else {place.governor for place in syntax.places(number)}:
            governed[governor].append(number)
    apart: dict[int, set[int]] = defaultdict(set)
    for together in governed.values():
        pronouns = (number for number in together if prepared.mentions[number].kind == "pronoun")
        for pronoun, other in product(pronouns, together):
            if pronoun != other and not _is_repeated(prepared, pronoun, other) and syntax.shared_domain(pronoun, other):
                apart[pronoun].add(other)
                apart[other].add(pronoun)
    return apart


def _is_repeated(prepared: Prepared, pronoun: int, other: int) -> bool:
    """Return whether two pronouns are the same word, as in spoken language, or mean the same speaker."""
    first, second = prepared.mentions[pronoun], prepared.mentions[other]
    words = prepared.document.words
    same = words[first.head].lower() == words[second.head].lower() or first.person == second.person in (1, 2)
    return first.kind == second.kind and same


def _voices(prepared: Prepared) -> Mapping[int, Traits]:
    """Whom the pronouns of a turn mean: its speaker, who is spoken to, or, where its bounds are marked, another."""
    voices: dict[int, dict[Hashable, Set[Hashable]]] = defaultdict(dict)
    speakers = prepared.document.speakers
    for number, turn in enumerate(turns(prepared)):
        for index in turn.mentions:
            mention = prepared.mentions[index]
            speaker = speakers[mention.head] if speakers else ""
            other = mention.animacy == "animate" and (turn.quoted or speaker)
            if mention.kind == "pronoun" and (mention.person in (1, 2) or other):
                plural = mention.person == 1 and mention.number == "plural"
                voices[index]["turn", speaker or number] = {"we" if plural else mention.person}
    return voices
