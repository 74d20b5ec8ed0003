"""The documentation site: `make docs` builds it from the pages here, the READMEs beside the code, and docstrings."""
