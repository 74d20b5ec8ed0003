"""Baldwin 1997, CogNIAC resolving all: after the six rules the centre of the clause, then the most recent candidate."""

from anaphora.resolvers.cogniac import RULES, Cogniac, Scope
from anaphora.workbench.decision import Resolver
from anaphora.workbench.resolver_entry import ResolverEntry


def build(*, merge_names: bool = True, scope: Scope = "text") -> Resolver:
    """CogNIAC with all eight rules, which leaves unresolved only what has no possible antecedent.

    The options are those of `cogniac`; raises `OptionError` for an unknown scope.
    """
    return Cogniac(rules=tuple(RULES), merge_names=merge_names, scope=scope)


RESOLVER = ResolverEntry(
    build,
    title="Baldwin 1997, CogNIAC resolving all",
    summary="after the six rules the centre of the clause, then the most recent candidate",
)
