from typing import Any

import pytest
import srsly
from hypothesis import given
from hypothesis import strategies as st

from anaphora.corpora._msgpack import count_values

SIMPLE = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary()
MESSAGES = st.recursive(SIMPLE, lambda part: st.lists(part) | st.dictionaries(st.text(), part), max_leaves=200)


def count(message: Any) -> int:
    """The values of a message, it included."""
    if isinstance(message, dict):
        return 1 + sum(count(part) for pair in message.items() for part in pair)
    return 1 + sum(map(count, message)) if isinstance(message, list) else 1


@given(MESSAGES)
def test_values_of_a_message_are_counted_as_they_are_unpacked(message: Any) -> None:
    assert count_values(srsly.msgpack_dumps(message), 100_000) == count(message)


@pytest.mark.parametrize("length", [31, 32, 255, 256, 65_535, 65_536])
def test_values_of_every_length_count_once(length: int) -> None:
    for value in ("a" * length, b"a" * length):
        assert count_values(srsly.msgpack_dumps([value, None]), 100) == 3


@pytest.mark.parametrize("length", [15, 16, 65_535, 65_536])
def test_values_in_long_lists_and_maps_are_counted(length: int) -> None:
    assert count_values(srsly.msgpack_dumps([None] * length), 100_000) == length + 1
    assert count_values(srsly.msgpack_dumps(dict.fromkeys(range(length))), 200_000) == 2 * length + 1


@pytest.mark.parametrize("extension", [b"\xc7\x02\x05ab", b"\xd4\x05a", b"\xd8\x05" + b"a" * 16])
def test_values_of_extensions_have_a_type_before_their_bytes(extension: bytes) -> None:
    assert count_values(b"\x92" + extension + b"\xc0", 100) == 3


def test_values_that_a_list_announces_are_counted_though_they_are_missing() -> None:
    assert count_values(b"\xdd\xff\xff\xff\xff", 100) == 2**32
    assert count_values(b"\xdc", 100) == 1


def test_values_are_not_counted_to_the_end_where_there_are_too_many() -> None:
    assert count_values(b"\x90" * 1000, 10) == 11
