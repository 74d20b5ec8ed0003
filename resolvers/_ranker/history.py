"""What a document shows of entities as it is read: what candidates were resolved to, and how salient that is.

Chains grow as the text is read (`_discourse.chains.Chains`): pronouns join the chain of their answer,
names and definite noun phrases that of the words that they repeat.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from anaphora.resolvers._discourse.chains import Chains
from anaphora.resolvers._discourse.entities import apart
from anaphora.resolvers._discourse.salience import Worth, weights
from anaphora.resolvers._ranker.features import KINDS, entity_types, pronoun_classes
from anaphora.resolvers._syntax.phrases import phrases
from anaphora.resolvers.lappin_leass import satisfied_factors
from anaphora.workbench.document import Case, Prepared

GROUPS: Mapping[str, Sequence[str]] = {
    "salience": ("salience", "salience_rank", "below_most_salient"),
    "entity_history": (
        "entity_mentions", "entity_pronouns", "recent_mentions", "sentences_since", "mentions_since", "entities_since",
        "repeated", "last_kind", "last_was_subject", "best_kind", "type_of_entity", "same_pronouns", "other_pronouns",
        "last_answer",
    ),
}  # fmt: skip
NAMES = tuple(name for group in GROUPS.values() for name in group)
_HORIZON = 7
"""Sentences after which no factor of Lappin & Leass is worth anything any more, as 80 is the highest weight."""


@dataclass(slots=True)
class _Entity:
    """An entity so far: its mentions, how many are which pronoun, the best kind of any and the type of that mention."""

    members: Sequence[int]
    kind: int = len(KINDS)
    type: int = 0
    pronouns: Counter[int] = field(default_factory=Counter)


class History:
    """The entities of a document as far as it has been read."""

    __slots__ = (
        "_chains",
        "_discourse",
        "_entities",
        "_factors",
        "_last",
        "_mentions",
        "_pronouns",
        "_types",
        "_worth",
    )

    def __init__(self, prepared: Prepared) -> None:
        self._mentions = prepared.mentions
        self._chains, self._discourse = Chains(phrases(prepared)), apart(prepared)
        self._entities: list[_Entity] = []
        self._factors = satisfied_factors(prepared)
        self._worth = Worth(*weights("lappin_leass.toml"), lambda weight, age: weight // 2**age)
        self._pronouns, self._types = pronoun_classes(prepared).tolist(), entity_types(prepared).tolist()
        self._last: dict[int, int] = {}

    def add(self, answer: int | None = None) -> None:
        """Read the next mention, which corefers with the answer, if there is one."""
        mention = len(self._chains.chain)
        self._chains.add(answer)
        chain = self._chains.chain[mention]
        if chain == len(self._entities):
            self._entities.append(_Entity(self._chains.members[chain]))
        entity, kind, pronoun = (
            self._entities[chain],
            KINDS.index(self._mentions[mention].kind),
            self._pronouns[mention],
        )
        if kind < entity.kind:
            entity.kind, entity.type = kind, self._types[mention]
        if pronoun:
            entity.pronouns[pronoun] += 1
        if answer is not None:
            self._discourse.link(mention, answer)
            self._last[pronoun] = self._last[-1] = chain

    def same_entity(self, mention: int, other: int) -> bool:
        """Whether two mentions that have been read are of one entity."""
        return self._chains.chain[mention] == self._chains.chain[other]

    def consistent(self, case: Case) -> list[int]:
        """The places of the compatible candidates whose entities agree with the anaphor, and may be meant beside it."""
        left = set(self._discourse.consistent(case.anaphor, case.compatible))
        return [place for place, candidate in enumerate(case.compatible) if candidate in left]

    def rows(self, case: Case, candidates: Sequence[int]) -> list[list[int]]:
        """The features of the candidates of a case, a row each; all mentions before the anaphor must have been read."""
        chain_of, members = self._chains.chain, self._chains.members
        chains = sorted({chain_of[each] for each in candidates}, key=lambda chain: -members[chain][-1])
        salience = {chain: self._salience(case.anaphor, members[chain]) for chain in chains}
        ranked = sorted(salience.values(), reverse=True)
        shared = {
            chain: [
                salience[chain],
                ranked.index(salience[chain]),
                ranked[0] - salience[chain],
                *self._entity(case.anaphor, chain, between=place),
            ]
            for place, chain in enumerate(chains)
        }
        return [shared[chain_of[each]] for each in candidates]

    def _since(self, anaphor: int, members: Sequence[int], sentences: int) -> Iterator[int]:
        """The mentions of an entity in the sentence of an anaphor and some before it, the last one first."""
        first = self._mentions[anaphor].sentence - sentences
        for member in reversed(members):
            if self._mentions[member].sentence < first:
                return
            yield member

    def _salience(self, anaphor: int, members: Sequence[int]) -> int:
        """The salience of an entity in the sentence of an anaphor (Lappin & Leass 1994, section 2.2)."""
        by_age: dict[int, frozenset[str]] = {}
        for member in self._since(anaphor, members, _HORIZON):
            age = self._mentions[anaphor].sentence - self._mentions[member].sentence
            by_age[age] = by_age.get(age, frozenset()) | self._factors[member]
        return int(sum(self._worth.sum([(factors, age) for age, factors in by_age.items()])))

    def _entity(self, anaphor: int, chain: int, *, between: int) -> list[int]:
        """The features of an entity; `between` counts entities with a later mention."""
        entity, own = self._entities[chain], self._pronouns[anaphor]
        last = self._mentions[entity.members[-1]]
        pronouns, same = entity.pronouns.total(), entity.pronouns[own]
        return [
            len(entity.members),
            pronouns,
            sum(1 for _ in self._since(anaphor, entity.members, 1)),
            self._mentions[anaphor].sentence - last.sentence,
            anaphor - entity.members[-1],
            between,
            len(entity.members) > 1,
            KINDS.index(last.kind),
            last.function == "subject",
            entity.kind,
            entity.type,
            same,
            pronouns - same,
            2 * (self._last.get(own) == chain) + (self._last.get(-1) == chain),
        ]
