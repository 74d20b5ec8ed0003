"""Texts without a key: what their pronouns refer to, their entities, and names in place of pronouns."""
