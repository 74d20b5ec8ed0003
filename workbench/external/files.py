"""Reading and writing the two files line by line."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.schema import INPUT, PREDICTIONS, RECORDED, Input, Prediction, System
from anaphora.workbench.files.atomic import opened

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

LONGEST_LINE = 256_000_000
"""Bytes; a document of two million characters stays far below it."""

Record = TypeVar("Record", Input, Prediction)
_SCHEMAS: dict[type, str] = {Input: INPUT, Prediction: PREDICTIONS}
_WRITTEN = {
    INPUT: "what 'anaphora export' wrote",
    PREDICTIONS: "what a system predicted",
    RECORDED: "what 'anaphora import' wrote",
}


def text_hash(text: str) -> str:
    """The SHA-256 of a text's UTF-8 bytes, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_records(path: Path, type_: type[Record]) -> Iterator[tuple[int, int, Record]]:
    """Each document of a file with its line, from 1, and the offset of that line in bytes; empty lines are skipped.

    Raises:
        FormatError: the file cannot be opened or holds no document, a line is not JSON of this schema, a document comes
            twice, or predictions are of more than one system.
    """
    seen: dict[str, int] = {}
    system: System | None = None
    with _opened(path) as file:
        offset = 0
        for line, raw in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), start=1):
            if raw.strip():
                record = _record(path, line, raw, type_)
                if record.doc_id in seen:
                    problem = f"document '{record.doc_id}' comes twice, here and in line {seen[record.doc_id]}"
                    raise FormatError(path, line, problem, "Keep one of the two lines.", code="duplicate-id")
                seen[record.doc_id] = line
                if isinstance(record, Prediction):
                    if system not in (None, record.system):
                        problem = f"this is of another system or model than the lines before ({record.system.name})"
                        cure = "Keep each system's predictions in a file of its own."
                        raise FormatError(path, line, problem, cure, code="other-system")
                    system = record.system
                yield line, offset, record
            offset += len(raw)
    if not seen:
        cure = "Check that it was written completely."
        raise FormatError(path, None, "it has no document", cure, code="empty")


def read_record(path: Path, line: int, offset: int, type_: type[Record]) -> Record:
    """The document of the line that begins at an offset in bytes, as `read_records` gave it. Raises `FormatError`."""
    with _opened(path) as file:
        file.seek(offset)
        return _record(path, line, file.readline(LONGEST_LINE), type_)


def to_line(record: Input | Prediction) -> str:
    """A document as a line of its file; what is empty and need not be there is left out."""
    return json.dumps(_plain(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        named = ((field.name, getattr(value, field.name), field.default) for field in fields(value))
        return {name: _plain(part) for name, part, default in named if part != default}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _opened(path: Path) -> BinaryIO:
    file = opened(path)
    if not file.seekable():
        file.close()
        cure = "It is read more than once; write what comes from it to a file first."
        raise FormatError(path, None, "this is not a regular file", cure, code="not-a-file")
    return file


@cache
def _adapter(schema: str) -> "TypeAdapter[Input | Prediction]":
    from pydantic import TypeAdapter

    return TypeAdapter(Input if schema == INPUT else Prediction)


def _record(path: Path, line: int, raw: bytes, type_: type[Record]) -> Record:
    from pydantic import ValidationError

    try:
        record = _adapter(_SCHEMAS[type_]).validate_json(raw, strict=True)
    except ValidationError as error:
        raise FormatError(path, line, *_explain(error, _SCHEMAS[type_])) from error
    if isinstance(record, Input) and (problem := _contradiction(record)):
        cure = "Let 'anaphora export' write the file again."
        raise FormatError(path, line, problem, cure, code="inconsistent")
    if isinstance(record, Prediction) and not _is_json(record.raw):
        cure = "JSON has no NaN and no Infinity; write null instead."
        raise FormatError(path, line, "'raw' contains something that is not a number", cure)
    assert isinstance(record, type_)  # noqa: S101 (the adapter makes no other)
    return record


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def _contradiction(given: Input) -> str:
    """What in an input contradicts the rest; empty if nothing does."""
    total, length = len(given.tokens), len(given.text)
    if len(given.starts) != total:
        return f"there are {total} tokens, but {len(given.starts)} starts"
    ends = [0, *(start + len(token) for start, token in zip(given.starts, given.tokens, strict=True))]
    if not all(end <= start <= length for end, start in zip(ends, given.starts, strict=False)) or ends[-1] > length:
        return "the tokens are not in the order of the text, or not all within it"
    if not all(given.text.startswith(token, start) for start, token in zip(given.starts, given.tokens, strict=True)):
        return "a token is not in the text where 'starts' says"
    if text_hash(given.text) != given.text_sha256:
        return "the text is not the one that 'text_sha256' is the hash of"
    asked = [span for question in given.questions or () for span in (question.anaphor, *question.candidates)]
    for start, end in (*given.sentences, *(given.mentions or ()), *asked):
        if not 0 <= start < end <= total:
            return f"the span {start} to {end} is not within its {total} tokens"
    return ""


def _explain(error: "ValidationError", schema: str) -> tuple[str, str]:
    """The first thing that is wrong, and the cure."""
    first = error.errors(include_url=False)[0]
    if first["loc"] == ("schema",) and isinstance(first["input"], str) and first["input"] in _WRITTEN:
        return f"this is {_WRITTEN[first['input']]}, not the schema {schema}", "Check the order of the files."
    if first["loc"] == ("schema",) or first["type"] in ("json_invalid", "dataclass_type"):
        return (
            f"this is not a line of the schema {schema} ({first['msg']})",
            f'Each line is {{"schema": "{schema}", ...}}.',
        )
    place = ".".join(map(str, first["loc"]))
    shown = repr(first["input"])
    came = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return f"'{place}' is {came}: {first['msg'][:1].lower()}{first['msg'][1:]}", f"See the schema {schema} in the docs."
