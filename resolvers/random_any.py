"""Baseline of Mitkov 2001, the weaker: a random candidate in scope, whether it agrees or not."""

from dataclasses import dataclass

from anaphora.resolvers._random_choice import draws
from anaphora.workbench.decision import Decision, Resolver
from anaphora.workbench.document import Prepared


@dataclass(frozen=True, slots=True)
class RandomAny:
    """The resolver, with its seed."""

    seed: int

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Pick one candidate in scope of each case, all equally likely (Mitkov 2001, section 5.2.1)."""
        return draws(prepared, [case.candidates for case in prepared.cases], self.seed)


def build(*, seed: int = 0) -> Resolver:
    """The baseline "random candidate" without agreement. `seed` fixes the draws."""
    return RandomAny(seed)
