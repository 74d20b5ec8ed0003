"""Two copies of a text, key and response: heads and kinds of mentions, other words, other tokens, empty nodes.

Key and response may have empty nodes in different places, so that words alone are common to both. The axis of a
document is its words (or characters) in their order, and among them each place where either side has a node. Zeros are
aligned by what governs them.
"""

from bisect import bisect_left as bisect
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, flagged
from anaphora.workbench.chains.assignment import best_of_table
from anaphora.workbench.chains.overlap import (
    KINDS,
    MentionColumns,
    Relations,
    Side,
    in_order,
    plain_columns,
    span_columns,
)
from anaphora.workbench.document import FIRST_NODE, RUNS, Annotation, EmptyNode, Span
from anaphora.workbench.key import overt_span

if TYPE_CHECKING:
    from anaphora.workbench.external.mending import Copy

BLANKS = b" \t\n\r\x0b\x0c"
"""White space, which words are compared without where they are divided differently."""
_NOTHING = dict.fromkeys(BLANKS)
_NAME, _NOMINAL, _PRONOUN = map(KINDS.index, ("name", "nominal", "pronoun"))


def describe(mentions: MentionColumns, annotation: Annotation | None) -> MentionColumns:
    """Mentions with the heads and kinds that a tree gives them, where the corpus says nothing of its own."""
    if annotation is None or not len(mentions.start) or (mentions.kind >= 0).all():
        return mentions
    heads = _heads(_words(mentions) if (mentions.end > FIRST_NODE).any() else mentions, annotation)
    kinds = [{"PRON": _PRONOUN, "PROPN": _NAME}.get(annotation.pos[head], _NOMINAL) for head in heads.tolist()]
    return mentions._replace(
        head=np.where(mentions.head < 0, heads, mentions.head),
        kind=np.where(mentions.kind < 0, kinds, mentions.kind),
    )


_MOST_WORDS = 50
"""So many words of a mention are looked at, since nested mentions hold the same words again."""


def describe_by_tags(mentions: MentionColumns, tags: Annotation) -> MentionColumns:
    """Mentions with the kinds that parts of speech tell where there is no tree: that of the first noun or name.

    Without either a mention is a pronoun if it has one, or a determiner that stands alone, as a possessive.
    """
    kinds = mentions.kind.copy()
    for row in np.flatnonzero(mentions.kind < 0).tolist():
        start = int(mentions.start[row])
        found = tags.pos[start : min(int(mentions.end[row]), start + _MOST_WORDS)]
        nouns = [pos for pos in found if pos in ("NOUN", "PROPN")]
        without = _PRONOUN if {"PRON", "DET"} & {*found} else _NOMINAL
        kinds[row] = {"PROPN": _NAME, "NOUN": _NOMINAL}[nouns[0]] if nouns else without
    return mentions._replace(kind=kinds)


_NO_WORD = b"\t"
_MOST_PHRASES = 1 << 15  # that are remembered, as key and response mostly have the same ones
_AFTER_HEAD = frozenset((
    ",", "--", "(", "at", "by", "for", "from", "in", "into", "of", "on", "that", "to", "which", "who", "whose", "with",
))  # fmt: skip
_NO_HEAD = frozenset(("'s", "’s", "'", "’", '"', "”", ".", ")"))


def describe_by_words(mentions: MentionColumns, words: bytes) -> MentionColumns:
    """Mentions with the kinds that their words tell where neither the corpus nor a tree does; `words` as in a corpus.

    A mention of one word of the list of pronouns is one. It is a name if the last word before a comma, a preposition or
    a relative pronoun begins with a capital letter and is written with a small one nowhere in the text; others are
    nominals (Trouilleux et al. 2000, section 4). Without words they stay as they are.
    """
    unknown = np.flatnonzero(mentions.kind < 0)
    if not len(unknown) or not words:
        return mentions
    borders = np.flatnonzero(np.frombuffer(b"\t" + words + b"\t", dtype=np.uint8) == ord("\t"))
    start = mentions.start[unknown]
    end = np.minimum(np.minimum(mentions.end[unknown], start + _MOST_WORDS), len(borders) - 1)
    pairs = zip(borders[start].tolist(), (borders[end] - 1).tolist(), strict=True)
    heads = [_kind_and_head(words[first:last]) for first, last in pairs]
    used = _vocabulary(words)
    kinds = mentions.kind.copy()
    kinds[unknown] = [_NOMINAL if head in used else kind for kind, head in heads]
    return mentions._replace(kind=kinds)


@lru_cache(1)  # key and response mostly have the same words
def _vocabulary(words: bytes) -> frozenset[bytes]:
    return frozenset(words.split(b"\t"))


@lru_cache(_MOST_PHRASES)
def _kind_and_head(phrase: bytes) -> tuple[int, bytes]:
    """The kind of a phrase and, of what is a name unless that stands in its text, its head in small letters."""
    from anaphora.workbench.language.anaphors import pronoun  # the usual measures need no kinds

    first, *others = phrase.decode("utf-8", "surrogatepass").split("\t")
    if not others and pronoun(first.lower()):
        return _PRONOUN, _NO_WORD
    head = first
    for word in others:
        if word in _AFTER_HEAD:
            break
        if word not in _NO_HEAD:
            head = word
    if not head[:1].isupper():
        return _NOMINAL, _NO_WORD
    return _NAME, head.lower().encode("utf-8", "surrogatepass")


def _words(mentions: MentionColumns) -> MentionColumns:
    """The mentions without their empty nodes; the first word of the text for those that have nothing else."""
    start = mentions.start.copy()
    end = mentions.end.copy()
    gaps = dict(mentions.gaps or {})
    for row in np.flatnonzero(end > FIRST_NODE).tolist():
        cuts = gaps.pop(row, ())
        if start[row] >= FIRST_NODE:
            start[row], end[row] = 0, 1
            continue
        end[row] = min(before for before, after in cuts if after >= FIRST_NODE)
        gaps |= {row: inner} if (inner := tuple(cut for cut in cuts if cut[1] < FIRST_NODE)) else {}
    return mentions._replace(start=start, end=end, gaps=gaps)


def _heads(mentions: MentionColumns, annotation: Annotation) -> Integers:
    """Find the heads of all mentions at once, the same as `Annotation.head_of` finds one by one."""
    head_of = np.array(annotation.head, dtype=np.int64)
    word = np.array([pos != "PUNCT" for pos in annotation.pos], dtype=np.bool_)
    token = np.arange(len(head_of))
    never = len(head_of)
    # a head lies outside before the start, as a root's own is taken to do, or from the end on
    left = np.where(head_of < token, head_of, np.where(head_of == token, -1, never))
    right = np.where(head_of > token, -head_of, never)
    start, end = mentions.start, mentions.end
    heads = start.copy()
    for counts in (np.ones_like(word), word):  # words last, as they are preferred
        inside = np.minimum(
            _first_below(np.where(counts, left, never), start, start),
            _first_below(np.where(counts, right, never), start, 1 - end),
        )
        heads = np.where(inside < end, inside, heads)
    for row, gaps in (mentions.gaps or {}).items():
        heads[row] = _head_between_gaps(start[row], end[row], gaps, head_of, word)
    return heads


def _first_below(values: Integers, start: Integers, limit: Integers) -> Integers:
    """Find for each start the first place from it on with a value below the limit; if none, the number of values."""
    size = len(values)
    lowest = [np.append(values, size + 1)]  # of 1, 2, 4, ... values from each place on
    while 2 ** (len(lowest) - 1) < size:
        behind = np.minimum(np.arange(size + 1) + 2 ** (len(lowest) - 1), size)
        lowest.append(np.minimum(lowest[-1], lowest[-1][behind]))
    token = start.copy()
    for level in reversed(range(len(lowest))):
        token = np.where(lowest[level][token] < limit, token, np.minimum(token + 2**level, size))
    return token


def _head_between_gaps(start: int, end: int, gaps: Sequence[tuple[int, int]], head: Integers, word: Flags) -> int:
    inside = np.ones(end - start, dtype=np.bool_)
    for gap_start, gap_end in gaps:
        inside[max(0, gap_start - start) : max(0, gap_end - start)] = False
    governors = head[start:end]
    within = (governors >= start) & (governors < end)
    within[within] = inside[governors[within] - start]
    outside = start + np.flatnonzero(inside & (~within | (governors == np.arange(start, end))))
    words = outside[word[outside]]
    heads = words if len(words) else outside
    return int(heads[0]) if len(heads) else int(start)


def as_copied(mentions: MentionColumns, copy: "Copy") -> tuple[MentionColumns, int]:
    """The mentions of a text that a model wrote again, in words of the text, and how many of them are lost.

    Lost are those whose words have changed too much (`Copy.find`), and those of the same words as another.
    """
    rows: dict[Span, int] = {}
    for row, span in enumerate(spans(mentions)):
        if moved := _in_copy(span, copy):
            rows.setdefault(moved, row)
    kept = np.fromiter(rows.values(), dtype=np.int64)
    chains, chain = np.unique(mentions.chain[kept], return_inverse=True)
    ids = [mentions.ids[number] for number in chains.tolist()] if mentions.ids else ()
    plain = plain_columns(**span_columns([*rows]), chain=chain, ids=ids)
    head = np.where(mentions.head >= FIRST_NODE, mentions.head, -1)
    return plain._replace(head=head[kept], kind=mentions.kind[kept]), len(mentions.start) - len(kept)


def _in_copy(span: Span, copy: "Copy") -> Span | None:
    words = overt_span(span)
    if words is None:
        return span
    there = copy.find(words.start, words.end)
    return there and Span.over((*range(*there[0]), *(token for token in span if token >= FIRST_NODE)))


def in_characters(mentions: MentionColumns, words: bytes) -> MentionColumns:
    """The same mentions with characters of the text, blanks not counted, in the place of words."""
    offset = offsets(words)

    def moved(tokens: Integers) -> Integers:
        of_words = offset[np.minimum(tokens, len(offset) - 1)]
        return np.where(tokens < 0, -1, np.where(tokens >= FIRST_NODE, tokens, of_words))

    gaps = {
        row: tuple((int(start), int(end)) for start, end in moved(np.array(pieces)))
        for row, pieces in (mentions.gaps or {}).items()
    }
    after = moved(mentions.head + 1)
    return mentions._replace(
        start=moved(mentions.start),
        end=moved(mentions.end),
        # the last character of a head is there however its word is divided
        head=np.where(mentions.head < 0, -1, np.where(mentions.head >= FIRST_NODE, mentions.head, after - 1)),
        minimum_start=moved(mentions.minimum_start),
        minimum_end=moved(mentions.minimum_end),
        gaps=gaps,
    )


def on_words(mentions: MentionColumns, borders: Integers) -> tuple[MentionColumns, int]:
    """Convert mentions in smaller units to words (`borders`: units before each word); count those that cut a word.

    One of another text may reach further than the words; it ends with them.
    """
    start = np.searchsorted(borders, mentions.start, "right") - 1
    end = np.minimum(np.searchsorted(borders, mentions.end, "left"), len(borders) - 1)
    cut = (borders[start] != mentions.start) | (borders[end] != mentions.end)
    return mentions._replace(start=start, end=end), int(cut.sum())


def in_runs(words: Sequence[str]) -> tuple[list[str], Integers]:
    """The `RUNS` of words, a word without any as it is; and how many stand before each word."""
    runs = [RUNS.findall(word) or [word] for word in words]
    return list(chain.from_iterable(runs)), np.cumsum([0, *map(len, runs)])


def nodes_in_characters(nodes: Sequence[EmptyNode], words: bytes) -> list[EmptyNode]:
    """The same empty nodes with the characters before them counted in the place of words."""
    offset = offsets(words).tolist()

    def moved(governor: int) -> int:
        return offset[governor + 1] - 1 if 0 <= governor < FIRST_NODE else governor

    return [
        node._replace(
            place=offset[node.place],
            relations=tuple((moved(governor), relation) for governor, relation in node.relations),
        )
        for node in nodes
    ]


def offsets(words: bytes) -> Integers:
    """The characters before each word, and of all, blanks not counted."""
    lengths = [len(word.translate(_NOTHING)) for word in words.decode("utf-8", "replace").split("\t")[:-1]]
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


class TextDifference(NamedTuple):
    """The difference of two texts: their lengths in words, the share of words that differ, and a description."""

    lengths: tuple[int, int]
    share: float
    text: str


def difference(key: bytes, response: bytes) -> TextDifference:
    """The difference of two texts that are not the same (words with a TAB behind each)."""
    in_key, in_response = (words.decode("utf-8", "replace").split("\t")[:-1] for words in (key, response))
    differing = [number for number, pair in enumerate(zip(in_key, in_response, strict=False)) if pair[0] != pair[1]]
    first = differing[0] if differing else min(len(in_key), len(in_response))
    word, response_word = (f"'{words[first]}'" if first < len(words) else "nothing" for words in (in_key, in_response))
    lengths = f", {len(in_response)} words for {len(in_key)}" if len(in_key) != len(in_response) else ""
    text = f"word {first + 1} is {response_word} where the key has {word}{lengths}"
    if not lengths and len(differing) > 1:
        text = f"{len(differing)} of them, the first: {text}"
    return TextDifference((len(in_key), len(in_response)), len(differing) / max(1, len(in_key)), text)


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
        return flagged(self.nodes, self.size + len(self.places) + 1)

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
    return mentions._replace(
        **span_columns(rows),
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
    number_of = {old: new for new, old in enumerate(chains.tolist())}
    return MentionColumns(
        **span_columns(rows),
        chain=chain,
        head=np.where(mentions.head >= FIRST_NODE, -1, mentions.head)[kept],
        **named,
        type=[type for type, keep in zip(mentions.type, kept, strict=False) if keep],
        links=[(number[left], number[right]) for left, right in mentions.links if kept[left] and kept[right]],
        optional=[number[row] for row in mentions.optional if kept[row]],
        ids=[mentions.ids[number] for number in chains.tolist()] if mentions.ids else (),
        split={
            number_of[chain]: tuple(number_of[other] for other in antecedents if other in number_of)
            for chain, antecedents in mentions.split.items()
            if chain in number_of
        },
    )


def in_sequence(nodes: Sequence[EmptyNode]) -> tuple[EmptyNode, ...]:
    """Rank the nodes between the same words by their order, in a text whose sentences are not known."""
    groups = groupby(nodes, attrgetter("place"))
    return tuple(node._replace(sentence=0, rank=rank) for _, group in groups for rank, node in enumerate(group, 1))


def kinds_of_zeros(mentions: MentionColumns, nodes: Sequence[EmptyNode]) -> MentionColumns:
    """Give mentions whose head is an empty node the kind that its part of speech tells, else that of pronouns."""
    kind = mentions.kind.copy()
    for row in np.flatnonzero((mentions.head >= FIRST_NODE) & (kind < 0)).tolist():
        pos = nodes[int(mentions.head[row]) - FIRST_NODE].pos
        kind[row] = {"PROPN": _NAME, "NOUN": _NOMINAL}.get(pos, _PRONOUN)
    return mentions._replace(kind=kind)


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
