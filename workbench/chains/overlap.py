"""Overlap of key chains and response chains, document by document: the evidence of every coreference measure.

All documents of a corpus are stacked: their tokens, mentions and chains are numbered through, and each row knows its
document, so that one array operation does for the whole corpus what a measure defines for one text.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypedDict, TypeVar

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers, firsts, flagged, inverted, sum_by
from anaphora.workbench.document import Kind, Span
from anaphora.workbench.key import Attributes, Clusters

_UNKNOWN = Attributes()
Relations = tuple[tuple[int, str], ...]
"""The governors of a zero (tokens; those of the root below 0), each with the relation to it."""
Value = TypeVar("Value", str, tuple[tuple[int, int], ...])

KINDS: tuple[Kind, ...] = ("name", "nominal", "pronoun")
"""Kinds of mentions from the most to the least specific; columns hold their index, -1 where it is not known."""


class MentionColumns(NamedTuple):
    """The mentions of one document on one side, a row each in any order.

    `start` (inclusive) and `end` (exclusive) are tokens of the document, `chain` numbers its chains from 0 in the order
    that decides which of two equal spans is the first. `head` is a token, `minimum_start` and `minimum_end` enclose the
    part that a response must contain, `kind` indexes `KINDS`; they are -1 where they are not known, `type` is then
    empty. `gaps` holds the ranges that discontinuous mentions leave out, by row; `links` pairs of rows that the
    annotator or system connected (empty: not known). `optional` are the rows of mentions that a response may lack.
    `ids` name the entity of each chain over all documents (empty: not known).
    `zeros` are the rows of mentions whose head is an empty node, with the relations by which they are aligned. `units`
    is the number of tokens of the document (0: not known). `split` has the chains that are the split antecedent of one;
    `layers` are other mentions of the document, by the name of their layer (see `columns`).
    """

    start: Integers
    end: Integers
    chain: Integers
    head: Integers
    minimum_start: Integers
    minimum_end: Integers
    kind: Integers
    type: Sequence[str] = ()
    gaps: dict[int, tuple[tuple[int, int], ...]] | None = None
    links: Sequence[tuple[int, int]] = ()
    optional: Sequence[int] = ()
    ids: Sequence[str] = ()
    zeros: Mapping[int, Relations] = {}
    units: int = 0
    split: Mapping[int, tuple[int, ...]] = {}
    layers: Mapping[str, "MentionColumns"] = {}


BRIDGING, NON_REFERRING, DEIXIS = "bridging", "non_referring", "deixis"
"""Names of layers."""


def columns(clusters: Clusters) -> MentionColumns:
    """The chains of a document as columns, numbered in their order.

    Its layers: `bridging` has the mentions of all chains and others that bridging connects, with links from anaphors to
    antecedents; `non_referring` the expressions that refer to nothing, *it* among them, with their types; `deixis` the
    chains of discourse deixis.
    """
    described = _described(clusters)
    layers = dict(_layers(clusters))
    if not (clusters.split or layers):
        return described
    chain_of = {span: number for number, chain in enumerate(clusters.chains) for span in chain}
    split: dict[int, tuple[int, ...]] = {}
    for span, antecedents in clusters.split.items():
        if (chain := chain_of.get(span)) is not None:
            split[chain] = tuple(sorted({*split.get(chain, ()), *antecedents}))
    return described._replace(split=split, layers=layers)


def _layers(clusters: Clusters) -> Iterable[tuple[str, MentionColumns]]:
    id = clusters.document_id
    if clusters.bridges:
        in_chains = {span for chain in clusters.chains for span in chain}
        ends = {span for bridge in clusters.bridges for span in (bridge.anaphor, bridge.antecedent)}
        chains = (*clusters.chains, *((span,) for span in sorted(ends - in_chains)))
        links = tuple((bridge.anaphor, bridge.antecedent) for bridge in clusters.bridges)
        yield BRIDGING, _described(Clusters(id, chains, links=links))
    pleonastic = {Span(token, token + 1): why for token, why in clusters.non_anaphoric.items() if why == "pleonastic"}
    if expressions := pleonastic | dict(clusters.non_referring):
        types = {span: Attributes(type=type) for span, type in expressions.items()}
        yield NON_REFERRING, _described(Clusters(id, tuple((span,) for span in sorted(types)), attributes=types))
    if clusters.deixis:
        yield DEIXIS, columns(clusters.deixis)


def _described(clusters: Clusters) -> MentionColumns:
    spans = [span for chain in clusters.chains for span in chain]
    numbers = np.repeat(np.arange(len(clusters.chains)), [len(chain) for chain in clusters.chains])
    plain = plain_columns(**span_columns(spans), chain=numbers, ids=clusters.ids)
    if not (clusters.attributes or clusters.links):
        return plain
    row = {span: row for row, span in reversed(list(enumerate(spans)))}  # the first of equal spans counts
    attributes = [clusters.attributes.get(span, _UNKNOWN) for span in spans]
    return plain._replace(
        head=_integers(-1 if mention.head is None else mention.head for mention in attributes),
        minimum_start=_integers(mention.minimum.start if mention.minimum else -1 for mention in attributes),
        minimum_end=_integers(mention.minimum.end if mention.minimum else -1 for mention in attributes),
        kind=_integers(KINDS.index(mention.kind) if mention.kind else -1 for mention in attributes),
        type=[mention.type for mention in attributes],
        links=[(row[anaphor], row[antecedent]) for anaphor, antecedent in clusters.links],
        optional=[row for row, mention in enumerate(attributes) if mention.optional],
    )


class SpanColumns(TypedDict):
    """Columns that spans make."""

    start: Integers
    end: Integers
    gaps: dict[int, tuple[tuple[int, int], ...]]


def span_columns(spans: Sequence[Span]) -> SpanColumns:
    """Return the starts, ends and gaps of spans as columns."""
    return {
        "start": _integers(span.start for span in spans),
        "end": _integers(span.end for span in spans),
        "gaps": {row: span.gaps for row, span in enumerate(spans) if span.gaps},
    }


def plain_columns(
    start: Integers,
    end: Integers,
    chain: Integers,
    gaps: dict[int, tuple[tuple[int, int], ...]] | None = None,
    ids: Sequence[str] = (),
) -> MentionColumns:
    """Make columns of mentions of which only span and chain are known."""
    unknown = np.full(len(start), -1, dtype=np.int64)
    return MentionColumns(start, end, chain, unknown, unknown, unknown, unknown, gaps=gaps, ids=ids)


_NOTHING = np.zeros(0, dtype=np.int64)
NO_MENTIONS = plain_columns(_NOTHING, _NOTHING, _NOTHING)


def _integers(values: Iterable[int]) -> Integers:
    return np.fromiter(values, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Side:
    """The mentions of one side of a corpus in text order (document, start, end), and their chains.

    Tokens count through all documents. `chain` numbers chains through, those of a document being neighbours;
    `document` is that of a mention, `chain_document` that of a chain. `span_id` identifies a span: equal on both sides
    for the same tokens. `position` is the start within the document. `type` indexes `type_names`, which both sides
    share. `units` counts the tokens of each document. The other columns are as in `MentionColumns`; `split` is empty
    unless split antecedents count.
    """

    documents: int
    document: Integers
    start: Integers
    end: Integers
    span_id: Integers
    position: Integers
    chain: Integers
    chain_document: Integers
    head: Integers
    minimum_start: Integers
    minimum_end: Integers
    kind: Integers
    type: Integers
    type_names: tuple[str, ...]
    gaps: dict[int, tuple[tuple[int, int], ...]]
    given_links: Integers
    optional: Flags
    zeros: Mapping[int, Relations] = field(default_factory=dict)
    units: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    split: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    layers: Mapping[str, "Side"] = field(default_factory=dict)

    @cached_property
    def size(self) -> Integers:
        """The number of mentions of each chain."""
        return np.bincount(self.chain, minlength=len(self.chain_document))

    @cached_property
    def first_of_chain(self) -> Flags:
        """True for the mentions that are the first of their chains in the text."""
        return firsts(self.chain)

    @cached_property
    def links(self) -> Integers:
        """Pairs of mentions: those that were given, and where a document has none, the neighbours in each chain."""
        order = np.argsort(self.chain, kind="stable")
        together = self.chain[order[1:]] == self.chain[order[:-1]]
        neighbours = np.stack((order[:-1][together], order[1:][together]), axis=1)
        if not len(self.given_links):
            return neighbours
        return np.concatenate((self.given_links, neighbours[~self.has_links[self.document[neighbours[:, 0]]]]))

    @property
    def has_links(self) -> Flags:
        """True for the documents that were given with links."""
        return flagged(self.document[self.given_links[:, 0]], self.documents)

    def of_mentions(self, values: Numbers | Integers | Flags, mentions: Integers | None = None) -> Numbers:
        """Sums over the mentions of each document, or over those mentions that the values are of."""
        document = self.document if mentions is None else self.document[mentions]
        return sum_by(document, values, self.documents)

    def of_chains(self, values: Numbers | Integers | Flags) -> Numbers:
        """Sums over the chains of each document."""
        return sum_by(self.chain_document, values, self.documents)

    @cached_property
    def pieces(self) -> tuple[Integers, Integers, Integers]:
        """The runs of tokens that mentions consist of, by mention and start: starts, ends, mentions.

        A mention without gaps is one piece.
        """
        cuts = [(mention, *gap) for mention, gaps in self.gaps.items() for gap in gaps]
        mention, gap_start, gap_end = np.array(cuts, dtype=np.int64).reshape(-1, 3).T
        owner = np.concatenate((np.arange(len(self.span_id)), mention))
        start, end = np.concatenate((self.start, gap_end)), np.concatenate((self.end, gap_start))
        by_start, by_end = np.lexsort((start, owner)), np.lexsort((end, owner))
        return start[by_start], end[by_end], owner[by_start]

    def before(self, mentions: Integers, token: Integers) -> Integers:
        """Count the tokens of each of these mentions that stand before the token given for it."""
        if not self.gaps:
            start, end = self.start[mentions], self.end[mentions]
            return np.asarray(np.minimum(np.maximum(token - start, 0), end - start))
        starts, ends, owner = self.pieces
        lengths = np.cumsum(ends - starts) - (ends - starts)
        width = int(max(ends.max(), token.max(initial=0))) + 1
        first = np.searchsorted(owner, mentions)
        last = np.searchsorted(owner * width + starts, mentions * width + token) - 1
        inside = lengths[last] - lengths[first] + np.minimum(token, ends[last]) - starts[last]
        return np.where(last < first, 0, inside)

    def lengths(self) -> Integers:
        """The number of tokens of each mention."""
        lengths = self.end - self.start
        for mention, gaps in self.gaps.items():
            lengths[mention] -= sum(end - start for start, end in gaps)
        return lengths


class ChainSizes(NamedTuple):
    """The chains of one side: the `document` of each and its `size`."""

    documents: int
    document: Integers
    size: Integers

    def of_chains(self, values: Numbers | Integers | Flags) -> Numbers:
        """Sums over the chains of each document."""
        return sum_by(self.document, values, self.documents)


class ChainTable(NamedTuple):
    """Key chains x response chains: all that MUC, B-CUBED, CEAF, LEA and BLANC look at.

    The cells that are not empty have a `row` (key chain), a `column` (response chain), the number of mentions in both,
    `whole`, and the share of a split antecedent in both, `part` (0 to 1); `None`: there is no split antecedent.
    """

    key: ChainSizes
    response: ChainSizes
    row: Integers
    column: Integers
    whole: Integers
    part: Numbers | None = None

    @property
    def shared(self) -> Integers | Numbers:
        """The number of members that the two chains of each cell share, a split antecedent counting in part."""
        return self.whole if self.part is None else self.whole + self.part

    def of_cells(self, values: Numbers | Integers | Flags) -> Numbers:
        """Sums over the cells of each document."""
        return sum_by(self.key.document[self.row], values, self.key.documents)


class Lookup(NamedTuple):
    """The mentions that the CorefUD scorer finds on the other side, where zeros are matched by governors.

    `counterpart` gives for each key mention one of the response, `twin` for each response mention one of the key, -1
    where there is none; the two need not agree. `equal` gives for each key mention the same mention of the response.
    """

    counterpart: Integers
    twin: Integers
    equal: Integers


@dataclass(frozen=True, eq=False)
class Overlap:
    """Key and response of a corpus, and where they meet.

    `twin` gives for each response mention its key mention (-1: spurious), one to one. The cells of the table
    key chains x response chains that are not empty are columns too: `row` (key chain), `column` (response chain),
    `shared` (mentions in both), sorted by row, then column. With a `lookup` measures of the CRAC shared tasks count
    as the tasks' scorer does, by what is seen from one side: such a view has its `pairs` of key and response mentions.
    `layers` are those of both sides.
    """

    key: Side
    response: Side
    twin: Integers
    lookup: Lookup | None = None
    pairs: tuple[Integers, Integers] | None = None
    layers: Mapping[str, "Overlap"] = field(default_factory=dict)

    @property
    def documents(self) -> int:
        """The number of documents."""
        return self.key.documents

    @property
    def has_split(self) -> bool:
        """True if split antecedents count and there are any."""
        return bool(self.key.split or self.response.split)

    @cached_property
    def table(self) -> ChainTable:
        """Its chains and cells."""
        key, response = (
            ChainSizes(side.documents, side.chain_document, side.size) for side in (self.key, self.response)
        )
        return ChainTable(key, response, self.row, self.column, self.shared)

    @property
    def type_names(self) -> tuple[str, ...]:
        """The entity types of the corpus."""
        return self.key.type_names

    @cached_property
    def common(self) -> tuple[Integers, Integers]:
        """The aligned mentions of both sides: key mentions, response mentions."""
        if self.pairs:
            return self.pairs
        response = np.flatnonzero(self.twin >= 0)
        return self.twin[response], response

    @property
    def seen_from_key(self) -> "Overlap":
        """The overlap with the pairs found by looking each key mention up in the response."""
        if not self.lookup:
            return self
        key = np.flatnonzero(self.lookup.counterpart >= 0)
        return replace(self, lookup=None, pairs=(key, self.lookup.counterpart[key]))

    @property
    def seen_from_response(self) -> "Overlap":
        """The overlap with the pairs found by looking each response mention up in the key."""
        if not self.lookup:
            return self
        response = np.flatnonzero(self.lookup.twin >= 0)
        return replace(self, lookup=None, pairs=(self.lookup.twin[response], response))

    @cached_property
    def counterpart(self) -> Integers:
        """The response mention that each key mention is aligned with, -1 where there is none."""
        return inverted(self.twin, len(self.key.span_id))

    @cached_property
    def _cells(self) -> tuple[Integers, Integers, Integers, Integers]:
        key, response = self.common
        width = len(self.response.chain_document) or 1
        codes, cell, shared = np.unique(
            self.key.chain[key] * width + self.response.chain[response], return_inverse=True, return_counts=True
        )
        return codes // width, codes % width, shared, cell

    @property
    def row(self) -> Integers:
        """The key chain of each cell."""
        return self._cells[0]

    @property
    def column(self) -> Integers:
        """The response chain of each cell."""
        return self._cells[1]

    @property
    def shared(self) -> Integers:
        """The mentions that key chain and response chain of each cell have in common."""
        return self._cells[2]

    @property
    def cell(self) -> Integers:
        """The cell of each pair of `common`."""
        return self._cells[3]

    @cached_property
    def key_common(self) -> Integers:
        """The number of mentions of each key chain that the response has at all."""
        return np.bincount(self.key.chain[self.common[0]], minlength=len(self.key.size))

    @cached_property
    def response_common(self) -> Integers:
        """The number of mentions of each response chain that the key has at all."""
        return np.bincount(self.response.chain[self.common[1]], minlength=len(self.response.size))

    def of_cells(self, values: Numbers | Integers | Flags) -> Numbers:
        """Sums over the cells of each document."""
        return sum_by(self.key.chain_document[self.row], values, self.documents)


def stack(
    key: Sequence[MentionColumns], response: Sequence[MentionColumns], *, split: bool = False
) -> tuple[Side, Side]:
    """Stack the documents of both sides, which are in the same order; duplicate spans stay, except in layers.

    Split antecedents are left out unless they count (`split`).
    """
    both = (*key, *response)
    lengths = [
        max(int(columns.end.max(initial=columns.units)) for columns in pair) for pair in zip(key, response, strict=True)
    ]
    shared = _Shared(
        bases=np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))),
        longest=max((int((columns.end - columns.start).max(initial=0)) for columns in both), default=0) + 1,
        gaps=_number({gaps for columns in both for gaps in (columns.gaps or {}).values()}, first=1),
        types=_number({type for columns in both for type in columns.type} - {""}),
    )
    sides = _side(key, shared), _side(response, shared)
    layers: dict[str, tuple[Side, ...]] = {}
    for name in sorted({name for columns in both for name in columns.layers}):
        of_layer = ([columns.layers.get(name, NO_MENTIONS) for columns in side] for side in (key, response))
        layers[name] = tuple(select(side, ~duplicates(side)) for side in stack(*of_layer, split=split))
    if split:
        sides = _with_split(sides[0], key), _with_split(sides[1], response)
    if not layers:
        return sides
    first, second = (
        replace(side, layers={name: both[number] for name, both in layers.items()}) for number, side in enumerate(sides)
    )
    return first, second


def _with_split(side: Side, documents: Sequence[MentionColumns]) -> Side:
    """A side with the split antecedents of its chains, which have numbers of the whole corpus."""
    first = np.searchsorted(side.chain_document, np.arange(len(documents))).tolist()
    numbered = zip(first, documents, strict=True)
    return replace(
        side,
        split={
            base + chain: tuple(base + antecedent for antecedent in antecedents)
            for base, columns in numbered
            for chain, antecedents in columns.split.items()
        },
    )


def overlap(key: Side, response: Side, twin: Integers | None = None) -> Overlap:
    """The evidence of two sides without duplicates; by default equal spans are aligned."""
    return Overlap(key, response, equal_spans(key, response) if twin is None else twin)


def equal_spans(key: Side, response: Side) -> Integers:
    """Return for each response mention the key mention with the same tokens, -1 where there is none."""
    if not len(key.span_id):
        return np.full(len(response.span_id), -1)
    nearest = np.minimum(np.searchsorted(key.span_id, response.span_id), len(key.span_id) - 1)
    return np.where(key.span_id[nearest] == response.span_id, nearest, -1)


def in_order(side: Side, mentions: Integers) -> Integers:
    """These mentions by start, then end, then number of tokens, as the CorefUD scorer orders them."""
    order = np.lexsort((mentions, side.lengths()[mentions], side.end[mentions], side.start[mentions]))
    ordered: Integers = mentions[order]
    return ordered


def duplicates(side: Side) -> Flags:
    """The mentions whose span is also that of a mention before them (in an earlier chain, or their own)."""
    return np.concatenate(([False], side.span_id[1:] == side.span_id[:-1]))[: len(side.span_id)]


def in_two_chains(side: Side) -> Flags:
    """The `duplicates` that are in another chain than the mention before them, so that their chain is ambiguous."""
    return duplicates(side) & np.concatenate(([False], side.chain[1:] != side.chain[:-1]))[: len(side.span_id)]


def select(side: Side, kept: Flags) -> Side:
    """A side with some of its mentions; chains that lose all of theirs go too."""
    chains = flagged(side.chain[kept], len(side.chain_document))
    left = _take(side, np.flatnonzero(kept))
    number = np.cumsum(chains) - 1
    split = {
        int(number[chain]): tuple(int(number[antecedent]) for antecedent in antecedents if chains[antecedent])
        for chain, antecedents in side.split.items()
        if chains[chain]
    }
    return replace(left, chain=number[left.chain], chain_document=side.chain_document[chains], split=split)


def _take(side: Side, mentions: Integers) -> Side:
    """These mentions of a side, in this order, in the chains that they were in."""
    number = np.full(len(side.span_id), -1)
    number[mentions] = np.arange(len(mentions))
    links = number[side.given_links]
    return replace(
        side,
        **{name: getattr(side, name)[mentions] for name in _BY_MENTION},
        chain=side.chain[mentions],
        gaps={int(number[mention]): gaps for mention, gaps in side.gaps.items() if number[mention] >= 0},
        given_links=links[(links >= 0).all(axis=1)],
        zeros={int(number[mention]): relations for mention, relations in side.zeros.items() if number[mention] >= 0},
    )


def with_singletons(side: Side, other: Side, mentions: Integers) -> Side:
    """A side with some mentions of the other as chains of their own, behind its own mentions and chains.

    Mentions are then no longer in text order, so that only measures that look at chains alone may count it.
    """
    rows = {name: np.concatenate((getattr(side, name), getattr(other, name)[mentions])) for name in _BY_MENTION}
    first = len(side.chain_document)
    return replace(
        side,
        **rows,  # type: ignore[arg-type]
        chain=np.concatenate((side.chain, first + np.arange(len(mentions)))),
        chain_document=np.concatenate((side.chain_document, other.document[mentions])),
    )


_BY_MENTION = (
    "document", "start", "end", "span_id", "position", "head", "minimum_start", "minimum_end", "kind", "type",
    "optional",
)  # fmt: skip


class _Shared(NamedTuple):
    """The numbers that both sides share: of the first token of each document, of lengths, gaps and types."""

    bases: Integers
    longest: int
    gaps: dict[tuple[tuple[int, int], ...], int]
    types: dict[str, int]


def _side(documents: Sequence[MentionColumns], shared: _Shared) -> Side:
    sizes = np.array([len(columns.start) for columns in documents], dtype=np.int64)
    chains = np.array([int(columns.chain.max(initial=-1)) + 1 for columns in documents], dtype=np.int64)
    document = np.repeat(np.arange(len(documents)), sizes)
    bases = shared.bases[document]
    parts = list(zip((np.cumsum(sizes) - sizes).tolist(), shared.bases.tolist(), documents, strict=False))

    def join(columns: Iterable[Integers]) -> Integers:
        return np.concatenate([np.zeros(0, dtype=np.int64), *columns])

    def tokens(columns: Iterable[Integers]) -> Integers:
        column = join(columns)
        return np.where(column < 0, -1, column + bases)

    start, end = tokens(columns.start for columns in documents), tokens(columns.end for columns in documents)
    gap = np.zeros(len(start), dtype=np.int64)
    gaps: dict[int, tuple[tuple[int, int], ...]] = {}
    optional = np.zeros(len(start), dtype=np.bool_)
    links: list[tuple[int, int]] = []
    zeros: dict[int, Relations] = {}
    for first, base, columns in parts:
        for row, ranges in (columns.gaps or {}).items():
            gap[first + row] = shared.gaps[ranges]
            gaps[first + row] = tuple((base + gap_start, base + gap_end) for gap_start, gap_end in ranges)
        optional[[first + row for row in columns.optional]] = True
        links += [(first + left, first + right) for left, right in columns.links]
        zeros |= {first + row: _governed(relations, base) for row, relations in columns.zeros.items()}
    type = np.full(len(start), -1)
    if shared.types:
        names = (name for columns in documents for name in (columns.type or [""] * len(columns.start)))
        type = _integers(shared.types.get(name, -1) for name in names)
    as_given = Side(
        documents=len(documents),
        document=document,
        start=start,
        end=end,
        span_id=(start * shared.longest + (end - start)) * (len(shared.gaps) + 1) + gap,
        position=start - bases,
        chain=join(columns.chain for columns in documents) + np.repeat(np.cumsum(chains) - chains, sizes),
        chain_document=np.repeat(np.arange(len(documents)), chains),
        head=tokens(columns.head for columns in documents),
        minimum_start=tokens(columns.minimum_start for columns in documents),
        minimum_end=tokens(columns.minimum_end for columns in documents),
        kind=join(columns.kind for columns in documents),
        type=type,
        type_names=tuple(shared.types),
        gaps=gaps,
        optional=optional,
        given_links=np.array(links, dtype=np.int64).reshape(-1, 2),
        zeros=zeros,
        units=np.diff(shared.bases),
    )
    return _take(as_given, np.lexsort((as_given.chain, as_given.span_id)))


def _governed(relations: Relations, base: int) -> Relations:
    """The relations of a zero with tokens that count through all documents, and so do roots (-1 - sentence)."""
    return tuple((governor + base if governor >= 0 else governor - base, relation) for governor, relation in relations)


def _number(values: Iterable[Value], first: int = 0) -> dict[Value, int]:
    return {value: number for number, value in enumerate(sorted(values), start=first)}
