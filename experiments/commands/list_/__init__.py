"""Lists of what there is, and the bibliography."""
