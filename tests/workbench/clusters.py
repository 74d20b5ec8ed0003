"""Chains of any labels as the evidence of measures: the one place of these tests that knows how evidence is made."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from anaphora.workbench.chains.overlap import Overlap, columns, overlap, stack
from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes, Key, Response
from anaphora.workbench.measures import Measure, chain_measures, numbers

Chains = Sequence[Sequence[Any]]
Documents = Sequence[tuple[Chains, Chains]]
Kinds = Mapping[Any, Any]
Pair = tuple[Key | Response, Key | Response]

MEASURES: Mapping[str, Measure[Overlap]] = chain_measures()


def evidence(documents: Documents, kinds: Kinds | None = None, links: Documents | None = None) -> Overlap:
    """The overlap of documents (key, response), each side being chains of labels.

    A label (start, end) is that span; other labels are words in their sorted order. `kinds` of mentions and `links`
    (a pair of lists for each document) are known on both sides.
    """
    given = links or [((), ())] * len(documents)
    return overlapping(pair(document, kinds, linked) for document, linked in zip(documents, given, strict=True))


def score(
    measure: str | Measure[Overlap], documents: Documents, kinds: Kinds | None = None, links: Documents | None = None
) -> dict[str, float | None]:
    """The values of a measure on documents."""
    return numbers(MEASURES[measure] if isinstance(measure, str) else measure, evidence(documents, kinds, links))


def overlapping(pairs: Iterable[Pair]) -> Overlap:
    """The evidence of keys and responses."""
    sides = [[columns(side) for side in pair] for pair in pairs]
    return overlap(*stack([key for key, _ in sides], [response for _, response in sides]))


def pair(
    document: tuple[Chains, Chains],
    kinds: Kinds | None = None,
    links: tuple[Chains, Chains] = ((), ()),
    heads: bool = False,
) -> Pair:
    """Key and response; with `heads` the last token of each key mention is its head."""
    labels = sorted({label for chains in document for chain in chains for label in chain})
    span = {label: Span(*label) if isinstance(label, tuple) else Span(at, at + 1) for at, label in enumerate(labels)}
    key, response = (tuple(tuple(sorted(span[label] for label in chain)) for chain in side) for side in document)
    known = {span[label]: Attributes(kind=kind) for label, kind in (kinds or {}).items() if label in span}
    of_key = {it: known.get(it, Attributes())._replace(head=it.end - 1) for it in span.values()} if heads else known
    linked = [tuple((span[one], span[other]) for one, other in pairs) for pairs in links]
    return Key("d", key, of_key, links=linked[0]), Key("d", response, known, links=linked[1])
