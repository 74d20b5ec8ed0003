"""One entity: all mentions of a document corefer, the first baseline of Cardie & Wagstaff 1999 and Soon et al. 2001."""

from dataclasses import dataclass

from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True)
class OneEntity:
    """The baseline; it has no options."""

    def chains(self, prepared: Prepared) -> Chains:
        """One chain of everything."""
        return (tuple(range(len(prepared.mentions))),) if prepared.mentions else ()


RESOLVER = ResolverEntry(
    OneEntity,
    title="One entity",
    summary="all mentions of a document corefer, the first baseline of Cardie & Wagstaff 1999 and Soon et al. 2001",
)
