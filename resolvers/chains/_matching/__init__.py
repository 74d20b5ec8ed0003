"""Matching: of mentions by their words, of chains across documents."""
