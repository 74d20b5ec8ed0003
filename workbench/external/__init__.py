"""Input and predictions of external systems: files of JSON lines, validated and converted to our tokens."""
