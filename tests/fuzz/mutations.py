"""One edit of a file, of the kind that suits what is in it."""

from random import Random

from tests.fuzz.edits import EDITS, place
from tests.fuzz.values import is_packed, of_packed, of_values


def edited(content: bytes, other: bytes, random: Random) -> bytes:
    """The content after one edit; `other` is content to splice with."""
    chosen = random.random()
    if chosen < 0.05:
        return _spliced(content, other, random)
    if content[:1] in b"{[" and chosen < 0.55:
        return of_values(content, random)
    if is_packed(content) and chosen < 0.95:
        return of_packed(content, random)
    return random.choice(EDITS)(content, random)


def _spliced(content: bytes, other: bytes, random: Random) -> bytes:
    if random.random() < 0.5:
        return content[: place(content, random)] + other[place(other, random) :]
    lines, others = content.splitlines(keepends=True), other.splitlines(keepends=True)
    return b"".join(lines[: place(lines, random)] + others[place(others, random) :])
