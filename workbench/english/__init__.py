"""English for every part: pronouns and first names."""
