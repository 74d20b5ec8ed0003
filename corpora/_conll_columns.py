"""The mentions of large CoNLL files as columns, found in the bytes of the whole file at once.

Only files of the plainest kind are read so: TAB-separated columns, the same number in every line, no padding, chains
with numbers, every bracket in its place. For anything else `columns` returns `None`, and `corpora.conll2012.read` reads
the file or says what is wrong with it. Both give the same mentions.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.aliases import Flags, Integers
from anaphora.workbench.coreference.overlap import Columns, firsts, plain_columns

MARK = re.compile(r"#\s*(begin|end) document\b\s*(.*)")
"""What begins and ends a document, and its name."""

_PIECE = 1 << 20
_END = b"#end document"
_FEWEST_TABS = 4
_WORD = 3
_LONGEST_NUMBER = 9
_TAB, _NEWLINE, _SPACE, _HASH, _OPEN, _CLOSE, _BAR, _ZERO, _NINE = b"\t\n #()|09"
_NONE = list(b"-_*")

Bytes = NDArray[np.uint8]


class _UnusualError(Exception):
    """The file is not of the plainest kind."""


def columns(path: Path) -> list[tuple[str, bytes, Columns]] | None:
    """The line that begins each document, its words with a TAB behind each, and its mentions.

    `None` if the file is to be read line by line.
    """
    try:
        return [block for piece in _pieces(path) for block in _blocks(piece)] or None
    except (OSError, UnicodeDecodeError, _UnusualError):
        return None


def _pieces(path: Path) -> Iterator[bytes]:
    """The file in pieces of whole documents, since to get fresh memory for a large one takes longer than to read it."""
    size = _PIECE
    with path.open("rb") as file:
        kept = b""
        while more := file.read(size):
            kept += more
            last = kept.rfind(b"\n", 0, kept.rfind(_END) + 1) + 1
            after = kept.find(b"\n", last) + 1 if last and kept.startswith(_END, last) else 0
            if after:
                yield kept[:after]
                kept, size = kept[after:], _PIECE
            else:
                size *= 2
        if kept.strip():
            yield kept


def _require(usual: bool | np.bool_) -> None:
    if not usual:
        raise _UnusualError


def _blocks(data: bytes) -> Iterator[tuple[str, bytes, Columns]]:
    _require(data.endswith(b"\n"))
    raw = np.frombuffer(data, dtype=np.uint8)
    blank = np.flatnonzero(raw <= _SPACE)
    kind = raw[blank]
    all_tabs, ends = blank[kind == _TAB], blank[kind == _NEWLINE]
    starts: Integers = np.concatenate(([0], ends[:-1] + 1))
    first = raw[starts]
    token = (first != _HASH) & (first != _NEWLINE)
    marks = np.flatnonzero(first == _HASH)
    comments = [data[start:end] for start, end in zip(starts[marks].tolist(), ends[marks].tolist(), strict=True)]
    # spaces pad columns, a TAB makes a line that begins with # a token, and other characters as low as these are odd
    spaces = sum(comment.count(b" ") for comment in comments)
    _require(len(blank) == len(all_tabs) + len(ends) + spaces and not any(b"\t" in comment for comment in comments))
    lines = np.flatnonzero(token)
    _require(not data[starts[lines[0]] :].partition(b"\t")[0].isdigit() if len(lines) else True)  # may number words
    tabs = _table(all_tabs, starts[lines], ends[lines])
    words, offsets = _gather(raw, tabs[:, _WORD - 1] + 1, tabs[:, _WORD])
    _require((np.diff(offsets) > 1).all())
    _require_utf8(data, raw, words, comments)
    tokens_before = np.cumsum(token) - token
    documents = _documents(comments, marks.tolist(), tokens_before, len(lines))
    mentions = _mentions(raw, tabs, ends[lines], np.array([one for _, one, _ in documents]))
    for (begin, one, other), columns in zip(documents, mentions, strict=True):
        yield begin.decode(), words[offsets[one] : offsets[other]].tobytes(), columns


def _table(tabs: Integers, starts: Integers, ends: Integers) -> Integers:
    """The TABs of each line of words, which are as many in all of them."""
    _require(len(starts) > 0)
    width, odd = divmod(len(tabs), len(starts))
    _require(not odd and width >= _FEWEST_TABS)
    table = tabs.reshape(-1, width)
    _require((table[:, 0] >= starts).all() and (table[:, -1] < ends).all())
    return table


def _gather(raw: Bytes, starts: Integers, ends: Integers) -> tuple[Bytes, Integers]:
    """The bytes of all ranges, each with the one behind it, in a row, and where each range begins in that."""
    lengths = ends + 1 - starts
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    return raw[np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], lengths)], offsets


def _require_utf8(data: bytes, raw: Bytes, words: Bytes, comments: list[bytes]) -> None:
    """Raise `UnicodeDecodeError` if the file is not UTF-8; mostly, only words have letters beyond ASCII."""
    read = b"".join((words.tobytes(), *comments))
    beyond = np.count_nonzero(raw & 0x80)
    (read if beyond == np.count_nonzero(np.frombuffer(read, dtype=np.uint8) & 0x80) else data).decode()


def _documents(
    comments: list[bytes], marks: list[int], tokens_before: Integers, tokens: int
) -> list[tuple[bytes, int, int]]:
    """The line that begins each document, its first token and the one behind its last."""
    documents: list[tuple[bytes, int, int]] = []
    begun: tuple[bytes, int] | None = None
    for text, line in zip(comments, marks, strict=True):
        mark = MARK.match(text.decode())
        if mark and mark[1] == "begin":
            _require(begun is None)
            begun = text, int(tokens_before[line])
        elif mark:
            _require(begun is not None)
            documents += [(*begun, int(tokens_before[line]))] if begun else []
            begun = None
    inside = sum(end - start for _, start, end in documents)
    _require(begun is None and bool(documents) and inside == tokens)
    return documents


def _mentions(raw: Bytes, tabs: Integers, ends: Integers, first_tokens: Integers) -> list[Columns]:
    """The mentions that brackets enclose, those of one number last in, first out; chains numbered in text order."""
    token, number, opens, closes = _brackets(raw, tabs, ends)
    document = np.searchsorted(first_tokens, token, side="right") - 1
    chain = document << 32 | number
    single = opens & closes
    left, right = _pair(token[~single], chain[~single], opens[~single])
    start = np.concatenate((token[single], token[~single][left]))
    end = np.concatenate((token[single], token[~single][right])) + 1
    chain = np.concatenate((chain[single], chain[~single][left]))
    document = chain >> 32
    order = np.lexsort((end, start))
    start, end, chain, document = start[order], end[order], chain[order], document[order]
    # which of two chains with the same mention comes first is for the other reader to say
    _require(not ((start[1:] == start[:-1]) & (end[1:] == end[:-1])).any())
    _, first, inverse = np.unique(chain, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))[inverse]
    bounds = np.searchsorted(document, np.arange(len(first_tokens) + 1))
    columns = []
    for place, base in enumerate(first_tokens.tolist()):
        rows = slice(bounds[place], bounds[place + 1])
        own_rank = rank[rows]
        columns.append(plain_columns(start[rows] - base, end[rows] - base, own_rank - own_rank.min(initial=len(rank))))
    return columns


def _brackets(raw: Bytes, tabs: Integers, ends: Integers) -> tuple[Integers, Integers, Flags, Flags]:
    """For each bracketed number in text order: its token, the number, whether it opens and whether it closes."""
    starts = tabs[:, -1] + 1
    length = ends - starts
    empty = length == 0
    # an empty last column behind one of brackets is a TAB that an editor added; behind "_" it says that there are none
    _require((raw[starts[empty] - 2] == ord("_")).all() and (tabs[empty, -1] - tabs[empty, -2] == 2).all())
    marked = np.flatnonzero(~(empty | ((length == 1) & np.isin(raw[starts], _NONE))))
    text, offsets = _gather(raw, starts[marked], ends[marked])
    digit = (text >= _ZERO) & (text <= _NINE)
    _require((digit | (text == _OPEN) | (text == _CLOSE) | (text == _BAR) | (text == _NEWLINE)).all())
    edges = np.flatnonzero(np.diff(np.concatenate(([False], digit, [False]))))
    starts_of_numbers, other = edges[::2], edges[1::2]
    opens, closes = (
        text[np.maximum(starts_of_numbers - 1, 0)] == _OPEN,
        text[np.minimum(other, len(text) - 1)] == _CLOSE,
    )
    sizes = other - starts_of_numbers
    _require(
        (opens | closes).all()
        and opens.sum() == np.count_nonzero(text == _OPEN)
        and closes.sum() == np.count_nonzero(text == _CLOSE)
        and sizes.max(initial=0) <= _LONGEST_NUMBER
    )
    number = np.zeros(len(starts_of_numbers), dtype=np.int64)
    for place in range(int(sizes.max(initial=0))):
        longer = sizes > place
        number[longer] = 10 * number[longer] + text[starts_of_numbers[longer] + place] - _ZERO
    # 07 and 7 are two labels for the other reader
    _require(not ((sizes > 1) & (text[starts_of_numbers] == _ZERO)).any())
    token = marked[np.searchsorted(offsets, starts_of_numbers, side="right") - 1]
    _require(np.count_nonzero(np.diff(token, prepend=-1)) == len(marked))
    return token, number, opens, closes


def _pair(token: Integers, chain: Integers, opens: Flags) -> tuple[Integers, Integers]:
    """The rows of openings and of the closings that belong to them."""
    turn = np.where(opens, 1, -1)
    order = np.lexsort((np.arange(len(token)), chain))
    new = firsts(chain[order])
    total = np.cumsum(turn[order])
    before = np.repeat((total - turn[order])[new], np.diff(np.append(np.flatnonzero(new), len(order))))
    depth = total - before + (turn[order] < 0)
    _require((depth > 0).all() and turn.sum() == 0)
    # at one depth of one chain openings and closings alternate
    by_depth = order[np.lexsort((np.arange(len(order)), depth, chain[order]))]
    left, right = by_depth[::2], by_depth[1::2]
    _require(len(left) == len(right) and (turn[left] > 0).all() and (chain[left] == chain[right]).all())
    _require((turn[right] < 0).all())
    return left, right
