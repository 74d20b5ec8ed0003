"""Baseline of Mitkov 2001, the weaker: a random candidate in scope, whether it agrees or not."""

from anaphora.resolvers.random_agreeing import RandomChoice
from anaphora.workbench.decision import Resolver
from anaphora.workbench.resolver_entry import ResolverEntry


def build(*, seed: int = 0) -> Resolver:
    """The baseline "random candidate" without agreement. `seed` fixes the draws."""
    return RandomChoice(seed, agreement=False)


RESOLVER = ResolverEntry(
    build,
    title="a random candidate in scope, whether it agrees or not",
    source="Mitkov 2001, the weaker",
    baseline=True,
    noun_phrases=True,
    random=True,
)
