"""Mention ranking over all mentions: candidate lists, features, entities that grow, learning."""
