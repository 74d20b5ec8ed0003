"""Additive resolvers: a document as arrays, the indicators that vote on it, and the sum of the votes."""
