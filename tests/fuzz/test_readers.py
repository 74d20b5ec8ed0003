"""Odd files are read or refused, and nothing else happens: `python -m tests.fuzz.test_readers 100000 [reader]`."""

import faulthandler
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora import corpora
from tests.fuzz.edits import edited
from tests.fuzz.seeds import Files, seeds
from tests.fuzz.targets import OTHERS, targets

pytestmark = pytest.mark.slow
LONGEST = 20_000
"""Bytes of one file."""
SLOW = {"docbin": 0.5}
"""Readers that get fewer inputs: spaCy makes objects."""
STUCK = 60.0
"""Seconds after which the command prints where it is and ends."""


def odd(target: str, number: int) -> tuple[Files, Random]:
    """Input number N of a reader: valid files after one to four edits; and what is left of its random numbers."""
    random = Random(f"{target} {number}")
    files = dict(random.choice(seeds(target)))
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        name = random.choice(list(files))
        other = random.choice(list(random.choice(seeds(target)).values()))
        files[name] = edited(files[name], other, random)[:LONGEST]
    return files, random


def put(files: Files, folder: Path) -> Path:
    """Write the files of an input into a folder; the path of the one to read."""
    for name, content in {"written/x": b"", **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder / next(iter(files))


def read(target: str, number: int) -> bool:
    """Read an input; whether it was accepted."""
    files, random = odd(target, number)
    with TemporaryDirectory() as folder:
        return targets()[target](put(files, Path(folder)), random)


@pytest.mark.parametrize("target", [*corpora.names(), *OTHERS])
def test_every_seed_is_accepted_and_an_odd_file_is_read_or_refused_with_its_name(target: str, tmp_path: Path) -> None:
    for files in seeds(target):
        with TemporaryDirectory(dir=tmp_path) as folder:
            assert targets()[target](put(files, Path(folder)), Random(0))

    @settings(max_examples=int(150 * SLOW.get(target, 1)))
    @given(number=st.integers(0, 2**32))
    def check(number: int) -> None:
        read(target, number)

    check()


def main(inputs: int, names: list[str]) -> None:
    """Read so many inputs of each reader; an error names the one to read again."""
    for name in names or targets():
        accepted, count = 0, int(inputs * SLOW.get(name, 1))
        for number in range(count):
            faulthandler.dump_traceback_later(STUCK, exit=True)
            try:
                accepted += read(name, number)
            except Exception:
                print(f"{name} {number}: {odd(name, number)[0]}")
                raise
        print(f"{name:18} {count:9,} inputs, {accepted:9,} accepted", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
