"""Two copies of a text, key and response, brought together: heads, kinds, and words that are divided differently."""

from dataclasses import dataclass, replace

import numpy as np

from workbench.document import Annotation, Span
from workbench.overlap import KINDS, Columns, Integers

BLANKS = b" \t\n\r\x0b\x0c"
"""White space, which words are compared without where they are divided differently."""
_NOTHING = dict.fromkeys(BLANKS)
_KIND_OF = {"PRON": KINDS.index("pronoun"), "PROPN": KINDS.index("name")}


def described(mentions: Columns, annotation: Annotation | None) -> Columns:
    """Mentions with the heads and kinds that a tree gives them, where the corpus says nothing of its own."""
    if annotation is None or not len(mentions.start) or (mentions.kind >= 0).all():
        return mentions
    gaps = mentions.gaps or {}
    pairs = zip(mentions.start.tolist(), mentions.end.tolist(), strict=True)
    heads = [annotation.head_of(Span(start, end, gaps.get(at, ()))) for at, (start, end) in enumerate(pairs)]
    kinds = [_KIND_OF.get(annotation.pos[head], KINDS.index("nominal")) for head in heads]
    return replace(
        mentions,
        head=np.where(mentions.head < 0, heads, mentions.head),
        kind=np.where(mentions.kind < 0, kinds, mentions.kind),
    )


def in_characters(mentions: Columns, words: bytes) -> Columns:
    """The same mentions with characters of the text, blanks not counted, in the place of tokens."""
    lengths = [len(word.translate(_NOTHING)) for word in words.decode("utf-8", "replace").split("\t")[:-1]]
    at = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))

    def moved(tokens: Integers) -> Integers:
        return np.where(tokens < 0, -1, at[tokens])

    gaps = {
        row: tuple((int(at[start]), int(at[end])) for start, end in pieces)
        for row, pieces in (mentions.gaps or {}).items()
    }
    return replace(
        mentions,
        start=moved(mentions.start),
        end=moved(mentions.end),
        # the last character of a head is there however its word is divided
        head=np.where(mentions.head < 0, -1, at[mentions.head + 1] - 1),
        minimum_start=moved(mentions.minimum_start),
        minimum_end=moved(mentions.minimum_end),
        gaps=gaps,
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """How two texts differ: their lengths in words, the share of words that differ, and the first, in words."""

    lengths: tuple[int, int]
    share: float
    text: str


def difference(key: bytes, response: bytes) -> Difference:
    """The difference of two texts that are not the same (words with a TAB behind each)."""
    mine, theirs = (words.decode("utf-8", "replace").split("\t")[:-1] for words in (key, response))
    differing = [at for at, (one, other) in enumerate(zip(mine, theirs, strict=False)) if one != other]
    first = differing[0] if differing else min(len(mine), len(theirs))
    one, other = (f"'{words[first]}'" if first < len(words) else "nothing" for words in (mine, theirs))
    lengths = f" (the key has {len(mine)} words, this {len(theirs)})" if len(mine) != len(theirs) else ""
    text = f"word {first + 1} is {other} where the key has {one}{lengths}"
    if not lengths and len(differing) > 1:
        text = f"{len(differing)} words differ from the key's, the first: {text}"
    return Difference((len(mine), len(theirs)), len(differing) / max(1, len(mine)), text)
