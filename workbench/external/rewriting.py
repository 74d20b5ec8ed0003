"""A text that a language model wrote again with marks, aligned with the text it was given.

Marks are `[Tom](#cluster_0)`, or those of the CRAC shared tasks, `Tom|[e1]` (`anaphora.corpora.crac_text`).

Models change what they copy (Gan et al. 2025), so the two texts are aligned word by word with the fewest edits. A
marked mention keeps its place if at least half of its words are unchanged there; otherwise it was invented.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anaphora.workbench.external.schema import Input, Pair
from anaphora.workbench.external.spans import layout_of
from anaphora.workbench.external.word_alignment import align

_BRACKETS = re.compile(r"\[|\]\(#(?P<name>[^()\s]*)\)|\]")
_TAG = r"(?:\[e\d++\]?|e\d++\])"
TAGS = rf"{_TAG}(?:,{_TAG})*+"
"""The marks behind a word in texts of the CRAC shared tasks."""
_TAGGED = re.compile(rf"(?<!\S)(?P<word>\S+)\|(?P<tags>{TAGS})(?!\S)")
_WORDS = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mention as characters of the text without marks, with the name of its cluster."""

    start: int
    end: int
    name: str


def read_marks(given: Input, rewritten: str, found: Counter[str]) -> list[list[Pair]]:
    """The clusters of a text written again, in tokens of the text that was given."""
    text, marks = _read(rewritten, found)
    words, own = list(_WORDS.finditer(given.text)), list(_WORDS.finditer(text))
    copy = align([word[0] for word in words], [word[0] for word in own])
    found["edits"] += copy.dropped + copy.added + copy.changed
    starts, ends = [word.start() for word in own], [word.end() for word in own]
    place = layout_of(given)
    clusters: dict[str, list[Pair]] = {}
    for mark in marks:
        begin, end = bisect_left(starts, mark.start), bisect_right(ends, mark.end)
        there = copy.find(begin, end)
        if there is None:
            found["invented"] += 1
            continue
        (first, after), unchanged = there
        found["altered"] += unchanged < end - begin
        tokens = place.tokens(words[first].start(), words[after - 1].end())
        if tokens is None:  # a word that is no token's: texts whose tokens leave characters out
            found["blank"] += 1
        elif mark.name:
            clusters.setdefault(mark.name, []).append(tokens)
        else:
            found["unfilled"] += 1
    return list(clusters.values())


def _read(rewritten: str, found: Counter[str]) -> tuple[str, list[Mark]]:
    """The text without its marks, and the marks; brackets of the text itself stay."""
    if tagged := list(_TAGGED.finditer(rewritten)):
        return _read_tags(rewritten, tagged, found)
    ends: dict[int, re.Match[str]] = {}
    opened: list[int] = []
    dropped: dict[int, int] = {}
    for bracket in _BRACKETS.finditer(rewritten):
        if bracket[0] == "[":
            opened.append(bracket.start())
        elif bracket["name"] is None:
            del opened[-1:]  # a pair of the text's own
        elif opened:
            ends[opened.pop()] = bracket
        else:
            found["unbalanced"] += 1
            dropped[bracket.start()] = bracket.end()
    dropped |= {start: start + 1 for start in ends} | {end.start(): end.end() for end in ends.values()}
    text, moved = _without(rewritten, dropped)
    marks = [Mark(moved[start], moved[end.start()], end["name"]) for start, end in ends.items()]
    return text, sorted(marks, key=lambda mark: (mark.start, -mark.end))


def _read_tags(rewritten: str, tagged: Sequence[re.Match[str]], found: Counter[str]) -> tuple[str, list[Mark]]:
    """As `_read`, of a text in which marks stand behind words; which of an entity was opened last is closed first."""
    text, moved = _without(rewritten, {word.end("word"): word.end() for word in tagged})
    opened: dict[str, list[int]] = {}
    marks: list[Mark] = []
    for word in tagged:
        end = moved[word.end("word")]
        start = end - len(word["word"])
        for tag in word["tags"].split(","):
            name = tag.strip("[]")
            if tag[0] == "[":
                opened.setdefault(name, []).append(start)
            if tag[-1] == "]" and opened.get(name):
                marks.append(Mark(opened[name].pop(), end, name))
            else:
                found["unbalanced"] += tag[-1] == "]"
    found["unbalanced"] += sum(map(len, opened.values()))
    return text, sorted(marks, key=lambda mark: (mark.start, -mark.end))


def _without(source: str, dropped: Mapping[int, int]) -> tuple[str, dict[int, int]]:
    """A text without some pieces, and for each of these where it stood in what is left."""
    kept: list[str] = []
    moved: dict[int, int] = {}
    length = position = 0
    for start, end in sorted(dropped.items()):
        kept.append(source[position:start])
        length += start - position
        moved[start], position = length, end
    kept.append(source[position:])
    return "".join(kept), moved
