"""Rendering: tables in every form, charts, and the report."""
