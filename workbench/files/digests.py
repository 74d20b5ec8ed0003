"""Digests by which damage is noticed: of files, and of parts of them.

They guard against disks, copies that were cut and hands that slip, not against a forger, who can work them out as well.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from anaphora.workbench.errors import FormatError
from anaphora.workbench.files.reading import LONGEST_LINE, content, digest_of_file, text

DIGESTS = "digests.json"
"""The file of a folder that has the digests of all others, by their paths."""
_SIZE = 16


def digest(*parts: bytes) -> str:
    """The digest of some bytes, one part behind the other: 32 hexadecimal digits."""
    hasher = hashlib.blake2b(digest_size=_SIZE)
    for part in parts:
        hasher.update(part)
    return hasher.hexdigest()


def checked(path: Path, expected: str | None) -> bytes:
    """A file as its digest says. Raises `FormatError` if it cannot be read, or is not as expected (code "damaged")."""
    data = content(path, LONGEST_LINE)
    _require_same(path, digest(data), expected)
    return data


def _require_same(path: Path, actual: str, expected: object) -> None:
    if actual != expected:
        cure = f"Copy or install it again; if it was changed on purpose, remove its line from {DIGESTS}."
        raise FormatError(path, None, "its digest is not the one that was written with it", cure, code="damaged")


def write_digests(folder: Path) -> None:
    """Write the digests of all files in a folder into its `DIGESTS`."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != DIGESTS)
    digests = {path.relative_to(folder).as_posix(): digest_of_file(path, _SIZE) for path in files}
    (folder / DIGESTS).write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def check_digests(folder: Path) -> frozenset[str]:
    """Check all files that a folder has digests of, if it has any; return their paths in the folder.

    Raises `FormatError` for the first that is missing or not as written (code "damaged"), and for damaged digests.
    """
    path = folder / DIGESTS
    if not path.exists():
        return frozenset()
    try:
        expected = json.loads(text(path))
    except (ValueError, RecursionError):
        expected = None
    if not isinstance(expected, Mapping):
        raise FormatError(path, None, "this is no list of digests", "Copy or install the folder again.", code="damaged")
    for name, value in expected.items():
        _require_same(folder / name, digest_of_file(folder / name, _SIZE), value)
    return frozenset(expected)
