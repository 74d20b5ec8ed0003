"""Antecedents of the pronouns of a text."""
