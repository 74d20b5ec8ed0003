"""Errors in chains: steps from response to key, what correcting them would gain, and wrong or missing links."""
