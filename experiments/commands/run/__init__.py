"""Declared studies."""
