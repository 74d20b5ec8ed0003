"""Agreement of two annotators of the same texts."""
