"""Reading within limits, digests, atomic writing, locks."""
