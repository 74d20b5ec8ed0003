"""The neural ranker: windows of a text, the encoder that reads them, scores of pairs of mentions in context."""
