"""Chains of coreferent mentions: overlap and alignment of key and response, errors, and annotator agreement."""
