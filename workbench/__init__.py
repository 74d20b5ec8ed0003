"""The ground floor: data types, evidence, measures and renderers. Imports nothing of the other folders."""

__version__ = "0.2.0"
