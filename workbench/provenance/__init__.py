"""Provenance of figures: cards of what was trained on what, and contamination."""
