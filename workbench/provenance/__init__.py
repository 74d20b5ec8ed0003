"""Where a figure comes from: cards of what was trained on what, and contamination."""
