"""Commands on corpus files."""
