"""The ranker: features of pairs, the history of entities, boosted trees, learning."""
