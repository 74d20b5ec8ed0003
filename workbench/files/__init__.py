"""Files and folders written whole or not at all, and TOML read within limits."""
