"""Texts without a key: what their pronouns refer to, and their entities."""
