"""A resolver as a component of any English spaCy pipeline."""
