"""Edits that make odd files of valid ones: of bytes, lines, cells, brackets, tags, numbers, and of values in them."""

import gc
import json
import re
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import srsly

Edit = Callable[[bytes, Random], bytes]

# what means something to one format or another, divided by §
_SIGNS = (
    '\0§ §\t§\n§\r\n§\r§\n\n§-§_§*§(§)§(1§1)§|§;§:§,§.§"§[§]§{§}§{"a":§null§true§1e9§1.5§NaN§-Infinity§\\ud800§\\u0000§/'
    "§=§<§>§&§&#0;§&#xD800;§&#1114112;§&a;§</§<!--§<![CDATA[§]]>§<?x ?>§<!DOCTYPE §<COREF §<COREF ID=1>§</COREF>§<DOC>§"
    '<P>§#§#begin document§#end document§# newdoc§# newdoc id = d§# global.Entity = §Entity=(e1§Entity=e1)§"""§T1§T1..§'
    "1-1.2§1-2§1.1§[1/2]§->§%§%zz§\\§\\u0009§../§/dev/null§C:\\§~§$§\u2028§\u00a0§\u200b§\ufeff§😀§e\u0301§\x0b§\x1c§\x85§"
    "\u202e§\ufffe§\u0130§ß§٣§²§①"
)
SIGNS: Sequence[bytes] = (
    *(sign.encode() for sign in _SIGNS.split("§")),
    b"\xff", b"\xf0\x9f", b"\xed\xa0\x80", b"\xc0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff",
    b"\x1f\x8b\x08", b"PK\x03\x04",
)  # fmt: skip
NUMBERS = (b"-1", b"0", b"1", b"2", b"3", b"99", b"65536", b"2147483648", b"9" * 9, b"9" * 20, b"9" * 5000, b"01",
           b"1.0", b"-0", b"1e999", b"0x1", b"1_0", b"", "٣".encode(), "²".encode())  # fmt: skip
ENTITIES = (
    b'<!DOCTYPE a [<!ENTITY a "b">]>',
    b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    b'<!DOCTYPE a [<!ENTITY % x SYSTEM "http://localhost/x">%x;]>',
    b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
)
_NUMBER = re.compile(rb"\d+")
_BRACKET = re.compile(rb"[()\[\]{}<>|]")
_TAG = re.compile(rb"<[^<>]*>")
_WORD = re.compile(rb"[^\s<>()\[\]{}|,:;=\"']+")
_LONG, _DEEP = (20, 200, 200, 1_000, 1_000, 5_000), (3, 10, 10, 120, 1_500)
_VALUES = (None, True, False, 0, -1, 1, 1.5, float("nan"), 10**9, 2**63, 10**400, "", "x", "\0", "\ud800", [], {}, [[]],
           [0, 0], [-1, 0], [1, 0], [True, 0], {"": 1}, "9" * 30)  # fmt: skip


def edited(content: bytes, other: bytes, random: Random) -> bytes:
    """The content after one edit; `other` is content to splice with."""
    chosen = random.random()
    if chosen < 0.05:
        return _spliced(content, other, random)
    if content[:1] in b"{[" and chosen < 0.55:
        return _of_values(content, random)
    if _is_packed(content) and chosen < 0.95:
        return _of_packed(content, random)
    return random.choice(_EDITS)(content, random)


def _spliced(content: bytes, other: bytes, random: Random) -> bytes:
    if random.random() < 0.5:
        return content[: _place(content, random)] + other[_place(other, random) :]
    lines, others = content.splitlines(keepends=True), other.splitlines(keepends=True)
    return b"".join(lines[: _place(lines, random)] + others[_place(others, random) :])


def _place(content: Sequence[object], random: Random) -> int:
    return random.randint(0, len(content))


def _sign(content: bytes, random: Random) -> bytes:
    at = _place(content, random)
    return content[:at] + random.choice(SIGNS) + content[at:]


def _flip(content: bytes, random: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(random.randint(1, 3)):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _range(content: bytes, random: Random) -> bytes:
    """A range of bytes deleted, doubled or moved."""
    one, two, three = sorted(_place(content, random) for _ in range(3))
    left, right = content[one:two], content[two:three]
    return content[:one] + random.choice((b"", left + left + right, right + left)) + content[three:]


def _cut(content: bytes, random: Random) -> bytes:
    return content[: _place(content, random)]


def _rows(divider: bytes) -> Edit:
    """Pieces between dividers deleted, doubled, exchanged, moved or replaced."""

    def edit(content: bytes, random: Random) -> bytes:
        pieces = content.split(divider)
        one, other = random.randrange(len(pieces)), random.randrange(len(pieces))
        way = random.randrange(5)
        if way == 0:
            del pieces[one]
        elif way == 1:
            pieces.insert(other, pieces[one])
        elif way == 2:
            pieces[one], pieces[other] = pieces[other], pieces[one]
        elif way == 3:
            pieces[one] = random.choice((*SIGNS, *NUMBERS))
        else:
            pieces[one] += pieces[other]
        return divider.join(pieces)

    return edit


def _found(pattern: re.Pattern[bytes], replacements: Sequence[bytes]) -> Edit:
    """A place that a pattern matches deleted, doubled, replaced or exchanged with another."""

    def edit(content: bytes, random: Random) -> bytes:
        places = list(pattern.finditer(content))
        if not places:
            return _sign(content, random)
        one, other = sorted((random.choice(places), random.choice(places)), key=lambda it: it.start())
        way = random.randrange(4)
        if way == 3 and one.end() <= other.start():
            between = content[one.end() : other.start()]
            return content[: one.start()] + other[0] + between + one[0] + content[other.end() :]
        new = (b"", one[0] * 2, random.choice(replacements), random.choice(replacements))[way]
        return content[: one.start()] + new + content[one.end() :]

    return edit


def _long(content: bytes, random: Random) -> bytes:
    at, size = _place(content, random), random.choice(_LONG)
    piece = random.choice((b"a", b"\xc3\xa9", b".", b"a ", b"a\t", b"\n", b"(", b"a|", b"&amp;", b"-", b"1", b"<", b"'"))
    return content[:at] + piece * size + content[at:]


def _deep(content: bytes, random: Random) -> bytes:
    one, other = sorted((_place(content, random), _place(content, random)))
    opened, closed = random.choice(
        ((b"(1", b"1)"), (b"[", b"]"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b"<COREF ID=x>", b"</COREF>"), (b"a.", b""),
         (b"(e1-x-1-", b"e1)"), (b"(S", b")"))
    )  # fmt: skip
    depth = random.choice(_DEEP)
    return content[:one] + opened * depth + content[one:other] + closed * depth + content[other:]


def _encoded(content: bytes, random: Random) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(random.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-7")), "replace")


def _entity(content: bytes, random: Random) -> bytes:
    after = content.find(b"?>") + 2 if content.startswith(b"<?xml") else 0
    return content[:after] + random.choice(ENTITIES) + content[after:]


def _line_ends(content: bytes, random: Random) -> bytes:
    return content.replace(b"\n", random.choice((b"\r\n", b"\r", b"\n\n", b"", b"\x0b", b"\r\r\n")))


def _repeated(content: bytes, random: Random) -> bytes:
    return content * random.choice((2, 2, 3, 10))


def _mark(content: bytes, random: Random) -> bytes:
    return random.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"\n", b" ")) + content


def _of_values(content: bytes, random: Random) -> bytes:
    """An edit of one value of a JSON text, or of the first of its lines that is one."""
    head, line, rest = content, b"", b""
    try:
        value = json.loads(head)
    except (ValueError, RecursionError):
        line, _, rest = content.partition(b"\n")
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            return random.choice(_EDITS)(content, random)
    try:
        return json.dumps(_changed(value, random)).encode() + b"\n" + rest
    except RecursionError:
        return random.choice(_EDITS)(content, random)


def _changed(value: Any, random: Random) -> Any:
    """A value in which one place, at any depth, is deleted, doubled, exchanged or replaced."""
    if not isinstance(value, (dict, list)) or not value or random.random() < 0.1:
        if isinstance(value, bytes) and random.random() < 0.8:
            return random.choice(_EDITS[:3])(value, random)
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


def _is_packed(content: bytes) -> bool:
    return content[:1] == b"\x78" or 0x80 <= content[0] <= 0x8F if content else False


def _of_packed(content: bytes, random: Random) -> bytes:
    """An edit within a message of msgpack, compressed as spaCy's are or not, and within messages in it."""
    compressed = content[:1] == b"\x78"
    try:
        message = zlib.decompress(content) if compressed else content
        if random.random() < 0.2:
            made = random.choice((*_EDITS[:4], _announced))(message, random)
        else:
            made = _within(message, random)
    except (zlib.error, ValueError, TypeError, LookupError, AttributeError, RecursionError):  # it is broken already
        gc.enable()  # which the library turns off where it fails
        return random.choice(_EDITS)(content, random)
    return zlib.compress(made, 1) if compressed else made


def _within(message: bytes, random: Random) -> bytes:
    value = srsly.msgpack_loads(message)
    try:
        if isinstance(value, dict) and random.random() < 0.5:
            if value.get("span_groups"):
                at = random.randrange(len(value["span_groups"]))
                value["span_groups"][at] = _groups(value["span_groups"][at], random)
                return bytes(srsly.msgpack_dumps(value))
        return bytes(srsly.msgpack_dumps(_changed(value, random)))
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError):  # what the library cannot read or write
        gc.enable()
        return _flip(message, random)


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
    at = _place(message, random)
    size = random.choice((0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)).to_bytes(4)
    return message[:at] + random.choice((b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9")) + size + message[at:]


_EDITS: Sequence[Edit] = (
    _flip, _range, _sign, _cut, _rows(b"\n"), _rows(b"\n"), _rows(b"\t"), _rows(b"\t"), _rows(b" "), _rows(b"\n\n"),
    _found(_NUMBER, NUMBERS), _found(_NUMBER, NUMBERS), _found(_BRACKET, (b"(", b")", b"|", b"((", b"))", b"<", b">")),
    _found(_TAG, (b"</a>", b"<a>", b"<DOC>", b"</DOC>", b"<COREF ID=1>", b"<s>", b"<HL>", b"<DOCNO>")),
    _found(_WORD, (*SIGNS, *NUMBERS)), _long, _deep, _encoded, _entity, _line_ends, _repeated, _mark,
)  # fmt: skip
