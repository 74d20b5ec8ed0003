"""How far the work on a text has come, told to whoever listens; by default nobody does.

Work that may take long says so by `tell`, in shares of what it was given; whoever divides work among others says by
`part` what that is. Neither has to know who listens, and resolvers that tell nothing are counted when they are done.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias

Listener: TypeAlias = Callable[[float], None]
"""Is told how much is done of the work in hand, in its own unit: words of a text, for example."""


@dataclass(frozen=True, slots=True)
class _Part:
    listener: Listener
    start: float = 0.0
    size: float = 1.0


_current: ContextVar[_Part | None] = ContextVar("progress", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have a listener told of all work inside."""
    before = _current.set(_Part(listener))
    try:
        yield
    finally:
        _current.reset(before)


@contextmanager
def part(start: float, size: float) -> Iterator[None]:
    """Count what is told inside as that part of the work, in shares of what contains it; at the end it is done."""
    outer = _current.get()
    if outer is None:
        yield
        return
    before = _current.set(_Part(outer.listener, outer.start + start * outer.size, size * outer.size))
    try:
        yield
        tell(1)
    finally:
        _current.reset(before)


def tell(share: float) -> None:
    """Say how much of the part in hand is done, from 0 to 1."""
    current = _current.get()
    if current is not None:
        current.listener(current.start + share * current.size)
