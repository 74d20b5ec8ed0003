"""All singletons: every mention is an entity of its own, model A of the BLANC paper (Recasens & Hovy 2011)."""

from dataclasses import dataclass

from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True)
class Singletons:
    """The baseline; it has no options."""

    def chains(self, prepared: Prepared) -> Chains:
        """A chain for each mention."""
        return tuple((mention,) for mention in range(len(prepared.mentions)))


RESOLVER = ResolverEntry(
    Singletons,
    title="All singletons",
    summary="every mention is an entity of its own, model A of the BLANC paper (Recasens & Hovy 2011)",
)
