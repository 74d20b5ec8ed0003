"""The registry of corpus formats: this folder."""

from anaphora.workbench.registry import Registry

REGISTRY = Registry("format", "anaphora.corpora", "anaphora_workbench.formats")
names, load, modules, source_line = REGISTRY.names, REGISTRY.load, REGISTRY.modules, REGISTRY.source_line
