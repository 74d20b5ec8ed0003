"""Free running text for silver trees: where it comes from (``sources.tsv``), and how prose is taken out of it."""
