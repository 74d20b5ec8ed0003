"""Training of `neural_ranker`: lessons from corpora, the network in PyTorch, calibration, the files that ship.

``python -m anaphora.experiments.neural_ranking`` is the recipe.
"""
