"""TOML files that users write, read within limits: keys of many parts take the parser the square of their number."""

import tomllib
from pathlib import Path
from typing import Any

from anaphora.workbench.files.reading import content

LONGEST = 1_000_000
"""Bytes of a file."""
_MOST_PARTS = 200
"""Full stops of a line, which may divide a key."""


def read(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file, and its tables.

    Raises `FormatError` if it cannot be read or is larger than any of ours, and `ValueError` if it is no UTF-8, no
    TOML, or beyond what any of ours needs.
    """
    text = content(path, LONGEST).decode("utf-8").replace("\r\n", "\n")
    if any(line.count(".") > _MOST_PARTS for line in text.split("\n")):
        raise ValueError(f"a line has more than {_MOST_PARTS} full stops")
    try:
        return text, tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("lists or tables are nested too deep") from error
