"""Evaluate anaphora and coreference resolution: compare resolvers, score chains, and see why."""

__version__ = "0.1.0"
