"""The start of every run: the one configuration, documents, their preparation, and what may come from the key."""
