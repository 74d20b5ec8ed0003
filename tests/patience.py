"""How long hostile input may take."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

MEASURED = 5
"""How many times as long it may take where coverage is measured, since each line is a call there."""


@contextmanager
def soon(seconds: float = 2.0) -> Iterator[None]:
    """What is done here must be done in so many seconds of the processor."""
    limit = seconds * MEASURED if sys.gettrace() else seconds
    began = time.process_time()
    yield
    took = time.process_time() - began
    assert took < limit, f"took {took:.1f} s"
