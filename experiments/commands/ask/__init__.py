"""Language models behind a server, asked about the anaphors of a corpus."""
