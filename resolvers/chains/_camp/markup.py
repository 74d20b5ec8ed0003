"""The marks that components have left in a document: links, the entities they make, and what these may be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from anaphora.resolvers._discourse.entities import Discourse, apart, known_of
from anaphora.resolvers._per_document import once
from anaphora.resolvers._syntax.disjoint import syntax_of
from anaphora.resolvers.chains._camp.names import differ, names_by_mention
from anaphora.resolvers.chains._camp.properties import Confidences, certain, combine, confidences, overlap
from anaphora.workbench.decision import Link
from anaphora.workbench.document import Mention, Prepared

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
        """Whether nothing keeps the entities of two names apart: other persons' names, or two arguments of one verb."""
        entities, by_mention, syntax = self.entities, names_by_mention(self.prepared), syntax_of(self.prepared)
        ours, theirs = [entities.members.get(entities.entity_of[number], [number]) for number in (mention, other)]
        for first, second in product(ours, theirs):
            if first in by_mention and second in by_mention and differ(by_mention[first], by_mention[second]):
                return False
            near = self.mentions[first].sentence == self.mentions[second].sentence
            if near and syntax.are_arguments(first, second):
                return False
        return True

    def sureness(self, candidate: int, anaphor: int) -> float:
        """How sure it is that an entity is something that the anaphor may be; 0 if their numbers differ, too."""
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
    """What each mention may be, and what is known of it."""
    may_be = tuple([confidences(prepared, mention) for mention in prepared.mentions])
    pairs = zip(prepared.mentions, may_be, strict=True)
    return may_be, tuple(
        [known_of(mention.number, *certain(confidences_of_one)) for mention, confidences_of_one in pairs]
    )


def salient(vectors: Mapping[int, Vector]) -> int | None:
    """The one that stands above all others in a partial order, or `None`: a tie at the top leaves the anaphor open.

    One stands above another if no number of its vector is lower, and one is higher.
    """
    best = [
        entity
        for entity, vector in vectors.items()
        if all(
            other == entity
            or (vector != other_vector and all(a >= b for a, b in zip(vector, other_vector, strict=True)))
            for other, other_vector in vectors.items()
        )
    ]
    return best[0] if best else None
