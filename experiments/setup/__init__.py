"""What every run starts from: the one configuration, documents, their preparation, and what may come from the key."""
