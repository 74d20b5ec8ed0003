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
