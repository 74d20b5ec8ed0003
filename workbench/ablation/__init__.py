"""What each indicator of a resolver is worth: reductions of the matrix of votes."""
