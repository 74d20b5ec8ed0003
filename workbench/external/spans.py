"""Spans of a system converted to spans of our tokens, ends exclusive."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from anaphora.workbench.external.schema import Input, Pair, Prediction

Read = Callable[[Pair], Pair | None]


class SpanError(ValueError):
    """A span is outside the document, or ends before it begins."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the tokens of an input stand in its text."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def tokens(self, start: int, end: int) -> Pair | None:
        """The tokens that characters touch; `None` where there are only blanks."""
        first, after = bisect_right(self.ends, start), bisect_left(self.starts, end)
        return (first, after) if first < after else None

    def cuts(self, start: int, end: int, tokens: Pair) -> bool:
        """Whether characters hold but a part of their first or last token; blanks at their ends are no matter."""
        first, last = self.starts[tokens[0]], self.ends[tokens[1] - 1]
        return start > first or end < last or bool(self.text[start:first].strip() or self.text[last:end].strip())


def layout_of(given: Input) -> Layout:
    """The layout of a document's tokens."""
    ends = [start + len(token) for start, token in zip(given.starts, given.tokens, strict=True)]
    return Layout(given.text, given.starts, ends)


def reader(given: Input, prediction: Prediction, found: Counter[str]) -> Read:
    """What turns a span of the prediction into our tokens; `None`: there is no word in it. Counts what it mended.

    The function raises `SpanError`.
    """
    inclusive = prediction.end == "inclusive"
    place = layout_of(given)
    length = len(given.tokens) if prediction.unit == "token" else len(given.text)

    def read(pair: Pair) -> Pair | None:
        start, end = pair[0], pair[1] + inclusive
        if not 0 <= start < end <= length:
            convention = f"{prediction.unit}s, end {prediction.end}"
            raise SpanError(f"{pair[0]} to {pair[1]} ({convention}) is outside its {length:,} {prediction.unit}s")
        if prediction.unit == "token":
            return start, end
        tokens = place.tokens(start, end)
        if tokens is None:
            found["blank"] += 1
        elif place.cuts(start, end, tokens):
            found["cut"] += 1
        return tokens

    return read
