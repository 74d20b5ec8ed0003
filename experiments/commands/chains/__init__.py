"""Entities of plain texts."""
