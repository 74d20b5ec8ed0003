"""Words of running text, by spaCy's rules for English, with every character kept."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

# spaCy's time grows faster than the square of the length of a run without white space: 20,000 brackets take a minute
_LONG_RUN = re.compile(r"\S{301,}+")
_PIECE = 100


@dataclass(frozen=True, slots=True)
class Tokens:
    """`prefix` and then each word with the white space after it make up the text; `starts` are character offsets."""

    prefix: str
    words: tuple[str, ...]
    spaces: tuple[str, ...]
    starts: tuple[int, ...]

    def at(self, offset: int) -> int:
        """The first token that starts at or after a character offset; the number of tokens if there is none."""
        return bisect_left(self.starts, offset)


def tokenise(text: str, cuts: Iterable[int] = ()) -> Tokens:
    """The tokens of a text, none of which extends over one of the character offsets `cuts`.

    White space is never a word. Runs of more than 300 characters without any are divided every 100 characters.
    """
    ordered = sorted(set(cuts))
    bounds: list[tuple[int, int]] = []
    for start, end in _bounds(text):
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


def _bounds(text: str) -> Iterator[tuple[int, int]]:
    tokenizer = _tokenizer()
    for offset, piece in _pieces(text):
        for token in tokenizer(piece):
            if not token.is_space:
                yield offset + token.idx, offset + token.idx + len(token)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    done = 0
    for run in _LONG_RUN.finditer(text):
        yield done, text[done : run.start()]
        for start in range(run.start(), run.end(), _PIECE):
            yield start, text[start : min(start + _PIECE, run.end())]
        done = run.end()
    yield done, text[done:]


@cache
def _tokenizer() -> "Callable[[str], Doc]":
    import spacy

    return spacy.blank("en").tokenizer
