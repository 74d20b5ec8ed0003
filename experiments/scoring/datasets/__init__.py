"""Responses on many data sets: where these are, their scores, and what follows over all of them."""
