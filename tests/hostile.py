"""Inputs whose cost might grow faster than they do: `python -m tests.hostile [NAME ...]` prints a table in Markdown.

Each input is made in several sizes and given to a command as a process of its own, which may take `LIMIT` seconds.
Growth is the exponent between the last two sizes that were not refused, the start of the program taken off: 1 is
linear, 2 quadratic.
"""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.benchmarks import ROOT

LIMIT = 120
MEMORY = 4_000_000_000
PROGRAM = f"""
import atexit, os, sys
from resource import *
from tests.process_memory import process_memory
from anaphora.experiments.cli.main import main
sender = int(sys.argv.pop(1))
atexit.register(lambda: os.write(sender, str(process_memory("VmHWM")).encode()))
setrlimit(RLIMIT_CPU, ({LIMIT},) * 2)
setrlimit(RLIMIT_AS, ({MEMORY},) * 2)
main()
"""
Span = tuple[int, int]
Chains = Sequence[Sequence[Span]]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process cost: its exit code, processor seconds, and largest resident memory in MB (0: it was stopped)."""

    code: int
    seconds: float
    memory: float


def measure(command: Sequence[str]) -> Usage:
    """What a command of the program costs; one that is stopped by the limit has the code of its signal."""
    receiver, sender = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(sender), *command],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(sender,),
    )
    os.close(sender)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    with os.fdopen(receiver) as told:
        memory = int(told.read() or 0)
    return Usage(process.returncode, used.ru_utime + used.ru_stime, memory / 1_000_000)


# Chains -------------------------------------------------------------------------------------------------------------


def nested(mentions: int, shift: int) -> Chains:
    """Pairs of mentions, each inside the one before; shifted ones are equal to none that is not."""
    spans = [(start, 2 * mentions + 2 - start - shift) for start in range(mentions)]
    return [spans[first : first + 2] for first in range(0, mentions, 2)]


def same_start(mentions: int, shift: int) -> Chains:
    """Mentions that all begin with the first word."""
    return [[(0, 2 * end + shift + 1)] for end in range(mentions)]


def one_chain(mentions: int, shift: int) -> Chains:
    """Every second word, in one chain."""
    return [_words(mentions, shift)]


def singletons(mentions: int, shift: int) -> Chains:
    """Every second word, each in a chain of its own."""
    return [[span] for span in _words(mentions, shift)]


def pairs(mentions: int, shift: int) -> Chains:
    """Every second word, two to a chain."""
    spans = _words(mentions, shift)
    return [spans[first : first + 2] for first in range(0, mentions, 2)]


def zipf(mentions: int, shift: int) -> Chains:
    """Every second word, in chains whose sizes fall as in texts; the other side's are others."""
    chains: dict[int, list[Span]] = {}
    random = Random(shift)
    for span in _words(mentions, shift):
        chains.setdefault(int(random.paretovariate(0.6)) % mentions, []).append(span)
    return list(chains.values())


def _words(mentions: int, shift: int) -> list[Span]:
    # every tenth differs, so that both sides have mentions of their own
    return [(2 * number, 2 * number + 1 + (shift and number % 10 == 0)) for number in range(mentions)]


def write_chains(folder: Path, name: str, chains: Chains, words: int) -> str:
    """A file in JSON lines with one document."""
    clusters = [[[start, end - 1] for start, end in chain] for chain in chains]
    path = folder / f"{name}.jsonl"
    path.write_text(json.dumps({"doc_key": "d", "sentences": [["word"] * words], "clusters": clusters}))
    return str(path)


def both_sides(shape: Callable[[int, int], Chains], mentions: int, folder: Path) -> tuple[str, str]:
    """Key and response of a shape."""
    words = 2 * mentions + 3
    key, response = (write_chains(folder, name, shape(mentions, shift), words) for name, shift in SIDES)
    return key, response


SIDES = (("key", 0), ("response", 1))


# Texts --------------------------------------------------------------------------------------------------------------


def write_text(folder: Path, text: str) -> str:
    """A plain text."""
    path = folder / "d.txt"
    path.write_text(text)
    return str(path)


def brat_of_one_word(mentions: int, folder: Path) -> str:
    """Brat files in which one word is every mention."""
    (folder / "d.txt").write_text("word " * 10)
    (folder / "d.ann").write_text("".join(f"T{number}\tMention 0 4\tword\n" for number in range(1, mentions + 1)))
    return str(folder)


def brat_sharing_a_word(mentions: int, folder: Path) -> str:
    """Brat files in which every mention has two parts, the first of them the same word."""
    (folder / "d.txt").write_text("word " * (mentions + 1))
    lines = (f"T{n}\tMention 0 4;{5 * n} {5 * n + 4}\tword word\n" for n in range(1, mentions + 1))
    (folder / "d.ann").write_text("".join(lines))
    return str(folder)


Make = Callable[[int, Path], Sequence[str]]


def on_both(shape: Callable[[int, int], Chains], *words: str) -> Make:
    """A command on key and response of a shape."""
    return lambda size, folder: [words[0], *both_sides(shape, size, folder), *words[1:]]


def on_key(shape: Callable[[int, int], Chains], *words: str) -> Make:
    """A command on the key of a shape."""
    return lambda size, folder: [words[0], both_sides(shape, size, folder)[0], *words[1:]]


def converted(shape: Callable[[int, int], Chains], format: str) -> Make:
    """The key of a shape, written in another format."""
    return lambda size, folder: ["convert", both_sides(shape, size, folder)[0], str(folder / "out"), "--to", format]


def on_text(sentence: str, *words: str) -> Make:
    """A command on a text that repeats a sentence."""
    return lambda size, folder: [words[0], write_text(folder, sentence * size), *words[1:]]


SHAPES = (one_chain, singletons, pairs, zipf)
LONG = (500, 50_000, 500_000)
DEEP = (1_000, 16_000, 64_000)
FORMATS = ("conll2012", "corefud", "jsonlines")
INPUTS: dict[str, tuple[Sequence[int], Make]] = {
    "nested mentions: score": (DEEP, on_both(nested, "score")),
    "nested mentions: score --match partial": (DEEP, on_both(nested, "score", "--match", "partial")),
    "nested mentions: agree": (DEEP, on_both(nested, "agree")),
    "nested mentions: errors": (DEEP, on_both(nested, "errors")),
    "nested mentions: check": (DEEP, on_key(nested, "check")),
    "mentions from the first word on: score": (DEEP, on_both(same_start, "score")),
    "one word is every mention (brat): check": (DEEP, lambda size, folder: ["check", brat_of_one_word(size, folder)]),
    "one word in every mention (brat): check": (
        DEEP,
        lambda size, folder: ["check", brat_sharing_a_word(size, folder)],
    ),
    "'it' without a sentence end: resolve": ((125, 1_000, 2_000), on_text("it ", "resolve")),
    "'It.': resolve": ((1_000, 4_000, 16_000), on_text("It. ", "resolve")),
    **{
        f"{shape.__name__.replace('_', ' ')}: {command}": (LONG, make(shape, command))
        for command, make in (("score", on_both), ("agree", on_both), ("errors", on_both), ("check", on_key))
        for shape in SHAPES
    },
    **{f"zipf: convert --to {format}": (LONG, converted(zipf, format)) for format in FORMATS},
}


def rows(name: str, sizes: Iterable[int], make: Make) -> Iterable[tuple[int, int, Usage]]:
    """For each size its bytes and what it costs; nothing larger is tried once the limit was reached."""
    for size in sizes:
        with TemporaryDirectory() as folder:
            command = make(size, Path(folder))
            length = sum(path.stat().st_size for path in Path(folder).iterdir())
            used = measure([*command, "--quiet"] if command[0] == "score" else command)
        yield size, length, used
        if used.code < 0:
            print(f"{name}: stopped at {size}", file=sys.stderr)
            return


def main(names: Sequence[str]) -> None:
    """Print the table, of the inputs whose names begin with one of these."""
    start = min(measure(["--version"]).seconds for _ in range(3))
    print("| input: command | size | kB | seconds | MB | growth |\n|---|--:|--:|--:|--:|--:|")
    for name, (sizes, make) in INPUTS.items():
        if names and not any(name.startswith(given) for given in names):
            continue
        before: tuple[int, float] | None = None
        for size, length, used in rows(name, sizes, make):
            took = max(used.seconds - start, 0.01)
            refused = used.code == 1 and "check" not in name
            growth = math.log(took / before[1]) / math.log(size / before[0]) if before and not refused else None
            shown = "refused" if refused else f"{growth:.2f}" if growth is not None else ""
            print(f"| {name} | {size:,} | {length / 1000:,.0f} | {used.seconds:.2f} | {used.memory:.0f} | {shown} |")
            sys.stdout.flush()
            before = None if refused else (size, took)


if __name__ == "__main__":
    main(sys.argv[1:])
