"""Names in place of pronouns."""
