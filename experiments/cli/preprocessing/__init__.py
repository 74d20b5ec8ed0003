"""Commands that evaluate one stage of preprocessing."""
