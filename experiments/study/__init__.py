"""Declared studies (`anaphora run`): declaration, checks, parts, tables, overview."""
