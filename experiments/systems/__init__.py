"""External systems: what they are given, what they predicted, and scripts that run them."""
