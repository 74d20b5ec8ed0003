"""Export to external systems and import of their predictions; `scripts/` run where the systems are."""
