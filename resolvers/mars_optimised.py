"""MARS (Mitkov, Evans & Orasan 2002) with scores learned from GUM.

`mars_optimised.toml` has them, where they come from, and how they were chosen.

They are those of a conditional logistic regression on the votes of `mars`, not of a genetic search as in Orasan, Evans
& Mitkov 2000, which did worse on documents that it was not trained on. The scope is the window of the comparison: half
of what is gained over `mars` comes from looking beyond the paragraph.
"""

from pathlib import Path

from anaphora.resolvers import mars
from anaphora.workbench.decision import Resolver
from anaphora.workbench.resolver_entry import ResolverEntry

WEIGHTS = Path(__file__).with_suffix(".toml")


def build(
    *, agreement: bool = True, syntax: bool = True, scope: mars.Scope = "window", consistent: bool = False
) -> Resolver:
    """MARS with optimised scores; the options are those of `mars`, but the scope is the window if none is given."""
    return mars.build(agreement=agreement, syntax=syntax, scope=scope, consistent=consistent, weights=WEIGHTS)


RESOLVER = ResolverEntry(
    build,
    title="MARS (Mitkov, Evans & Orasan 2002) with scores learned from GUM",
    summary="`mars_optimised.toml` has them, where they come from, and how they were chosen",
    english=True,
)
