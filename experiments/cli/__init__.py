"""The command line, derived from the commands. Only these modules print."""
