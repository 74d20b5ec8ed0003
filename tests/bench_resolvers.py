"""How much every resolver costs beside tagging and parsing; run by hand. The target is a tenth for all together.

Measured on the bundled corpus and, where it is present, the development part of GUM. Each resolver is measured alone on
inputs that none has seen, and then all together as a comparison runs them: document by document, so that what several
need is worked out once. Times are of the processor.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from anaphora.preprocess import pipeline, prepare  # noqa: E402
from anaphora.resolvers.specs import build_resolvers, default_resolvers  # noqa: E402 - the checkout is put on the path
from anaphora.workbench.decision import Resolver  # noqa: E402
from anaphora.workbench.document import Document, Prepared  # noqa: E402
from tests.benchmarks import Figure, parsed_corpora, timed  # noqa: E402


def fastest(resolvers: Sequence[Resolver], inputs: Sequence[Prepared], runs: int = 3) -> float:
    """The fewest seconds of several runs of resolvers over inputs, which are new objects each time."""

    def work(fresh: Sequence[Prepared]) -> None:
        for prepared in fresh:
            for resolver in resolvers:
                resolver.resolve(prepared)

    return min(timed(partial(work, [replace(prepared) for prepared in inputs]), process_time)[0] for _ in range(runs))


def measure(name: str, documents: Sequence[Document]) -> list[Figure]:
    """Print one line for annotation, preparation, each resolver and all together."""
    nlp = pipeline.load()
    nlp.annotate(documents[0])
    annotating, annotations = timed(lambda: [nlp.annotate(document) for document in documents], process_time)
    preparing, inputs = timed(
        lambda: [prepare(*pair) for pair in zip(documents, annotations, strict=True)], process_time
    )
    cases = [case for prepared in inputs for case in prepared.cases]
    candidates = sum(len(case.compatible) for case in cases) / len(cases)
    words = sum(len(document.words) for document in documents)
    print(f"\n{name}: {len(documents)} documents, {words:,} words")
    print(f"{len(cases)} anaphors, {candidates:.1f} candidates each")
    print(f"{'annotate':20} {annotating:8.3f} s\n{'prepare':20} {preparing:8.3f} s  {preparing / annotating:7.2%}")
    resolvers = build_resolvers(default_resolvers(), 0)
    seconds = {name: fastest([resolver], inputs) for name, resolver in resolvers.items()}
    seconds["all together"] = fastest(list(resolvers.values()), inputs)
    for each, spent in seconds.items():
        print(f"{each:20} {spent:8.4f} s  {spent / annotating:7.2%}  {1000 * spent / len(cases):.3f} ms per anaphor")
    shares = {"preparing": preparing, **seconds}
    return [Figure(f"{name}: {each}, of annotating", spent / annotating, "x") for each, spent in shares.items()]


def main() -> list[Figure]:
    """Measure both corpora."""
    return [figure for name, documents in parsed_corpora().items() for figure in measure(name, documents)]


if __name__ == "__main__":
    main()
