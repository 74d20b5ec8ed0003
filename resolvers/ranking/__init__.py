"""Ranking by boosted trees and by networks: features, the history of entities, models, learning."""
