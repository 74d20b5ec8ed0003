"""Count of the values in a msgpack message, without unpacking it (github.com/msgpack/msgpack, spec.md)."""

_LENGTHS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""Bytes that give the length of bytes, extensions and strings, by their first byte."""
_EXTENSIONS = range(0xC7, 0xCA)
"""One byte more gives their type."""
_LISTS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}
_SIZES = {
    **{0xA0 + length: length for length in range(32)},  # short strings
    **dict(zip(range(0xCA, 0xD4), (4, 8, 1, 2, 4, 8, 1, 2, 4, 8), strict=True)),  # numbers
    **dict(zip(range(0xD4, 0xD9), (2, 3, 5, 9, 17), strict=True)),  # short extensions
}
"""Bytes that follow where the first byte alone gives the size; no byte follows a first byte that no table has."""


def count_values(packed: bytes, most: int) -> int:
    """How many values a message holds or announces, those in lists and maps and these themselves; stops above `most`.

    What is no msgpack is counted as if it were.
    """
    position, count, announced = 0, 0, 1
    while position < len(packed) and max(count, announced) <= most:
        first = packed[position]
        position += 1
        count += 1
        if first in _LENGTHS:
            size = _LENGTHS[first]
            position += size + int.from_bytes(packed[position : position + size]) + (first in _EXTENSIONS)
        elif first in _LISTS or first in _MAPS:
            size = _LISTS.get(first) or _MAPS[first]
            announced += int.from_bytes(packed[position : position + size]) * (2 if first in _MAPS else 1)
            position += size
        elif 0x80 <= first < 0xA0:  # short maps, then short lists
            announced += (first & 0x0F) * (2 if first < 0x90 else 1)
        else:
            position += _SIZES.get(first, 0)
    return max(count, announced)
