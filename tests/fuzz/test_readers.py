"""Odd files are read or refused, and nothing else happens: `python -m tests.fuzz.test_readers 100000 [reader]`."""

import faulthandler
import sys
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora import corpora
from tests.conftest import required
from tests.fuzz.edits import edited
from tests.fuzz.seeds import Files, seeds
from tests.fuzz.targets import OTHERS, of_corpus, targets

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


# Garbled pieces of real corpora

LARGE = 100_000
"""Bytes of a real file that are taken, if it is larger."""
REAL = {
    "brat": "litbank/brat/*.ann", "conll2012": "litbank/conll/*.conll", "corefud": "gum/**/*.conllu",
    "gap": "gap/*.tsv", "litbank": "litbank/tsv/*.ann", "plain": "litbank/tsv/*.txt",
    "winogender": "winogender/all_sentences.tsv",
}  # fmt: skip


@pytest.mark.parametrize("format", REAL)
@settings(max_examples=13, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(number=st.integers(0, 2**32))
def test_garbled_corpus_is_read_or_refused_with_its_name(format: str, data: Path, tmp_path: Path, number: int) -> None:
    required(data / REAL[format].partition("/")[0])
    path = smallest(data, format)
    random = Random(number)
    (tmp_path / "written").mkdir(exist_ok=True)
    for file in (path, path.with_suffix(".txt")):
        if file.is_file():
            content = beginning(file)
            (tmp_path / file.name).write_bytes(edited(content, content, random))

    of_corpus(format, tmp_path / path.name, random)


@cache
def smallest(data: Path, format: str) -> Path:
    """The smallest real file of a format."""
    return min(data.glob(REAL[format]), key=lambda path: (path.stat().st_size, path))


def beginning(path: Path) -> bytes:
    """A file's first sentences or lines, or all of it if it is small."""
    content = path.read_bytes()
    if len(content) > LARGE:
        content = content[:LARGE]
        content = content[: content.rfind(b"\n\n" if b"\n\n" in content else b"\n") + 1]
    return content


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
