"""Warnings about a response: what is odd but no error."""

from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np

from anaphora.workbench.coreference.overlap import Side
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.results.vocabulary import counted

_SHIFTS = {"ends are exclusive": (0, -1), "tokens are counted from 1": (-1, -1)}
"""How far starts and ends are off in the usual slips (ends have become exclusive by then)."""


@dataclass(slots=True)
class ResponseWarnings:
    """What is odd about a response but no error, gathered over all its documents.

    `odd` and `twice` have for each finding the first document (or warning's text) and a count; `missing` are the
    documents that the response has not. Of each side `alone` counts its chains of one mention, and `heads` tells
    whether any head is known; `minimal` tells it of the key's minimal spans. `mentions` counts those of the response.
    """

    path: Path
    odd: dict[str, tuple[str, int]] = field(default_factory=dict)
    twice: dict[str, tuple[str, int]] = field(default_factory=dict)
    missing: tuple[str, int] = ("", 0)
    alone: list[int] = field(default_factory=lambda: [0, 0])
    heads: list[bool] = field(default_factory=lambda: [False, False])
    minimal: bool = False
    mentions: int = 0
    shared: int = 0
    shifted: dict[str, int] = field(default_factory=dict)

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
            known or bool((side.head >= 0).any()) for known, side in zip(self.heads, (key, response), strict=True)
        ]
        self.minimal = self.minimal or bool((key.minimum_start >= 0).any())
        self.mentions += len(response.size)
        shared = int(np.isin(response.place, key.place).sum())
        self.shared += shared
        if not shared:
            known = set(zip(key.start.tolist(), key.end.tolist(), strict=True))
            for name, (start, end) in _SHIFTS.items():
                moved = zip((response.start + start).tolist(), (response.end + end).tolist(), strict=True)
                self.shifted[name] = self.shifted.get(name, 0) + sum(span in known for span in moved)

    def warnings(self, key: Path, match: str, singletons: str) -> list[str]:
        """What a reader of scores has to know, in sentences."""
        warnings = [*self.texts(key), *self._spans()]
        heads = self.heads[0] or (match == "partial" and self.minimal)
        if match != "strict" and not (heads and (match == "partial" or self.heads[1])):
            what = "no head of a mention is known, so only equal spans are aligned"
            warnings.append(f"{self.path}: {what} (--match {match} needs heads or trees).")
        if bool(self.alone[0]) != bool(self.alone[1]) and singletons == "keep" and self.mentions:
            which, count = ("key", self.alone[0]) if self.alone[0] else ("response", self.alone[1])
            what = f"only the {which} has singletons ({count})"
            warnings.append(f"{self.path}: {what}; --singletons drop compares without them.")
        return warnings

    def _spans(self) -> list[str]:
        """Why no span may be that of a key mention, if none is."""
        if self.shared or not self.mentions:
            return []
        meant, count = max(self.shifted.items(), key=lambda item: item[1], default=("", 0))
        why = f" If its {meant}, {count} would be." if count else ""
        return [f"{self.path}: no mention of the response has the span of a key mention.{why}"]

    def texts(self, key: Path) -> list[str]:
        """What documents, words and spans are other than in the key, in sentences."""
        warnings = []
        if self.missing[1]:
            lacking = f"{counted(self.missing[1], 'document')}, the first '{self.missing[0]}'"
            warnings.append(f"{self.path}: missing documents of the key count as empty: {lacking}.")
        for what, (first, count) in self.odd.items():
            more = f" and {counted(count - 1, 'other document')}" if count > 1 else ""
            warnings.append(f"{self.path}: {what} in {first}{more}.")
        for name, (first, count) in self.twice.items():
            path = key if name == "key" else self.path
            where = f"duplicate spans in the {name}: {count}, the first in {first}"
            warnings.append(f"{path}: {where}; only the first of each counts.")
        return warnings
