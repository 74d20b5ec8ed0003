"""What scoring chains costs, beside other scorers where they are installed; run by hand.

All figures of processes are CPU seconds (user and system), the least of several runs that take turns, since other work
on the machine disturbs them less than wall time. Other scorers are never part of this project: name a folder that holds
`scorer.pl` (--perl) or the package `coval` (--coval), and a `scorch` that is not on the path (--scorch).
"""

import argparse
import json
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does

import numpy as np  # noqa: E402 - the checkout is put on the path first

from anaphora import corpora  # noqa: E402
from anaphora.corpora import conll2012  # noqa: E402
from anaphora.workbench.coreference.overlap import Columns, Overlap, columns, overlap, stack  # noqa: E402
from anaphora.workbench.document import Document  # noqa: E402
from anaphora.workbench.key import Key  # noqa: E402
from anaphora.workbench.measures import Measure, chain_measures, named  # noqa: E402
from anaphora.workbench.results.scores import Scores, main_part  # noqa: E402
from tests.benchmarks import DATA, Figure  # noqa: E402
from tests.noise import LEVELS, corpus, noisy  # noqa: E402

ANAPHORA = (sys.executable, "-c", "from anaphora.experiments.cli.main import main; main()")
SAME_AS_COVAL = {"mentions": "mentions", "muc": "muc", "b_cubed": "b_cubed", "ceaf_e": "ceafe", "lea": "lea"}
SAME_AS_PERL = {"muc": "muc", "b_cubed": "bcub", "ceaf_m": "ceafm", "ceaf_e": "ceafe", "blanc": "blanc"}
SYSTEMS, RESAMPLES = 10, 10_000

Corpus = list[tuple[Document, Key]]
Figures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds and the largest resident memory (MB) of a process."""

    seconds: float
    memory: float


def cost(command: Sequence[str]) -> Cost:
    """What a process costs until it ends.

    Raises:
        SystemExit: it failed.
    """
    with tempfile.TemporaryFile() as said, Path(os.devnull).open("wb") as nothing:
        streams = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1), (os.POSIX_SPAWN_DUP2, said.fileno(), 2)]
        environment = os.environ | {
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "",
        }  # compiled once, as installed
        process = os.posix_spawnp(command[0], list(command), environment, file_actions=streams)
        _, status, usage = os.wait4(process, 0)
        if status:
            said.seek(0)
            sys.exit(f"{' '.join(command)} failed: {said.read().decode(errors='replace')[-2000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def least(commands: Mapping[str, Sequence[str]], runs: int) -> dict[str, Cost]:
    """The least that each command cost in several runs; the commands take turns."""
    costs = [{name: cost(command) for name, command in commands.items()} for _ in range(runs)]
    return {
        name: Cost(min(run[name].seconds for run in costs), min(run[name].memory for run in costs)) for name in commands
    }


def show(costs: Mapping[str, float], ours: str) -> None:
    """One line for each, with how many times it takes what ours takes."""
    for name, seconds in costs.items():
        print(f"  {name:42} {seconds:9.4f} s  x {seconds / costs[ours]:6.2f}")


def written(documents: Iterable[tuple[Document, Key]], path: Path) -> Path:
    """The documents in a CoNLL-2012 file."""
    with path.open("w", encoding="utf8") as file:
        file.writelines(conll2012.write([document]) for document in documents)
    return path


def noised(documents: Iterable[tuple[Document, Key]], rate: float, seed: int) -> Iterator[tuple[Document, Key]]:
    """Responses with mistakes at this rate."""
    for document, key in documents:
        yield document, noisy(document, key, rate, Random(f"{seed} {document.id}"))


def novels() -> tuple[str, Corpus]:
    """LitBank where it is present, otherwise as much that is made up."""
    folder = DATA / "litbank" / "conll"
    documents = [pair for file in sorted(folder.glob("*.conll")) for pair in conll2012.read(file)]
    return ("LitBank", documents) if documents else ("made-up documents", list(corpus(800, Random(0))))


def as_scorch(documents: Corpus, folder: Path) -> Path:
    """The documents in scorch's own format, one file each."""
    folder.mkdir()
    for number, (_, key) in enumerate(documents):
        clusters = {str(at): [f"{span.start} {span.end}" for span in chain] for at, chain in enumerate(key.chains)}
        (folder / f"document{number:05}.json").write_text(json.dumps({"type": "clusters", "clusters": clusters}))
    return folder


def processes(documents: Corpus, response: Corpus, folder: Path, others: argparse.Namespace) -> list[Figure]:
    """Whole processes on one file each side, reading and start-up included; conversion for scorch is not counted."""
    files = tuple(map(str, (written(documents, folder / "key.conll"), written(response, folder / "response.conll"))))
    commands: dict[str, Sequence[str]] = {"anaphora score, all measures": (*ANAPHORA, "score", *files, "--json", "-")}
    ours = next(iter(commands))
    if others.scorch:
        sides = [str(as_scorch(side, folder / name)) for name, side in (("gold", documents), ("system", response))]
        commands["scorch, 5 measures"] = (others.scorch, *sides)
    if others.coval:
        program = "import sys; sys.path.insert(0, sys.argv.pop(1)); import scorer; scorer.main()"
        commands["coval, 5 measures"] = (sys.executable, "-c", program, str(others.coval), *files)
    seconds = {name: it.seconds for name, it in least(commands, others.runs).items()}
    show(seconds, ours)
    if others.perl:
        perl = {name: ("perl", str(others.perl / "scorer.pl"), name, *files, "none") for name in SAME_AS_PERL.values()}
        print("  the reference scorer, once, one process a measure:")
        show({ours: cost(commands[ours]).seconds} | {name: cost(it).seconds for name, it in perl.items()}, ours)
    return [Figure(ours, seconds[ours], "s"), *of_others(seconds, ours)]


def of_others(seconds: Mapping[str, float], ours: str) -> list[Figure]:
    """Ours as a share of what each other scorer takes."""
    return [Figure(f"{ours}, of {it}", seconds[ours] / spent, "x") for it, spent in seconds.items() if it != ours]


def measured(names: Iterable[str] = ()) -> list[Measure[Overlap]]:
    """The measures of these names, or all that count chains."""
    every = chain_measures()
    return [every[name] for name in names or every]


def evidence(documents: Corpus, response: Corpus) -> Overlap:
    """The overlap of two corpora in the same order."""
    return overlap(*stack([columns(key) for _, key in documents], [columns(key) for _, key in response]))


def scored(key: Sequence[Columns], response: Sequence[Columns], measures: Sequence[Measure[Overlap]]) -> Figures:
    """F1 (or the only value) of each measure, from what the reader gives."""
    table = overlap(*stack(key, response))
    sums = {measure: measure.count(table).sum(axis=0) for measure in measures}
    return {measure.name: named(measure, measure.score(it))[main_part(measure)] for measure, it in sums.items()}


def without_reading(folder: Path, others: argparse.Namespace) -> list[Figure]:
    """Scoring alone in a process that has read both sides, by the same measures."""
    measures, every = measured(SAME_AS_COVAL), measured()
    gold, response = (
        [it.mentions for it in corpora.marked(folder / name, "conll2012")] for name in ("key.conll", "response.conll")
    )
    ours = "anaphora, the five measures of coval"
    seconds = {ours: math.inf, f"anaphora, all {len(every)} measures": math.inf}
    scored(gold, response, every)
    if others.coval:
        sys.path.insert(0, str(others.coval))
        reader, evaluator = import_module("coval.conll.reader"), import_module("coval.eval.evaluator")
        read = reader.get_coref_infos(str(folder / "key.conll"), str(folder / "response.conll"), False, False, True)
        seconds["coval"] = math.inf
    for _ in range(others.runs):
        for (name, best), chosen in zip(list(seconds.items()), (measures, every), strict=False):
            start = process_time()
            scored(gold, response, chosen)
            seconds[name] = min(best, process_time() - start)
        if others.coval:
            start = process_time()
            for key, system, _, _ in read.values():
                reader.get_mention_assignments(key, system), reader.get_mention_assignments(system, key)
            figures = {
                name: evaluator.evaluate_documents(read, getattr(evaluator, theirs))[2]
                for name, theirs in SAME_AS_COVAL.items()
            }
            seconds["coval"] = min(seconds["coval"], process_time() - start)
    show(seconds, ours)
    if others.coval:
        same = scored(gold, response, measures)
        print(f"  largest difference in F1: {max(abs((same[name] or 0) - figures[name]) for name in figures):.1e}")
    every_measure = next(name for name in seconds if name.startswith("anaphora, all"))
    return [Figure(f"{every_measure}, without reading", seconds[every_measure], "s"), *of_others(seconds, ours)]


def growth(folder: Path, sizes: Sequence[int], start_up: float, runs: int) -> list[Figure]:
    """Time and memory by number of documents, and the exponent with which time grows.

    The exponent is the slope of log time on log documents, over all sizes as they are, and between the two largest with
    the start-up taken off, which hides how fast time grows while it is the greater part.
    """
    seconds, figures = [], []
    for size in sizes:
        response = noised(corpus(size, Random(1)), LEVELS["r2"], 2)
        files = [str(written(corpus(size, Random(1)), folder / "key")), str(written(response, folder / "response"))]
        spent = least({"": (*ANAPHORA, "score", *files, "--format", "conll2012", "--json", "-")}, runs)[""]
        seconds.append(spent.seconds)
        print(f"  {size:7,} documents {spent.seconds:9.3f} s {spent.memory:9.0f} MB")
        figures.append(Figure(f"{size:,} documents", spent.seconds, "s"))
    if len(sizes) > 1:
        figures.append(Figure(f"slope from {sizes[0]:,} to {sizes[-1]:,} documents", _slope(sizes, seconds), "x"))
        print(f"  slope of log time on log documents: {figures[-1].value:.3f}")
        net = [max(it - start_up, 1e-3) for it in seconds[-2:]]
        print(f"  the same less the start-up, from {sizes[-2]:,} to {sizes[-1]:,}: {_slope(sizes[-2:], net):.3f}")
    return figures


def _slope(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def resample(documents: Corpus) -> Figure:
    """Bootstrap intervals of every measure for ten systems, from the counts on."""
    measures = tuple(measured())
    tables = {
        f"system {at}": evidence(documents, list(noised(documents, 0.02 * at, at))) for at in range(1, SYSTEMS + 1)
    }
    counts = {name: {measure.name: measure.count(table) for measure in measures} for name, table in tables.items()}
    names = tuple(document.id for document, _ in documents)
    scores = Scores("key", "", names, tuple(tables), measures, counts, (), RESAMPLES, seed=0)
    start = process_time()
    found = sum(len(parts) for of_system in scores.intervals.values() for parts in of_system.values())
    what, seconds = f"{RESAMPLES:,} resamples, {SYSTEMS} systems, {found} intervals", process_time() - start
    print(f"  {what}: {seconds:.3f} s")
    return Figure(f"{what}, {len(documents)} documents", seconds, "s")


def start(folder: Path, runs: int) -> tuple[float, Figure]:
    """Seconds for one small document, and how many times what Python itself takes with numpy."""
    tiny = [(document, key) for document, key in corpus(1, Random(3))]
    files = [str(written(tiny, folder / "tiny-key.conll")), str(written(noised(tiny, 0.1, 4), folder / "tiny.conll"))]
    commands: dict[str, Sequence[str]] = {
        "anaphora score": (*ANAPHORA, "score", *files, "--json", "-"),
        "python -c 'import numpy'": (sys.executable, "-c", "import numpy"),
    }
    seconds = {name: it.seconds for name, it in least(commands, runs).items()}
    show(seconds, "anaphora score")
    ours, bare = seconds.values()
    return ours, Figure("start-up, of that of Python with numpy", ours / bare, "x")


def options() -> argparse.Namespace:
    """What the benchmark is asked to do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="the least of so many runs counts")
    parser.add_argument("--documents", type=int, nargs="*", default=[100, 1_000, 10_000], help="sizes of the growth")
    parser.add_argument("--scorch", default=shutil.which("scorch"), help="the program")
    parser.add_argument("--perl", type=Path, help="the folder of the reference scorer 8.01")
    parser.add_argument("--coval", type=Path, help="the folder of coval")
    return parser.parse_args()


def main() -> list[Figure]:
    """Measure everything."""
    asked = options()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        print(f"\nStart-up, one small document (least of {asked.runs} runs)")
        start_up, share = start(folder, asked.runs)
        figures = [share]
        # first, since a process is charged with the memory that this one had when it started it
        print("\nGrowth, made-up documents of 200 words")
        figures += growth(folder, asked.documents, start_up, asked.runs)
        name, documents = novels()
        response = list(noised(documents, LEVELS["r1"], 0))
        print(f"\n{name}: {len(documents)} documents, {sum(len(it.words) for it, _ in documents):,} words, one file")
        figures += processes(documents, response, folder, asked)
        print("\nWithout reading and start-up")
        figures += without_reading(folder, asked)
        print("\nBootstrap")
        return [*figures, resample(documents)]


if __name__ == "__main__":
    main()
