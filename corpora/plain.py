"""Plain text, and the words of the running text of other formats."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import text as text_of
from anaphora.corpora._mentions import span_of
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Clusters
from anaphora.workbench.language.packs import language
from anaphora.workbench.spacy import start_spacy

if TYPE_CHECKING:
    from spacy.tokens import Doc

Characters: TypeAlias = tuple[int, int]
"""Offsets of characters (Unicode code points), start inclusive, end exclusive."""

LONGEST = 2_000_000
"""Characters of one document, some 700 pages; tagging it takes memory in proportion."""
_BYTES_PER_CHARACTER = 4
"""At most, in UTF-8."""

_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n[^\n]*\S[^\n]*)*+")
_HEADING_WORDS = 12
_ENDED = re.compile(r"""[.!?:;,…—–-]["'”’»)\]]*\Z""")  # what is said often stands in a line of its own
_NAME = r"[^\W\d_][\w'’.-]{0,30}(?: (?:of|the|and|de|van|von|[^\W_a-z][\w'’.-]{0,30})){0,3}"
_LABEL = re.compile(
    r"(?:^[ \t]*|(?<=[.?!])[ \t]+(?=[A-Z]:))(?P<label>"
    r"(?:[\[(]?\d[\d/.:, -]{3,24}(?:[AaPp]\.?[Mm]\.?)?[\])]?[ \t]*(?:[-–—][ \t]+)?)?"  # when
    rf"(?:<(?P<nick>[^\s<>]{{1,40}})>|(?P<name>{_NAME})(?:[ \t]?[(\[][^()\[\]\n]{{1,60}}[)\]])?[ \t]?:"
    r"|(?P<role>[A-ZÀ-Þ][A-ZÀ-Þ '’-]{0,40}[A-ZÀ-Þ])\.))"
    r"(?=[ \t]+\S|[ \t]*\r?\n[ \t]*\S)",
    re.MULTILINE,
)
"""Label of a speaker at the beginning of a line: "Ann:", "[12:03] Ann (laughing):", "<ann>", or, in plays, "HAMLET.";
after the end of a sentence, too, if it is a letter: "A: Did Mum call? B: Yes."."""
_FEWEST_TURNS = 2
# spaCy's time grows faster than the square of the length of a run without white space: 20,000 brackets take a minute
_LONG_RUN = re.compile(r"\S{301,}+")
_PIECE = 100


def read(path: Path) -> Iterator[Pair]:
    """The file as one document, called after the file, with an empty key.

    Raises:
        FormatError: the file is empty, binary, not UTF-8, or longer than `LONGEST` characters.
    """
    read_document = document(text_of(path, LONGEST * _BYTES_PER_CHARACTER), path.stem, path)
    yield read_document, Clusters(read_document.id, ())


def pair_of_texts(path: Path) -> tuple[str, str]:
    """The annotations of a file, and the text of the same name with the extension `.txt` beside it.

    Annotations may be empty where there is a text: nobody has marked anything yet.

    Raises:
        FormatError: one of the files cannot be opened, is binary, not UTF-8 or too long.
    """
    beside = path.with_suffix(".txt")
    unmarked = path.is_file() and not path.stat().st_size and beside.is_file()
    annotations = "" if unmarked else text_of(path)
    if not beside.is_file():
        cure = "Copy it there; offsets count in it."
        raise FormatError(path, None, f"the text {beside.name} is not beside it", cure, code="missing-file")
    return annotations, text_of(beside, LONGEST * _BYTES_PER_CHARACTER)


def document(text: str, id: str, path: str | Path = "", cuts: Iterable[int] = (), language: str = "en") -> Document:
    """A text as a document; paragraphs are divided by lines without words.

    A paragraph is a heading if it is one line of at most 12 words that does not end with `. ! ? : ; ,` and another
    paragraph follows. In a chat or a play labels before turns say who speaks, up to the end of the paragraph. Words are
    divided at the character offsets `cuts`, and as those of a `language` are ("l'" and "homme" in French). Errors name
    `path`, or else the id.

    Raises:
        FormatError: the text holds no word or is longer than `LONGEST` characters.
    """
    path = path or id
    if len(text) > LONGEST:
        problem = f"the text has {len(text):,} characters, more than {LONGEST:,}"
        cure = "Split it, at chapters for example, into several files."
        raise FormatError(path, None, problem, cure, code="too-large")
    tokens = tokenise(text, cuts, language)
    if not tokens.words:
        raise FormatError(path, None, "the text has no words", "Give a text with at least one word.", code="no-words")
    return laid_out(id, text, tokens)


def laid_out(id: str, text: str, tokens: "Tokens") -> Document:
    """The words of a text with its paragraphs, headings and turns; none of them begins within a word."""
    starts = set(tokens.starts)
    paragraphs = [begin for paragraph in _PARAGRAPH.finditer(text) if (begin := paragraph.start()) in starts]
    labels = {begin: label for begin, label in _labels(text, paragraphs).items() if begin in starts}
    headings: list[Span] = []
    for begin, end in pairwise(paragraphs):
        line = text[begin:end].strip()
        is_short = "\n" not in line and len(line.split()) <= _HEADING_WORDS and not _ENDED.search(line)
        if begin not in labels and is_short:
            headings.append(Span(tokens.at(begin), tokens.at(end)))
    begins = sorted({*paragraphs, *labels})
    lengths = (tokens.at(end) - tokens.at(begin) for begin, end in pairwise((*begins, len(text))))
    voices = ([labels.get(begin, ("",))[0]] * length for begin, length in zip(begins, lengths, strict=True))
    return Document(
        id=id,
        words=tokens.words,
        spaces=tokens.spaces,
        paragraph_starts=tuple(tokens.at(begin) for begin in paragraphs),
        headings=tuple(headings),
        prefix=tokens.prefix,
        speakers=tuple(chain.from_iterable(voices)) if labels else (),
        labels=tuple(Span(tokens.at(begin), tokens.at(end)) for begin, (_, end) in labels.items()),
    )


def _labels(text: str, paragraphs: Sequence[int]) -> dict[int, tuple[str, int]]:
    """Return the starts of turns, with the name of the speaker and the end of the label.

    A text has turns if there are two, and half of its lines, or of its paragraphs, begin with a label.
    """
    shown = {label.start("label"): label for label in _LABEL.finditer(text)}
    lines = sum(bool(line.strip()) for line in text.split("\n"))
    counts = ((len(shown), lines), (sum(begin in shown for begin in paragraphs), len(paragraphs)))
    if not any(turns >= max(_FEWEST_TURNS, units / 2) for turns, units in counts):
        return {}
    return {
        begin: (" ".join((label["nick"] or label["name"] or label["role"]).split()), label.end("label"))
        for begin, label in shown.items()
    }


class Tokens(NamedTuple):
    """`prefix` and then each word with the white space after it make up the text; `starts` are character offsets."""

    prefix: str
    words: tuple[str, ...]
    spaces: tuple[str, ...]
    starts: tuple[int, ...]

    def at(self, offset: int) -> int:
        """The first token that starts at or after a character offset; the number of tokens if there is none."""
        return bisect_left(self.starts, offset)


def tokenise(text: str, cuts: Iterable[int] = (), language: str = "en") -> Tokens:
    """The tokens of a text in a language, none of which extends over one of the character offsets `cuts`.

    White space is never a word. Runs of more than 300 characters without any are divided every 100 characters.
    """
    ordered = sorted(set(cuts))
    bounds: list[tuple[int, int]] = []
    for start, end in _bounds(text, language):
        inner = ordered[bisect_right(ordered, start) : bisect_left(ordered, end)]
        bounds += zip((start, *inner), (*inner, end), strict=True)
    starts = tuple(start for start, _ in bounds)
    return Tokens(
        prefix=text[: starts[0]] if starts else text,
        words=tuple(text[start:end] for start, end in bounds),
        spaces=tuple(text[end:after] for (_, end), after in zip(bounds, (*starts[1:], len(text)), strict=True))
        if bounds
        else (),
        starts=starts,
    )


def _bounds(text: str, code: str) -> Iterator[tuple[int, int]]:
    tokenizer, tables = _tokenizer(code), language(code)
    forms = "|".join(map(re.escape, sorted(tables.of("clitics.suffixes"), key=len, reverse=True)))
    for offset, piece in _pieces(text):
        bounds = [(token.idx, token.idx + len(token)) for token in tokenizer(piece) if not token.is_space]
        clitics = list(_clitics(piece, forms, tables.of("clitics.never"))) if forms else []
        for start, end in _with_clitics(bounds, clitics) if clitics else bounds:
            yield offset + start, offset + end


def _clitics(text: str, forms: str, never: Container[str]) -> Iterator[tuple[int, int]]:
    """The clitics at the ends of words: "-t-il" of "a-t-il", "-le" and "-moi" of "donne-le-moi", "'s" of "gibt's".

    Those with an apostrophe follow words in small letters, since names have a genitive.
    """
    for word in re.finditer(rf"\b(?P<host>[^\W\d_][\w'’-]*?)(?P<clitics>(?:{forms})+)(?![\w-])", text, re.IGNORECASE):
        if word[0].lower() not in never and (word["clitics"].startswith("-") or word["host"].islower()):
            start = word.start("clitics")
            for clitic in re.finditer(forms, word["clitics"], re.IGNORECASE):
                yield start + clitic.start(), start + clitic.end()


def _with_clitics(bounds: Iterable[tuple[int, int]], clitics: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Words cut at the edges of clitics, and each clitic in one; both are in text order."""
    edges = sorted({edge for clitic in clitics for edge in clitic})
    ends = dict(clitics)
    done = 0
    for start, end in bounds:
        inner = edges[bisect_right(edges, start) : bisect_left(edges, end)]
        for first, last in zip((start, *inner), (*inner, end), strict=True):
            if first >= done:
                done = ends.get(first, last)
                yield first, done


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    done = 0
    for run in _LONG_RUN.finditer(text):
        yield done, text[done : run.start()]
        for start in range(run.start(), run.end(), _PIECE):
            yield start, text[start : min(start + _PIECE, run.end())]
        done = run.end()
    yield done, text[done:]


@cache
def _tokenizer(language: str) -> "Callable[[str], Doc]":
    """SpaCy's rules for a language, or else those for English; its Norwegian is Bokmål."""
    start_spacy()
    import spacy
    from spacy.attrs import IS_SPACE

    try:
        blank = spacy.blank("nb" if language in ("no", "nn") else language)
    except ImportError:
        blank = spacy.blank("en")
    vocab: Any = blank.vocab
    vocab.lex_attr_getters = {IS_SPACE: vocab.lex_attr_getters[IS_SPACE]}  # nothing else is asked of a word
    return blank.tokenizer


def span_over(starts: Sequence[int], fragments: Iterable[Characters]) -> Span | None:
    """The tokens that begin in one of the fragments, which are in text order; `None` if there is none.

    `starts` are the offsets of all tokens.
    """
    return span_of((bisect_left(starts, start), bisect_left(starts, end)) for start, end in fragments)


FORMAT = Format(
    name="plain",
    source="Plain text: UTF-8, paragraphs divided by empty lines, words by spaCy's rules for its language.",
    suffix=".txt",
    recognises=by_signs(name=r"(?i).\.(?:txt|text)\Z"),
    read=read,
    is_any_text=True,
)
