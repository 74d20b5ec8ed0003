"""Anchors of Brennan, Friedman & Pollard 1987: the ways to bind the pronouns of an utterance, filtered and ranked.

Entities are known here by their rank in the list (Cf) of the utterance before, 0 the highest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

TRANSITIONS = ("continue", "retain", "smooth shift", "rough shift")
"""Rule 2: the preferred transitions first."""
_FREE = 10**9  # behind every rank


@dataclass(frozen=True, slots=True)
class Anchor:
    """For each pronoun the entity it is bound to, or `None`.

    `centre` is the backward-looking centre, `None` if the utterance mentions nothing of the one before; then there is
    no transition either.
    """

    bound: tuple[int | None, ...]
    centre: int | None
    transition: str

    @property
    def order(self) -> tuple[int, int, tuple[int, ...]]:
        """What sorts anchors, the best first: free pronouns, transition, and the ranks of the entities."""
        ranks = tuple(_FREE if rank is None else rank for rank in self.bound)
        step = TRANSITIONS.index(self.transition) if self.transition else len(TRANSITIONS)
        return ranks.count(_FREE), step, ranks


@dataclass(frozen=True, slots=True)
class Utterance:
    """What the choice of an anchor depends on; pronouns are numbered in the order of the utterance's own list.

    `choices` are the entities that each pronoun may refer to, `contra` the earlier pronouns that each must not corefer
    with. `given` are the entities that the utterance mentions by other means, `pronominal` those of them that it
    pronominalises. `first` is the preferred centre: a pronoun by its number, or (`first_given`) an entity, or neither
    if it is new. `last_centre` is the centre of the utterance before.
    """

    choices: Sequence[Sequence[int]]
    contra: Sequence[Sequence[int]]
    given: frozenset[int] = frozenset()
    pronominal: frozenset[int] = frozenset()
    first: int | None = None
    first_given: int | None = None
    last_centre: int | None = None

    def best(self, limit: int) -> Anchor | None:
        """The best of the anchors that pass the filters, as far as a search of `limit` steps meets them.

        Every pronoun with choices is bound; if no such anchor passes, pronouns may stay free. Those that keep the last
        centre come first, so that a limit leaves out others.
        """
        every: list[list[int | None]] = [
            [*sorted(ranks, key=lambda rank: (rank != self.last_centre, rank))] for ranks in self.choices
        ]
        free: list[list[int | None]] = [[None] for _ in every]
        for choices in ([ranks or [None] for ranks in every], [[*ranks, None] for ranks in every], free):
            judged = map(self.judged, self._bindings(choices, limit))
            passed = [anchor for anchor in judged if anchor]
            if passed:
                return min(passed, key=lambda anchor: anchor.order)
        return None

    def _bindings(self, choices: Sequence[Sequence[int | None]], limit: int) -> Iterator[tuple[int | None, ...]]:
        """All combinations of choices, but for contraindexed pronouns with one entity; the first choices first."""
        waiting: list[tuple[int | None, ...]] = [()]
        for _ in range(limit + len(choices)):
            if not waiting:
                return
            bound = waiting.pop()
            if len(bound) == len(choices):
                yield bound
            else:
                taken = {bound[other] for other in self.contra[len(bound)]} - {None}
                waiting.extend((*bound, rank) for rank in reversed(choices[len(bound)]) if rank not in taken)

    def judged(self, bound: tuple[int | None, ...]) -> Anchor | None:
        """The anchor with the centre that constraint 3 asks for; `None` if it breaks rule 1."""
        pronominal = self.pronominal.union(rank for rank in bound if rank is not None)
        centre = min(self.given | pronominal, default=None)
        if centre is None:
            return Anchor(bound, None, "")
        if pronominal and centre not in pronominal:
            return None
        preferred = self.first_given if self.first is None else bound[self.first]
        shifts = self.last_centre not in (None, centre)
        return Anchor(bound, centre, TRANSITIONS[2 * shifts + (preferred != centre)])
