"""Conversion of corpora between formats, and validation of corpus files."""
