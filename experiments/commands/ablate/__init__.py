"""Worth of the parts of a resolver."""
