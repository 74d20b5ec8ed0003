"""One analysis at a time: a short queue, and a limit to how long it is waited."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anaphora.experiments.live.requests import Refusal


class Turns:
    """Lets one in at a time; raises `Refusal` (503) where `waiting` others wait or the turn does not come in time."""

    def __init__(self, waiting: int = 4, seconds: float = 20.0) -> None:
        self.most, self.seconds = waiting, seconds
        self._waiting = 0
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold the turn for the body of a `with`."""
        await self._wait()
        try:
            yield
        finally:
            self._lock.release()

    async def _wait(self) -> None:
        if self._lock.locked() and self._waiting >= self.most:
            raise _busy()
        self._waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                await self._lock.acquire()
        except TimeoutError:
            raise _busy() from None
        finally:
            self._waiting -= 1


def _busy() -> Refusal:
    return Refusal(503, "The workbench is busy with another text; try again.")
