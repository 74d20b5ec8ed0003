"""What every part knows of a language: a folder of tables for each, its pronouns first, and what reads them."""
