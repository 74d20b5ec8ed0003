"""Commands that are ended at any moment: what they leave, what they say, and whether a later run resumes.

Ctrl-C (as a terminal sends it, to all processes of the command), SIGTERM, and SIGKILL. A command is ended at its n-th
event: when it opens, renames or removes a file of its folder, or hears from a worker. No clock is read. Run
`python -m tests.kills [NUMBER [COMMAND ...]]` for so many kills (60), by turns of these commands (all).
"""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

MANUALS = Path(__file__).parents[1] / "corpora" / "manuals"
PROGRAM = """
import atexit, os, signal, sys
from pathlib import Path
from anaphora.experiments.cli.main import main

moment, number = int(sys.argv.pop(1)), int(sys.argv.pop(1))
events, process, here = 0, os.getpid(), os.getcwd()

def hear(event, arguments):
    global events
    if event not in ("open", "os.rename", "os.remove", "pickle.find_class") or os.getpid() != process:
        return
    if event == "open" and not (isinstance(arguments[0], str) and os.path.join(here, arguments[0]).startswith(here)):
        return
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        return  # the command does not listen yet, or no longer
    events += 1
    if events == moment:
        (os.killpg if number == signal.SIGINT else os.kill)(process, number)

atexit.register(lambda: Path("events").write_text(str(events)))
sys.addaudithook(hear)
main()
"""
STUDY = """
title = "T"
[corpora]
own = "corpus"
[[part]]
name = "one"
command = "compare"
corpus = "own"
resolvers = ["most_recent", "mars"]
[[part]]
name = "two"
command = "compare"
corpus = "own"
resolvers = ["hobbs"]
[tables.t]
rows = "system"
columns = "corpus"
measure = "success_rate"
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
    "chains": "chains texts/a.txt texts/b.txt --to html --folder out/entities",
    "train": "train ge_hale_charniak corpus --output out/a.json",
}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
PATIENCE = 300
"""Seconds until a command, or a process that it left behind, counts as one that never ends."""


@dataclass(frozen=True, slots=True)
class Kill:
    """What one signal did, sent at one of so many events; `wrong` says what is wrong with what it left."""

    command: str
    signal: signal.Signals
    moment: int
    events: int
    code: int
    said: str
    wrong: tuple[str, ...]


def prepare(folder: Path, documents: int) -> None:
    """A corpus of the first sentences of some texts, a study on it, two texts, and a folder for what is written."""
    (folder / "corpus").mkdir()
    for file in sorted(MANUALS.glob("*.conllu"))[:documents]:
        start = "\n\n".join(file.read_text("utf8").split("\n\n")[:8])
        (folder / "corpus" / file.name).write_text(f"{start}\n\n", "utf8")
    (folder / "texts").mkdir()
    for name in ("a", "b"):
        (folder / "texts" / f"{name}.txt").write_text("Ann met Bob. She saw him. Her dog barked at him.\n" * 3, "utf8")
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


def ended(name: str, folder: Path, moment: int = 0, sent: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """Run a command, which gets the signal at its event of this number: its code and what it says.

    It runs in a session and with a cache of its own, hears signals as one typed into a shell does, and has ended when
    no process holds its standard error any longer.
    """
    for number in SIGNALS[:2]:
        if signal.getsignal(number) is signal.SIG_IGN:  # as it is for what runs in the background of a script
            signal.signal(number, signal.SIG_DFL)
    environment = {**os.environ, "ANAPHORA_CACHE": str(folder / "cache"), "COLUMNS": "100"}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(moment), str(int(sent)), *COMMANDS[name].split()],
        cwd=folder,
        env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, [str(Path.cwd()), *sys.path]))},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        said = process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process.returncode, said


def kill(name: str, sent: signal.Signals, moment: int, events: int, right: Mapping[str, bytes], documents: int) -> Kill:
    """Run a command, which is ended at one of its events, then run it again."""
    with TemporaryDirectory() as place:
        prepare(folder := Path(place), documents)
        code, said = ended(name, folder, moment, sent)
        between = contents(folder)
        wrong = [*_wrong(sent, code, said, between, right), *_unlike(*ended(name, folder), folder, right)]
    return Kill(name, sent, moment, events, code, said.strip().rpartition("\n")[2], tuple(wrong))


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
    """So many kills, by turns of commands and signals, at random moments."""
    chance, right = random.Random(seed), dict[str, tuple[int, dict[str, bytes]]]()
    for turn in range(number):
        name, sent = names[turn % len(names)], SIGNALS[(turn + turn // len(names)) % len(SIGNALS)]
        if name not in right:
            with TemporaryDirectory() as place:
                prepare(folder := Path(place), documents)
                code, said = ended(name, folder)
                assert code == 0, said
                right[name] = int((folder / "events").read_text()), contents(folder)
        events, wanted = right[name]
        yield kill(name, sent, chance.randint(1, events), events, wanted, documents)


def main(number: int = 60, names: Sequence[str] = ()) -> None:
    """Print a line a kill, and what was wrong."""
    wrong = 0
    for killed in kills(number, names or list(COMMANDS)):
        place = f"event {killed.moment} of {killed.events}"
        print(f"{killed.command:10} {killed.signal.name:8} {killed.code:4} at {place}  {killed.said[:110]}", flush=True)
        for line in killed.wrong:
            print(f"     WRONG: {line}", flush=True)
        wrong += bool(killed.wrong)
    print(f"{number} kills, {wrong} wrong")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 60, sys.argv[2:])
