"""The start of every run and its execution: configuration, documents, preparation, workers, journals."""
