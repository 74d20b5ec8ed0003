"""Evaluation of single stages."""
