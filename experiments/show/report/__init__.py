"""HTML pages: the report of a comparison, an ablation or scores, and the page of a resolved text."""
