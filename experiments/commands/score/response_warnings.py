"""Warnings about a response: oddities that are no errors, and the usual slips, each undone and scored."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeAlias

import numpy as np

from anaphora.workbench.chains.alignment import compare_chains
from anaphora.workbench.chains.assignment import best
from anaphora.workbench.chains.overlap import NO_MENTIONS, MentionColumns, Side, equal_spans, plain_columns
from anaphora.workbench.chains.texts import spans
from anaphora.workbench.errors import CrowdedError, FormatError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Match
from anaphora.workbench.measures import conll
from anaphora.workbench.results.vocabulary import counted

SHIFTS = {
    "its ends are exclusive": (0, -1),
    "its tokens are counted from 1": (-1, -1),
    "its tokens are counted from 1 and its ends exclusive": (-1, -2),
    "its spans stand one token too early": (1, 1),
}
"""The tokens to add to starts and ends to undo the usual slips (ends have become exclusive by then)."""
ORDER = "its documents stand in another order than those of the key"
MOST_WORDS = 20_000
"""Longer texts are not aligned word by word."""
Trial: TypeAlias = tuple[int, list[float]]
"""The response mentions that are aligned, and the counts of the CoNLL average, which may be added."""
_NOTHING: Trial = (0, [0.0] * 12)
_FEW = 0.5
"""If so many of the response's mentions or more are right, nothing is wrong with the file."""
_TIMES = 2
"""A slip is named only if its cure makes so many times as many mentions match."""
_OF_COPIES = frozenset(("edits", "invented"))
"""The repairs of copies, which stand in a sentence of their own."""
_OF_KEYS = frozenset(("key", "gold", "reference"))
_OF_RESPONSES = frozenset(("response", "system", "predicted", "prediction", "predictions", "output"))


@dataclass(slots=True)
class ResponseWarnings:
    """The oddities of a response that are no errors, gathered over all its documents.

    `odd` and `twice` have for each finding the first document (or warning's text) and a count; `divided` has it of the
    documents whose words are divided differently, with their mentions that match and all; `copied` of those that a
    language model wrote again, with words dropped, added and changed, mentions lost and all; `mended` counts what was
    mended and left out (`external.repairs`); `missing` has it of those that the response lacks. Of each side
    `alone` counts its chains of one mention, `zeros` its zeros, `heads` tells whether any head is known, and `marked`
    whether it marks what keys do: minimal spans and optional mentions; `minimal`: the key has minimal spans.
    `marked_in_key` counts all that the key marks, what is left out too; `mentions` counts those of the response, and
    `shared` those with the span of a key mention. `slips` has what would be if a slip was undone, where few mentions
    match (`examined`: whether that was asked), and `now` what is, where key and response may be swapped. `entities`
    counts those of the key that hold across documents, and those of them that are
    in several. Beside another annotator's file, `beside`, there is no key.
    """

    path: Path
    beside: Path | None = None
    odd: dict[str, tuple[str, int]] = field(default_factory=dict)
    twice: dict[str, tuple[str, int]] = field(default_factory=dict)
    missing: tuple[str, int] = ("", 0)
    alone: list[int] = field(default_factory=lambda: [0, 0])
    zeros: list[int] = field(default_factory=lambda: [0, 0])
    heads: list[bool] = field(default_factory=lambda: [False, False])
    marked: list[bool] = field(default_factory=lambda: [False, False])
    minimal: bool = False
    mentions: int = 0
    shared: int = 0
    of_key: int = 0
    marked_in_key: int = 0
    divided: tuple[str, int, int, int] = ("", 0, 0, 0)
    mended: dict[str, int] = field(default_factory=dict)
    copied: tuple[str, list[int]] = field(default_factory=lambda: ("", [0] * 6))
    examined: bool | None = None
    slips: dict[str, Trial] = field(default_factory=dict)
    now: Trial | None = None
    entities: tuple[int, int] = (0, 0)

    @property
    def other_words(self) -> str:
        """The finding of words that are not those of the other side."""
        return f"words differ from those of {self.beside}" if self.beside else "words differ from the key's"

    def add(self, findings: dict[str, tuple[str, int]], what: str, document: str, count: int = 1) -> None:
        """Count a finding; its first document is kept."""
        first, before = findings.get(what, (document, 0))
        findings[what] = first, before + count

    def as_data(self) -> JsonObject:
        """All but the path, for a journal: `ResponseWarnings(path, **data)` is these notes again."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "path"}

    def see(self, key: Side, response: Side) -> None:
        """Take in what a batch of documents has."""
        for number, side in enumerate((key, response)):
            marks = (side.minimum_start >= 0).any() or side.optional.any()
            self.alone[number] += int((side.size == 1).sum())
            self.heads[number] |= bool((side.head >= 0).any())
            self.marked[number] |= bool(marks)
        self.minimal |= bool((key.minimum_start >= 0).any())
        self.of_key += len(key.size)
        self.mentions += len(response.span_id)
        self.shared += int((equal_spans(key, response) >= 0).sum())

    def see_key(self, key: Sequence[MentionColumns]) -> None:
        """Take in what the key of a batch marks, other layers than identity too."""
        self.marked_in_key += sum(
            len(layer.start) for document in key for layer in (document, *document.layers.values())
        )

    def see_zeros(self, key: Sequence[MentionColumns], response: Sequence[MentionColumns]) -> None:
        """Take in the zeros of a batch, singletons too."""
        for number, side in enumerate((key, response)):
            self.zeros[number] += sum(len(document.zeros) for document in side)

    def see_divided(self, document: str, matching: int, mentions: int) -> None:
        """Take in a document whose words are divided differently."""
        first, count, before, all_before = self.divided
        self.divided = first or document, count + 1, before + matching, all_before + mentions

    def see_copied(self, document: str, *counts: int) -> None:
        """Take in a copy of a text: words dropped, added and changed, mentions lost, and all mentions."""
        first, before = self.copied
        self.copied = first or document, [old + more for old, more in zip(before, (1, *counts), strict=True)]
        *edits, lost, _ = counts
        self.see_mended({"edits": sum(edits), "invented": lost})

    def see_mended(self, counts: Mapping[str, int]) -> None:
        """Take in what was mended and left out in a document."""
        self.mended = dict(+(Counter(self.mended) + Counter(counts)))

    def examine(
        self,
        key: Sequence[MentionColumns],
        response: Sequence[MentionColumns],
        match: Match,
        singletons: bool,
        source: Path,
    ) -> None:
        """Undo the usual slips in a batch of documents, if few mentions of the first batch match."""
        if self.examined is None and self.mentions:
            self.examined = self.shared < _FEW * self.mentions
        if self.examined:
            for name, trial in try_slips(key, response, match, singletons=singletons).items():
                self.slips[name] = _sum(self.slips.get(name), trial)
        if self._looks_swapped(source):
            self.now = _sum(self.now, score_pairs(key, response, match, singletons=singletons))

    def _looks_swapped(self, key: Path) -> str:
        """Say why the response seems to be the key; empty if nothing suggests it."""
        if self.marked == [False, True] and key.suffix == self.path.suffix:  # another format may always mark them
            return "only the response marks minimal spans or optional mentions, as keys do"
        if _words(key) & _OF_RESPONSES and _words(self.path) & _OF_KEYS - _words(key):
            return f"the key is called {key.name} and the response {self.path.name}"
        return ""

    def warnings(self, key: Path, match: str, singletons: str) -> list[str]:
        """Say in sentences what a reader of scores has to know."""
        warnings = [*self.texts(key), *self._spans(match), *self._swapped(key)]
        heads = self.heads[0] or (match == "partial" and self.minimal)
        if match != "strict" and not (heads and (match == "partial" or self.heads[1])):
            problem = "no head of a mention is known, so only equal spans are aligned"
            warnings.append(f"{self.path}: {problem} (--match {match} needs heads or trees).")
        if bool(self.alone[0]) != bool(self.alone[1]) and singletons == "keep" and self.mentions:
            problem = f"only the {'key' if self.alone[0] else 'response'} has singletons ({sum(self.alone)})"
            warnings.append(f"{self.path}: {problem}; --singletons drop compares without them.")
        if bool(self.zeros[0]) != bool(self.zeros[1]) and self.mentions:  # all of them are lost
            which, without = ("key", "response") if self.zeros[0] else ("response", "key")
            problem = f"the {which} has {counted(sum(self.zeros), 'zero')}, the {without} none"
            warnings.append(f"{self.path}: {problem}; --zeros ignore compares without them.")
        return warnings

    def texts(self, key: Path) -> list[str]:
        """Say in sentences how documents, words and spans differ from those of the key."""
        warnings = []
        if self.missing[1]:
            lacking = f"{counted(self.missing[1], 'document')}, the first '{self.missing[0]}'"
            warnings.append(f"{self.path}: missing documents of the key count as empty: {lacking}.")
        if self.divided[1]:
            first, count, matching, mentions = self.divided
            divided = f"words are divided differently in {_first_of(first, count)}"
            matched = f"{matching} of {mentions} mentions match"
            warnings.append(f"{self.path}: {divided}, so spans are compared as characters, and {matched}.")
        if mended := {name: count for name, count in self.mended.items() if name not in _OF_COPIES}:
            from anaphora.workbench.external.mending import say_repairs

            warnings += [f"{self.path}: {repairs}." for repairs in filter(None, [say_repairs(mended)])]
        first, (count, dropped, added, changed, lost, mentions) = self.copied
        if count:
            edits = f"{counted(dropped, 'word')} dropped, {added:,} added or repeated, {changed:,} changed"
            lacking = f"{lost:,} of {counted(mentions, 'mention')} could not be placed"
            differing = f"{self.other_words} in {_first_of(first, count)} ({edits})"
            warnings.append(f"{self.path}: {differing}; aligned, {lacking}.")
        for what, (first, count) in self.odd.items():
            warnings.append(f"{self.path}: {what} in {_first_of(first, count)}.")
        for name, (first, count) in self.twice.items():
            path = key if name.startswith("key") else self.path
            where = f"duplicate spans in the {name}: {count}, the first in {first}"
            warnings.append(f"{path}: {where}; only the first of each counts.")
        return warnings

    def _spans(self, match: str) -> list[str]:
        """Warn that few spans, or none, are those of key mentions, and say why if a slip explains it."""
        if not self.mentions:
            nothing = "the response has no mention that counts, so it finds nothing of the key"
            return [f"{self.path}: {nothing}."] if self.of_key else []
        slip, (count, counts) = max(self.slips.items(), key=lambda item: item[1][0], default=("", _NOTHING))
        figure = f"conll {conll_values(counts)[2]:.2f}"
        repaired = f"{count} of {self.mentions} would match once that is repaired, with {figure}"
        explains = count >= max(_FEW * self.mentions, _TIMES * self.shared, 1)
        why = f"; if {slip}, {repaired}." if explains else "."
        if not self.shared:
            zero = ", so every score of chains is 0" if match == "strict" else ""
            return [f"{self.path}: no mention of the response has the span of a key mention{zero}{why}"]
        few = f"only {self.shared} of {self.mentions} mentions of the response have the span of a key mention"
        return [f"{self.path}: {few}{why}"] if explains else []

    def _swapped(self, key: Path) -> list[str]:
        """Warn that key and response may be swapped, with what would be then."""
        swapped = self._looks_swapped(key)
        if not swapped or self.now is None:
            return []
        recall, precision, _ = conll_values(self.now[1])
        figures = f"recall and precision of conll, now {recall:.2f} and {precision:.2f}, would change places"
        return [f"{self.path}: key and response may be swapped, since {swapped}; the other way round {figures}."]


def require_marked(key: Path, mentions: int) -> None:
    """Raise `FormatError` for a key that marks no mention: no figure would say anything."""
    if not mentions:
        cure = "Blind texts have no key: name the annotated file. 'anaphora check' tells marks that are not read."
        raise FormatError(key, None, "the key has no mention", cure, code="no-mentions")


def _first_of(first: str, count: int) -> str:
    """The first document of those with a finding, and how many others there are."""
    return f"{first} and {counted(count - 1, 'other document')}" if count > 1 else first


def _words(path: Path) -> frozenset[str]:
    return frozenset(re.findall("[a-z]+", path.stem.lower()))


# Slips


def score_pairs(
    key: Sequence[MentionColumns], response: Sequence[MentionColumns], match: Match, *, singletons: bool
) -> Trial:
    """Score documents, each against that in the same place."""
    evidence = compare_chains(key, response, match, singletons=singletons)
    counts = conll.MEASURES[0].count(evidence).sum(axis=0)
    return len(evidence.common[1]), [float(count) for count in counts]


def conll_values(counts: Sequence[float]) -> tuple[float, float, float]:
    """Recall, precision and F1 in percent; what is undefined is 0."""
    recall, precision, f1 = (100 * np.nan_to_num(conll.MEASURES[0].score(np.array(counts)))).tolist()
    return recall, precision, f1


def try_slips(
    key: Sequence[MentionColumns], response: Sequence[MentionColumns], match: Match, *, singletons: bool
) -> dict[str, Trial]:
    """Score the response with each of `SHIFTS`, or another `ORDER` of its documents, undone."""
    undone = {name: [_moved(mentions, *shift) for mentions in response] for name, shift in SHIFTS.items()}
    if len(key) > 1:
        undone[ORDER] = _reordered(key, response)
    tried = {}
    for name, moved in undone.items():
        with suppress(CrowdedError):
            tried[name] = score_pairs(key, moved, match, singletons=singletons)
    return tried


def _sum(total: Trial | None, trial: Trial) -> Trial:
    if total is None:
        return trial
    return total[0] + trial[0], [before + more for before, more in zip(total[1], trial[1], strict=True)]


def _moved(mentions: MentionColumns, start: int, end: int) -> MentionColumns:
    """Mentions moved by some tokens; one that would be outside the text or empty stays where it is."""
    starts, ends = mentions.start + start, mentions.end + end
    there = (starts >= 0) & (starts < ends)
    gaps = {
        row: tuple((gap_start + start, gap_end + start) for gap_start, gap_end in cut)
        for row, cut in (mentions.gaps or {}).items()
    }
    moved = np.where(there, starts, mentions.start), np.where(there, ends, mentions.end)
    return plain_columns(*moved, mentions.chain, {row: cut for row, cut in gaps.items() if there[row]})


def _reordered(key: Sequence[MentionColumns], response: Sequence[MentionColumns]) -> list[MentionColumns]:
    """The response's documents, each in the place of the key document it shares most spans with, one to one."""
    longest = max((int(mentions.end.max(initial=0)) for mentions in (*key, *response)), default=0) + 1
    documents_of: dict[int, list[int]] = {}
    for number, mentions in enumerate(key):
        for code in set((mentions.start * longest + mentions.end).tolist()):
            documents_of.setdefault(code, []).append(number)
    shared: dict[tuple[int, int], int] = {}
    for number, mentions in enumerate(response):
        for code in set((mentions.start * longest + mentions.end).tolist()):
            for key_number in documents_of.get(code, ()):
                shared[key_number, number] = shared.get((key_number, number), 0) + 1
    pairs = np.array(list(shared), dtype=np.int64).reshape(-1, 2)
    chosen = best(pairs[:, 0], pairs[:, 1], np.array(list(shared.values()), dtype=np.float64))
    response_of = dict(pairs[chosen].tolist())
    return [response[response_of[number]] if number in response_of else NO_MENTIONS for number in range(len(key))]


def common_spans(key: MentionColumns, response: MentionColumns) -> int:
    """Count the mentions of the response that have the span of a key mention."""
    return len(set(spans(key)).intersection(spans(response)))


def common_words(
    key: MentionColumns, words: Sequence[str], response: MentionColumns, others: Sequence[str]
) -> int | None:
    """Count the mentions of the response that would match the key's if different texts were aligned word by word.

    Words that only one text has align with nothing; a mention is found by its first and its last word. `None` for
    texts too long to be aligned.
    """
    if max(len(words), len(others)) > MOST_WORDS:
        return None
    from difflib import SequenceMatcher

    key_word = np.full(len(others) + 1, -1, dtype=np.int64)
    for in_key, in_response, size in SequenceMatcher(None, words, others).get_matching_blocks():
        key_word[in_response : in_response + size] = np.arange(in_key, in_key + size)
    first, last = key_word[response.start], key_word[response.end - 1]
    placed = (first >= 0) & (last >= first)
    return common_spans(key, plain_columns(first[placed], last[placed] + 1, response.chain[placed]))
