"""What systems outside are given and what they predicted: files of JSON lines, checked and brought to our tokens."""
