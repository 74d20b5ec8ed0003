"""Alignment of an external system's spans with our mentions: those of the same words, or else of the same head."""

from collections import defaultdict
from collections.abc import Iterable
from functools import partial

from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared, Span


def align_spans(prepared: Prepared, spans: Iterable[Span]) -> dict[Span, int]:
    """For each span the mention of ours that it is, if there is one; no two spans get the same.

    A span that is no mention of ours gets one with the same head that no other span has: the one that shares most of
    its tokens, and of several the shortest. So mentions may be longer or shorter, or be their heads alone.
    """
    spans = list(dict.fromkeys(spans))
    by_span = {mention.span: number for number, mention in enumerate(prepared.mentions)}
    aligned = {span: by_span[span] for span in spans if span in by_span}
    taken = set(aligned.values())
    by_head: dict[int, list[int]] = defaultdict(list)
    for number, mention in enumerate(prepared.mentions):
        by_head[mention.head].append(number)
    for span in spans:
        free = [number for number in by_head[prepared.annotation.head_of(span)] if number not in taken]
        if span not in aligned and free:
            aligned[span] = max(free, key=partial(_likeness, prepared, span))
            taken.add(aligned[span])
    return aligned


def _likeness(prepared: Prepared, span: Span, mention: int) -> tuple[int, int]:
    own = prepared.mentions[mention].span
    shared = min(own.end, span.end) - max(own.start, span.start)
    return shared, own.start - own.end


def align_chains(prepared: Prepared, chains: Iterable[Iterable[Span]]) -> Chains:
    """Chains of spans as chains of our mentions; what is none of ours is left out."""
    chains = [tuple(chain) for chain in chains]
    mention = align_spans(prepared, (span for chain in chains for span in chain))
    aligned = (tuple(sorted(mention[span] for span in chain if span in mention)) for chain in chains)
    return tuple(sorted(filter(None, aligned)))
