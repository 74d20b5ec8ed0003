"""Scores of chains."""
