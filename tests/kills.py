"""Commands that are ended at any moment: how long they take to end, what they leave, and whether a later run resumes.

Ctrl-C (as a terminal sends it, to all processes of the command), SIGTERM, and SIGKILL. Run
`python -m tests.kills [NUMBER [COMMAND ...]]` for so many kills (60), by turns of these commands (all).
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, product
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

MANUALS = Path(__file__).parents[1] / "corpora" / "manuals"
COMMAND = (sys.executable, "-c", "from anaphora.experiments.cli.main import main; main()")
STUDY = """
title = "T"
[corpora]
own = "corpus"
[comparisons.one]
resolvers = ["most_recent", "mars"]
[comparisons.two]
resolvers = ["hobbs"]
[tables.t]
columns = [{ comparison = "one", resolver = "mars" }]
"""
COMMANDS: Mapping[str, str] = {
    "score": "score corpus corpus --report out/r.html --json out/a.json --figures out/figures",
    "journal": "compare corpus --jobs 2 --journal out/j.jsonl --json out/a.json --resolvers mars,hobbs",
    "run": "run study.toml --to out/study",
    "run --jobs": "run study.toml --to out/study --jobs 2",
    "report": "compare corpus --resolvers mars --report out/r.html --figures out/figures --responses out/responses",
    "workers": "compare corpus --resolvers mars --jobs 2 --responses out/responses",
    "dask": "compare corpus --resolvers mars --jobs 2 --executor dask --responses out/responses",
    "optimise": "optimise corpus --protocol self --output out/a.toml",
    "ablate": "ablate corpus --resolvers mars --journal out/j.jsonl --json out/a.json",
    "losses": "losses corpus --resolvers mars --figures out/figures --json out/a.json",
    "train": "train ge_hale_charniak corpus --output out/a.json",
}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
FIRST = 0.5
"""Seconds after which the command itself runs, and no longer the start of Python."""
SOON = 2.0


@dataclass(frozen=True, slots=True)
class Kill:
    """What one signal did: the seconds until the command had ended, and until all of its processes had.

    `left` is what lay there afterwards that nobody asked for, `wrong` what is wrong.
    """

    command: str
    signal: signal.Signals
    after: float
    code: int
    seconds: float
    workers: float
    said: str
    left: tuple[str, ...]
    wrong: tuple[str, ...]


def prepare(folder: Path, documents: int) -> None:
    """A corpus, a study on it, and a folder for what is written."""
    (folder / "corpus").mkdir()
    for file in sorted(MANUALS.glob("*.conllu"))[:documents]:
        copy(file, folder / "corpus")
    (folder / "study.toml").write_text(STUDY)
    (folder / "out").mkdir()


def contents(folder: Path) -> dict[str, bytes]:
    """What was written, by path; of a cache only its names."""
    written = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if not path.is_dir()}
    return {
        name: b"" if name.startswith("cache/") else path.read_bytes()
        for name, path in written.items()
        if name.startswith(("out/", "cache/"))
    }


def start(name: str, folder: Path) -> "subprocess.Popen[str]":
    """The command in a session of its own, with a cache of its own; it hears signals as one typed into a shell does."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_IGN:  # as it is for what runs in the background of a script
            signal.signal(number, signal.SIG_DFL)
    environment = {**os.environ, "ANAPHORA_CACHE": str(folder / "cache"), "COLUMNS": "100"}
    return subprocess.Popen(
        [*COMMAND, *COMMANDS[name].split()],
        cwd=folder,
        env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, [str(Path.cwd()), *sys.path]))},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def of_session(number: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == number and fields[0] != "Z":
            found.append(int(place.name))
    return found


def finished(name: str, folder: Path) -> tuple[int, str]:
    """Run a command to its end: its code and what it says."""
    process = start(name, folder)
    said = process.communicate()[1]
    return process.returncode, said


def kill(name: str, sent: signal.Signals, after: float, right: Mapping[str, bytes], documents: int) -> Kill | None:
    """Run a command, end it after some seconds, then run it again; `None` if it had ended by itself."""
    with TemporaryDirectory() as place:
        prepare(folder := Path(place), documents)
        process = start(name, folder)
        time.sleep(after)
        if process.poll() is not None:
            process.communicate()
            return None
        began = time.monotonic()
        (os.killpg if sent == signal.SIGINT else os.kill)(process.pid, sent)
        code = process.wait()
        seconds = time.monotonic() - began
        while of_session(process.pid) and time.monotonic() - began < 60:
            time.sleep(0.02)
        workers = time.monotonic() - began
        said = process.communicate()[1]
        between = contents(folder)
        again, answer = finished(name, folder)
        return Kill(
            name, sent, after, code, seconds, workers, said.strip().splitlines()[-1] if said.strip() else "",
            tuple(sorted(between.keys() - right.keys())),
            tuple(_wrong(sent, code, said, between, right)) + tuple(_unlike(again, answer, folder, right)),
        )  # fmt: skip


def _wrong(
    sent: signal.Signals, code: int, said: str, between: Mapping[str, bytes], right: Mapping[str, bytes]
) -> Iterator[str]:
    done = code == 0 or between == right  # it may have been at its end
    if code != CODES[sent] and not done:
        yield f"code {code}"
    if "Traceback" in said:
        yield f"traceback: {said}"
    for name in between.keys() & right.keys():
        if between[name] != right[name] and not name.endswith((".jsonl", "study.toml")):
            yield f"{name} is not whole"
    hidden = [name for name in between if "/." in name or name not in right]
    if sent != signal.SIGKILL:
        if not done and said.count("Interrupted: ") != 1:
            yield "does not say what is kept"
        yield from (f"left {name}" for name in hidden if "unfinished" not in name)


def _unlike(code: int, said: str, folder: Path, right: Mapping[str, bytes]) -> Iterator[str]:
    after = contents(folder)
    if code:
        yield f"the next run has code {code}: {said}"
    for name in sorted({*after, *right}):
        if after.get(name) != right.get(name):
            yield f"after the next run {name} is {'another' if name in after and name in right else 'too many or few'}"


def kills(number: int, names: Sequence[str], seed: int = 0, documents: int = 4) -> Iterator[Kill]:
    """So many kills that landed, by turns of commands and signals, at random moments."""
    chance, right = random.Random(seed), dict[str, tuple[float, dict[str, bytes]]]()
    turns = cycle(islice(product(SIGNALS, names), len(SIGNALS) * len(names)))
    landed = 0
    for sent, name in turns:
        if name not in right:
            with TemporaryDirectory() as place:
                prepare(Path(place), documents)
                began = time.monotonic()
                code, said = finished(name, Path(place))
                assert code == 0, said
                right[name] = time.monotonic() - began, contents(Path(place))
        took, wanted = right[name]
        if found := kill(name, sent, chance.uniform(FIRST, max(took, FIRST)), wanted, documents):
            yield found
            landed += 1
        if landed == number:
            return


def main(number: int = 60, names: Sequence[str] = ()) -> None:
    """Print a line a kill, and what was wrong."""
    found = []
    for each in kills(number, names or list(COMMANDS)):
        found.append(each)
        figures = (
            f"{each.code:4} after {each.after:5.2f} s, ended in {each.seconds:5.2f} s, all in {each.workers:5.2f} s"
        )
        print(f"{each.command:10} {each.signal.name:8} {figures}  {each.said[:110]}", flush=True)
        for line in each.wrong:
            print(f"     WRONG: {line}", flush=True)
        if each.workers > SOON:
            print("     SLOW", flush=True)
    wrong = sum(bool(each.wrong) for each in found)
    print(f"{len(found)} kills, {wrong} wrong; slowest {max(each.workers for each in found):.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 60, sys.argv[2:])
