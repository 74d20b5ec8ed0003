"""Comparing, ablating and resolving: the work behind the commands on pronouns."""
