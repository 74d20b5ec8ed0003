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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import perf_counter
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from anaphora import corpora  # noqa: E402 - the checkout is put on the path first
from anaphora.corpora import conll2012, corefud  # noqa: E402
from anaphora.workbench.document import Document  # noqa: E402
from anaphora.workbench.key import Key  # noqa: E402
from tests.benchmarks import Figure  # noqa: E402
from tests.noise import noisy  # noqa: E402

FILE = 1_000
OTHERS = {
    "convert": ("convert", "{corpus}", "{place}/converted.jsonl", "--force"),
    "check": ("check", "{corpus}"),
    "export": ("export", "{corpus}", "--output", "{place}/exported.jsonl", "--mentions"),
    "profile": ("profile", "{corpus}"),
    "losses": ("losses", "{corpus}", "--resolvers", "mars"),
    "ablate": ("ablate", "{corpus}", "--resolver", "mars"),
    "coref": ("coref", "{corpus}", "--resolvers", "mars+head_match,head_match", "--resamples", "0"),
    "evaluate-it": ("evaluate-it", "{corpus}"),
    "evaluate-mentions": ("evaluate-mentions", "{corpus}"),
    "evaluate-agreement": ("evaluate-agreement", "{corpus}"),
}
"""Commands that read a corpus document by document, too."""
NUMBER = "FILE-NUMBER"
MEASURED = """
import atexit, sys
from pathlib import Path
from tests.process_memory import process_memory
file = Path(sys.argv.pop(1))
atexit.register(lambda: file.write_text(str(process_memory("VmHWM"))))
from anaphora.experiments.cli.main import main
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


def told(name: str, count: int, command: Callable[[int], Sequence[str | Path]]) -> list[Figure]:
    """Run the command for a tenth of the documents and for all, and print what each took."""
    counts = (count // 10, count)
    small, large = (cost(command(documents)) for documents in counts)
    for documents, it in zip(counts, (small, large), strict=True):
        print(
            f"{name:18} {documents:8,} documents  {it.wall:8.1f} s  {it.processor:8.1f} s processor  "
            f"{it.memory:8.0f} MB  {documents / it.wall:8.1f} documents a second"
        )
    print(f"{name:18} memory x {large.memory / small.memory:.2f}", flush=True)
    what = f"{name}, {count:,} documents"
    return [
        Figure(f"{what}: memory, of that for a tenth", large.memory / small.memory, "x"),
        Figure(f"{what}: speed", count / large.wall, "1/s"),
    ]


def main() -> list[Figure]:
    """Measure score, compare, and what else is asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--score", type=int, default=100_000)
    asked.add_argument("--compare", type=int, default=2_000)
    asked.add_argument("--others", type=int, default=0, help="documents for each of the other commands")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--resolvers", help="all by default")
    asked.add_argument("--cached", action="store_true", help="with stored analyses, of which there are only twelve")
    given = asked.parse_args()
    options = ["--jobs", str(given.jobs), *(() if given.cached else ("--no-cache",))]
    options += ["--resolvers", given.resolvers] if given.resolvers else []
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)

        def score(count: int) -> Sequence[str | Path]:
            key = written(place / f"key{count}", count, conll2012)
            return "score", key, written(place / f"response{count}", count, conll2012, noise=0.2)

        def compare(count: int) -> Sequence[str | Path]:
            return "compare", written(place / f"corpus{count}", count, corefud), *options

        def other(command: Sequence[str], count: int) -> Sequence[str]:
            corpus = place / f"others{count}"
            corpus = corpus if corpus.is_dir() else written(corpus, count, corefud)
            return [it.format(corpus=corpus, place=place) for it in command]

        figures += told("score", given.score, score) if given.score else []
        figures += told("compare", given.compare, compare) if given.compare else []
        for name, command in OTHERS.items() if given.others else ():
            figures += told(name, given.others, partial(other, command))
    return figures


if __name__ == "__main__":
    main()
