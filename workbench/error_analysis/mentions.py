"""Mentions of key and response merged into one list, with their words; and those that differ in their ends only."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.chains.alignment import unaligned
from anaphora.workbench.chains.overlap import KINDS, Overlap, Side
from anaphora.workbench.document import ZERO
from anaphora.workbench.language.anaphors import pronoun

TYPES = (*KINDS, "demonstrative", "other")
"""Types of mentions; `other` (index -1 too) is any mention that a corpus without kinds or trees does not tell apart."""
_PRONOUN, _DEMONSTRATIVE = TYPES.index("pronoun"), TYPES.index("demonstrative")


@dataclass(frozen=True, slots=True)
class DocumentText:
    """The words of a document; `word` is that of each unit that spans count, where these are not words themselves.

    `empty` says which units are empty nodes, where there are any; `word` is then the word behind them.
    To be shown, it has the white space behind each word, and the first word of each sentence.
    """

    id: str
    words: Sequence[str]
    word: Integers | None = None
    spaces: Sequence[str] = ()
    starts: Sequence[int] = (0,)
    empty: Flags | None = None

    def sentence(self, word: int) -> range:
        """The words of the sentence that a word stands in."""
        number = bisect_right(self.starts, word)
        return range(self.starts[number - 1], self.starts[number] if number < len(self.starts) else len(self.words))

    def space(self, word: int) -> str:
        """The white space behind a word, a blank if none is known."""
        return self.spaces[word] if self.spaces else " "

    def within(self, start: int, end: int) -> tuple[int, int]:
        """The words that the units from start to end (exclusive) belong to, end exclusive."""
        if self.word is None:
            return start, end
        ends_in_node = self.empty is not None and self.empty[end - 1]  # whose word is the one behind it
        last = int(self.word[end - 1])
        return int(self.word[start]), last if ends_in_node else last + 1

    def cut(self, start: int, end: int) -> tuple[int, int]:
        """Count the letters of the first word before these units, and of the last word behind them."""
        if self.word is None or self.empty is not None:
            return 0, 0
        first, last = self.word[[start, end - 1]]
        return start - int(np.searchsorted(self.word, first)), int(np.searchsorted(self.word, last, "right")) - end

    def shown(self, start: int, end: int) -> str:
        """The words of these units, or what they have of them; empty nodes are shown as such."""
        if self.word is None or self.empty is None:
            before, behind = self.cut(start, end)
            words = " ".join(ends_of(self.words, *self.within(start, end)))
            return words[before : len(words) - behind]
        units = groupby(zip(self.word[start:end].tolist(), self.empty[start:end].tolist(), strict=True))
        parts = [ZERO * len(list(group)) if empty else self.words[word] for (word, empty), group in units]
        return " ".join(ends_of(parts, 0, len(parts)))


MOST_WORDS = 100
"""So many words of a mention are shown."""


@dataclass(frozen=True, slots=True)
class ShownMention:
    """A mention to be shown: the words of the document from `start` to `end` (exclusive), as text, and its type.

    `cut` are the letters of its first word before it, and of its last behind it.
    """

    start: int
    end: int
    text: str
    type: str
    cut: tuple[int, int] = (0, 0)


def ends(side: Side, mention: int, texts: Sequence[DocumentText]) -> tuple[int, int]:
    """The first word of a mention and the one behind its last, counted in its document."""
    start = int(side.position[mention])
    return texts[int(side.document[mention])].within(start, start + int(side.end[mention] - side.start[mention]))


def ends_of(words: Sequence[str], start: int, end: int) -> Sequence[str]:
    """Return the words from `start` to `end`; of many the first and last, since nested mentions repeat their words."""
    if end - start <= MOST_WORDS:
        return words[start:end]
    return [*words[start : start + MOST_WORDS // 2], "...", *words[end - MOST_WORDS // 2 : end]]


def place(side: Side, mention: int, type: int, texts: Sequence[DocumentText]) -> ShownMention:
    """A mention as it is shown; words that it leaves out are an ellipsis, and the middle of one of over 100 words."""
    text = texts[side.document[mention]]
    first, last = ends(side, mention, texts)
    base = int(side.start[mention] - side.position[mention])
    gaps = (cut for gap in side.gaps.get(mention, ()) for cut in gap)
    cuts = [cut - base for cut in (int(side.start[mention]), *gaps, int(side.end[mention]))]
    parts = (text.shown(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True))
    return ShownMention(first, last, " ... ".join(parts), TYPES[type], text.cut(cuts[0], cuts[-1]))


def types(side: Side, texts: Sequence[DocumentText]) -> Integers:
    """The type of each mention (an index into `TYPES`, -1: other).

    Where the kind is not known, a mention of one word that the table of pronouns has is a pronoun; no more is guessed.
    """
    kinds = side.kind.copy()
    for mention in np.flatnonzero((kinds < 0) | (kinds == _PRONOUN)).tolist():
        first, last = ends(side, mention, texts)
        entry = pronoun(texts[side.document[mention]].words[first].lower()) if last - first == 1 else None
        if entry:
            kinds[mention] = _DEMONSTRATIVE if entry.type == "demonstrative" else _PRONOUN
    return kinds


@dataclass(frozen=True, slots=True)
class UnitedMentions:
    """All mentions of a corpus in text order, aligned ones of key and response being one.

    `in_key` and `in_response` are rows of the two sides, `key_chain` and `response_chain` the chains there, each -1
    where the side lacks the mention. `type` indexes `TYPES`.
    """

    document: Integers
    type: Integers
    in_key: Integers
    in_response: Integers
    key_chain: Integers
    response_chain: Integers

    @property
    def is_pronoun(self) -> list[bool]:
        """True for each mention that is a pronoun, demonstrative or not."""
        return [bool(flag) for flag in np.isin(self.type, (_PRONOUN, _DEMONSTRATIVE))]


def unite(overlap: Overlap, key_types: Integers, response_types: Integers) -> UnitedMentions:
    """Key and response mentions in one row; the key says what type a mention of both has, if it says so."""
    key, response, twin = overlap.key, overlap.response, overlap.twin
    spurious = np.flatnonzero(twin < 0)
    order = np.argsort(np.concatenate((key.span_id, response.span_id[spurious])), kind="stable")
    in_key = np.concatenate((np.arange(len(key.span_id)), np.full(len(spurious), -1)))[order]
    in_response = np.concatenate((overlap.counterpart, spurious))[order]
    of_key, of_response = _at(key_types, in_key), _at(response_types, in_response)
    return UnitedMentions(
        document=np.where(in_key >= 0, _at(key.document, in_key), _at(response.document, in_response)),
        type=np.where(of_key >= 0, of_key, of_response),
        in_key=in_key,
        in_response=in_response,
        key_chain=_at(key.chain, in_key),
        response_chain=_at(response.chain, in_response),
    )


def _at(values: Integers, rows: Integers) -> Integers:
    return np.append(values, -1)[rows]


def group_mentions(labels: Integers) -> Iterator[list[int]]:
    """The members of each chain in text order; those without a chain (-1) are left out."""
    order = np.argsort(labels, kind="stable")
    order = order[labels[order] >= 0]
    cuts = np.flatnonzero(np.diff(labels[order])) + 1
    yield from (group.tolist() for group in np.split(order, cuts) if len(group))


def partners(overlap: Overlap) -> Integers:
    """Return for each response chain the key chain that it shares most mentions with (the first of equals, or -1)."""
    partner = np.full(len(overlap.response.size), -1)
    best = np.lexsort((overlap.row, -overlap.shared, overlap.column))
    columns, first = np.unique(overlap.column[best], return_index=True)
    partner[columns] = overlap.row[best][first]
    return partner


_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def repair_spans(overlap: Overlap, texts: Sequence[DocumentText]) -> Integers:
    """The key mention that each response mention stands for once span errors are corrected, -1 where there is none.

    Among mentions that stand for nothing yet, first those are paired, in text order, that are equal without *the* or
    signs before and *'s* or signs behind them; then those which share a head that no other such mention of their side
    has. The head of a mention is its last word where none is known, as in the authors' program.
    """
    twin = overlap.twin.copy()
    _pair_by_words(overlap, twin, texts)
    missed, spurious = unaligned(overlap.key, twin)
    in_key, in_response = _alone(overlap.key, missed), _alone(overlap.response, spurious)
    for head in in_key.keys() & in_response.keys():
        twin[in_response[head]] = in_key[head]
    return twin


def _pair_by_words(overlap: Overlap, twin: Integers, texts: Sequence[DocumentText]) -> None:
    missed, spurious = unaligned(overlap.key, twin)
    missing: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for mention in reversed(missed.tolist()):
        missing[_core(overlap.key, mention, texts)].append(mention)
    for mention in spurious.tolist():
        if same := missing.get(_core(overlap.response, mention, texts)):
            twin[mention] = same.pop()


def _core(side: Side, mention: int, texts: Sequence[DocumentText]) -> tuple[int, int, int]:
    """Document, first and last word of a mention without what may be added to it or left out; a word always stays."""
    document = int(side.document[mention])
    words = texts[document].words
    start, end = ends(side, mention, texts)
    while start < end - 1 and (words[start] == "the" or _is_sign(words[start])):
        start += 1
    while start < end - 1 and (words[end - 1] == "'s" or _is_sign(words[end - 1])):
        end -= 1
    return document, start, end


def _is_sign(word: str) -> bool:
    return len(word) == 1 and word not in _LETTERS


def _alone(side: Side, mentions: Integers) -> dict[int, int]:
    """Return by head those of the mentions whose head no other of them has."""
    heads = np.where(side.head >= 0, side.head, side.end - 1)
    head, first, count = np.unique(heads[mentions], return_index=True, return_counts=True)
    once = count == 1
    return dict(zip(head[once].tolist(), mentions[first[once]].tolist(), strict=True))
