"""Conversion of corpora between formats, checked by reading the output again."""
