"""The statistics of Ge, Hale & Charniak: what is counted, tables of counts, probabilities, mention counts."""
