"""Syntax as resolvers read it: constituents, and who may not corefer where they stand."""
