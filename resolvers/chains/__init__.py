"""Chain resolvers: one file or folder each; its name is the public name."""

from functools import partial

from anaphora.workbench.registry import Registry
from anaphora.workbench.resolver_entry import load_entries, load_entry

REGISTRY = Registry(
    "chain resolver", __name__, "anaphora_workbench.chain_resolvers", apart=frozenset({"cross_document"}), folders=True
)
names, load = REGISTRY.names, REGISTRY.load
entry, entries = partial(load_entry, REGISTRY), partial(load_entries, REGISTRY)
