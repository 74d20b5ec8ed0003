"""Language models examined: questions with choices from any key, and what answers are worth beside resolvers."""
