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
    no transition either. `keeps_rule_1` is false if entities are pronominalised, but not the centre.
    """

    bound: tuple[int | None, ...]
    centre: int | None
    transition: str
    keeps_rule_1: bool


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

    def best(self, limit: int) -> Anchor:
        """The best of the anchors that pass the filters, as far as a search of `limit` steps meets them.

        Every pronoun with choices is bound; if no such anchor passes, pronouns may stay free. Those that keep the last
        centre come first, so that a limit leaves out others. Where the other mentions break rule 1 by themselves, all
        pronouns stay free.
        """
        every: list[list[int | None]] = [
            [*sorted(ranks, key=lambda rank: (rank != self.last_centre, rank))] for ranks in self.choices
        ]
        for choices in ([ranks or [None] for ranks in every], [[*ranks, None] for ranks in every]):
            bound = min(self._bindings(choices, limit), key=self._order, default=None)
            if bound is not None and self._centre(bound)[1]:
                return self.anchor(bound)
        return self.anchor((None,) * len(every))

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
                taken = [bound[other] for other in self.contra[len(bound)] if bound[other] is not None]
                waiting.extend([(*bound, rank) for rank in reversed(choices[len(bound)]) if rank not in taken])

    def anchor(self, bound: tuple[int | None, ...]) -> Anchor:
        """The anchor that binds the pronouns in this way."""
        centre, keeps_rule_1 = self._centre(bound)
        transition = "" if centre is None else TRANSITIONS[self._transition(bound, centre)]
        return Anchor(bound, centre, transition, keeps_rule_1)

    def _order(self, bound: tuple[int | None, ...]) -> tuple[bool, int, int, list[int]]:
        """What sorts anchors, the best first: rule 1, free pronouns, transition, and the ranks of the entities."""
        centre, keeps_rule_1 = self._centre(bound)
        transition = len(TRANSITIONS) if centre is None else self._transition(bound, centre)
        return not keeps_rule_1, bound.count(None), transition, [_FREE if rank is None else rank for rank in bound]

    def _centre(self, bound: tuple[int | None, ...]) -> tuple[int | None, bool]:
        """The centre that constraint 3 asks for, the highest entity that is mentioned, and whether rule 1 is kept."""
        spoken = [rank for rank in bound if rank is not None]
        centre = min([*self.given, *spoken], default=None)
        return centre, centre in spoken or centre in self.pronominal or not (spoken or self.pronominal)

    def _transition(self, bound: tuple[int | None, ...], centre: int) -> int:
        """By rule 2: whether the centre shifts comes first, then whether it is the preferred one."""
        preferred = self.first_given if self.first is None else bound[self.first]
        return 2 * (self.last_centre not in (None, centre)) + (preferred != centre)
