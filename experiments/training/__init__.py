"""Recipes of what ships: the bundled pipeline, filters of "it", tables of nouns and names, networks.

`python -m anaphora.experiments.training RECIPE` runs one; a wheel has none of them. Treebanks are read from the folder
named by `ANAPHORA_DATA` (or `../shared/data`), and never copied.
"""
