"""Results: comparisons and scores, and the figures they reduce to."""
