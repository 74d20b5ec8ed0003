"""What every part must know of English: pronouns and first names."""
