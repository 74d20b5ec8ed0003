"""Ablation of the indicators of a resolver: reductions of its vote matrix."""
