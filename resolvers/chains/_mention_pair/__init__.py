"""The mention-pair model: features, sampling, learning, decoding."""
