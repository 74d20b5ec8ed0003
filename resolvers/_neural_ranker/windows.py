"""Windows: runs of words that the encoder reads at once.

Each begins in the middle of the one before, so that all words but the first have at least half a window before them,
and a pronoun is read together with its candidates.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphora.workbench.encoder import MOST_PIECES, Pieces

MOST_WORDS = 320


@dataclass(frozen=True, slots=True)
class Window:
    """The words from `start` to before `end`; those before `own` have been read by the window before, too."""

    start: int
    own: int
    end: int


def windows(vocabulary: Pieces, words: Sequence[str]) -> list[Window]:
    """The windows of a text; every word is the own word of one of them."""
    found = [Window(0, 0, end_of_window(vocabulary, words, 0))] if words else []
    while found and found[-1].end < len(words):
        last = found[-1]
        start = last.end - (last.end - last.start) // 2
        end = end_of_window(vocabulary, words, start)
        found.append(Window(start, last.end, end) if end > last.end else Window(last.end, last.end, last.end + 1))
    return found


def end_of_window(vocabulary: Pieces, words: Sequence[str], start: int) -> int:
    """Where a window ends that begins at `start`: at `MOST_WORDS` words, or where the encoder can see no more pieces.

    It has one word at least, though the encoder may not see all of its pieces.
    """
    end = pieces = 0
    for end in range(start, min(start + MOST_WORDS, len(words))):
        pieces += len(vocabulary.split(words[end]))
        if pieces > MOST_PIECES:
            return max(end, start + 1)
    return min(end + 1, len(words))
