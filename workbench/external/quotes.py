"""Mentions that a language model gave as words, without saying where: found in the text by their order and context."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain

from anaphora.workbench.document import RUNS, Quote, Quotes
from anaphora.workbench.external.records import Pair

LONGEST = 400
"""Letters of a mention that is looked for; it bounds the time of texts and mentions that repeat themselves."""
_KEY = 4  # letters by which mentions are grouped; so many mentions begin alike that fewer would be slow
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_SIGNS = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
"""Models write quotation marks and dashes as they are used to."""


def place_quotes(words: Sequence[str], quotes: Quotes, counts: Counter[str]) -> list[list[Pair]]:
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
    quote: Quote
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

    def _starts(self, quotes: Collection[str]) -> defaultdict[str, list[int]]:
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for quote in quotes:
            lengths[quote[:_KEY]].add(len(quote))
        starts: defaultdict[str, list[int]] = defaultdict(list)
        for start in sorted(self.borders):
            for size in range(1, min(_KEY, len(self.small) - start) + 1):
                for length in lengths.get(self.small[start : start + size], ()):
                    if start + length in self.borders and (quote := self.small[start : start + length]) in quotes:
                        starts[quote].append(start)
        return starts

    def tokens(self, mention: _Mention, counts: Counter[str]) -> Pair:
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
            position = next(_tried(places, max(low, reached), high), None)
            if position is None:
                counts["used_up" if places.starts else "absent"] += 1
                continue
            certain = places.free(low, high) == position and places.free(position + 1, high) is None
            counts["ambiguous"] += not certain
            _take(mention, position, places)
        reached = mention.end


def _tried(places: _Places, low: int, high: int) -> Iterator[int]:
    """Yield the first free place between two neighbours, then behind the first, then anywhere, as far as there are."""
    for start, end in ((low, high), (low, None), (0, None)):
        if (position := places.free(start, end)) is not None:
            yield position


def _bounds(members: Sequence[_Mention], length: int) -> list[Pair]:
    """Return for each mention the end of the last placed one before it, and the start of the next placed one."""
    lows = accumulate((mention.end if mention.position is not None else 0 for mention in members), max, initial=0)
    highs = [length]
    for mention in reversed(members):
        highs.append(mention.position if mention.position is not None else highs[-1])
    return list(zip(lows, highs[-2::-1], strict=False))
