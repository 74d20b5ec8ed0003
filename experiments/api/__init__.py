"""The public functions behind `import anaphora`, the command line, and studies; each is imported with what it needs."""
