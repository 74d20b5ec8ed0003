"""Input number N of a reader, which can be made again from seed and number."""

from random import Random

from tests.fuzz.mutations import edited
from tests.fuzz.seeds import Files, seeds

_EDITS = (1, 1, 1, 2, 2, 3, 4)
LONGEST = 10_000
"""Bytes of one file."""


def numbered(target: str, seed: int, number: int) -> tuple[Files, Random]:
    """The input of that number, and what is left of its random numbers."""
    random = Random(f"{target} {seed} {number}")
    return made(target, random), random


def made(target: str, random: Random) -> Files:
    """A valid file, or the files that belong to it, after one to four edits."""
    files = dict(random.choice(seeds(target)))
    for _ in range(random.choice(_EDITS)):
        name = random.choice(list(files))
        other = random.choice(list(random.choice(seeds(target)).values()))
        files[name] = edited(files[name], other, random)[:LONGEST]
    return files
