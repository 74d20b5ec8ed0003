"""Work on many documents: workers, journals, fingerprints."""
