"""How much of a spaCy pipeline's speed the component `anaphora` leaves; run by hand. The target is 90 %.

Texts of the bundled corpus and, where it is present, of the development part of GUM run through the bundled pipeline
without and with the component, in turns text by text, so that a busy machine slows both; times are of the processor.
The table has each resolver's component alone, on Docs that were analysed before.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from spacy.language import Language
from spacy.tokens import Doc

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from anaphora.experiments.spacy.component import bundled  # noqa: E402
from anaphora.resolvers.specs import default_resolvers  # noqa: E402 - the checkout is put on the path first
from tests.benchmarks import Figure, parsed_corpora, timed  # noqa: E402

TURNS = 3
IN_TURNS = ("mars", "mars_optimised")


def seconds(work: Callable[[], object]) -> float:
    """The processor's time for some work."""
    return timed(work, process_time)[0]


def measure(name: str, texts: Sequence[str]) -> list[Figure]:
    """Print the speed that two resolvers leave, in turns with the bare pipeline, then what each resolver takes."""
    nlp = bundled()
    docs = list(nlp.pipe(texts))
    words = sum(map(len, docs))
    print(f"\n{name}: {len(texts)} documents, {words:,} tokens")
    turns = {resolver: in_turns(nlp, resolver, texts, words) for resolver in IN_TURNS}
    bare = min(seconds for seconds, _ in turns.values())
    print(f"{'component alone':22} us per token  leaves  without reasons")
    for resolver in default_resolvers():
        explained, bald = (alone(nlp, resolver, docs, explain) for explain in (True, False))
        shares = f"{bare / (bare + explained):6.1%}  {bare / (bare + bald):15.1%}"
        print(f"{resolver:22} {explained / words * 1e6:12.1f}  {shares}")
    return [Figure(f"{name}: speed with {resolver}", share, "x") for resolver, (_, share) in turns.items()]


def in_turns(nlp: Language, resolver: str, texts: Sequence[str], words: int) -> tuple[float, float]:
    """Print tokens a second without and with the component; the median time of the bare pipeline, and the ratio."""
    nlp.add_pipe("anaphora", config={"resolver": resolver})
    nlp(texts[0])
    without, with_it = [0.0] * TURNS, [0.0] * TURNS
    for turn in range(TURNS):
        for text in texts:
            with nlp.select_pipes(disable="anaphora"):
                without[turn] += seconds(partial(nlp, text))
            with_it[turn] += seconds(partial(nlp, text))
    nlp.remove_pipe("anaphora")
    ratios = sorted(bare / full for bare, full in zip(without, with_it, strict=True))
    speeds = f"{words / median(without):,.0f} and {words / median(with_it):,.0f} tokens a second"
    print(f"{resolver}: without and with {speeds}, ratio {median(ratios):.1%} ({ratios[0]:.1%} to {ratios[-1]:.1%})")
    return median(without), median(ratios)


def alone(nlp: Language, resolver: str, docs: Sequence[Doc], explain: bool) -> float:
    """The fewest seconds of three runs of the component over analysed Docs."""
    component = nlp.create_pipe("anaphora", config={"resolver": resolver, "explain": explain})
    return min(seconds(lambda: [component(doc) for doc in docs]) for _ in range(3))


def main() -> list[Figure]:
    """Measure both corpora."""
    here = parsed_corpora().items()
    return [it for name, documents in here for it in measure(name, [document.text for document in documents])]


if __name__ == "__main__":
    main()
