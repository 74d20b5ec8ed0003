"""Co-occurrence statistics of Dagan & Itai 1990."""
