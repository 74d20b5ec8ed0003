"""Mending of what language models write: what is mended and dropped, texts written again with marks, and quotes.

`anaphora.corpora.answers` reads answers as a corpus, with its JSON; `records` checks predictions on their way into a
recording. Both mend alike, by what stands here: in the workbench, since results say what was mended, texts are
compared with their copies, and resolvers, which may not see corpora, read recordings through this room.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, takewhile
from pathlib import Path
from typing import TypeAlias

from anaphora.workbench.document import RUNS, QuotedMention, Quotes
from anaphora.workbench.errors import needs_extra
from anaphora.workbench.files import read_toml

Bounds: TypeAlias = tuple[int, int]
"""Start and end of a mention, the end exclusive."""

KINDS: Mapping[str, Mapping[str, str]] = read_toml(Path(__file__).with_name("repairs.toml"))[1]
"""What is mended and what is dropped, each kind by the name that it is counted under."""
_LEFT_OUT = {name: text if "(" in text else f"{text} (left out)" for name, text in KINDS["dropped"].items()}
REPAIRS = {**KINDS["mended"], **_LEFT_OUT}
"""All of this, each said so that it can stand alone."""


def say_repairs(counts: Mapping[str, int]) -> str:
    """Say in one line what was mended and what was dropped; empty if nothing was."""
    parts = []
    for what, names in KINDS.items():
        if kinds := [_counted(counts[name], text) for name, text in names.items() if counts.get(name)]:
            parts.append(f"{what}: {', '.join(kinds)}")
    return "; ".join(parts)


def _counted(count: int, text: str) -> str:
    noun, _, rest = text.partition(" ")
    return f"{count:,} {noun.removesuffix('s') if count == 1 else noun} {rest}"


# Texts written again: models drop, repeat and change words of what they copy (Gan et al. 2025)


@dataclass(frozen=True, slots=True)
class Copy:
    """A text written again, with the fewest edits.

    `words` are the copied words that stand for one of the text, `places` those that they stand for; of the first n of
    them `unchanged[n]` are the same but for case. `dropped` counts words of the text that no copied one stands for,
    `added` copied words that stand for none, `changed` those that stand for another.
    """

    words: Sequence[int]
    places: Sequence[int]
    unchanged: Sequence[int]
    dropped: int
    added: int
    changed: int

    def find(self, start: int, end: int) -> tuple[Bounds, int] | None:
        """The words of the text that these copied words stand for, and how many are unchanged.

        `None` if it is less than half of them: then the model invented what it wrote there.
        """
        first, after = bisect_left(self.words, start), bisect_left(self.words, end)
        same = self.unchanged[after] - self.unchanged[first]
        if same < 1 or 2 * same < end - start:
            return None
        return (self.places[first], self.places[after - 1] + 1), same

    def gap(self, copied: int) -> int:
        """Count the words of the text before a point with `copied` copied words before it, kept at its neighbours."""
        after = bisect_left(self.words, copied)
        follows = after > 0 and self.words[after - 1] == copied - 1
        if not follows and after < len(self.words) and self.words[after] == copied:
            return self.places[after]
        return self.places[after - 1] + 1 if after else 0


def align(text: Sequence[str], copied: Sequence[str]) -> Copy:
    """A text and what a model wrote when it copied it, word by word, but for case."""
    with needs_extra("systems"):
        from rapidfuzz.distance import Levenshtein

    pairs: list[tuple[int, int, bool]] = []
    for step in Levenshtein.opcodes([word.casefold() for word in text], [word.casefold() for word in copied]):
        if step.tag in ("equal", "replace"):
            both = zip(range(step.dest_start, step.dest_end), range(step.src_start, step.src_end), strict=True)
            pairs += [(word, original, step.tag == "equal") for word, original in both]
    unchanged = [0, *accumulate(same for _, _, same in pairs)]
    return Copy(
        words=[word for word, _, _ in pairs],
        places=[original for _, original, _ in pairs],
        unchanged=unchanged,
        dropped=len(text) - len(pairs),
        added=len(copied) - len(pairs),
        changed=len(pairs) - unchanged[-1],
    )


# Marks in such texts: `[Tom](#cluster_0)`, or those of the CRAC shared tasks, `Tom|[e1]` (`anaphora.corpora.crac_text`)

_BRACKETS = re.compile(r"\[|\]\(#(?P<name>[^()\s]*)\)|\]")
_TAG = r"(?:\[e\d++\]?|e\d++\])"
TAGS = rf"{_TAG}(?:,{_TAG})*+"
"""The marks behind a word in texts of the CRAC shared tasks."""
_TAGGED = re.compile(rf"(?<!\S)(?P<word>\S+)\|(?P<tags>{TAGS})(?!\S)")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mention as characters of the text without marks, with the name of its cluster."""

    start: int
    end: int
    name: str


def split_marks(rewritten: str, counts: Counter[str]) -> tuple[str, list[Mark]]:
    """The text without its marks, and the marks; brackets of the text itself stay."""
    if tagged := list(_TAGGED.finditer(rewritten)):
        return _read_tags(rewritten, tagged, counts)
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
            counts["unbalanced"] += 1
            dropped[bracket.start()] = bracket.end()
    dropped |= {start: start + 1 for start in ends} | {end.start(): end.end() for end in ends.values()}
    text, moved = _without(rewritten, dropped)
    marks = [Mark(moved[start], moved[end.start()], end["name"]) for start, end in ends.items()]
    return text, sorted(marks, key=lambda mark: (mark.start, -mark.end))


def _read_tags(rewritten: str, tagged: Sequence[re.Match[str]], counts: Counter[str]) -> tuple[str, list[Mark]]:
    """Read marks behind words, as `split_marks` does; of the mentions of an entity the last opened is closed first."""
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
                counts["unbalanced"] += tag[-1] == "]"
    counts["unbalanced"] += sum(map(len, opened.values()))
    return text, sorted(marks, key=lambda mark: (mark.start, -mark.end))


def _without(source: str, dropped: Mapping[int, int]) -> tuple[str, dict[int, int]]:
    """Return a text without some pieces, and for each of these its place in what is left."""
    kept: list[str] = []
    moved: dict[int, int] = {}
    length = position = 0
    for start, end in sorted(dropped.items()):
        kept.append(source[position:start])
        length += start - position
        moved[start], position = length, end
    kept.append(source[position:])
    return "".join(kept), moved


# Mentions that are given as words, without saying where: found by their order and context

LONGEST = 400
"""Letters of a mention that is looked for; it bounds the time of texts and mentions that repeat themselves."""
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_SIGNS = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
"""Models write quotation marks and dashes as they are used to."""


def place_quotes(words: Sequence[str], quotes: Quotes, counts: Counter[str]) -> list[list[Bounds]]:
    """The tokens of each mention, in chains as given; counts what was not certain, and leaves out what is not there.

    A mention is found where its words stand, but for blanks; in capitals or not only where its own do not occur. No two
    mentions get one place. Where there are several places, it is the one at its `start`, or else the nearest (counted
    as `moved`); the only one in its context; of a word that one chain names as often as the text has it, each in order.
    What is left stands between its neighbours in the chain that are found so: if there are several places, it gets the
    first, and is counted as `ambiguous`.
    """
    text = _Letters(words)
    chains = [[_Mention(quote, letters_of(quote.words)) for quote in members] for members in quotes]
    mentions = list(chain.from_iterable(chains))
    contexts = {letters_of(mention.quote.around) for mention in mentions}
    text.look_for({mention.letters for mention in mentions} | contexts)
    for mention in mentions:
        if not text.places[mention.letters].starts:
            mention.letters = letters_of(_EDGES.sub("", mention.quote.words))
    text.look_for({mention.letters for mention in mentions})
    for mention in mentions:
        _anchor(mention, text, counts)
    _anchor_complete(chains, text)
    for members in chains:
        _fill(members, text, counts)
    return [[text.tokens(mention, counts) for mention in members if mention.position is not None] for members in chains]


def letters_of(text: str) -> str:
    """Return the letters that texts are compared by: no blanks, plain quotation marks and dashes."""
    return "".join(text.translate(_SIGNS).split())


def _in_small(text: str) -> str:
    """Lower the capitals of a text, whose length stays the same."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(character.lower()[:1] for character in text)


@dataclass(slots=True)
class _Mention:
    quote: QuotedMention
    letters: str
    position: int | None = None

    @property
    def end(self) -> int:
        """The end of its letters in the text, counted from its position."""
        return (self.position or 0) + len(self.letters)


@dataclass(slots=True)
class _Places:
    """The places where some words stand, in order; `next` leads from a taken one towards the next that is free."""

    starts: list[int] = field(default_factory=list)
    next: list[int] = field(default_factory=list)

    def free(self, start: int, end: int | None = None) -> int | None:
        """The first place from a letter on, and before another, that is not taken."""
        number = self._skip(bisect_left(self.starts, start))
        position = self.starts[number] if number < len(self.starts) else None
        return position if position is not None and (end is None or position < end) else None

    def nearest(self, start: int) -> int | None:
        """Return the nearer of the first free place from a letter on, and the last place up to it if that is free."""
        number = bisect_right(self.starts, start) - 1
        before = [self.starts[number]] if number >= 0 and self._skip(number) == number else []
        after = self.free(start)
        return min(
            before + ([] if after is None else [after]), key=lambda position: abs(position - start), default=None
        )

    def take(self, position: int) -> None:
        """Mark a place as taken."""
        number = bisect_left(self.starts, position)
        self.next[number] = number + 1

    def _skip(self, number: int) -> int:
        first = number
        while number < len(self.next) and self.next[number] != number:
            number = self.next[number]
        while first < number:  # a shorter way for who comes next
            self.next[first], first = number, self.next[first]
        return number


class _Letters:
    """The letters of a text; `offsets` count those before each word, `borders` are where a run of them may begin."""

    def __init__(self, words: Sequence[str]) -> None:
        plain = [letters_of(word) for word in words]
        self.letters = "".join(plain)
        self.small = _in_small(self.letters)
        self.offsets = list(accumulate(map(len, plain), initial=0))
        inner = (
            offset + end
            for offset, word in zip(self.offsets, plain, strict=False)
            for run in RUNS.finditer(word)
            for end in run.span()
        )
        self.borders = {*self.offsets, *inner}
        self.places: defaultdict[str, _Places] = defaultdict(_Places)

    def look_for(self, quotes: Collection[str]) -> None:
        """Find all places of these words at once: time grows with the text, whatever their number."""
        wanted = [quote for quote in quotes if quote not in self.places and 0 < len(quote) <= LONGEST]
        starts = self._starts({_in_small(quote) for quote in wanted})
        for quote in wanted:
            alike = starts[_in_small(quote)]
            exact = [start for start in alike if self.letters.startswith(quote, start)] or alike
            self.places[quote] = _Places(exact, list(range(len(exact))))

    def _starts(self, quotes: Collection[str]) -> Mapping[str, list[int]]:
        """The places of these words, by a search in the sorted beginnings of the text (a suffix array)."""
        if not quotes:
            return {}
        longest = max(map(len, quotes))
        beginnings = sorted((self.small[start : start + longest], start) for start in self.borders)
        starts = {}
        for quote in quotes:
            behind = (beginnings[number] for number in range(bisect_left(beginnings, (quote, 0)), len(beginnings)))
            alike = takewhile(lambda entry: entry[0].startswith(quote), behind)  # noqa: B023 (taken at once)
            starts[quote] = sorted(start for _, start in alike if start + len(quote) in self.borders)
        return starts

    def tokens(self, mention: _Mention, counts: Counter[str]) -> Bounds:
        """The words of a mention that was found."""
        start, end = mention.position or 0, mention.end
        first = bisect_right(self.offsets, start) - 1
        after = bisect_left(self.offsets, end)
        counts["cut"] += (self.offsets[first], self.offsets[after]) != (start, end)
        return first, after


def _anchor(mention: _Mention, text: _Letters, counts: Counter[str]) -> None:
    """Place a mention that says where it is, or whose words are there once, in the text or in its context."""
    places = text.places[mention.letters]
    around = letters_of(mention.quote.around)
    contexts = text.places[around].starts if around else []
    position = None
    if mention.quote.start is not None:
        position = places.nearest(mention.quote.start)
        counts["moved"] += position is not None and position != mention.quote.start
    elif len(contexts) == 1:
        position = places.free(contexts[0], contexts[0] + len(around))
    elif len(places.starts) == 1:
        position = places.free(0)
    if position is not None:
        _take(mention, position, places)


def _take(mention: _Mention, position: int, places: _Places) -> None:
    mention.position = position
    places.take(position)


def _anchor_complete(chains: Sequence[Sequence[_Mention]], text: _Letters) -> None:
    """Place mentions of words that one chain names as often as they are there."""
    named: defaultdict[str, list[tuple[int, _Mention]]] = defaultdict(list)
    for number, members in enumerate(chains):
        for mention in members:
            named[mention.letters].append((number, mention))
    for letters, mentions in named.items():
        places = text.places[letters]
        alone = len({number for number, _ in mentions}) == 1 and all(entry.position is None for _, entry in mentions)
        if alone and len(mentions) == len(places.starts):
            for (_, mention), position in zip(mentions, tuple(places.starts), strict=True):
                _take(mention, position, places)


def _fill(members: Sequence[_Mention], text: _Letters, counts: Counter[str]) -> None:
    """Place the other mentions of a chain between their neighbours or, without room there, at the first free place."""
    reached = 0
    for mention, (low, high) in zip(members, _bounds(members, len(text.letters)), strict=True):
        if mention.position is None:
            places = text.places[mention.letters]
            # between its neighbours, then behind the first of them, then anywhere
            ranges = ((max(low, reached), high), (max(low, reached), None), (0, None))
            free = (places.free(start, end) for start, end in ranges)
            position = next((start for start in free if start is not None), None)
            if position is None:
                counts["used_up" if places.starts else "absent"] += 1
                continue
            certain = places.free(low, high) == position and places.free(position + 1, high) is None
            counts["ambiguous"] += not certain
            _take(mention, position, places)
        reached = mention.end


def _bounds(members: Sequence[_Mention], length: int) -> list[Bounds]:
    """Return for each mention the end of the last placed one before it, and the start of the next placed one."""
    lows = accumulate((mention.end if mention.position is not None else 0 for mention in members), max, initial=0)
    highs = [length]
    for mention in reversed(members):
        highs.append(mention.position if mention.position is not None else highs[-1])
    return list(zip(lows, highs[-2::-1], strict=False))
