"""Benchmarks and what they measured before: `python -m tests.benchmarks`, which `make bench` does.

`tests/benchmarks.csv` has a row for each figure of each run: the day, the commit (with `+` where there are changes
beside it), the version, the cores of the machine, the benchmark, the figure, its value and unit. Machines differ, and
are sometimes busy: ratios say more than seconds, and a change means something only where the machine is the same.

`python -m tests.benchmarks score search` runs these two, `... streaming -- --score 1000` with options of its own (then
only a comparison with a run of the same options means anything), `--last` shows what was measured last without running
anything, `--dry` runs and keeps nothing.
"""

import argparse
import csv
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TypeVar

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does

from anaphora import corpora
from anaphora.workbench import __version__
from anaphora.workbench.document import Document

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("ANAPHORA_DATA", ROOT.parent / "shared" / "data"))
"""The folder of the licensed corpora, where it is present."""
HISTORY = ROOT / "tests" / "benchmarks.csv"
NAMES = sorted(path.stem.removeprefix("bench_") for path in HISTORY.parent.glob("bench_*.py"))
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Figure:
    """What a benchmark measured. `unit` is `x` for a ratio."""

    name: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A figure as it is kept."""

    date: str
    commit: str
    version: str
    cores: int
    benchmark: str
    figure: str
    value: float
    unit: str


def timed(work: Callable[[], Result], clock: Callable[[], float] = perf_counter) -> tuple[float, Result]:
    """Seconds and result."""
    start = clock()
    result = work()
    return clock() - start, result


def parsed_corpora() -> dict[str, list[Document]]:
    """The documents of the bundled corpus and, where it is present, of the development part of GUM."""
    folders = {"bundled corpus": ROOT / "corpora" / "manuals", "GUM dev": DATA / "gum" / "dev" / "corefud"}
    files = {name: sorted(folder.glob("*.conllu")) for name, folder in folders.items()}
    return {
        name: [document for file in found for document, _ in corpora.read(file, None)]
        for name, found in files.items()
        if found
    }


def entries(history: Path = HISTORY) -> list[Entry]:
    """What was kept, oldest first."""
    if not history.exists():
        return []
    with history.open(encoding="utf8", newline="") as lines:
        rows = list(csv.reader(lines))[1:]
    return [
        Entry(date, commit, version, int(cores), benchmark, figure, float(value), unit)
        for date, commit, version, cores, benchmark, figure, value, unit in rows
    ]


def keep(new: Sequence[Entry], history: Path = HISTORY) -> None:
    """Add entries to what was kept."""
    begins = not history.exists()
    with history.open("a", encoding="utf8", newline="") as lines:
        table = csv.writer(lines, lineterminator="\n")
        if begins:
            table.writerow(field.name for field in fields(Entry))
        table.writerows(astuple(entry) for entry in new)


def entry(benchmark: str, figure: Figure) -> Entry:
    """A figure of now and here, with four significant digits."""
    value = float(f"{figure.value:.4g}")
    day = datetime.now(UTC).date().isoformat()
    return Entry(day, _commit(), __version__, os.cpu_count() or 1, benchmark, figure.name, value, figure.unit)


def _commit() -> str:
    def git(*arguments: str) -> str:
        ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
        return ended.stdout.strip()

    others = ("--", ".", f":!{HISTORY.relative_to(ROOT)}")
    return git("rev-parse", "--short=10", "HEAD") + ("+" if git("status", "--porcelain", *others) else "")


def changes(new: Iterable[Entry], before: Iterable[Entry]) -> list[str]:
    """A line for each entry: its value, and the change against the last one of the same figure before it."""
    last = {(old.benchmark, old.figure, old.unit): old for old in before}
    return [_change(it, last.get((it.benchmark, it.figure, it.unit))) for it in new]


def _change(new: Entry, old: Entry | None) -> str:
    line = f"{new.benchmark:10} {new.figure:70} {new.value:>10.4g} {new.unit:4}"
    if old is None:
        return f"{line} first"
    share = f"{new.value / old.value - 1:+.1%}" if old.value else "—"
    cores = "" if new.cores == old.cores else f", on {old.cores} cores"
    return f"{line} {share:>8} since {old.commit} of {old.date}{cores}"


def latest(kept: Sequence[Entry]) -> list[str]:
    """A line for the last entry of each figure, with the change against the one before it."""
    last = {(it.benchmark, it.figure, it.unit): at for at, it in enumerate(kept)}
    return [changes([kept[at]], kept[:at])[0] for at in sorted(last.values())]


def main(arguments: Sequence[str]) -> None:
    """Run benchmarks, keep their figures and show what has changed."""
    own, rest = list(arguments), []
    if "--" in own:
        at = own.index("--")
        own, rest = own[:at], own[at + 1 :]
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("names", nargs="*", metavar="benchmark", help=f"of {', '.join(NAMES)}; all by default")
    asked.add_argument("--last", action="store_true", help="show what was measured last, run nothing")
    asked.add_argument("--dry", action="store_true", help="keep nothing")
    given = asked.parse_args(own)
    if given.last:
        print("\n".join(latest(entries())))
        return
    for name in given.names or NAMES:
        print(f"== {name}", flush=True)
        sys.argv = [name, *rest]
        new = [entry(name, figure) for figure in import_module(f"tests.bench_{name}").main()]
        print("\n" + "\n".join(changes(new, entries())), end="\n\n", flush=True)
        if not given.dry:
            keep(new)


if __name__ == "__main__":
    main(sys.argv[1:])
