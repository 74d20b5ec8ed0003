"""Everyday commands: compare, resolve, ablate, losses, profile, serve, list."""
