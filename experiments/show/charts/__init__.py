"""Charts of results, each described once: for the report, for papers (PDF, SVG, PNG), and for notebooks."""
