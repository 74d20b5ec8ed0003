"""How much every resolver costs beside tagging and parsing; run by hand. The target is a tenth for all together.

Measured on the bundled corpus and, where it is present, the development part of GUM. Each resolver is measured alone on
inputs that none has seen, and then all together as a comparison runs them: document by document, so that what several
need is worked out once.
"""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import corpora  # noqa: E402 - the checkout is put on the path first
from experiments.building import build_resolvers, default_resolvers  # noqa: E402
from preprocess import pipeline, prepare  # noqa: E402
from workbench.decision import Resolver  # noqa: E402
from workbench.document import Prepared  # noqa: E402

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds and result."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def fastest(resolvers: Sequence[Resolver], inputs: Sequence[Prepared], runs: int = 3) -> float:
    """The fewest seconds of several runs of resolvers over inputs, which are new objects each time."""

    def work(fresh: Sequence[Prepared]) -> None:
        for prepared in fresh:
            for resolver in resolvers:
                resolver.resolve(prepared)

    return min(timed(partial(work, [replace(prepared) for prepared in inputs]))[0] for _ in range(runs))


def measure(name: str, files: Sequence[Path]) -> None:
    """Print one line for annotation, preparation, each resolver and all together."""
    documents = [document for file in files for document, _ in corpora.read(file, None)]
    nlp = pipeline.load()
    nlp.annotate(documents[0])
    annotating, annotations = timed(lambda: [nlp.annotate(document) for document in documents])
    preparing, inputs = timed(lambda: [prepare(*pair) for pair in zip(documents, annotations, strict=True)])
    cases = [case for prepared in inputs for case in prepared.cases]
    candidates = sum(len(case.compatible) for case in cases) / len(cases)
    words = sum(len(document.words) for document in documents)
    print(f"\n{name}: {len(documents)} documents, {words:,} words")
    print(f"{len(cases)} anaphors, {candidates:.1f} candidates each")
    print(f"{'annotate':20} {annotating:8.3f} s\n{'prepare':20} {preparing:8.3f} s  {preparing / annotating:7.2%}")
    resolvers = build_resolvers(default_resolvers(), 0)
    seconds = {name: fastest([resolver], inputs) for name, resolver in resolvers.items()}
    for name, spent in [*seconds.items(), ("all together", fastest(list(resolvers.values()), inputs))]:
        print(f"{name:20} {spent:8.4f} s  {spent / annotating:7.2%}  {1000 * spent / len(cases):.3f} ms per anaphor")


def main() -> None:
    """Measure both corpora."""
    data = Path(os.environ.get("ANAPHORA_DATA", ROOT.parent / "shared" / "data"))
    folders = {"bundled corpus": ROOT / "corpora" / "manuals", "GUM dev": data / "gum" / "dev" / "corefud"}
    for name, folder in folders.items():
        files = sorted(folder.glob("*.conllu"))
        if files:
            measure(name, files)


if __name__ == "__main__":
    main()
