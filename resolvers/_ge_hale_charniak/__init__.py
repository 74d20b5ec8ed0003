"""The statistics of Ge, Hale & Charniak: the walk of Hobbs, words, governing heads, mention counts."""
