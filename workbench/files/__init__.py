"""Atomic writing, locks, and TOML read within limits."""
