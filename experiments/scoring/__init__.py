"""How responses are paired with keys and gathered, for `score`, `coref` and the others that count chains."""
