"""Bracketed mentions, which CorefUD and CoNLL files share: `(1`, `1)`, `(1)`, one after the other."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from anaphora.workbench.errors import FormatError

_CHUNK = re.compile(r"(\()?([^()|]+)(\))?")


@dataclass(frozen=True, slots=True)
class Piece:
    """What one pair of brackets encloses: `start` inclusive, `end` exclusive, in the caller's units.

    `label` is what opening and closing bracket share, `opening` the whole text of the opening one, in line `line`.
    """

    label: str
    opening: str
    start: int
    end: int
    line: int


@dataclass(slots=True)
class Brackets:
    """The brackets of one document while it is read; those of one label pair last in, first out.

    `label_of` gives the label from the text of a bracket, opening or closing. `seen` numbers the labels as the
    reference scorer meets them: where they first stand, on one token those of one-token mentions before the others.
    `signs` translates round brackets to what the format has in their place. If they are `mended`, what is only opened
    or only closed is a mention of one position, and counted; otherwise it is an error.
    """

    path: Path
    label_of: Callable[[str], str] = str
    signs: Mapping[int, int] = field(default_factory=dict)
    mended: int | None = None
    waiting: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    def close(self, cell: str, position: int, line: int) -> list[Piece]:
        """The pieces that end at position `at`, whose brackets are `cell`.

        Raises:
            FormatError: the cell is not made of brackets, or closes what was not opened.
        """
        chunks = _CHUNK.findall(cell)
        if sum(map(len, map("".join, chunks))) + cell.count("|") != len(cell):
            raise self._malformed(cell, line)
        for _, body, _ in sorted(chunks, key=lambda chunk: not (chunk[0] and chunk[2])):
            self.seen.setdefault(self.label_of(body), len(self.seen))
        pieces = []
        for opens, body, closes in chunks:
            label = self.label_of(body)
            if opens and closes:
                pieces.append(Piece(label, body, position, position + 1, line))
            elif opens:
                self.waiting.setdefault(label, []).append((body, position, line))
            elif not closes:
                raise self._malformed(cell, line)
            elif not self.waiting.get(label) and self.mended is not None:
                pieces.append(self._mended(label, position, line))
            elif not self.waiting.get(label):
                problem = f"the mention '{body}' is closed but was not opened"
                cure = f"Write '({body}' where it begins, or drop '{body})'.".translate(self.signs)
                raise FormatError(self.path, line, problem, cure, code="unopened")
            else:
                opening, start, opened = self.waiting[label].pop()
                pieces.append(Piece(label, opening, start, position + 1, opened))
        return pieces

    def finish(self) -> list[Piece]:
        """Say that the document is over; what was still open, if it is mended.

        Raises:
            FormatError: a mention is still open.
        """
        pieces = []
        for label, openings in self.waiting.items():
            if openings and self.mended is not None:
                pieces += [self._mended(label, position, line) for _, position, line in openings]
            elif openings:
                problem = f"the mention '{label}' is opened but not closed before the document ends"
                cure = f"Write '{label})' where it ends; if the file was cut, get it again.".translate(self.signs)
                raise FormatError(self.path, openings[-1][2], problem, cure, code="unclosed")

        return pieces

    def _mended(self, label: str, position: int, line: int) -> Piece:
        self.mended = (self.mended or 0) + 1
        return Piece(label, label, position, position + 1, line)

    def _malformed(self, cell: str, line: int) -> FormatError:
        return FormatError(self.path, line, f"'{cell}' marks no mentions", "Mentions are marked as (1, 1) or (1).")
