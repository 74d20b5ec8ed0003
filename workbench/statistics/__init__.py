"""Intervals, significance, ranking and resampling over documents."""
