"""Entities as they are known so far: what corefers, what agrees, what stands too close to corefer."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from anaphora.resolvers.columns import bare_words
from anaphora.resolvers.syntax.binding import are_alternatives, coordinations_of, syntax_of
from anaphora.workbench.document import Case, Prepared, Span, once
from anaphora.workbench.language.packs import language_of

_FIELDS = (("singular", "plural"), ("masculine", "feminine", "neuter"), ("animate", "inanimate"))
_BIT = {value: 1 << bit for bit, value in enumerate(value for values in _FIELDS for value in values)}


def _against(known: int) -> int:
    """The values that contradict any of the known ones."""
    values_known = {value for value, bit in _BIT.items() if known & bit}
    return sum(_BIT[value] for values in _FIELDS for value in values if values_known.intersection(values) - {value})


AGAINST = tuple(map(_against, range(1 << len(_BIT))))
"""For each combination of known values the values that contradict any of them (see `known_of`)."""


@dataclass(slots=True)
class Discourse:
    """The entities of a document, which grow as it is read: `link` joins a pronoun to the entity of its antecedent.

    `entity_of` numbers the entity of each mention; numbers are valid until the next `link`. `known` has for each entity
    the known values of number, gender and animacy, a bit each, and `members` the mentions of those that have several.
    `coordinations` has the mentions of entities that are coordinations.
    """

    prepared: Prepared
    entity_of: list[int]
    known: list[int]
    members: dict[int, list[int]]
    coordinations: dict[int, list[int]]
    _earlier: dict[tuple[int, int], tuple[int, list[int]]] = field(default_factory=dict)

    def link(self, mention: int, antecedent: int) -> None:
        """Join two entities; what is known of either is known of both."""
        older, newer = self.entity_of[antecedent], self.entity_of[mention]
        if older == newer:
            return
        members = self.members.setdefault(older, [older])
        for member in self.members.pop(newer, [newer]):
            insort(members, member)
            self.entity_of[member] = older
        self.known[older] |= self.known[newer]
        if newer in self.coordinations:
            self.coordinations.setdefault(older, []).extend(self.coordinations.pop(newer))

    def members_of(self, mention: int) -> Sequence[int]:
        """The mentions of the entity of a mention, in text order."""
        entity = self.entity_of[mention]
        return self.members.get(entity) or [entity]

    def possible(self, case: Case, *, whole_sentence: bool = False) -> tuple[int, ...]:
        """The possible antecedents of an anaphor: they agree, as entities too, and may corefer where they stand.

        Excluded are entities of which a mention stands too close before the anaphor, or in the `whole_sentence`.
        """
        barred = self._barred_entities(case.anaphor, whole_sentence=whole_sentence)
        return self._agreeing(case.anaphor, case.compatible, barred)

    def consistent(self, anaphor: int, candidates: Sequence[int]) -> tuple[int, ...]:
        """The candidates whose entities agree with the anaphor's, and may corefer with it where they stand.

        What stands too close excludes what it is a part of or has for a part, too: "Ann and Ben won. They thanked her."
        Reference is disjoint, not only different (Chomsky 1973, section 5; Lasnik 1981).
        """
        close = self._barred_entities(anaphor, whole_sentence=True)
        left = self._agreeing(anaphor, candidates, close.union(*map(self._parts, close)))
        return tuple([index for index in left if close.isdisjoint(self._parts(self.entity_of[index]))])

    def _agreeing(self, anaphor: int, candidates: Iterable[int], barred: Set[int]) -> tuple[int, ...]:
        """The candidates whose entities agree with the anaphor's and are not barred."""
        entities, known = self.entity_of, self.known
        against = AGAINST[known[entities[anaphor]]]
        return tuple(
            [index for index in candidates if not known[entity := entities[index]] & against and entity not in barred]
        )

    def _parts(self, entity: int) -> Set[int]:
        """The entities of the conjuncts of an entity that is a coordination."""
        conjuncts = conjuncts_of(self.prepared)
        return {self.entity_of[part] for whole in self.coordinations.get(entity, ()) for part in conjuncts[whole]}

    def other_before_scope(self, case: Case, than: int) -> bool:
        """Return whether an entity other than that of the mention `than` is possible before the search scope.

        To be asked of cases in text order. What was passed over once, since it disagrees or repeats an entity, is not
        looked at again, so that a long text about one person takes no longer than others.
        """
        mentions, entities = self.prepared.mentions, self.entity_of
        person, known = mentions[case.anaphor].person, self.known[entities[case.anaphor]]
        read, earlier = self._earlier.get((person, known), (0, []))
        end = bisect_left(mentions, case.scope_start, read, key=lambda mention: mention.span.start)
        earlier.extend([index for index in range(read, end) if mentions[index].person == person])
        self._earlier[person, known] = end, earlier
        barred = self._barred_entities(case.anaphor, whole_sentence=False)
        seen: dict[int, int] = {}
        exists = False
        while earlier and not exists:
            index = earlier.pop()
            entity = entities[index]
            if entity not in seen and not self.known[entity] & AGAINST[known]:
                seen[entity] = index
                exists = entity != entities[than] and entity not in barred
        earlier.extend(reversed(seen.values()))
        return exists

    def agree(self, mention: int, other: int) -> bool:
        """Return whether the entities of two mentions differ in nothing that is known of them."""
        return not self.known[self.entity_of[mention]] & AGAINST[self.known[self.entity_of[other]]]

    def _barred_entities(self, anaphor: int, *, whole_sentence: bool) -> set[int]:
        """The entities that a pronoun cannot refer to, since a mention of them stands too close."""
        close = too_close(self.prepared)[anaphor]
        return {self.entity_of[mention] for mention in close if whole_sentence or mention < anaphor}


def known_of(number: str, gender: str, animacy: str) -> int:
    """The bits of what is known of a mention or entity, as `Discourse.known` holds them."""
    return _BIT.get(number, 0) | _BIT.get(gender, 0) | _BIT.get(animacy, 0)


@once
def known_at_first(prepared: Prepared) -> Sequence[int]:
    """The bits of each mention by its record; alternatives ("his or her") say nothing of the sex."""
    mentions = prepared.mentions
    annotation = prepared.annotation
    tables = language_of(prepared.document)
    either = {
        index
        for pair in pairwise(sorted(range(len(mentions)), key=lambda index: mentions[index].head))
        if are_alternatives(annotation, tables, *[mentions[index] for index in pair])
        for index in pair
    }
    return [
        known_of(mention.number, "unknown" if index in either else mention.gender, mention.animacy)
        for index, mention in enumerate(mentions)
    ]


def apart(prepared: Prepared, known: Sequence[int] | None = None) -> Discourse:
    """Make every mention an entity of its own; what is `known` of it is by default what its record says."""
    if known is None:
        known = known_at_first(prepared)
    coordinations = {whole: [whole] for whole in conjuncts_of(prepared)}
    return Discourse(prepared, list(range(len(known))), list(known), {}, coordinations)


def discourse(prepared: Prepared, *, merge_names: bool = True) -> Discourse:
    """The entities of a document before any pronoun is resolved.

    Each mention is an entity of its own, but for repeated names with `merge_names`.
    """
    return _copy(_names(prepared)) if merge_names else apart(prepared)


def repeating(prepared: Prepared) -> Discourse:
    """The entities before any pronoun is resolved, where what repeats a name or noun phrase is the same.

    What excludes a mention then excludes the same at other places: "Oscar met Felix. Oscar praised him."
    """
    return _copy(_phrases(prepared))


def _copy(entities: Discourse) -> Discourse:
    members, coordinations = (
        {entity: list(mentions) for entity, mentions in lists.items()}
        for lists in (entities.members, entities.coordinations)
    )
    return Discourse(entities.prepared, list(entities.entity_of), list(entities.known), members, coordinations)


@once
def conjuncts_of(prepared: Prepared) -> Mapping[int, Sequence[int]]:
    """The conjuncts of each plural coordination."""
    conjuncts: dict[Span, list[int]] = defaultdict(list)
    for index, mention in enumerate(prepared.mentions):
        if mention.coordination:
            conjuncts[mention.coordination].append(index)
    plural = (index for index, mention in enumerate(prepared.mentions) if mention.number == "plural")
    return {index: conjuncts[span] for index in plural if (span := prepared.mentions[index].span) in conjuncts}


@once
def too_close(prepared: Prepared) -> Mapping[int, Set[int]]:
    """Return the mentions of its sentence with which each anaphor cannot corefer (Lappin & Leass 1994, section 2.1.1).

    Reflexives are too close to nothing, and nothing before a reflexive or predicate is too close to that, nor to what
    stands in a clause that is coordinated with its own.
    """
    disjoint = syntax_of(prepared).disjoint
    mentions = prepared.mentions
    in_sentence = by_sentence(prepared)
    close: dict[int, Set[int]] = {}
    for case in prepared.cases:
        anaphor = case.anaphor
        others = () if mentions[anaphor].pronoun == "reflexive" else in_sentence[mentions[anaphor].sentence]
        close[anaphor] = {
            mention
            for mention in others
            if mention != anaphor and disjoint(anaphor, mention)
            if mention < anaphor or _is_another(prepared, anaphor, mention)
        }
    return close


def _is_another(prepared: Prepared, anaphor: int, later: int) -> bool:
    """Return whether a mention that syntax excludes for a pronoun before it can be nothing that this refers to."""
    mention, annotation = prepared.mentions[later], prepared.annotation
    governor, token = annotation.head[prepared.mentions[anaphor].head], mention.head
    while annotation.head[token] not in (governor, token):
        token = annotation.head[token]
    beside = annotation.head[token] == governor and annotation.relation[token].startswith(("conj", "parataxis"))
    return not beside and mention.pronoun != "reflexive" and mention.function != "predicate"


@once
def by_sentence(prepared: Prepared) -> Mapping[int, Sequence[int]]:
    """The mentions of each sentence that has any, in text order."""
    members: dict[int, list[int]] = defaultdict(list)
    for index, mention in enumerate(prepared.mentions):
        members[mention.sentence].append(index)
    return dict(members)


def _merge_names(prepared: Prepared, *, first_names: bool) -> Discourse:
    """Names of one person that share the last word ("Ann Smith", "Smith") joined, others if all words are the same.

    If `first_names` count, those that have words of their own beside it are two ("Ann Smith", "Mary Smith").
    """
    entities = apart(prepared)
    words_of: dict[int, set[str]] = {}
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    coordinations = coordinations_of(prepared)
    words, pos = prepared.document.words, prepared.annotation.pos
    for index, mention in enumerate(prepared.mentions):
        if mention.kind != "name" or mention.span in coordinations:
            continue
        name = tuple([words[token].lower() for token in mention.base if pos[token] == "PROPN"])
        namesakes = alike[name[-1:] if mention.animacy == "animate" else name]
        words_of[index] = {*name}
        close = (
            namesake
            for namesake in reversed(namesakes)
            if not first_names or words_of[namesake] <= {*name} or words_of[namesake] >= {*name}
        )
        same = next((namesake for namesake in close if entities.agree(namesake, index)), None)
        if same is None:
            namesakes.append(index)
        else:
            entities.link(index, same)
    return entities


_names = once(partial(_merge_names, first_names=False))
_REACH = 10
"""Sentences within which equal noun phrases are one: 80% of the definite ones of GUM train are, farther off 65%."""


@once
def _phrases(prepared: Prepared) -> Discourse:
    """Names joined, and noun phrases and coordinations that repeat one word for word, articles aside.

    An indefinite noun phrase begins an entity ("a man ... a man"); what follows the head may be left out.
    """
    entities = _merge_names(prepared, first_names=True)
    mentions, words, coordinations = prepared.mentions, prepared.document.words, coordinations_of(prepared)
    last: dict[tuple[str, ...], int] = {}
    for index, mention in enumerate(mentions):
        if mention.kind == "pronoun" or (mention.kind == "name" and mention.span not in coordinations):
            continue
        wording = bare_words(prepared, mention)
        earlier = last.get(wording, index)
        last[wording] = index
        before = mentions[earlier]
        tail, tail_before = (words[phrase.base.end : phrase.span.end] for phrase in (mention, before))
        near = mention.sentence - before.sentence <= _REACH and tail in ((), tail_before)
        if near and mention.definiteness != "indefinite" and entities.agree(earlier, index):
            entities.link(index, earlier)
    return entities
