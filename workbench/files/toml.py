"""TOML files that users write, read within limits: keys of many parts take the parser the square of their number."""

import tomllib
from pathlib import Path
from typing import Any

LONGEST = 1_000_000
"""Bytes of a file."""
_MOST_PARTS = 200
"""Full stops of a line, which may divide a key."""


def read(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file, and its tables.

    Raises `OSError` if it cannot be read, and `ValueError` (mostly `tomllib.TOMLDecodeError`) if it is no UTF-8, no
    TOML, or beyond what any file of ours needs.
    """
    with path.open("rb") as file:
        raw = file.read(LONGEST + 1)
    if len(raw) > LONGEST:
        raise ValueError(f"the file is larger than {LONGEST:,} bytes")
    text = raw.decode("utf-8").replace("\r\n", "\n")
    if any(line.count(".") > _MOST_PARTS for line in text.split("\n")):
        raise ValueError(f"a line has more than {_MOST_PARTS} full stops")
    try:
        return text, tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("lists or tables are nested too deep") from error
