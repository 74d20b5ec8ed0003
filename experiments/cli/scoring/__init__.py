"""Commands that score chains and check published figures."""
