"""How work on many documents is set up and run: resolvers by name, workers, journals, fingerprints."""
