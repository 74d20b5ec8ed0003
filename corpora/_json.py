"""JSON of documents: strict, value by value, or as language models answer: in prose and fences, or cut off."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from anaphora.workbench.errors import FormatError

Answer = tuple[int, Mapping[str, object], Counter[str]]
"""An object of a response with the line where it begins, and what was mended to read it."""
CHAINS = ("entities", "clusters", "chains")
"""Fields of chains whose mentions may be words."""
IDS = ("doc_key", "document_id", "doc_id", "id")
"""Fields that may name a document."""
_BLANK = re.compile(r"[ \t\r\n]*")
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*\n(.*?)(?:^[ \t]*```(?!\w)|(?=^[ \t]*```\w)|\Z)", re.DOTALL | re.MULTILINE)
"""A fence ends where it is closed or, if the answer in it was cut off, where the next one opens with a language."""
_OPENS = re.compile(r"[\[{]")
_WRAPPED = ("answer", "response", "output", "completion", "content")
"""Fields in which the whole answer of a model may be written."""
_PIECES = re.compile(r'"(?:[^"\\]++|\\.)*+("?)|[\[\]{},:]', re.DOTALL)
_COMMAS = re.compile(r'("(?:[^"\\]++|\\.)*+"?)|,(?=\s*[\]}])', re.DOTALL)
_IS_JSON = re.compile(r"""[\[{]\s*["\[{]""")
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
        line = line + source.count("\n", counted, position)
        counted = position
        value, position = _decode(path, source, position, line)
        yield line, value
        position = _after_blank(source, position)
        if is_array and source.startswith(",", position):
            position = _after_blank(source, position + 1)
            if source.startswith("]", position):
                raise _broken(path, source, position, "a value was expected behind the ','")
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
    counts: Counter[str] = Counter()
    for line, value, mended in _parsed(path, source):
        if isinstance(value, dict) and not (CHAINS[0] not in value and isinstance(value.get("mentions"), list)):
            yield line, *_unwrapped(path, value, mended)
        elif isinstance(value, dict | list):
            alone.append(value)
            counts += mended
        else:
            cure = "Each document is an object: {...}."
            raise FormatError(path, line, f"expected a document, found {json.dumps(value)[:60]}", cure)
    if alone:
        yield 1, {CHAINS[0]: alone}, counts


def _unwrapped(
    path: Path, value: Mapping[str, object], counts: Counter[str]
) -> tuple[Mapping[str, object], Counter[str]]:
    """An object, with what stands in the answer of a model that it holds as a string."""
    wrapped = next((text for name in _WRAPPED if isinstance(text := value.get(name), str)), None)
    if wrapped is None and counts["cut_off"] and not any(isinstance(part, list | dict) for part in value.values()):
        return {CHAINS[0]: [], **value}, counts  # cut off behind the name of the document
    if wrapped is None or any(name in value for name in CHAINS):
        return value, counts
    try:
        _, inner, mended = next(answers(path, wrapped))
    except FormatError:
        return {CHAINS[0]: [], **value}, Counter(unreadable=1)
    return {**inner, **value}, counts + mended


def _parsed(path: Path, source: str) -> Iterator[tuple[int, object, Counter[str]]]:
    """Values with their lines, and what was mended to read each."""
    if source[_after_blank(source, 0) :][:1] not in ("", "{", "["):
        yield from _in_prose(path, source)
        return
    done = 0
    last: list[tuple[int, object, Counter[str]]] = []
    try:
        for line, value in values(path, source):
            yield from last
            last = [(line, value, Counter())]
            done = done + 1
    except FormatError as error:
        mended = _mend(source)
        if error.code != "malformed" or not mended.text:
            raise
        last += [(line, value, Counter()) for line, value in islice(values(path, mended.text), done, None)]
        if not last:
            raise
        last[-1][2].update(mended.counts)
    yield from last


def _in_prose(path: Path, source: str) -> Iterator[tuple[int, object, Counter[str]]]:
    """The first value of each fence, or of the whole if there is none."""
    read: list[tuple[int, object, Counter[str]]] = []
    unreadable = 0
    for offset, text in [(fence.start(1), fence[1]) for fence in _FENCE.finditer(source)] or [(0, source)]:
        start, value, counts = _first(text)
        if value is not None:
            read.append((source.count("\n", 0, offset + start) + 1, value, counts))
        else:
            unreadable += bool(_IS_JSON.search(text))
    if not read:
        cure = "Check that it is whole, and valid JSON."
        raise FormatError(path, None, "there is no JSON with chains in this answer", cure)
    read[-1][2].update(+Counter(unreadable=unreadable))
    yield from read


def _first(text: str) -> tuple[int, object, Counter[str]]:
    """The first value that may hold chains, where it begins and what was mended; `None` if there is none."""
    position = 0
    for _ in range(_MOST_TRIES):
        opens = _OPENS.search(text, position)
        if opens is None:
            break
        start = opens.start()
        value, mended = _decoded(text[start:])
        if _holds_chains(value):
            return start, value, mended.counts
        position = start + (mended.length if _IS_JSON.match(text, start) else 1)  # no part for the whole
    return 0, None, Counter()


def _decoded(text: str) -> tuple[object, "_Mended"]:
    """The value at the beginning of a text, mended if that is needed; `None` if there is none."""
    decoder = json.JSONDecoder()
    with suppress(ValueError, RecursionError):
        value, length = decoder.raw_decode(text)
        return value, _Mended(text, length, Counter())
    mended = _mend(text, alone=True)
    with suppress(ValueError, RecursionError):
        return decoder.raw_decode(mended.text)[0], mended
    return None, mended


def _holds_chains(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(part, list | dict) for part in value))


@dataclass(frozen=True, slots=True)
class _Mended:
    """JSON without its mistakes, how much of the source it is, and what was mended; the text is empty if it is none."""

    text: str
    length: int
    counts: Counter[str]


def _mend(source: str, alone: bool = False) -> _Mended:
    """JSON without commas before closing brackets, cut off behind its last whole element where brackets are missing.

    The name of a document is whole, too. Prose behind the last value is left out, and of what is `alone` all behind the
    first.
    """
    open_ones: list[str] = []
    whole, missing, end, before = 0, "", 0, ("", "")
    for piece in _PIECES.finditer(source):
        sign = piece[0]
        end = piece.end()
        if sign in "[{":
            open_ones.append("]" if sign == "[" else "}")
        elif sign in "]}":
            if not open_ones or open_ones.pop() != sign:
                return _Mended("", end, Counter())
        elif sign[0] == '"' and not piece[1]:
            break
        if len(open_ones) > _DEEPEST:
            return _Mended("", end, Counter())
        if sign in "]}" or (piece[1] and (open_ones[-1:] == ["]"] or _names_document(before, open_ones))):
            whole = end
            missing = "".join(reversed(open_ones))
        if alone and not open_ones:
            break
        before = before[1], sign
    text = source[:whole] + missing
    commas = sum(not piece[1] for piece in _COMMAS.finditer(text))
    counts = Counter(commas=commas, cut_off=int(bool(open_ones) and whole > 0))
    return _Mended(_COMMAS.sub(lambda piece: piece[1] or " ", text), end, +counts)


def _names_document(before: tuple[str, str], open_ones: list[str]) -> bool:
    """Return whether the string behind these pieces names a document, not one of its entities."""
    names = {"}": IDS, "]}": IDS[:-1]}.get("".join(open_ones), ())  # in a list, "id" may be that of an entity
    return before[1] == ":" and before[0][1:-1] in names
