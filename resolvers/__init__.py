"""Anaphora resolvers: each file is one, under its own name; files beginning with an underscore are shared parts.

`anaphora.resolvers` is this package, and `anaphora.resolvers()` lists what is in it: a module may be called where its
class says how.
"""

import sys
from functools import partial
from types import ModuleType

from anaphora.workbench.registry import Registry
from anaphora.workbench.resolver_entry import load_entries, load_entry

if __name__ == "resolvers":  # two copies of each class would be two classes
    raise ImportError("The folder resolvers is imported as anaphora.resolvers, never under its own name.")

REGISTRY = Registry(
    "resolver", __name__, "anaphora_workbench.resolvers", apart=frozenset({"columns", "parameters", "specs"})
)
names, load = REGISTRY.names, REGISTRY.load
entry, entries = partial(load_entry, REGISTRY), partial(load_entries, REGISTRY)


class _Callable(ModuleType):
    def __call__(self) -> dict[str, str]:
        """All resolvers by name, those of chains last, each in one line."""
        from anaphora.resolvers import chains

        both = entries() | {name: resolver for name, resolver in chains.entries().items() if name not in names()}
        return {name: str(resolver) for name, resolver in both.items()}


sys.modules[__name__].__class__ = _Callable
