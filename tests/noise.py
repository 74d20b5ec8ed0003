"""Responses made from a key by known kinds of mistakes, and whole corpora made up, for comparing and timing scorers."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from random import Random

from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key

LEVELS = {"r1": 0.05, "r2": 0.15, "r3": 0.35}
_LONGEST = 6


def noisy(document: Document, key: Key, rate: float, random: Random) -> Key:
    """The key after mentions were dropped, their ends moved, others made up, and chains split and merged.

    `rate` is the probability of each mistake at each place where it can happen. What comes out can be written as
    brackets: no span occurs twice, mentions of one chain do not cross, and none crosses the end of a sentence.
    """
    starts = [*(document.sentence_starts or (0,)), len(document.words)]
    chains = [[_moved(span, starts, rate, random) for span in chain if random.random() >= rate] for chain in key.chains]
    for _ in range(sum(random.random() < rate for chain in key.chains for _ in chain)):
        _home(chains, random).append(_made_up(starts, random))
    for chain in list(chains):
        if len(chain) > 1 and random.random() < rate:
            cut = random.randrange(1, len(chain))
            chains.append(chain[cut:])
            del chain[cut:]
    for chain in list(chains):
        if chain and len(chains) > 1 and random.random() < rate:
            chains.remove(chain)
            random.choice(chains).extend(chain)
    return Key(document.id, tuple(sorted(clean(chains))))


def clean(chains: Iterable[Iterable[Span]]) -> Iterator[tuple[Span, ...]]:
    """The chains without spans that occurred before and mentions that cross an earlier one of their chain."""
    taken: set[Span] = set()
    for chain in chains:
        kept: list[Span] = []
        for span in sorted(chain, key=lambda span: (span.start, -span.end)):
            crossing = any(other.start < span.start < other.end < span.end for other in kept)
            if span not in taken and not crossing:
                taken.add(span)
                kept.append(span)
        if kept:
            yield tuple(sorted(kept))


def corpus(documents: int, random: Random) -> Iterator[tuple[Document, Key]]:
    """Made-up documents of 20 sentences of 10 words, each with some 40 mentions in chains whose sizes are skewed."""
    for number in range(documents):
        words = tuple(f"w{token}" for token in range(200))
        starts = tuple(range(0, 200, 10))
        document = Document(f"made-up-{number:06}", words, (" ",) * 199 + ("",), starts)
        chains: list[list[Span]] = []
        for _ in range(44):
            _home(chains, random).append(_made_up([*starts, 200], random))
        yield document, Key(document.id, tuple(sorted(clean(chains))))


def _moved(span: Span, starts: list[int], rate: float, random: Random) -> Span:
    """The span, sometimes with one of its ends a token further within its sentence."""
    if random.random() >= rate:
        return span
    sentence = bisect_right(starts, span.start) - 1
    start, end = random.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
    moved = Span(max(span.start + start, starts[sentence]), min(span.end + end, max(starts[sentence + 1], span.end)))
    return moved if moved.start < moved.end else span


def _made_up(starts: list[int], random: Random) -> Span:
    """A span of a few tokens anywhere in a sentence."""
    sentence = random.choice([number for number in range(len(starts) - 1) if starts[number] < starts[number + 1]])
    start = random.randrange(starts[sentence], starts[sentence + 1])
    return Span(start, min(start + random.randint(1, _LONGEST), starts[sentence + 1]))


def _home(chains: list[list[Span]], random: Random) -> list[Span]:
    """The chain of a random mention, or a new one: large chains grow faster."""
    mentions = sum(len(chain) for chain in chains)
    if mentions and random.random() < 0.6:
        return random.choices(chains, [len(chain) for chain in chains])[0]
    chains.append([])
    return chains[-1]
