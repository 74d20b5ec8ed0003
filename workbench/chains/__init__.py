"""Chains of coreferent mentions: overlap and alignment of key and response, on one text."""
