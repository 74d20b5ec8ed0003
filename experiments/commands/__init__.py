"""The commands: each file or folder ends with `COMMAND`, which the command line, Python and studies call."""
