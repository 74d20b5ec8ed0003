"""Two copies of a text, key and response: heads and kinds of mentions, different words, different tokenisation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.chains.overlap import KINDS, MentionColumns, plain_columns
from anaphora.workbench.chains.zeros import spans
from anaphora.workbench.document import FIRST_NODE, RUNS, Annotation, EmptyNode, Span
from anaphora.workbench.key import overt_span
from anaphora.workbench.language.anaphors import kind_of

if TYPE_CHECKING:
    from anaphora.workbench.external.mending import Copy

BLANKS = b" \t\n\r\x0b\x0c"
"""White space, which words are compared without where they are divided differently."""
_NOTHING = dict.fromkeys(BLANKS)
_INDEX = {kind: number for number, kind in enumerate(KINDS)}
_KIND_OF = {"PRON": KINDS.index("pronoun"), "PROPN": KINDS.index("name")}


def describe(mentions: MentionColumns, annotation: Annotation | None) -> MentionColumns:
    """Mentions with the heads and kinds that a tree gives them, where the corpus says nothing of its own."""
    if annotation is None or not len(mentions.start) or (mentions.kind >= 0).all():
        return mentions
    heads = _heads(_words(mentions) if (mentions.end > FIRST_NODE).any() else mentions, annotation)
    kinds = [_KIND_OF.get(annotation.pos[head], KINDS.index("nominal")) for head in heads.tolist()]
    return replace(
        mentions,
        head=np.where(mentions.head < 0, heads, mentions.head),
        kind=np.where(mentions.kind < 0, kinds, mentions.kind),
    )


_MOST_WORDS = 50
"""So many words of a mention are looked at, since nested mentions hold the same words again."""


def describe_by_words(mentions: MentionColumns, words: bytes) -> MentionColumns:
    """Mentions with the kinds that their words tell where neither the corpus nor a tree does; `words` as in a corpus.

    Without words they stay as they are.
    """
    unknown = np.flatnonzero(mentions.kind < 0)
    if not len(unknown) or not words:
        return mentions
    text = words.decode("utf-8", "replace").split("\t")
    used = frozenset(text)
    kinds = mentions.kind.copy()
    starts = mentions.start[unknown]
    ends = np.minimum(mentions.end[unknown], starts + _MOST_WORDS).tolist()
    phrases = [tuple(text[start:end]) for start, end in zip(starts.tolist(), ends, strict=True)]
    index = {phrase: _INDEX[kind_of(phrase, used)] for phrase in set(phrases)}
    kinds[unknown] = [index[phrase] for phrase in phrases]
    return replace(mentions, kind=kinds)


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
        end[row] = next(before for before, after in cuts if after >= FIRST_NODE)
        gaps |= {row: inner} if (inner := tuple(cut for cut in cuts if cut[1] < FIRST_NODE)) else {}
    return replace(mentions, start=start, end=end, gaps=gaps)


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
        if moved := _found(span, copy):
            rows.setdefault(moved, row)
    kept = np.fromiter(rows.values(), dtype=np.int64)
    chains, chain = np.unique(mentions.chain[kept], return_inverse=True)
    plain = plain_columns(
        np.array([span.start for span in rows], dtype=np.int64),
        np.array([span.end for span in rows], dtype=np.int64),
        chain,
        {row: span.gaps for row, span in enumerate(rows) if span.gaps},
        [mentions.ids[number] for number in chains.tolist()] if mentions.ids else (),
    )
    head = np.where(mentions.head >= FIRST_NODE, mentions.head, -1)
    return replace(plain, head=head[kept], kind=mentions.kind[kept]), len(mentions.start) - len(kept)


def _found(span: Span, copy: "Copy") -> Span | None:
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
    return replace(
        mentions,
        start=moved(mentions.start),
        end=moved(mentions.end),
        # the last character of a head is there however its word is divided
        head=np.where(mentions.head < 0, -1, np.where(mentions.head >= FIRST_NODE, mentions.head, after - 1)),
        minimum_start=moved(mentions.minimum_start),
        minimum_end=moved(mentions.minimum_end),
        gaps=gaps,
    )


def on_words(mentions: MentionColumns, borders: Integers) -> tuple[MentionColumns, int]:
    """Convert mentions in smaller units to words (`borders`: units before each word); count those that cut a word."""
    start = np.searchsorted(borders, mentions.start, "right") - 1
    end = np.searchsorted(borders, mentions.end, "left")
    cut = (borders[start] != mentions.start) | (borders[end] != mentions.end)
    return replace(mentions, start=start, end=end), int(cut.sum())


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
        replace(
            node,
            place=offset[node.place],
            relations=tuple((moved(governor), relation) for governor, relation in node.relations),
        )
        for node in nodes
    ]


def offsets(words: bytes) -> Integers:
    """The characters before each word, and of all, blanks not counted."""
    lengths = [len(word.translate(_NOTHING)) for word in words.decode("utf-8", "replace").split("\t")[:-1]]
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


@dataclass(frozen=True, slots=True)
class TextDifference:
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
