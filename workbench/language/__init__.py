"""Languages, as every part knows them: a folder of tables for each, its pronouns first, and what reads them."""
