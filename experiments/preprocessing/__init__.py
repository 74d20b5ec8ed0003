"""How well single stages of preprocessing work."""
