"""What two workers gain; run by hand, on a machine that does nothing else: python tests/bench_parallel.py.

The command `compare` with four resolvers, nothing stored, on the development and training parts of GUM (or as many
documents of the bundled corpus under new names): alone, with one worker process, with two, and with two of a Dask
cluster that is started for the run. Times are those of the clock, start and statistics included. The targets: two
processes are 1.7 times as fast as one, and Dask takes 15 % longer at most.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from anaphora.corpora import corefud  # noqa: E402 - the checkout is put on the path first
from tests.bench_streaming import cost, written  # noqa: E402
from tests.benchmarks import DATA, Figure  # noqa: E402

DOCUMENTS = 207
WAYS = {
    "alone": (),
    "one process": ("--executor", "processes", "--jobs", "1"),
    "two processes": ("--executor", "processes", "--jobs", "2"),
    "two of Dask": ("--executor", "dask", "--jobs", "2"),
}


def main() -> list[Figure]:
    """Print the seconds of each way, and how they compare."""
    with tempfile.TemporaryDirectory() as place:
        parts = [DATA / "gum" / part / "corefud" for part in ("dev", "train")]
        paths = parts if all(map(Path.is_dir, parts)) else [written(Path(place, "corpus"), DOCUMENTS, corefud)]
        command: list[str | Path] = ["compare", *paths, "--no-cache", "--resolvers", "mars,hobbs,cogniac,most_recent"]
        seconds = {}
        for name, how in WAYS.items():
            its = cost([*command, *how])
            seconds[name] = its.wall
            print(f"{name:15} {its.wall:7.1f} s {its.processor:7.1f} s processor, without workers that outlive it")
    two = seconds["two processes"]
    figures = [
        Figure("two processes, speed of that alone", seconds["alone"] / two, "x"),
        Figure("two processes, speed of that of one process", seconds["one process"] / two, "x"),
        Figure("two of Dask, time of that of two processes", seconds["two of Dask"] / two, "x"),
    ]
    for figure in figures:
        print(f"{figure.name}: {figure.value:.2f}")
    return figures


if __name__ == "__main__":
    main()
