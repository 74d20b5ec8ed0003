"""How long input may take, on a machine of any speed."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

MEASURED = 5
"""How many times as long it may take where coverage is measured, since each line is a call there."""

USUAL = 0.13
"""The processor seconds of `_work` on a machine on which the limits of tests were chosen."""


@contextmanager
def soon(seconds: float = 2.0) -> Iterator[None]:
    """What is done here must be done in so many seconds of a processor of the usual speed."""
    limit = seconds * MEASURED if sys.gettrace() else seconds
    began = time.process_time()
    yield
    took = time.process_time() - began
    assert is_within(took, limit), f"took {took:.1f} s"


def is_within(took: float, limit: float) -> bool:
    """Whether these processor seconds were fewer than the limit, which holds for a processor of the usual speed."""
    return took < limit or took < limit * slowness()


def slowness() -> float:
    """How many times as long as usual this machine takes now; 1 where it is as fast, or faster."""
    return max(1.0, median(_work() for _ in range(5)) / USUAL)


def _work() -> float:
    """The processor seconds of a little work with dictionaries, tuples and strings, as most of the program is."""
    began = time.process_time()
    table: dict[tuple[int, int], str] = {}
    for number in range(400_000):
        table[number % 1000, number % 7] = str(number)
    return time.process_time() - began
