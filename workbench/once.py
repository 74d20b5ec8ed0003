"""A cache of one document."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from anaphora.workbench.document import Prepared

Result = TypeVar("Result")


def once(work: Callable[[Prepared], Result]) -> Callable[[Prepared], Result]:
    """Keep the result for the last document asked for; it must not be changed afterwards.

    All resolvers run on one document before the next one is read, so one place is enough.
    """
    last: list[tuple[Prepared, Result]] = []

    @wraps(work)
    def kept(prepared: Prepared) -> Result:
        latest = last[:1]  # a copy, since another thread may replace it meanwhile
        if not latest or latest[0][0] is not prepared:
            latest = [(prepared, work(prepared))]
            last[:] = latest
        return latest[0][1]

    return kept
