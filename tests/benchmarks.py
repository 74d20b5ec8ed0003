"""Times and memory, run by hand: `make bench`, or `python -m tests.benchmarks floors score`.

Seconds are of the processor, the least of some runs that take turns, so that other work on the machine disturbs little.
Ratios hold on any machine; seconds compare only where the machine is the same. Licensed corpora are used where they are
present (`ANAPHORA_DATA`), made-up ones otherwise. Other scorers are no part of this project: `scorch` counts where it
is on the path, `coval` where `COVAL` names its folder.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE
from tempfile import TemporaryDirectory
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does

import numpy as np

from anaphora import corpora
from anaphora.corpora import conll2012, corefud
from anaphora.preprocess import pipeline, prepare
from anaphora.resolvers.specs import build_resolvers, default_resolvers
from anaphora.workbench.ablation.vote_matrix import VoteMatrix
from anaphora.workbench.decision import Resolver
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.key import Key
from tests.noise import corpus, noisy

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("ANAPHORA_DATA", ROOT.parent / "shared" / "data"))
BEGIN = """
try: from anaphora.experiments.cli import run
except ImportError: from anaphora.experiments.cli.main import main as run
run()
"""
"""How the program begins, now and in the state before."""
ANAPHORA = (sys.executable, "-c", BEGIN)
RUNS = 3
BEFORE = "d3cddef8"
"""The commit that `floors` runs beside the present state; it needs the same packages."""
TABLE = ROOT / "experiments" / "docs" / "pages" / "results" / "appendix" / "tables" / "cost-floors.csv"
FLOOR = """
import sys
import numpy
import typer
words, network, *files = sys.argv[1:]
for file in files:
    with open(file, "rb") as opened:
        while piece := opened.read(1 << 22):
            numpy.count_nonzero(numpy.frombuffer(piece, numpy.uint8) == 10)
if int(words):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])
    for start in range(0, int(words), 130):
        size = min(130, int(words) - start)
        owner = numpy.arange(size * 6 // 5 + 2) * 5 // 6 - 1
        pieces = numpy.random.default_rng(0).integers(1_000, 20_000, (1, len(owner)))
        share = (numpy.arange(size)[:, None] == owner).astype(numpy.float32)[None]
        session.run(None, {"pieces": pieces, "words": share, "shapes": numpy.zeros((1, size), numpy.int64)})
"""
"""Reads the bytes of files, and runs the bundled network once over so many words, of six pieces to five."""

Corpus = list[tuple[Document, Key]]


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor seconds and seconds of a process, and its largest resident memory in MB."""

    processor: float
    wall: float
    memory: float


LAUNCH = """
import os, sys, time
start = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(child, 0)
seconds = time.perf_counter() - start
print("", status, used.ru_utime + used.ru_stime, seconds, used.ru_maxrss / 1024, sep="\\n", file=sys.stderr)
"""
"""Starts a command from a small process, because one begins with the memory of the process that starts it."""


def cost(command: Sequence[str]) -> Cost:
    """What a process costs until it ends. Raises `SystemExit` if it fails."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}  # compiled once, as installed
    launch = [sys.executable, "-c", LAUNCH, *command]
    done = subprocess.run(launch, env=environment, check=True, stdout=DEVNULL, stderr=PIPE, text=True)
    status, *figures = done.stderr.splitlines()[-4:]
    if status != "0":
        sys.exit(f"{' '.join(command)} failed: {done.stderr[-2000:]}")
    return Cost(*map(float, figures))


def modules(command: Sequence[str]) -> str:
    """Count the modules that a process imports: those of the workbench, and all."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONPROFILEIMPORTTIME": "1"}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    return f"{sum(name.startswith('anaphora') for name in names):,} / {len(names):,}"


def compared(commands: Mapping[str, Sequence[str]], runs: int = RUNS) -> dict[str, Cost]:
    """Print the least cost of each command over some runs, in turns, and how many times that of the first it is."""
    costs = [{name: cost(command) for name, command in commands.items()} for _ in range(runs)]
    least = {name: min((run[name] for run in costs), key=lambda each: each.processor) for name in commands}
    first = next(iter(least.values()))
    for name, each in least.items():
        ratio = each.processor / first.processor
        print(f"  {name:44} {each.processor:8.2f} s (x {ratio:5.2f}) {each.wall:8.2f} s wall {each.memory:6.0f} MB")
    return least


def best(work: Callable[[], object]) -> float:
    """The fewest seconds of some runs in this process."""
    seconds = []
    for _ in range(RUNS):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return min(seconds)


def written(documents: Iterable[tuple[Document, Key]], path: Path) -> str:
    """The documents in one CoNLL-2012 file."""
    with path.open("w", encoding="utf8") as file:
        file.writelines(conll2012.write(documents))
    return str(path)


def sides(documents: Corpus, folder: Path, name: str) -> tuple[str, str]:
    """Files of a key and of a response with mistakes."""
    response = [(document, noisy(document, key, 0.15, Random(document.id))) for document, key in documents]
    return written(documents, folder / f"{name}.key"), written(response, folder / f"{name}.response")


def as_scorch(file: Path) -> str:
    """The documents of a CoNLL-2012 file in scorch's own format, a file each."""
    folder = file.with_suffix(f"{file.suffix}.scorch")
    folder.mkdir()
    for number, (_, key) in enumerate(conll2012.read(file)):
        clusters = {str(at): [f"{span.start} {span.end}" for span in chain] for at, chain in enumerate(key.chains)}
        (folder / f"{number:05}.json").write_text(json.dumps({"type": "clusters", "clusters": clusters}))
    return str(folder)


def score(folder: Path) -> None:
    """Novels beside other scorers; growth with the number of documents."""
    for size in (100, 1_000):
        pair = sides(copies(novels(), size), folder, f"{size} novels")
        commands: dict[str, Sequence[str]] = {f"score, {size:,} novels": (*ANAPHORA, "score", *pair)}
        if scorch := shutil.which("scorch"):
            commands["scorch, 5 measures"] = (scorch, *(as_scorch(Path(file)) for file in pair))
        if coval := os.environ.get("COVAL"):
            commands["coval, 5 measures"] = (sys.executable, str(Path(coval) / "scorer.py"), *pair)
        compared(commands)

    sizes = (100, 1_000, 10_000)
    made_up = {f"score, {size:,} documents": sides(list(corpus(size, Random(1))), folder, str(size)) for size in sizes}
    spent = compared({name: (*ANAPHORA, "score", *pair, "--format", "conll2012") for name, pair in made_up.items()})
    seconds = [each.processor for each in spent.values()]
    print(f"  slope of log time on log documents: {np.polyfit(np.log(sizes), np.log(seconds), 1)[0]:.2f}")


def novels() -> Corpus:
    """LitBank where it is present, otherwise as much that is made up."""
    files = sorted((DATA / "litbank" / "conll").glob("*.conll"))
    return [pair for file in files for pair in conll2012.read(file)] or list(corpus(800, Random(0)))


def floors(folder: Path) -> None:
    """Each command beside its floor and beside an earlier commit, by turns; written into the page of costs."""
    before = checked_out(BEFORE, folder / BEFORE)
    rows: list[tuple[str, ...]] = [
        ("command", "before, s", "now, s", "floor, s", "times the floor", "MB", "modules: ours / all")
    ]
    for name, (words, floor) in measured(folder).items():
        commands = {
            "now": command(ROOT, words, folder / "now"),
            **({"before": command(before, words, folder / "before")} if before else {}),
            "floor": (sys.executable, "-c", FLOOR, *floor),
        }
        print(f"  {name}")
        least = compared(commands, runs=1 if int(floor[0]) > 50_000 else 2 * RUNS)
        now = least["now"]
        spent = [f"{least[side].processor:.2f}" if side in least else "" for side in ("before", "now", "floor")]
        ratio = f"{now.processor / least['floor'].processor:.2f}"
        rows.append((name, *spent, ratio, f"{now.memory:.0f}", modules(commands["now"])))
    with TABLE.open("w", encoding="utf8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def measured(folder: Path) -> dict[str, tuple[list[str], list[str]]]:
    """The words of each command, and the words, the network and the files of its floor."""
    bundled = sorted(map(str, (ROOT / "corpora" / "manuals").glob("*.conllu")))
    in_bundled = sum(len(document.words) for file in bundled for document, _ in corpora.read(file))
    read = novels()
    found = {"--help": (["--help"], floor(0))}
    for name, documents in {
        "score, 200 words": list(corpus(1, Random(0))),
        "score, 100 novels": copies(read, 100),
        "score, 1,000 novels": copies(read, 1_000),
    }.items():
        pair = sides(documents, folder, name)
        found[name] = (["score", *pair], floor(0, *pair))
    words = [word for document, _ in read for word in document.words]
    for name, size in (("resolve", 1_200), ("chains", 10_000), ("chains", 100_000)):
        text = folder / f"{size}.txt"
        text.write_text(" ".join(words[:size]), "utf8")
        found[f"{name}, {size:,} words"] = ([name, str(text), "--no-cache"], floor(size, str(text)))
    report = ["--report", str(folder / "report.html")]
    return found | {
        "compare, bundled corpus, analyses not stored": (["compare", "--no-cache"], floor(in_bundled, *bundled)),
        "compare, bundled corpus": (["compare"], floor(0, *bundled)),
        "ablate, bundled corpus": (["ablate"], floor(0, *bundled)),
        "make demo, installed": (["compare", "--no-cache", *report], floor(in_bundled, *bundled)),
    }


def floor(words: int, *files: str) -> list[str]:
    """The words of the command line of `FLOOR`."""
    network = ROOT / "preprocess" / "models" / "en_anaphora_ud" / "anaphora_encoder" / "network.onnx"
    return [str(words), str(network), *files]


def copies(read: Corpus, size: int) -> Corpus:
    """So many documents, under new names."""
    return [
        (replace(document, id=f"{document.id}-{number:04}"), replace(key, document_id=f"{document.id}-{number:04}"))
        for number, (document, key) in enumerate(islice(cycle(read), size))
    ]


def command(checkout: Path, words: Sequence[str], stored: Path) -> list[str]:
    """A command line of a checkout, whose analyses are stored in a folder."""
    places = [f"PYTHONPATH={checkout}", f"ANAPHORA_CACHE={stored}"]
    return ["env", *places, *ANAPHORA[:1], "-P", *ANAPHORA[1:], *words]


def checked_out(revision: str, folder: Path) -> Path | None:
    """The folder, which now has the files of a commit; says why where it cannot be had."""
    archive = folder.with_suffix(".tar")
    git = [shutil.which("git") or "git", "-C", str(ROOT), "archive", "-o", str(archive), revision]
    done = subprocess.run(git, check=False, capture_output=True, text=True)
    if done.returncode:
        print(f"  {revision} is left out: {done.stderr.strip()}")
        return None
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    return folder


def compare(folder: Path) -> None:
    """The commands on the bundled corpus, with analyses stored and without; two workers beside one."""
    os.environ["ANAPHORA_CACHE"] = str(folder / "analyses")
    commands = {name: (*ANAPHORA, *name.split()) for name in ("compare --no-cache", "compare", "ablate", "losses")}
    compared(commands)
    larger = repeated(100, folder / "parallel")
    jobs = {f"compare, {jobs} processes": (*ANAPHORA, "compare", larger, "--no-cache", "--executor", "processes",
                                           "--jobs", jobs) for jobs in ("1", "2")}  # fmt: skip
    one, two = compared(jobs, runs=1).values()
    print(f"  two workers are {one.wall / two.wall:.2f} times as fast as one (target 1.7)")


def memory(folder: Path) -> None:
    """Memory of the commands for ten times as many documents (target: 1.3 times)."""
    for command in ("score", "compare --resolvers mars", "ablate --resolvers mars", "coref", "losses", "check"):
        largest = []
        for size in (40, 400):
            place = repeated(size, folder / f"repeated{size}")
            words = (place, place) if command == "score" else (place,)
            name, *options = command.split()
            largest.append(cost((*ANAPHORA, name, *words, *options)).memory)
        print(f"  {command:30} {largest[1]:6.0f} MB, x {largest[1] / largest[0]:.2f} of that for a tenth")


def repeated(count: int, folder: Path) -> str:
    """The documents of the bundled corpus, repeated under new names, a file each."""
    if not folder.is_dir():
        folder.mkdir()
        files = sorted((ROOT / "corpora" / "manuals").glob("*.conllu"))
        for number, (document, key) in enumerate(islice(cycle([p for f in files for p in corpora.read(f)]), count)):
            name = f"{document.id}-{number:05}"
            renamed = (replace(document, id=name), replace(key, document_id=name))
            (folder / f"{name}.conllu").write_text("".join(corefud.write([renamed])), "utf8")
    return str(folder)


def resolvers(_: Path) -> None:
    """Each resolver alone, all together, and preparation, as shares of tagging and parsing (target: 20 %)."""
    folders = {"bundled corpus": ROOT / "corpora" / "manuals", "GUM dev": DATA / "gum" / "dev" / "corefud"}
    for name, folder in folders.items():
        documents = [document for file in sorted(folder.glob("*.conllu")) for document, _ in corpora.read(file)]
        if documents:
            print(f"  {name}: {len(documents)} documents")
            shares(documents)


def shares(documents: Sequence[Document]) -> None:
    """Print what preparation and resolvers cost beside annotation."""
    nlp = pipeline.load()
    annotations = [nlp.annotate(document) for document in documents]
    annotating = best(lambda: [nlp.annotate(document) for document in documents])
    pairs = list(zip(documents, annotations, strict=True))
    inputs = [prepare(*pair) for pair in pairs]
    print(f"  {'prepare':44} {best(lambda: [prepare(*pair) for pair in pairs]) / annotating:7.2%}")
    built = build_resolvers(default_resolvers(), 0)
    for name, chosen in {**{name: [each] for name, each in built.items()}, "all": list(built.values())}.items():
        resolving = best(partial(resolved, inputs, chosen))
        print(f"  {name:44} {resolving / annotating:7.2%}")


def resolved(inputs: Sequence[Prepared], chosen: Sequence[Resolver]) -> None:
    """Resolve all inputs, as new objects without what was worked out for them before."""
    for fresh in map(replace, inputs):
        for resolver in chosen:
            resolver.resolve(fresh)


def ablation(_: Path) -> None:
    """All subsets of 14 indicators on 10,000 anaphors with ten candidates each (target: ten seconds)."""
    random = np.random.default_rng(0)
    anaphors, candidates, indicators = 10_000, 10, 14
    rows = anaphors * candidates
    votes = VoteMatrix(
        indicators=tuple(f"indicator {number}" for number in range(indicators)),
        votes=random.integers(-1, 3, (rows, indicators), dtype=np.int8),
        right=random.random(rows) < 0.2,
        starts=np.arange(0, rows, candidates),
        document=np.repeat(np.arange(200), anaphors // 200),
        asked=np.full(200, anaphors // 200),
        weights=np.ones(indicators),
    )
    subsets = (np.arange(2**indicators)[:, None] >> np.arange(indicators)) & 1
    print(f"  all {len(subsets):,} subsets {best(lambda: votes.totals(subsets.astype(bool))):38.2f} s")


BENCHMARKS = (floors, memory, score, compare, resolvers, ablation)


def main(names: Sequence[str]) -> None:
    """Run the benchmarks of these names, or all."""
    for benchmark in BENCHMARKS:
        if not names or benchmark.__name__ in names:
            print(f"{benchmark.__name__}: {benchmark.__doc__}", flush=True)
            with TemporaryDirectory() as folder:
                benchmark(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
