"""The input of external systems, and the scripts that run these."""
