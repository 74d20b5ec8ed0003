"""Warnings about a response: oddities that are no errors."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from anaphora.experiments.commands.score.slips import NOTHING, Trial, conll_values, score_pairs, try_slips
from anaphora.workbench.chains.overlap import MentionColumns, Side, equal_spans
from anaphora.workbench.external.mending import say_repairs
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Match
from anaphora.workbench.results.vocabulary import counted

_FEW = 0.5
"""If so many of the response's mentions or more are right, nothing is wrong with the file."""
_TIMES = 2
"""A slip is told only if its cure makes so many times as many mentions match."""
_OF_COPIES = frozenset(("edits", "invented"))
"""The repairs of copies, which are told in a sentence of their own."""
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
    whether it marks what keys do: minimal spans, optional mentions, entity types; `minimal`: the key has minimal spans.
    `mentions` counts those of the response, `shared` those with the span of a key mention. `slips` has what would be if
    a slip was undone, where few mentions match (`examined`: whether that was asked), and `now` what is, where key and
    response may be swapped. `entities` counts those of the key that hold across documents, and those of them that are
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

    def add(self, found: dict[str, tuple[str, int]], what: str, document: str, count: int = 1) -> None:
        """Count a finding; its first document is kept."""
        first, before = found.get(what, (document, 0))
        found[what] = first, before + count

    def as_data(self) -> JsonObject:
        """All but the path, for a journal: `ResponseWarnings(path, **data)` is these notes again."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "path"}

    def see(self, key: Side, response: Side) -> None:
        """Take in what a batch of documents has."""
        self.alone = [
            count + int((side.size == 1).sum()) for count, side in zip(self.alone, (key, response), strict=True)
        ]
        self.heads = [
            seen or bool((side.head >= 0).any()) for seen, side in zip(self.heads, (key, response), strict=True)
        ]
        self.marked = [
            seen or bool((side.minimum_start >= 0).any() or side.optional.any() or (side.type >= 0).any())
            for seen, side in zip(self.marked, (key, response), strict=True)
        ]
        self.minimal = self.minimal or bool((key.minimum_start >= 0).any())
        self.of_key += len(key.size)
        self.mentions += len(response.span_id)
        self.shared += int((equal_spans(key, response) >= 0).sum())

    def see_zeros(self, key: Sequence[MentionColumns], response: Sequence[MentionColumns]) -> None:
        """Take in the zeros of a batch, singletons too."""
        self.zeros = [
            count + sum(len(document.zeros) for document in side)
            for count, side in zip(self.zeros, (key, response), strict=True)
        ]

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
        if self.marked == [False, True]:
            return "only the response marks minimal spans, optional mentions or entity types, as keys do"
        if _words(key) & _OF_RESPONSES and _words(self.path) & _OF_KEYS - _words(key):
            return f"the key is called {key.name} and the response {self.path.name}"
        return ""

    def warnings(self, key: Path, match: str, singletons: str) -> list[str]:
        """Say in sentences what a reader of scores has to know."""
        warnings = [*self.texts(key), *self._spans(match), *self._swapped(key)]
        heads = self.heads[0] or (match == "partial" and self.minimal)
        if match != "strict" and not (heads and (match == "partial" or self.heads[1])):
            what = "no head of a mention is known, so only equal spans are aligned"
            warnings.append(f"{self.path}: {what} (--match {match} needs heads or trees).")
        if bool(self.alone[0]) != bool(self.alone[1]) and singletons == "keep" and self.mentions:
            which, count = ("key", self.alone[0]) if self.alone[0] else ("response", self.alone[1])
            what = f"only the {which} has singletons ({count})"
            warnings.append(f"{self.path}: {what}; --singletons drop compares without them.")
        return [*warnings, *self._one_sided_zeros()]

    def _one_sided_zeros(self) -> list[str]:
        """Warn that one side has zeros and the other none, which loses all of them."""
        of_key, of_response = self.zeros
        if bool(of_key) == bool(of_response) or not self.mentions:
            return []
        which, count, without = ("key", of_key, "response") if of_key else ("response", of_response, "key")
        what = f"the {which} has {counted(count, 'zero')}, the {without} none"
        return [f"{self.path}: {what}; --zeros ignore compares without them."]

    def _spans(self, match: str) -> list[str]:
        """Warn that few spans, or none, are those of key mentions, and say why if a slip explains it."""
        if not self.mentions:
            without = "the response has no mention that counts, so it finds nothing of the key"
            return [f"{self.path}: {without}."] if self.of_key else []
        slip, (count, counts) = max(self.slips.items(), key=lambda item: item[1][0], default=("", NOTHING))
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
        swapped = self._looks_swapped(key)
        if not swapped or self.now is None:
            return []
        recall, precision, _ = conll_values(self.now[1])
        figures = f"recall and precision of conll, now {recall:.2f} and {precision:.2f}, would change places"
        return [f"{self.path}: key and response may be swapped, since {swapped}; the other way round {figures}."]

    def texts(self, key: Path) -> list[str]:
        """Say in sentences how documents, words and spans differ from those of the key."""
        warnings = []
        if self.missing[1]:
            lacking = f"{counted(self.missing[1], 'document')}, the first '{self.missing[0]}'"
            warnings.append(f"{self.path}: missing documents of the key count as empty: {lacking}.")
        if self.divided[1]:
            first, count, matching, mentions = self.divided
            more = f" and {counted(count - 1, 'other document')}" if count > 1 else ""
            how = "so spans are compared as characters, and"
            divided = f"words are divided differently in {first}{more}, {how} {matching} of {mentions} mentions match"
            warnings.append(f"{self.path}: {divided}.")
        if repairs := say_repairs({name: count for name, count in self.mended.items() if name not in _OF_COPIES}):
            warnings.append(f"{self.path}: {repairs}.")
        first, (count, dropped, added, changed, lost, mentions) = self.copied
        if count:
            more = f" and {counted(count - 1, 'other document')}" if count > 1 else ""
            edits = f"{counted(dropped, 'word')} dropped, {added:,} added or repeated, {changed:,} changed"
            lacking = f"{lost:,} of {counted(mentions, 'mention')} could not be placed"
            warnings.append(f"{self.path}: {self.other_words} in {first}{more} ({edits}); aligned, {lacking}.")
        for what, (first, count) in self.odd.items():
            more = f" and {counted(count - 1, 'other document')}" if count > 1 else ""
            warnings.append(f"{self.path}: {what} in {first}{more}.")
        for name, (first, count) in self.twice.items():
            path = key if name.startswith("key") else self.path
            where = f"duplicate spans in the {name}: {count}, the first in {first}"
            warnings.append(f"{path}: {where}; only the first of each counts.")
        return warnings


def _sum(total: Trial | None, trial: Trial) -> Trial:
    if total is None:
        return trial
    return total[0] + trial[0], [before + more for before, more in zip(total[1], trial[1], strict=True)]


def _words(path: Path) -> frozenset[str]:
    return frozenset(re.findall("[a-z]+", path.stem.lower()))
