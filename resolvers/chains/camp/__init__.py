"""The components of CAMP, one module each, and what they share."""
