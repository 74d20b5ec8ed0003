"""Resolvers as coreference systems."""
