"""MARS with the weights of `mars_optimised.toml`, which says where they come from; so far they are the default ones."""

from pathlib import Path

from resolvers import mars
from workbench.decision import Resolver

WEIGHTS = Path(__file__).with_suffix(".toml")


def build(*, agreement: bool = True, syntax: bool = True, scope: mars.Scope = "paragraph") -> Resolver:
    """MARS with optimised weights; the options are those of `mars`."""
    return mars.build(agreement=agreement, syntax=syntax, scope=scope, weights=WEIGHTS)
