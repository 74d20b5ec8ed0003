"""Commands on external systems: export their input, import their output."""
