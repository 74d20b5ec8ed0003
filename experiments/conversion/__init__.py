"""Corpora from one format to another, and what was lost on the way."""
