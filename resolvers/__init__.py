"""Anaphora resolvers: each file is one, under its own name; files beginning with an underscore are shared parts."""
