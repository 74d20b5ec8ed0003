"""Repairs of files that are certain: brackets that fit in one place only, doubled ids, blanks around mentions.

Formats say by `Format.mend` what they mend; the file itself stays as it is, its lines are changed in memory.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from anaphora.corpora._lines import CHUNK, text

Place = tuple[int, int]
"""The first position of a mention, and the one behind its last."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing that was mended, or was left since it is not certain (not `done`); `line` counts from 1."""

    path: str
    line: int | None
    done: bool
    text: str


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


@dataclass(slots=True)
class Mender:
    """The lines of a file while it is mended, with their ends, and what was done.

    `contents` has the file of each document that was met in the corpus, by its id, and digests of its words and of its
    mentions. If it `drops` them, brackets that cannot be mended are left out.
    """

    path: Path
    lines: list[str]
    contents: dict[str, tuple[Path, str, str]]
    repairs: list[Repair] = field(default_factory=list)
    drops: bool = False

    @classmethod
    def of(cls, path: Path, contents: dict[str, tuple[Path, str, str]], *, drops: bool = False) -> "Mender":
        """Return the mender of a file, with its lines as they are."""
        return cls(path, re.split(r"(?<=\n)", text(path)), contents, drops=drops)

    def change(self, line: int, text: str, what: str) -> None:
        """Put another text in place of a line, whose end stays."""
        before = self.lines[line - 1]
        self.lines[line - 1] = text + before[len(before.rstrip("\r\n")) :]
        self.repairs.append(Repair(str(self.path), line, True, what))

    def leave(self, line: int | None, what: str) -> None:
        """Say what is left as it is."""
        self.repairs.append(Repair(str(self.path), line, False, what))

    def line(self, number: int) -> str:
        """A line without its end."""
        return self.lines[number - 1].rstrip("\r\n")

    def new_id(self, id: str, line: int, words: str, mentions: str) -> str:
        """The id of a document, which no other of the corpus has: with -2, -3 and so on where one has it.

        A document that comes twice, word for word and mention for mention, is left: it may be one too many. So is one
        with the same words in another file, which may be another annotation.
        """
        content = self.path, _digest(words), _digest(mentions)
        if id not in self.contents:
            self.contents[id] = content
            return id
        earlier = self.contents[id]
        if earlier[1:] == content[1:]:
            self.leave(line, f"the document '{id}' comes twice and is the same: leave one out")
            return id
        if earlier[1] == content[1] and earlier[0] != content[0]:
            cure = "if both annotate one text, compare them with 'anaphora agree'"
            self.leave(line, f"the document '{id}' has the same words in {earlier[0].name}: {cure}")
            return id
        stem, part = id.partition("; ")[::2]
        names = ("; ".join(filter(None, (f"{stem}-{number}", part))) for number in count(2))
        new = next(name for name in names if name not in self.contents)
        self.contents[new] = content
        self.repairs.append(Repair(str(self.path), line, True, f"the second document '{id}' is called '{new}'"))
        return new


@dataclass(frozen=True, slots=True)
class Cell:
    """The brackets at one position, in its sentence."""

    line: int
    sentence: int
    text: str


@dataclass(frozen=True, slots=True)
class Notation:
    """Notation of brackets in a format: the label of an opening one, and the text that closes it.

    `joint` stands between brackets, `least` gives how many positions a mention has at least, by its opening bracket. If
    `is_label` a bracket holds nothing else, so that one that opens can be written too.
    """

    label_of: Callable[[str], str] = str
    closing_of: Callable[[str], str] = str
    joint: str = ""
    least: Callable[[str], int] = lambda _: 1
    is_label: bool = False


@dataclass(slots=True)
class _Paired:
    """The brackets of a document: mentions, and what is only opened or closed, with its text and position."""

    places: set[Place] = field(default_factory=set)
    opened: list[tuple[str, int]] = field(default_factory=list)
    closed: list[tuple[str, int]] = field(default_factory=list)


def mend_brackets(mender: Mender, cells: Sequence[Cell], notation: Notation) -> dict[int, str]:
    """New texts of cells, by position, in which what is only opened or closed is a mention where one place fits.

    A place fits if it lies in the sentence, crosses no other mention, holds the head, and is not that of another
    mention. What fits nowhere or in several places is left.
    """
    texts = {position: cell.text for position, cell in enumerate(cells)}
    paired = _pair(cells, notation)
    waiting = [*((True, *bracket) for bracket in paired.opened), *((False, *bracket) for bracket in paired.closed)]
    while waiting:
        options = {entry: _fitting(cells, paired.places, notation, *entry) for entry in waiting}
        certain = next((entry for entry in waiting if len(options[entry]) == 1), None)
        if certain is None:
            break
        waiting.remove(certain)
        [slot] = options[certain]
        paired.places.add(slot)
        opens, body, position = certain
        _write(texts, opens, body, position, slot, notation)
        what = f"'({body}' is closed" if opens else f"'{body})' is opened"
        target = cells[slot[1] - 1 if opens else slot[0]].line
        mender.repairs.append(Repair(str(mender.path), cells[position].line, True, f"{what} in line {target}"))
    for opens, body, position in waiting:
        what = f"'({body}' is opened but not closed" if opens else f"'{body})' is closed but was not opened"
        fitting = len(_fitting(cells, paired.places, notation, opens, body, position))
        mender.leave(cells[position].line, f"{what}: {fitting or 'no'} places fit")
        if mender.drops:
            bare = _bare(texts[position], opens, body)
            parts = texts[position][: bare.start()], texts[position][bare.end() :]
            texts[position] = notation.joint.join(filter(None, (part.strip(notation.joint or " ") for part in parts)))
    return {position: text for position, text in texts.items() if text != cells[position].text}


def _pair(cells: Sequence[Cell], notation: Notation) -> _Paired:
    """Brackets of one label pair last in, first out, within a sentence before they do beyond it."""
    paired = _Paired()
    left: list[tuple[bool, str, int]] = []
    waiting: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for position, cell in enumerate(cells):
        for opens, body, closes in CHUNK.findall(cell.text):
            stack = waiting.setdefault((notation.label_of(body), cell.sentence), [])
            if opens and closes:
                paired.places.add((position, position + 1))
            elif opens:
                stack.append((body, position))
            elif stack:
                paired.places.add((stack.pop()[1], position + 1))
            else:
                left.append((False, body, position))
    left += [(True, *entry) for stack in waiting.values() for entry in stack]
    beyond: dict[str, list[tuple[str, int]]] = {}
    for opens, body, position in sorted(left, key=lambda entry: entry[2]):
        stack = beyond.setdefault(notation.label_of(body), [])
        if opens:
            stack.append((body, position))
        elif stack:
            paired.places.add((stack.pop()[1], position + 1))
        else:
            paired.closed.append((body, position))
    paired.opened += [entry for stack in beyond.values() for entry in stack]
    return paired


def _fitting(
    cells: Sequence[Cell], places: set[Place], notation: Notation, opens: bool, body: str, position: int
) -> list[Place]:
    if "[" in body or not (opens or notation.is_label):  # a part of a mention, or its fields are lost
        return []
    sentence = cells[position].sentence
    step = 1 if opens else -1
    fitting, far_end = [], position
    near = [slot for slot in places if slot[0] <= position + _FARTHEST and position - _FARTHEST <= slot[1]]
    while 0 <= far_end < len(cells) and cells[far_end].sentence == sentence and abs(far_end - position) < _FARTHEST:
        start = min(position, far_end)
        end = max(position, far_end) + 1
        long_enough = end - start >= (notation.least(body) if opens else 1)
        nests = all((a <= start and end <= b) or (start <= a and b <= end) or end <= a or b <= start for a, b in near)
        if long_enough and nests and (start, end) not in places:
            fitting.append((start, end))
        far_end += step
    return fitting


_FARTHEST = 500
"""Positions of a sentence in which the other end of a mention is looked for."""


def _write(texts: dict[int, str], opens: bool, body: str, position: int, slot: Place, notation: Notation) -> None:
    """Write the bracket that is missing; closing ones stand before, opening ones behind what is there."""
    if slot[1] - slot[0] == 1:
        bare = _bare(texts[position], opens, body)
        texts[position] = f"{texts[position][: bare.start()]}({body}){texts[position][bare.end() :]}"
    elif opens:
        parts = (f"{notation.closing_of(body)})", texts[slot[1] - 1])
        texts[slot[1] - 1] = notation.joint.join(filter(None, parts))
    else:
        texts[slot[0]] = notation.joint.join(filter(None, (texts[slot[0]], f"({body}")))


def _bare(text: str, opens: bool, body: str) -> re.Match[str]:
    """The bracket in the text of a cell that only opens or closes."""
    wanted = ("(", body, "") if opens else ("", body, ")")
    return next(chunk for chunk in CHUNK.finditer(text) if chunk.groups("") == wanted)
