"""Chain resolvers: one file each; the file name is the public name."""

from anaphora.workbench.registry import Registry

REGISTRY = Registry("chain resolver", __name__, "anaphora_workbench.chain_resolvers")
names, load, modules, source_line = REGISTRY.names, REGISTRY.load, REGISTRY.modules, REGISTRY.source_line
