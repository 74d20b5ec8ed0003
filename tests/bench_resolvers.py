"""How much every resolver costs beside tagging and parsing; run by hand. The target is a tenth for all together.

Measured on the bundled corpus and, where it is present, the development part of GUM.
"""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import corpora  # noqa: E402 - the checkout is put on the path first
from preprocess import pipeline, prepare  # noqa: E402
from workbench import catalogue  # noqa: E402
from workbench.document import Prepared  # noqa: E402

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds and result."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def fastest(work: Callable[[], object], runs: int = 3) -> float:
    """The fewest seconds of several runs."""
    return min(timed(work)[0] for _ in range(runs))


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
    seconds = {resolver: resolving(resolver, inputs) for resolver in catalogue.names("resolvers")}
    for resolver, spent in [*seconds.items(), ("all together", sum(seconds.values()))]:
        print(
            f"{resolver:20} {spent:8.4f} s  {spent / annotating:7.2%}  {1000 * spent / len(cases):.3f} ms per anaphor"
        )


def resolving(name: str, inputs: Sequence[Prepared]) -> float:
    """Seconds that a resolver takes for all documents."""
    resolver = catalogue.load("resolvers", name).build()
    return fastest(lambda: [resolver.resolve(prepared) for prepared in inputs])


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
