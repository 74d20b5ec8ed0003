"""The page of entities: the text in colours, a list that filters, where each occurs, and who occurs with whom."""

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from anaphora.experiments.show.charts.layout import Strips
from anaphora.experiments.show.report.page import FRAME, html_page
from anaphora.experiments.texts.chained import Chained, ChainedText
from anaphora.workbench.decision import Entity
from anaphora.workbench.document import Document
from anaphora.workbench.results.vocabulary import counted

MOST_FREQUENT = 12
"""Entities that have a look of their own, and a row and a column in the table of who occurs with whom."""
_HUES = 6
_STRIP = 400  # places of a strip that are told apart, about as many as it is pixels wide
_SHADES = 4
_WORD = re.compile(r"\S+")
_FULL, _NARROWEST = 0.9, 40  # this share of all lines is not longer than a full one, which has so many characters
_STYLES = ("palette.css", "report.css", "candidates.css", "reading.css", "errors.css", "entities.css")
_SCRIPTS = (*FRAME, "entities.js")


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity of the list: `anchor` is its first mention, `strip` the drawing of where it occurs along the text."""

    number: int
    entity: Entity
    anchor: str
    look: str
    told: str
    strip: str


@dataclass(frozen=True, slots=True)
class Together:
    """Counts of units, such as sentences, in which two of the most frequent entities occur: a row and column for each.

    The diagonal is `None`. `shade` is how dark a count is shown, from 0 to 4.
    """

    unit: str
    counts: tuple[tuple[int | None, ...], ...]

    def shade(self, count: int | None) -> int:
        """Return how dark a count is shown; only zero is 0."""
        most = max((cell for row in self.counts for cell in row if cell), default=1)
        return -(-_SHADES * (count or 0) // most)


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text as the page has it; `anchor` begins all its ids."""

    id: str
    anchor: str
    facts: str
    rows: tuple[EntityRow, ...]
    paragraphs: Markup
    together: tuple[Together, ...]

    @property
    def kinds(self) -> list[str]:
        """The kinds of its entities, the most frequent first; empty for what is not known."""
        return [kind for kind, _ in Counter(row.entity.kind or "" for row in self.rows).most_common()]


def entities_page(chained: Chained) -> str:
    """The page of all texts: one HTML file that needs no network, no server and no script to be read."""
    several = len(chained.texts) > 1
    texts = [_shown(text, f"t{number}-" if several else "") for number, text in enumerate(chained.texts, start=1)]
    title = "Entities" if several else texts[0].id
    return html_page(
        "entities.html.j2", styles=_STYLES, scripts=_SCRIPTS, title=title, texts=texts, several=several, chained=chained
    )


def _shown(text: ChainedText, anchor: str) -> ShownText:
    return ShownText(
        id=text.document.id,
        anchor=anchor,
        facts=" · ".join([*text.size(), text.left_out()] if text.singletons else text.size()),
        rows=tuple(_rows(text, anchor)),
        paragraphs=Markup("").join(_paragraphs(text, anchor)),
        together=tuple(_together(text)),
    )


def _rows(text: ChainedText, anchor: str) -> Iterator[EntityRow]:
    length = max(1, len(text.document.text))
    for number, entity in enumerate(text.entities, start=1):
        phrases = [text.phrases[mention] for mention in entity.mentions]
        places = sorted({_STRIP * phrase.start // length for phrase in phrases})
        first, last = (text.line_of(phrases[end].start) for end in (0, -1))
        number_told = entity.number if entity.number == "plural" else None  # most are singular
        traits = ", ".join(filter(None, (entity.kind, entity.gender, number_told)))
        kinds = ", ".join(counted(count, kind) for kind, count in text.counts(entity).items() if count)
        lines = f"line {first:,}" if first == last else f"lines {first:,} to {last:,}"
        yield EntityRow(
            number=number,
            entity=entity,
            anchor=f"{anchor}{entity.id}",
            look=look_of(number),
            told=" · ".join(filter(None, (traits, kinds, lines))),
            strip="".join(f"M{offset} 0v1" for offset in places),
        )


def where(text: ChainedText) -> Strips:
    """The chart of where the most frequent entities are mentioned along the text, in words."""
    rows = {}
    for entity in text.entities[:MOST_FREQUENT]:
        name = entity.name if entity.name not in rows else f"{entity.name} ({entity.id})"
        rows[name] = tuple(text.prepared.mentions[mention].span.start for mention in entity.mentions)
    return Strips(rows, len(text.document.words), "word of the text")


def look_of(number: int) -> str:
    """The classes of an entity, numbered from 1: each hue serves twice, with another line."""
    if number > MOST_FREQUENT:
        return ""
    return f" hue-{(number - 1) % _HUES + 1}" + (" again" if number > _HUES else "")


# the text


def _paragraphs(text: ChainedText, anchor: str) -> Iterator[Markup]:
    """The text as paragraphs of sentences with all mentions in it."""
    document, starts = text.document, text.prepared.annotation.sentence_starts
    bounds = sorted({0, *document.paragraph_starts, len(document.words)})
    opening = _opening(text, anchor)
    spaces = _spaces(document)
    for begin, end in pairwise(bounds):
        inside = starts[bisect_right(starts, begin) : bisect_right(starts, end - 1)]
        sentences = Markup("").join(
            marked(document.words, spaces, opening, first, last) for first, last in pairwise((begin, *inside, end))
        )
        yield Markup("<p>{}</p>\n").format(sentences.rstrip())


def _opening(text: ChainedText, anchor: str) -> dict[int, list[tuple[int, Markup]]]:
    """The mentions that begin at each token, the longest first: the end and the tag of each."""
    opening: dict[int, list[tuple[int, Markup]]] = defaultdict(list)
    tag = Markup('<span class="m{}" data-e="{}"{}>')
    for number, entity in enumerate(text.entities, start=1):
        first = Markup(' id="{}"').format(f"{anchor}{entity.id}")
        look = look_of(number)
        for mention in entity.mentions:
            span = text.prepared.mentions[mention].span
            opening[span.start].append((span.end, tag.format(look, number, first)))
            first = Markup("")
    return {start: sorted(mentions, reverse=True) for start, mentions in opening.items()}


def marked(
    words: Sequence[str], spaces: Sequence[str], opening: dict[int, list[tuple[int, Markup]]], first: int, last: int
) -> Markup:
    """A sentence; what crosses the end of a mention around it, or of the sentence, is shown as if it ended there."""
    pieces = ['<span class="s">']
    ends = [last]
    for token in range(first, last):
        for end, tag in opening.get(token, ()):
            ends.append(min(end, ends[-1]))
            pieces.append(tag)
        pieces.append(escape(words[token]))
        while ends and ends[-1] == token + 1:
            ends.pop()
            pieces.append("</span>")
        pieces.append(spaces[token])
    return Markup("".join(pieces))  # noqa: S704 - words are escaped


def _spaces(document: Document) -> list[str]:
    """The white space shown behind each word: a line ends where the author ended it, but not where it was only full."""
    full = _full_lines(document)
    spaces = [" " if space else "" for space in document.spaces]
    for token, space in enumerate(document.spaces):
        if "\n" in space and token not in full:
            spaces[token] = "\n"
    return spaces


def _full_lines(document: Document) -> set[int]:
    """The last words of lines that were full, so that the next word would not have fitted: of books in plain text.

    If they are not most lines within paragraphs, as in chats and lists, there are none.
    """
    text = document.text
    starts = document.character_starts()
    begins = {*document.paragraph_starts, *(label.start for label in document.labels)}
    ends = [token for token, space in enumerate(document.spaces[:-1]) if "\n" in space and token + 1 not in begins]
    if not ends:
        return set()
    fits = _room(text, [starts[token] + len(document.words[token]) for token in ends])
    full = {token for token in ends if not fits(starts[token] + len(document.words[token]), starts[token + 1])}
    return full if 2 * len(full) > len(ends) else set()


def _room(text: str, ends: Sequence[int]) -> Callable[[int, int], bool]:
    """Return a test of whether the word at an offset would have fitted into the line that ends at another one."""

    def length(end: int) -> int:
        return end - text.rfind("\n", 0, end) - 1

    width = max(_NARROWEST, sorted(map(length, ends))[math.ceil(_FULL * (len(ends) - 1))])

    def fits(end: int, following: int) -> bool:
        word = _WORD.match(text, following)
        return length(end) + 1 + (len(word[0]) if word else 0) <= width

    return fits


# who occurs with whom


def _together(text: ChainedText) -> Iterator[Together]:
    """Two tables, of sentences and of paragraphs; none of fewer than two entities."""
    frequent = text.entities[:MOST_FREQUENT]
    if len(frequent) < 2:
        return
    found = [[text.prepared.mentions[index] for index in entity.mentions] for entity in frequent]
    places = [{(mention.sentence, mention.paragraph) for mention in mentions} for mentions in found]
    for unit, which in (("sentence", 0), ("paragraph", 1)):
        units = [{place[which] for place in entity_places} for entity_places in places]
        yield Together(unit, tuple(tuple(None if row is cell else len(row & cell) for cell in units) for row in units))
