"""The commands of `anaphora`, thin over importable functions. Only these modules print."""
