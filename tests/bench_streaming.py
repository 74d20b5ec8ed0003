"""Memory and speed on corpora larger than memory should hold; run by hand: python tests/bench_streaming.py.

Documents of the bundled corpus are repeated under new names, in files of a thousand. Each command runs in a process of
its own on the whole and on a tenth of it; what it took is processor time and wall time of it and its workers, and the
largest resident memory of the process. The target is that memory grows by 1.3 at most.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import perf_counter
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import corpora  # noqa: E402 - the checkout is put on the path first
from corpora import conll2012, corefud  # noqa: E402
from tests.benchmarks import Figure  # noqa: E402
from tests.noise import noisy  # noqa: E402
from workbench.document import Document  # noqa: E402
from workbench.key import Key  # noqa: E402

FILE = 1_000
NUMBER = "FILE-NUMBER"
MEASURED = """
import atexit, sys
from pathlib import Path
from tests.process_memory import process_memory
file = Path(sys.argv.pop(1))
atexit.register(lambda: file.write_text(str(process_memory("VmHWM"))))
from experiments.cli import main
main()
"""
"""The command, which leaves its largest memory in a file."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Wall seconds, processor seconds, and the largest resident memory in MB."""

    wall: float
    processor: float
    memory: float


def cost(command: Sequence[str | Path]) -> Cost:
    """What a command and its workers cost, memory without these. Raises `SystemExit` if it fails."""
    with tempfile.NamedTemporaryFile("r") as most:
        measured = [sys.executable, "-c", MEASURED, most.name, *map(str, command)]
        start = perf_counter()
        process = subprocess.Popen(measured, cwd=ROOT, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"failed: {' '.join(map(str, command))}")
        return Cost(perf_counter() - start, usage.ru_utime + usage.ru_stime, int(most.read()) / 1e6)


def repeated(count: int) -> Iterator[tuple[Document, Key]]:
    """The documents of the bundled corpus under new names, which hold a place for the number of their file."""
    known = [pair for file in sorted((ROOT / "corpora" / "manuals").glob("*.conllu")) for pair in corpora.read(file)]
    for number, (document, key) in enumerate(islice(cycle(known), count)):
        name = f"{document.id}-{NUMBER}-{number:03}"
        yield replace(document, id=name), replace(key, document_id=name)


def written(folder: Path, count: int, module: ModuleType, noise: float = 0) -> Path:
    """A corpus of so many documents, in files of at most a thousand, which differ in the names only."""
    folder.mkdir()
    random = Random(0)
    part = list(repeated(min(FILE, count)))
    if noise:
        part = [(document, noisy(document, key, noise, random)) for document, key in part]
    text = module.write(part)
    for number in range(-(-count // FILE)):
        (folder / f"{number:04}{module.SUFFIX}").write_text(text.replace(NUMBER, f"{number:04}"), "utf8")
    return folder


def told(name: str, count: int, small: Cost, large: Cost) -> list[Figure]:
    """Print what a command took on a tenth and on the whole."""
    for documents, it in ((count // 10, small), (count, large)):
        speed = documents / it.wall
        print(
            f"{name:10} {documents:8,} documents  {it.wall:8.1f} s  {it.processor:8.1f} s processor  "
            f"{it.memory:8.0f} MB  {speed:8.1f} documents a second"
        )
    print(f"{name:10} memory x {large.memory / small.memory:.2f}")
    what = f"{name}, {count:,} documents"
    return [
        Figure(f"{what}: memory, of that for a tenth", large.memory / small.memory, "x"),
        Figure(f"{what}: speed", count / large.wall, "1/s"),
    ]


def main() -> list[Figure]:
    """Measure score and compare."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--score", type=int, default=100_000)
    asked.add_argument("--compare", type=int, default=2_000)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--resolvers", help="all by default")
    asked.add_argument("--cached", action="store_true", help="with stored analyses, of which there are only twelve")
    given = asked.parse_args()
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as place:
        if given.score:
            costs = []
            for count in (given.score // 10, given.score):
                key = written(Path(place, f"key{count}"), count, conll2012)
                response = written(Path(place, f"response{count}"), count, conll2012, noise=0.2)
                costs.append(cost(["score", key, response]))
            figures += told("score", given.score, *costs)
        if given.compare:
            options = ["--jobs", str(given.jobs), *(() if given.cached else ("--no-cache",))]
            options += ["--resolvers", given.resolvers] if given.resolvers else []
            costs = []
            for count in (given.compare // 10, given.compare):
                corpus = written(Path(place, f"corpus{count}"), count, corefud)
                costs.append(cost(["compare", corpus, *options]))
            figures += told("compare", given.compare, *costs)
    return figures


if __name__ == "__main__":
    main()
