"""Edits that make odd files of valid ones: of bytes, lines, cells, brackets, tags, numbers, and of values in JSON."""

import json
import re
import zlib
from collections.abc import Callable, Sequence
from random import Random

import srsly

Edit = Callable[[bytes, Random], bytes]

# what means something to one format or another, divided by §
_SIGNS = (
    '\0§ §\t§\n§\r\n§\r§\n\n§-§_§*§(§)§(1§1)§|§;§:§,§.§"§[§]§{§}§{"a":§null§true§1e9§1.5§NaN§-Infinity§\\ud800§\\u0000§'
    "/§=§<§>§&§&#0;§&#xD800;§&#1114112;§&a;§</§<!--§<![CDATA[§]]>§<?x ?>§<!DOCTYPE §<COREF §<COREF ID=1>§</COREF>§<DOC>"
    "§"
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
_LONG, _DEEP = (20, 200, 200, 1_000, 1_000, 5_000), (3, 10, 10, 120, 1_500, 4_000)
_MANY = (30, 300, 300, 2_000)


def place(content: Sequence[object], random: Random) -> int:
    """Somewhere in the content, or at its end."""
    return random.randint(0, len(content))


def _sign(content: bytes, random: Random) -> bytes:
    at = place(content, random)
    return content[:at] + random.choice(SIGNS) + content[at:]


def _range(content: bytes, random: Random) -> bytes:
    """A range of bytes deleted, doubled or moved."""
    one, two, three = sorted(place(content, random) for _ in range(3))
    left, right = content[one:two], content[two:three]
    return content[:one] + random.choice((b"", left + left + right, right + left)) + content[three:]


_PIECES = (b"a", b"\xc3\xa9", b".", b"a ", b"a\t", b"\n", b"(", b"a|", b"&amp;", b"-", b"1", b"<", b"'")
_ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-7")


def _whole(content: bytes, random: Random) -> bytes:
    """All of it in another encoding, cut, repeated, with other line ends, a mark, entities, or a long piece."""
    at = place(content, random)
    after = content.find(b"?>") + 2 if content.startswith(b"<?xml") else 0
    return random.choice((
        content[:at],
        content[:at] + random.choice(_PIECES) * random.choice(_LONG) + content[at:],
        content.decode("utf-8", "replace").encode(random.choice(_ENCODINGS), "replace"),
        content[:after] + random.choice(ENTITIES) + content[after:],
        content.replace(b"\n", random.choice((b"\r\n", b"\r", b"\n\n", b"", b"\x0b", b"\r\r\n"))),
        content * random.choice((2, 2, 3, 10)),
        random.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"\n", b" ")) + content,
    ))  # fmt: skip


def flip(content: bytes, random: Random) -> bytes:
    """The content with one to three other bits."""
    changed = bytearray(content)
    for _ in range(random.randint(1, 3)):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _rows(divider: bytes) -> Edit:
    """A piece between dividers deleted, doubled elsewhere, exchanged with another, replaced, or joined to it."""

    def edit(content: bytes, random: Random) -> bytes:
        pieces = content.split(divider)
        one, other = sorted(random.randrange(len(pieces)) for _ in range(2))
        first, last = pieces[one], pieces[other]
        before, between, after = pieces[:one], pieces[one + 1 : other], pieces[other + 1 :]
        middle = random.choice((
            [*between, last], [last, *between, last], [last, *between, first], [first + last, *between, last],
            [random.choice((*SIGNS, *NUMBERS)), *between, last],
        ))  # fmt: skip
        return divider.join([*before, *middle, *after])

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


def _deep(content: bytes, random: Random) -> bytes:
    one, other = sorted((place(content, random), place(content, random)))
    opened, closed = random.choice(
        ((b"(1", b"1)"), (b"[", b"]"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b"<COREF ID=x>", b"</COREF>"),
         (b"a.", b""), (b"(e1-x-1-", b"e1)"), (b"(S", b")"))
    )  # fmt: skip
    depth = random.choice(_DEEP)
    return content[:one] + opened * depth + content[one:other] + closed * depth + content[other:]


def _many(content: bytes, random: Random) -> bytes:
    """A line very often, as it is or with its first number counting up: many mentions of the same words."""
    lines = content.split(b"\n")
    number = random.randrange(len(lines))
    counted = random.random() < 0.7
    made = [
        _NUMBER.sub(str(count).encode(), lines[number], count=1) if counted else lines[number]
        for count in range(1000, 1000 + random.choice(_MANY))
    ]
    return b"\n".join((*lines[:number], *made, *lines[number + 1 :]))


EDITS: Sequence[Edit] = (
    flip, _range, _sign, _sign, _rows(b"\n"), _rows(b"\n"), _rows(b"\t"), _rows(b"\t"), _rows(b" "), _rows(b"\n\n"),
    _found(_NUMBER, NUMBERS), _found(_NUMBER, NUMBERS), _found(_BRACKET, (b"(", b")", b"|", b"((", b"))", b"<", b">")),
    _found(_TAG, (b"</a>", b"<a>", b"<DOC>", b"</DOC>", b"<COREF ID=1>", b"<s>", b"<HL>", b"<DOCNO>")),
    _found(_WORD, (*SIGNS, *NUMBERS)), _deep, _many, _whole, _whole, _whole, _whole, _whole, _whole,
)  # fmt: skip


VALUES: tuple[object, ...] = (
    None, True, False, 0, -1, 1, 1.5, float("nan"), 10**9, 2**63, 10**400, "", "x", "\0", "\ud800", [], {}, [[]],
    [0, 0], [-1, 0], [1, 0], [True, 0], {"": 1}, "9" * 30,
)  # fmt: skip


def edited(content: bytes, other: bytes, random: Random) -> bytes:
    """The content after one edit of the kind that suits it; `other` is content to splice with."""
    chosen = random.random()
    if chosen < 0.05:
        return content[: place(content, random)] + other[place(other, random) :]
    if chosen < 0.5:
        try:
            return _value_edited(content, random)
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError, zlib.error):
            pass  # it is no JSON and no message, or one that cannot be written
    return random.choice(EDITS)(content, random)


def _value_edited(content: bytes, random: Random) -> bytes:
    """An edit of one value of a JSON text or of its first line, or of a message of msgpack, compressed or not."""
    if content[:1] == b"\x78":
        return zlib.compress(_value_edited(zlib.decompress(content), random), 1)
    if content[:1] and 0x80 <= content[0] <= 0x8F:
        return bytes(srsly.msgpack_dumps(_changed(srsly.msgpack_loads(content), random)))
    try:
        return json.dumps(_changed(json.loads(content), random)).encode()
    except ValueError:
        line, _, rest = content.partition(b"\n")
        return json.dumps(_changed(json.loads(line), random)).encode() + b"\n" + rest


def _changed(value: object, random: Random) -> object:
    """A value in which one place, at any depth, is deleted, doubled, reversed or replaced."""
    if isinstance(value, bytes) and value:
        return random.choice(EDITS[:4])(value, random)
    if not isinstance(value, dict | list) or not value or random.random() < 0.1:
        return random.choice(VALUES)
    if isinstance(value, list):
        at = random.randrange(len(value))
        often = value[:at] + value[at : at + 1] * random.choice(_MANY) + value[at:]
        ways = (value[:at] + value[at + 1 :], value[: at + 1] + value[at:], value[::-1], often)
        return (
            random.choice(ways)
            if random.random() < 0.5
            else [*value[:at], _changed(value[at], random), *value[at + 1 :]]
        )
    name = random.choice(list(value))
    if random.random() < 0.2:
        return {key: held for key, held in value.items() if key != name}
    if random.random() < 0.1:
        return {**value, random.choice(("x", "\0", "text", "tokens", f"{name}s")): 1}
    return {**value, name: _changed(value[name], random)}
