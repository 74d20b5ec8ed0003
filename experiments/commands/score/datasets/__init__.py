"""Responses on many datasets: where these are, their scores, and what follows over all of them."""
