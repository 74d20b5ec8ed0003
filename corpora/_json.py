"""JSON of documents: strict, value by value, or as language models answer: in prose and fences, or cut off."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from pathlib import Path

from anaphora.workbench.errors import FormatError

Answer = tuple[int, Mapping[str, object], Counter[str]]
"""An object of a response with the line where it begins, and what was mended to read it."""
CHAINS = ("entities", "clusters", "chains")
"""Fields of chains whose mentions may be words."""
_BLANK = re.compile(r"[ \t\r\n]*")
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*\n(.*?)(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE)
_OPENS = re.compile(r"[\[{]")
_WRAPPED = ("answer", "response", "output", "completion", "content")
"""Fields in which the whole answer of a model may be written."""
_PIECES = re.compile(r'"(?:[^"\\]++|\\.)*+("?)|[\[\]{}]', re.DOTALL)
_MOST_TRIES = 100
_DEEPEST = 50


def values(path: Path, source: str) -> Iterator[tuple[int, object]]:
    """The values of the file, or of the one array that it is, each with the line where it begins."""
    position = _after_blank(source, 0)
    if position == len(source):
        cure = "Check that it was written completely."
        raise FormatError(path, None, "the file has only white space", cure, code="no-words")
    is_array = source[position] == "["
    if is_array:
        position = _after_blank(source, position + 1)
    line, counted = 1, 0
    while position < len(source) and not (is_array and source[position] == "]"):
        line, counted = line + source.count("\n", counted, position), position
        value, position = _decode(path, source, position, line)
        yield line, value
        position = _after_blank(source, position)
        if is_array and source.startswith(",", position):
            position = _after_blank(source, position + 1)
        elif is_array and not source.startswith("]", position):
            raise _broken(path, source, position, "',' or ']' was expected")
    if is_array and (rest := _after_blank(source, position + 1)) < len(source):
        raise _broken(path, source, rest, "something follows the array")
    if is_array and position == len(source):
        raise _broken(path, source, position, "the array has no ']'")


def _decode(path: Path, source: str, position: int, line: int) -> tuple[object, int]:
    try:
        return json.JSONDecoder().raw_decode(source, position)
    except json.JSONDecodeError as error:
        problem = error.msg.removesuffix(" at").removesuffix(" starting")
        raise _broken(path, source, error.pos, problem) from error
    except RecursionError as error:
        cure = "Clusters are lists of lists of lists."
        raise FormatError(path, line, "lists or objects are nested too deep", cure) from error
    except ValueError as error:  # a number of more than 4,300 digits
        raise FormatError(path, line, "a number is too long", "Offsets are small integers.") from error


def _broken(path: Path, source: str, position: int, problem: str) -> FormatError:
    line = source.count("\n", 0, position) + 1
    return FormatError(path, line, f"this is not JSON: {problem}", "Check that the file was written completely.")


def _after_blank(source: str, position: int) -> int:
    blank = _BLANK.match(source, position)
    return blank.end() if blank else position


def answers(path: Path, source: str) -> Iterator[Answer]:
    """The objects of a response: those of `values`, or of the JSON that stands in prose.

    Of what is cut off in the middle all is read that is whole. Chains that stand alone, lists of mentions or objects
    with `mentions`, are those of one document. An object may hold the whole answer of a model as a string.

    Raises:
        FormatError: there is no JSON in it.
    """
    alone: list[object] = []
    cut_off = False
    for line, value, cut in _parsed(path, source):
        if isinstance(value, dict) and not (CHAINS[0] not in value and isinstance(value.get("mentions"), list)):
            yield line, *_unwrapped(path, value, cut)
        elif isinstance(value, dict | list):
            alone.append(value)
            cut_off = cut_off or cut
        else:
            cure = "Each document is an object: {...}."
            raise FormatError(path, line, f"expected a document, found {json.dumps(value)[:60]}", cure)
    if alone:
        yield 1, {CHAINS[0]: alone}, _counted(cut_off)


def _unwrapped(path: Path, value: Mapping[str, object], cut: bool) -> tuple[Mapping[str, object], Counter[str]]:
    """An object, with what stands in the answer of a model that it holds as a string."""
    wrapped = next((text for name in _WRAPPED if isinstance(text := value.get(name), str)), None)
    if wrapped is None or any(name in value for name in CHAINS):
        return value, _counted(cut)
    try:
        _, inner, counts = next(answers(path, wrapped))
    except FormatError:
        return {CHAINS[0]: [], **value}, Counter(unreadable=1)
    return {**inner, **value}, counts


def _counted(cut: bool) -> Counter[str]:
    return Counter(cut_off=1) if cut else Counter()


def _parsed(path: Path, source: str) -> Iterator[tuple[int, object, bool]]:
    """Values with their lines, and whether each was cut off."""
    if source[_after_blank(source, 0) :][:1] not in ("", "{", "["):
        yield from _in_prose(path, source)
        return
    done = 0
    try:
        for line, value in values(path, source):
            yield line, value, False
            done += 1
    except FormatError as error:
        closed = _closed(source)
        if not closed:
            raise
        rest = list(islice(values(path, closed), done, None))
        if not rest or error.code != "malformed":
            raise
        for line, value in rest:
            yield line, value, True


def _in_prose(path: Path, source: str) -> Iterator[tuple[int, object, bool]]:
    """The first value of each fence, or of the whole if there is none."""
    has_chains = False
    pieces = [(fence.start(1), fence[1]) for fence in _FENCE.finditer(source)] or [(0, source)]
    for offset, text in pieces:
        starts = [opens.start() for opens in islice(_OPENS.finditer(text), _MOST_TRIES)]
        tried = ((start, _decoded(text, start), False) for start in starts)
        ended = ((start, _decoded(_closed(text[start:])), True) for start in starts[:_DEEPEST])
        for start, value, cut in chain(tried, ended):
            if _holds_chains(value):
                has_chains = True
                yield source.count("\n", 0, offset + start) + 1, value, cut
                break
    if not has_chains:
        raise FormatError(path, None, "there is no JSON with chains in this answer", "Check that it is whole.")


def _decoded(text: str, start: int = 0) -> object:
    try:
        return json.JSONDecoder().raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None


def _holds_chains(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, list | dict) for each in value))


def _closed(source: str) -> str:
    """JSON that was cut off, up to its last whole element, with the brackets that are missing; empty without."""
    open_ones: list[str] = []
    whole, missing = 0, ""
    for piece in _PIECES.finditer(source):
        sign = piece[0]
        if sign in "[{":
            open_ones.append("]" if sign == "[" else "}")
        elif sign in "]}":
            if not open_ones or open_ones.pop() != sign:
                return ""
        elif not piece[1]:
            break
        if len(open_ones) > _DEEPEST:
            return ""
        if sign in "]}" or (piece[1] and open_ones[-1:] == ["]"]):
            whole, missing = piece.end(), "".join(reversed(open_ones))
    return source[:whole] + missing if missing else ""
