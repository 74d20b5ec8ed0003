"""Entities as they are known so far: what corefers, what agrees, what stands too close to corefer."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from resolvers._structure.disjoint import Syntax, syntax_of
from workbench.document import Animacy, Case, Gender, Mention, Number, Prepared


@dataclass(slots=True)
class Discourse:
    """Grows while a document is read: `link` joins a pronoun to the entity of its antecedent.

    An entity is known by the number that `entity` gives for each of its mentions, which holds until the next `link`.
    `by_sentence` are the mentions of each sentence in text order.
    """

    prepared: Prepared
    by_sentence: Mapping[int, Sequence[int]]
    _syntax: Syntax
    _parents: list[int]
    _features: list[tuple[str, str, str]]
    _earlier: dict[tuple[int, Number, Gender, Animacy], tuple[int, list[int]]] = field(default_factory=dict)

    def entity(self, mention: int) -> int:
        """The entity of a mention."""
        parents = self._parents
        while parents[mention] != mention:
            parents[mention] = parents[parents[mention]]
            mention = parents[mention]
        return mention

    def link(self, mention: int, antecedent: int) -> None:
        """Join two entities; what is known of either (number, gender, animacy) is known of both, the older first."""
        older, newer = self.entity(antecedent), self.entity(mention)
        if older == newer:
            return
        self._parents[newer] = older
        pairs = zip(self._features[older], self._features[newer], strict=True)
        number, gender, animacy = (new if old == "unknown" else old for old, new in pairs)
        self._features[older] = (number, gender, animacy)

    def possible(self, case: Case) -> tuple[int, ...]:
        """The possible antecedents of an anaphor: they agree, as entities too, and may corefer where they stand."""
        barred = self._barred(case.anaphor)
        return tuple(
            candidate
            for candidate in case.compatible
            if self.entity(candidate) not in barred and self.agree(candidate, case.anaphor)
        )

    def other_before_scope(self, case: Case, than: int) -> bool:
        """Whether an entity other than that of the mention `than` is possible before the search scope.

        To be asked of cases in text order. What was passed over once, since it disagrees or repeats an entity, is not
        looked at again, so that a long text about one person takes no longer than others.
        """
        mentions, entity = self.prepared.mentions, self.entity
        anaphor = mentions[case.anaphor]
        kind = (anaphor.person, anaphor.number, anaphor.gender, anaphor.animacy)
        read, earlier = self._earlier.get(kind, (0, []))
        end = bisect_left(mentions, case.scope_start, read, key=lambda mention: mention.span.start)
        earlier.extend(index for index in range(read, end) if mentions[index].person == anaphor.person)
        self._earlier[kind] = end, earlier
        barred, seen = self._barred(case.anaphor), dict[int, int]()
        found = False
        while earlier and not found:
            index = earlier.pop()
            if entity(index) not in seen and self.agree(index, case.anaphor):
                seen[entity(index)] = index
                found = entity(index) != entity(than) and entity(index) not in barred
        earlier.extend(reversed(seen.values()))
        return found

    def disjoint(self, one: int, other: int) -> bool:
        """Whether two mentions of a sentence stand too close to corefer, unless the later one is reflexive."""
        return bool(self._syntax.disjoint(one, other) or self._syntax.disjoint(other, one))

    def agree(self, one: int, other: int) -> bool:
        """Whether nothing known of the entities of two mentions differs."""
        pairs = zip(self._features[self.entity(one)], self._features[self.entity(other)], strict=True)
        return all(mine == yours or "unknown" in (mine, yours) for mine, yours in pairs)

    def single(self, mentions: Iterable[int]) -> bool:
        """Whether the mentions are all of one entity; none are not."""
        return len(set(map(self.entity, mentions))) == 1

    def _barred(self, anaphor: int) -> frozenset[int]:
        """The entities that a pronoun cannot refer to, since a mention of them stands before it and too close."""
        mention = self.prepared.mentions[anaphor]
        if mention.pronoun == "reflexive":
            return frozenset()
        before = (other for other in self.by_sentence[mention.sentence] if other < anaphor)
        return frozenset(self.entity(other) for other in before if self._syntax.disjoint(anaphor, other))


def discourse(prepared: Prepared, *, merge_names: bool = True) -> Discourse:
    """The entities of a document before any pronoun is resolved.

    Each mention is an entity of its own, but for repeated names with `merge_names`.
    """
    mentions = prepared.mentions
    by_sentence: dict[int, list[int]] = defaultdict(list)
    for index, mention in enumerate(mentions):
        by_sentence[mention.sentence].append(index)
    made = Discourse(
        prepared=prepared,
        by_sentence=by_sentence,
        _syntax=syntax_of(prepared),
        _parents=list(range(len(mentions))),
        _features=[(mention.number, mention.gender, mention.animacy) for mention in mentions],
    )
    if merge_names:
        _merge_names(made)
    return made


def _merge_names(entities: Discourse) -> None:
    """Join names of one person that share the last word ("Ann Smith", "Smith"), others if all words are the same."""
    known: dict[tuple[str, ...], list[int]] = defaultdict(list)
    coordinations = {mention.coordination for mention in entities.prepared.mentions if mention.coordination}
    for index, mention in enumerate(entities.prepared.mentions):
        if mention.kind != "name" or mention.span in coordinations:
            continue
        alike = known[_name(entities.prepared, mention)]
        same = next((other for other in reversed(alike) if entities.agree(other, index)), None)
        if same is None:
            alike.append(index)
        else:
            entities.link(index, same)


def _name(prepared: Prepared, mention: Mention) -> tuple[str, ...]:
    words = tuple(
        prepared.document.words[token].lower() for token in mention.base if prepared.annotation.pos[token] == "PROPN"
    )
    return words[-1:] if mention.animacy == "animate" else words
