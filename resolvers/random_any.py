"""Baseline of Mitkov 2001, the weaker: a random candidate in scope, whether it agrees or not."""

from anaphora.resolvers.random_agreeing import RandomChoice
from anaphora.workbench.decision import Resolver


def build(*, seed: int = 0) -> Resolver:
    """The baseline "random candidate" without agreement. `seed` fixes the draws."""
    return RandomChoice(seed, agreement=False)
