"""Work that is counted, not timed: calls of functions, whatever the machine."""

import sys
from collections.abc import Callable
from types import FrameType


def count_calls(work: Callable[[], object]) -> int:
    """How many functions the work calls, those of libraries in C among them."""
    calls = 0

    def watch(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def growth(work: Callable[[int], Callable[[], object]], size: int) -> float:
    """Return how many times as many calls twice the input takes: 2 where work is linear, 4 where it is quadratic.

    `work` makes the input of a size and returns what is done with it; what is loaded once is loaded by a first run.
    """
    work(2)()
    once, twice = work(size), work(2 * size)
    return count_calls(twice) / count_calls(once)
