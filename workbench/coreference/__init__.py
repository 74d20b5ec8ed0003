"""Chains of coreferent mentions: key and response side by side, what they share, and how sure the figures are."""
