"""Baseline of Mitkov 2001: a random candidate among those that agree."""

from anaphora.resolvers._random_choice import RandomChoice
from anaphora.workbench.decision import Resolver


def build(*, seed: int = 0) -> Resolver:
    """The baseline "random candidate"; agreement has been applied. `seed` fixes the draws."""
    return RandomChoice(seed, agreement=True)
