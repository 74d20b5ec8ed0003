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
from itertools import permutations

from anaphora.resolvers.discourse.contrasts import are_kin, modifiers, owners
from anaphora.resolvers.discourse.persons import full_names
from anaphora.resolvers.discourse.quotations import speech_pronouns, turns
from anaphora.resolvers.syntax.binding import syntax_of
from anaphora.workbench.document import Prepared, once
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
    return Differences(_apart(prepared), traits, owners(prepared), partial(are_kin, prepared))


def _apart(prepared: Prepared) -> Mapping[int, Set[int]]:
    """The mentions under a common governor that each mention cannot be one with; of conjuncts two may be one."""
    syntax, mentions, relation = syntax_of(prepared), prepared.mentions, prepared.annotation.relation
    governed: dict[int, list[int]] = defaultdict(list)
    for number in range(len(mentions)):
        for governor in {place.governor for place in syntax.places(number)}:
            governed[governor].append(number)
    apart: dict[int, set[int]] = defaultdict(set)
    for together in governed.values():
        for left, right in permutations(together, 2):
            first, second = mentions[left], mentions[right]
            if {"reflexive", "predicate"} & {first.pronoun, first.function, second.pronoun, second.function}:
                continue
            if first.kind == "pronoun":
                excluded = not _is_repeated(prepared, left, right) and bool(syntax.shared_domain(left, right))
            else:
                conjuncts = "conj" in (relation[first.head], relation[second.head])
                excluded = second.kind != "pronoun" and not conjuncts and syntax.are_arguments(left, right)
            if excluded:
                apart[left].add(right)
                apart[right].add(left)
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
