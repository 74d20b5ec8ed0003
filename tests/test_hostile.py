"""What commands do grows with the input, not with its square: calls are counted, and memory has a limit."""

import io
import resource
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

from anaphora.experiments.cli.main import main
from tests.calls import count_calls
from tests.hostile import DEEP, INPUTS

SMALL = [name for name, (sizes, _) in INPUTS.items() if sizes == DEEP]
LONG = {
    "nested mentions: agree": 250,  # below, plain Python solves what is not worth the import of SciPy
    "one chain: score": 500,
    "one chain: agree": 500,
    "one chain: errors": 500,
    "one chain: check": 500,
    "zipf: errors": 500,
    "one chain: compare": 600,  # of shorter random texts the pronouns do not grow with the words
    "one chain: profile": 400,
    "zipf: ablate": 400,
}
"""Sizes at which the work outweighs what a command does once."""
ROOM = 2**29
MOST = 2.5
"""How many times as many calls more each doubling takes: 2 where work is linear, 4 where it is quadratic."""

pytestmark = pytest.mark.slow


def run(name: str, size: int, folder: Path, patch: pytest.MonkeyPatch) -> int:
    """Run the command on its input, and return how many calls it takes; it ends well or refuses."""
    words = INPUTS[name][1](size, folder)
    patch.setattr(sys, "argv", ["anaphora", *words])
    codes: list[object] = []

    def work() -> None:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            try:
                main()
                codes.append(0)
            except SystemExit as end:
                codes.append(end.code)

    calls = count_calls(work)
    assert codes[0] in (0, 1), name
    return calls


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    """Empty folders."""
    return (Path(mkdtemp(dir=tmp_path)) for _ in count())


def test_calls_do_not_grow_with_the_square_of_the_input(
    folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first run of a command loads what is loaded once, but for SciPy, which some sizes alone need."""
    import_module("scipy.optimize")
    import_module("scipy.sparse.csgraph")
    quadratic = {}
    for name, size in (dict.fromkeys(SMALL, 100) | LONG).items():
        _, once, twice, more = [run(name, times * size, next(folders), monkeypatch) for times in (1, 1, 2, 4)]
        growth = (more - twice) / (twice - once)
        if growth > MOST:
            quadratic[name] = growth

    assert quadratic == {}


def test_mentions_of_any_shape_take_half_a_gigabyte_at_most(
    folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits, status = resource.getrlimit(resource.RLIMIT_AS), Path("/proc/self/statm")
    for name in (name for name in SMALL if "convert" not in name):
        run(name, 4, next(folders), monkeypatch)
        reserved = int(status.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (reserved + ROOM, limits[1]))
        try:
            run(name, DEEP[1] // 2, next(folders), monkeypatch)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, limits)
