"""Edits of single values within JSON and within the messages of msgpack that spaCy and the cache write."""

import gc
import json
import zlib
from random import Random
from typing import Any

import srsly

from tests.fuzz.edits import EDITS, flip, place

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, float("nan"), 10**9, 2**63, 10**400, "", "x", "\0", "\ud800", [], {}, [[]],
    [0, 0], [-1, 0], [1, 0], [True, 0], {"": 1}, "9" * 30,
)  # fmt: skip


def of_values(content: bytes, random: Random) -> bytes:
    """An edit of one value of a JSON text, or of the first of its lines that is one."""
    head, line, rest = content, b"", b""
    try:
        value = json.loads(head)
    except (ValueError, RecursionError):
        line, _, rest = content.partition(b"\n")
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            return random.choice(EDITS)(content, random)
    try:
        return json.dumps(_changed(value, random)).encode() + b"\n" + rest
    except RecursionError:
        return random.choice(EDITS)(content, random)


def _changed(value: Any, random: Random) -> Any:
    """A value in which one place, at any depth, is deleted, doubled, exchanged or replaced."""
    if not isinstance(value, (dict, list)) or not value or random.random() < 0.1:
        if isinstance(value, bytes) and random.random() < 0.8:
            return random.choice(EDITS[:3])(value, random)
        if type(value) is int and random.random() < 0.5:
            return value + random.choice((-1, 1, 1000))
        return random.choice(_VALUES)
    if isinstance(value, list):
        at = random.randrange(len(value))
        way = random.randrange(6)
        if way == 0:
            return value[:at] + value[at + 1 :]
        if way == 1:
            return value[: at + 1] + value[at:]
        if way == 2:
            return value[::-1]
        return [*value[:at], _changed(value[at], random), *value[at + 1 :]]
    name = random.choice(list(value))
    if random.random() < 0.2:
        return {key: it for key, it in value.items() if key != name}
    if random.random() < 0.1:
        return {**value, random.choice(("x", "\0", "text", "tokens", name + "s" if isinstance(name, str) else "y")): 1}
    return {**value, name: _changed(value[name], random)}


def is_packed(content: bytes) -> bool:
    """Whether the content may be a message of msgpack that is a map, or a compressed one."""
    return bool(content) and (content[:1] == b"\x78" or 0x80 <= content[0] <= 0x8F)


def of_packed(content: bytes, random: Random) -> bytes:
    """An edit within a message of msgpack, compressed as spaCy's are or not, and within messages in it."""
    compressed = content[:1] == b"\x78"
    try:
        message = zlib.decompress(content) if compressed else content
        if random.random() < 0.2:
            made = random.choice((*EDITS[:4], _announced))(message, random)
        else:
            made = _within(message, random)
    except (zlib.error, ValueError, TypeError, LookupError, AttributeError, RecursionError):  # it is broken already
        gc.enable()  # which the library turns off where it fails
        return random.choice(EDITS)(content, random)
    return zlib.compress(made, 1) if compressed else made


def _within(message: bytes, random: Random) -> bytes:
    value = srsly.msgpack_loads(message)
    try:
        if isinstance(value, dict) and random.random() < 0.5 and value.get("span_groups"):
            at = random.randrange(len(value["span_groups"]))
            value["span_groups"][at] = _groups(value["span_groups"][at], random)
            return bytes(srsly.msgpack_dumps(value))
        return bytes(srsly.msgpack_dumps(_changed(value, random)))
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError):  # what the library cannot read or write
        gc.enable()
        return flip(message, random)


def _groups(packed: bytes, random: Random) -> bytes:
    """The span groups of one document, which are messages that are keys of a message."""
    groups = srsly.msgpack_loads(packed)
    changed = {}
    chosen = random.randrange(max(1, len(groups)))
    for at, (group, names) in enumerate(groups.items()):
        if at == chosen:
            names = random.choice((names, names * 2, [], ["coref_clusters_9"], ["coref_head_clusters_1"], [1]))
            group = bytes(srsly.msgpack_dumps(_changed(srsly.msgpack_loads(group), random)))
        changed[group] = names
    return bytes(srsly.msgpack_dumps(changed))


def _announced(message: bytes, random: Random) -> bytes:
    """Lists, maps and strings that announce far more than they hold."""
    at = place(message, random)
    size = random.choice((0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)).to_bytes(4)
    return message[:at] + random.choice((b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9")) + size + message[at:]
