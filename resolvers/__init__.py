"""Anaphora resolvers: each file is one, under its own name; files beginning with an underscore are shared parts.

`anaphora.resolvers` is this package, and `anaphora.resolvers()` lists what is in it: a module may be called where its
class says how.
"""

import sys
from types import ModuleType

from anaphora.workbench.registry import Registry

if __name__ == "resolvers":  # two copies of each class would be two classes
    raise ImportError("The folder resolvers is imported as anaphora.resolvers, never under its own name.")

REGISTRY = Registry("resolver", __name__, "anaphora_workbench.resolvers", apart=frozenset({"specs"}))
names, load, modules, source_line = REGISTRY.names, REGISTRY.load, REGISTRY.modules, REGISTRY.source_line


class _Callable(ModuleType):
    def __call__(self) -> dict[str, str]:
        """All resolvers by name, those of chains last, each with its source."""
        from anaphora.resolvers import chains

        own = {name: source_line(name) for name in names()}
        return own | {name: chains.source_line(name) for name in chains.names() if name not in own}


sys.modules[__name__].__class__ = _Callable
