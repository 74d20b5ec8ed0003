"""Scoring of chains: the commands `score`, `coref`, `errors` and `agree`."""
