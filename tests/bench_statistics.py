"""What the statistics cost, from the counts on; run by hand.

Targets: 10,000 resamples of every measure for ten systems within a second, all 2^14 subsets of the indicators on 10,000
anaphors within ten.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does

import numpy as np  # noqa: E402 - the checkout is put on the path first

from anaphora.workbench.ablation.vote_matrix import VoteMatrix, subsets  # noqa: E402
from anaphora.workbench.document import Span  # noqa: E402
from anaphora.workbench.results.comparison import Comparison  # noqa: E402
from anaphora.workbench.statistics.significance import FLIPS  # noqa: E402
from anaphora.workbench.statistics.spaced_sampling import Sample  # noqa: E402
from anaphora.workbench.trace import DocumentTrace, KeyAnaphor, Outcome  # noqa: E402
from tests.bench_score import RESAMPLES, SYSTEMS, resample  # noqa: E402
from tests.benchmarks import Figure  # noqa: E402
from tests.noise import corpus  # noqa: E402

DOCUMENTS, EACH, INDICATORS, CANDIDATES = 100, 100, 14, 10
NAMES = tuple(f"resolver {number}" for number in range(SYSTEMS))


def least(what: str, work: Callable[[], object]) -> Figure:
    """Print the processor's seconds and those of the clock, the least of three runs."""
    runs = []
    for _ in range(3):
        used, passed = process_time(), perf_counter()
        work()
        runs.append((process_time() - used, perf_counter() - passed))
    processor = min(used for used, _ in runs)
    print(f"  {what:74} {processor:8.3f} s CPU {min(passed for _, passed in runs):8.3f} s")
    return Figure(what, processor, "s")


def comparison(random: np.random.Generator) -> Comparison:
    """Ten resolvers, each better than the last, on documents of 300 sentences."""
    return Comparison("made up", "", NAMES, tuple(document(number, random) for number in range(DOCUMENTS)))


def document(number: int, random: np.random.Generator) -> DocumentTrace:
    """Its anaphors stand in sentences drawn at random; how easy it is differs from document to document."""
    sentences = np.sort(random.integers(0, 300, EACH)).tolist()
    anaphors = tuple(
        KeyAnaphor(Span(at, at + 1), "it", 0, (), 0, at, 10, 5, 1, "", True, True, sentence)
        for at, sentence in enumerate(sentences)
    )
    ease, draws = random.normal(0, 0.1), random.random((SYSTEMS, EACH))
    outcomes = {
        name: tuple(_outcome(draw < 0.4 + 0.03 * rank + ease) for draw in draws[rank])
        for rank, name in enumerate(NAMES)
    }
    return DocumentTrace(f"d{number:03}", "", anaphors, outcomes, EACH, dict.fromkeys(NAMES, EACH), (), {})


def _outcome(right: bool) -> Outcome:
    return Outcome("right" if right else "outranked", None, "", float(right))


def votes(random: np.random.Generator) -> VoteMatrix:
    """As many anaphors, each with ten candidates of which two are right on average; votes from -1 to 2."""
    anaphors = DOCUMENTS * EACH
    rows = anaphors * CANDIDATES
    return VoteMatrix(
        indicators=tuple(f"indicator {number}" for number in range(INDICATORS)),
        votes=random.integers(-1, 3, (rows, INDICATORS), dtype=np.int8),
        right=random.random(rows) < 0.2,
        starts=np.arange(0, rows, CANDIDATES),
        document=np.repeat(np.arange(DOCUMENTS), EACH),
        of=np.full(DOCUMENTS, EACH),
        weights=np.ones(INDICATORS),
    )


def main() -> list[Figure]:
    """Measure everything."""
    random = np.random.default_rng(0)
    print(f"\nChains, {DOCUMENTS} made-up documents")
    figures = [resample(list(corpus(DOCUMENTS, Random(0))))]
    print(f"\nPronouns, {DOCUMENTS} made-up documents of {EACH} anaphors, {SYSTEMS} resolvers")
    compared = comparison(random)  # made anew for each run, since it keeps what it has worked out
    figures += [
        least(
            f"differences of {SYSTEMS * (SYSTEMS - 1) // 2} pairs, {FLIPS:,} sign changes",
            lambda: replace(compared).pairs(),
        ),
        least(f"ranks, {RESAMPLES:,} resamples", lambda: replace(compared).ranks()),
        least(
            "success on anaphors 100 sentences apart, 1,000 samples",
            lambda: compared.with_sample(Sample()).sampled(),
        ),
        least("all figures as JSON", lambda: replace(compared).as_json()),
    ]
    print(f"\nIndicators, {DOCUMENTS * EACH:,} anaphors with {CANDIDATES} candidates each")
    cast, choices = votes(random), subsets(INDICATORS)
    successes = f"successes of all {len(choices):,} subsets of {INDICATORS} indicators"
    return [*figures, least(successes, lambda: cast.totals(choices))]


if __name__ == "__main__":
    main()
