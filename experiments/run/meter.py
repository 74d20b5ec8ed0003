"""The share of a run that is done, and the time that the rest will take."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

PATIENCE = 5.0
"""Seconds before anything is said: most work is done by then."""
EVERY = 60.0
"""Seconds between two lines where there is no terminal."""
_RECENT, _APART = 60.0, 1.0
"""The time left follows from the work of so many last seconds, noted so many seconds apart."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The display of a meter: the share done, from 0 to below 1 (`None`: not known), and the seconds left."""

    share: float | None
    left: float | None

    def __str__(self) -> str:
        """In words: "34% done, about 2 min left"."""
        if self.share is None:
            return "under way"
        left = "" if self.left is None else f", about {_in_words(self.left)} left"
        return f"{self.share:.0%} done{left}"


def _in_words(seconds: float) -> str:
    if seconds < 100:
        return f"{max(5, round(seconds / 5) * 5)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} h"


class Meter:
    """A sum of what is done, shown once the work has taken `PATIENCE`, then `every` so many seconds.

    `total` says how much there is, in the unit of what is done; it is asked once, and only of work that takes long,
    since it may have to read all texts. It gives 0 if it cannot say.
    """

    def __init__(
        self,
        total: Callable[[], float],
        show: Callable[[Reading], None],
        every: float = EVERY,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._find_total, self._show, self._every, self._clock = total, show, every, clock
        self._total: float | None = None
        self._finished = self._done = 0.0
        self._start = self._shown = clock()
        self._noted = deque([(self._start, 0.0)])

    def finish(self, size: float) -> None:
        """Count a text of that size as done."""
        self._finished += size
        self.reach(0)

    def reach(self, done: float) -> None:
        """Note that so much of the text in hand is done. What was reached before stays reached."""
        self._done = max(self._done, self._finished + done)
        now = self._clock()
        if now - self._noted[-1][0] >= _APART:
            self._noted.append((now, self._done))
            while now - self._noted[0][0] > _RECENT:
                self._noted.popleft()
        if now - self._start >= PATIENCE and now - self._shown >= self._every:
            self._shown = now
            self._show(self.read())

    def restart(self, total: float) -> None:
        """Begin with other work, of which there is so much."""
        self._total, self._finished, self._done = total, 0.0, 0.0
        self._noted = deque([(self._clock(), 0.0)])

    def read(self) -> Reading:
        """Return the share that is done, and the seconds left."""
        if self._total is None:
            self._total = self._find_total()
        if not self._total:
            return Reading(None, None)
        (since, before), now = self._noted[0], self._clock()
        speed = (self._done - before) / (now - since) if now > since else 0.0
        left = max(0.0, self._total - self._done)
        return Reading(min(0.99, self._done / self._total), left / speed if speed else None)
