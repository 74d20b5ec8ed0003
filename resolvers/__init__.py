"""Anaphora resolvers: each file is one, under its own name; files beginning with an underscore are shared parts."""

from anaphora.workbench.registry import Registry

REGISTRY = Registry("resolver", __name__, "anaphora_workbench.resolvers", apart=frozenset({"specs"}))
names, load, modules, source_line = REGISTRY.names, REGISTRY.load, REGISTRY.modules, REGISTRY.source_line
