"""Odd inputs by number: which files are edited, where they lie, and the shortest that still does the same."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.fuzz.edits import edited
from tests.fuzz.seeds import Files, seeds

LONGEST = 20_000
"""Bytes of one file."""


def odd(target: str, number: int) -> tuple[Files, Files, Random]:
    """Input number N of a target: valid files, the same after one to four edits, what is left of its random numbers."""
    random = Random(f"{target} {number}")
    valid = random.choice(seeds(target))
    files = dict(valid)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        name = random.choice(list(files))
        other = random.choice(list(random.choice(seeds(target)).values()))
        files[name] = edited(files[name], other, random)[:LONGEST]
    return valid, files, random


def put(files: Files, folder: Path) -> Path:
    """Write the files of an input into a folder; the path of the one to read."""
    for name, content in {"written/x": b"", **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder / next(iter(files))


def shrunk(files: Files, fails: Callable[[Files], bool]) -> Files:
    """The files with all lines, then all bytes, left out without which they still fail."""
    for divider in (b"\n", b""):
        for name in files:
            parts = files[name].split(divider) if divider else [bytes([byte]) for byte in files[name]]
            size = len(parts)
            while size:
                for start in reversed(range(0, len(parts), size)):
                    fewer = parts[:start] + parts[start + size :]
                    if fails({**files, name: divider.join(fewer)}):
                        parts = fewer
                size //= 2
            files = {**files, name: divider.join(parts)}
    return files
