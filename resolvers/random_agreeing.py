"""Baseline of Mitkov 2001: a random candidate among those that agree."""

from dataclasses import dataclass

from anaphora.resolvers._random_choice import draws
from anaphora.workbench.decision import Decision, Resolver
from anaphora.workbench.document import Prepared


@dataclass(frozen=True, slots=True)
class RandomAgreeing:
    """The resolver, with its seed."""

    seed: int

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Pick one compatible candidate of each case, all equally likely (Mitkov 2001, section 5.2.1)."""
        return draws(prepared, [case.compatible for case in prepared.cases], self.seed)


def build(*, seed: int = 0) -> Resolver:
    """The baseline "random candidate"; agreement has been applied. `seed` fixes the draws."""
    return RandomAgreeing(seed)
