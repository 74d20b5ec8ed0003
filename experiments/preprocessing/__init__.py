"""Evaluation and training of single stages of preprocessing."""
