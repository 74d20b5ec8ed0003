"""Mentions with empty nodes: key and response on one axis, and zeros aligned by what governs them.

Key and response may have empty nodes in different places, so that words alone are common to both. The axis of a
document is its words (or characters) in their order, and among them each place where either side has a node.
"""

from bisect import bisect_left as bisect
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from operator import attrgetter

import numpy as np

from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.chains.assignment import best_of_table
from anaphora.workbench.chains.overlap import KINDS, MentionColumns, Relations, Side, in_order
from anaphora.workbench.document import FIRST_NODE, EmptyNode, Span
from anaphora.workbench.key import overt_span

_KIND_OF = {"PROPN": "name", "NOUN": "nominal"}
_RELATION = 10
"""The weight of governor and relation together, where that of the governor alone is 1 (CorefUD scorer 1.2)."""
_MOST_PAIRS = 250_000
"""Pairs of zeros with a common governor; a document with more, in which words govern hundreds, is aligned by place."""

Where = tuple[int, int, int]


@dataclass(frozen=True)
class Axis:
    """The units of a text (words or characters), `size` of them, and the `places` of empty nodes, in text order."""

    size: int
    places: tuple[Where, ...]

    @cached_property
    def before(self) -> Integers:
        """The number of units before each point of the axis."""
        points = np.arange(self.size + len(self.places) + 1)
        return points - np.searchsorted(np.array(self.nodes, dtype=np.int64), points)

    @cached_property
    def empty(self) -> Flags:
        """True for the points of the axis that are empty nodes."""
        flags = np.zeros(self.size + len(self.places) + 1, dtype=np.bool_)
        flags[list(self.nodes)] = True
        return flags

    @cached_property
    def nodes(self) -> list[int]:
        """The points of empty nodes."""
        return [word + number for number, (word, _, _) in enumerate(self.places)]

    def points(self, nodes: Sequence[EmptyNode]) -> Mapping[int, int]:
        """The point of each token of a text with these nodes."""
        point = dict(zip(self.places, self.nodes, strict=True))
        units = enumerate(np.flatnonzero(~self.empty).tolist())
        return dict(units) | {FIRST_NODE + number: point[node.where] for number, node in enumerate(nodes)}


def axis(size: int, *sides: Iterable[EmptyNode]) -> Axis:
    """The axis of a text of `size` units and the nodes of both sides."""
    return Axis(size, tuple(sorted({node.where for side in sides for node in side})))


def on_axis(mentions: MentionColumns, nodes: Sequence[EmptyNode], line: Axis, related: bool = True) -> MentionColumns:
    """Mentions with points of the axis in the place of tokens; `nodes` are those of their document.

    If `related`, zeros have the relations of their heads; without them they are aligned by place like any mention.
    """
    point = line.points(nodes)
    rows = [_moved(span, line, point) for span in spans(mentions)]

    def moved(tokens: Integers) -> Integers:
        return np.array([-1 if token < 0 else point[token] for token in tokens.tolist()], dtype=np.int64)

    last = moved(np.where(mentions.minimum_end < 0, -1, mentions.minimum_end - 1))
    head = mentions.head.tolist()
    zeros = [row for row, token in enumerate(head) if token >= FIRST_NODE]
    return replace(
        mentions,
        start=np.array([span.start for span in rows], dtype=np.int64),
        end=np.array([span.end for span in rows], dtype=np.int64),
        gaps={row: span.gaps for row, span in enumerate(rows) if span.gaps},
        head=moved(mentions.head),
        minimum_start=moved(mentions.minimum_start),
        minimum_end=np.where(last < 0, -1, last + 1),
        zeros={row: _relations(nodes[head[row] - FIRST_NODE], point) if related else () for row in zeros},
    )


def _moved(span: Span, line: Axis, point: Mapping[int, int]) -> Span:
    """A span on the axis: between words it has gaps where there are nodes that are not its own."""
    nodes = line.nodes
    runs: list[tuple[int, int]] = []
    edges = (span.start, *(edge for gap in span.gaps for edge in gap), span.end)
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if start >= FIRST_NODE:
            runs += [(point[node], point[node] + 1) for node in range(start, end)]
            continue
        first, last = point[start], point[end - 1] + 1
        for node in nodes[bisect(nodes, first) : bisect(nodes, last)]:
            runs.append((first, node))
            first = node + 1
        runs.append((first, last))
    runs = sorted(run for run in runs if run[0] < run[1])
    gaps = tuple((left[1], right[0]) for left, right in pairwise(runs) if left[1] < right[0])
    return Span(runs[0][0], runs[-1][1], gaps)


def _relations(node: EmptyNode, point: Mapping[int, int]) -> Relations:
    """Governors (the root of each sentence is a negative number of its own) and relations."""
    root = -1 - node.sentence
    return tuple((root if governor < 0 else point[governor], relation) for governor, relation in node.relations)


def spans(mentions: MentionColumns) -> list[Span]:
    """The span of each row."""
    gaps = mentions.gaps or {}
    ends = zip(mentions.start.tolist(), mentions.end.tolist(), strict=True)
    return [Span(start, end, gaps.get(row, ())) for row, (start, end) in enumerate(ends)]


def words_only(mentions: MentionColumns) -> MentionColumns:
    """Mentions without empty nodes; those that have no word are left out."""
    words = [overt_span(span) for span in spans(mentions)]
    kept = np.array([span is not None for span in words], dtype=np.bool_)
    number = (np.cumsum(kept) - 1).tolist()
    rows = [span for span in words if span]
    chains, chain = np.unique(mentions.chain[kept], return_inverse=True)
    named = {name: getattr(mentions, name)[kept] for name in ("minimum_start", "minimum_end", "kind")}
    return MentionColumns(
        start=np.array([span.start for span in rows], dtype=np.int64),
        end=np.array([span.end for span in rows], dtype=np.int64),
        chain=chain,
        head=np.where(mentions.head >= FIRST_NODE, -1, mentions.head)[kept],
        **named,
        type=[type for type, keep in zip(mentions.type, kept, strict=False) if keep],
        gaps={row: span.gaps for row, span in enumerate(rows) if span.gaps},
        links=[(number[left], number[right]) for left, right in mentions.links if kept[left] and kept[right]],
        optional=[number[row] for row in mentions.optional if kept[row]],
        ids=[mentions.ids[number] for number in chains.tolist()] if mentions.ids else (),
        split=_renumbered(mentions.split, {old: new for new, old in enumerate(chains.tolist())}),
    )


def _renumbered(split: Mapping[int, tuple[int, ...]], number: Mapping[int, int]) -> Mapping[int, tuple[int, ...]]:
    return {
        number[chain]: tuple(number[antecedent] for antecedent in antecedents if antecedent in number)
        for chain, antecedents in split.items()
        if chain in number
    }


def in_sequence(nodes: Sequence[EmptyNode]) -> tuple[EmptyNode, ...]:
    """Rank the nodes between the same words by their order, in a text whose sentences are not known."""
    groups = groupby(nodes, attrgetter("place"))
    return tuple(replace(node, sentence=0, rank=rank) for _, group in groups for rank, node in enumerate(group, 1))


def kinds_of_zeros(mentions: MentionColumns, nodes: Sequence[EmptyNode]) -> MentionColumns:
    """Give mentions whose head is an empty node the kind that its part of speech tells, else that of pronouns."""
    kind = mentions.kind.copy()
    for row in np.flatnonzero((mentions.head >= FIRST_NODE) & (kind < 0)).tolist():
        pos = nodes[int(mentions.head[row]) - FIRST_NODE].pos
        kind[row] = KINDS.index(_KIND_OF.get(pos, "pronoun"))
    return replace(mentions, kind=kind)


def pair_by_relations(key: Side, response: Side) -> tuple[Integers, Integers]:
    """The zeros of key and response that stand for each other by their relations, one to one.

    The sum over pairs of 10 F1 of the (governor, relation) pairs and F1 of the governors is the greatest; zeros
    without a common governor are no pair. Which of equals go together is as in the CorefUD scorer.
    """
    key_zeros, zeros = _by_document(key), _by_document(response)
    common = sorted(key_zeros.keys() & zeros)
    pairs = [pair for document in common for pair in _assigned(key_zeros[document], zeros[document])]
    in_key, in_response = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return in_key, in_response


Zeros = list[tuple[int, Relations]]


def _by_document(side: Side) -> dict[int, Zeros]:
    zeros: dict[int, Zeros] = {}
    for mention in in_order(side, np.array([*side.zeros], dtype=np.int64)).tolist():
        zeros.setdefault(int(side.document[mention]), []).append((mention, side.zeros[mention]))
    return zeros


def _assigned(key: Zeros, response: Zeros) -> list[tuple[int, int]]:
    """The pairs of one document; all its zeros have a row or column, as their number and order decide ties."""
    columns_of: dict[int, set[int]] = {}
    for column, (_, relations) in enumerate(response):
        for governor, _ in relations:
            columns_of.setdefault(governor, set()).add(column)
    near = [{column for governor, _ in relations for column in columns_of.get(governor, ())} for _, relations in key]
    if sum(map(len, near)) > _MOST_PAIRS:
        return []
    cells = [(row, column) for row, columns in enumerate(near) for column in sorted(columns)]
    weight = np.array([_similarity(key[row][1], response[column][1]) for row, column in cells])
    rows, columns = np.array(cells, dtype=np.int64).reshape(-1, 2).T
    chosen = best_of_table(rows, columns, weight, len(key), len(response))
    return [(key[row][0], response[column][0]) for row, column in zip(rows[chosen], columns[chosen], strict=True)]


def _similarity(key: Relations, response: Relations) -> float:
    key_governors, response_governors = ({governor for governor, _ in relations} for relations in (key, response))
    return _RELATION * _f1(set(key), set(response)) + _f1(key_governors, response_governors)


def _f1(key: Set[object], response: Set[object]) -> float:
    return 2 * len(key & response) / (len(key) + len(response))
