"""Renderers: a `Comparison` in, text out. They reduce and lay out; they compute no figure of their own."""
