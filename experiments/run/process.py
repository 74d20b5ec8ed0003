"""The process of a command: its garbage, the signals that end it, and the share of its work that is done."""

import atexit
import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import NamedTuple

from anaphora.workbench.results.vocabulary import counted

_OBJECTS = 50_000


def collect_rarely() -> None:
    """Let this process collect garbage in cycles less often.

    Documents are very many small objects without cycles; looking for them takes a quarter of the time to read a corpus.
    In the end everything goes with the process: to look through it once more takes a sixth of a small score.
    """
    gc.set_threshold(_OBJECTS, 20, 20)
    atexit.register(gc.freeze)


PATIENCE = 1.3
"""Seconds to leave in order, such as to remove temporary files; then the process ends as it is."""
_SIGNALS = [signum for signum in signal.Signals if signum.name in ("SIGINT", "SIGTERM", "SIGHUP")]  # Windows: no SIGHUP


class Interrupted(SystemExit):
    """A signal asked this process to end; the notes say what is kept, and the code is what shells give: 130 or 143."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number, self.told = number, False


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `Interrupted` here when a signal asks this process to end, unless it was told to ignore that signal."""
    before = {signum: signal.getsignal(signum) for signum in _SIGNALS}
    came: list[Interrupted] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        for signum in _SIGNALS:
            signal.signal(signum, signal.SIG_IGN)  # a second one would break off the cleaning
        came.append(Interrupted(number))
        watch = threading.Timer(PATIENCE, _end_at_once, came)
        watch.daemon = True
        watch.start()
        raise came[0]

    for signum, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(signum, interrupt)
    try:
        yield
    except Exception as error:
        if came:  # a library made another error of it
            raise came[0] from error
        raise
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


def _end_at_once(interrupted: Interrupted) -> None:
    end_workers()
    if not interrupted.told:
        os.write(2, b"Interrupted: it did not end in time; the next run removes what is left of this one.\n")
    os._exit(128 + interrupted.number)


def end_workers() -> None:
    """End the processes that this one started to share its work, and those that they are replaced by."""
    from multiprocessing import active_children

    while workers := active_children():
        for worker in workers:
            worker.kill()
            worker.join()


@contextmanager
def unheard() -> Iterator[None]:
    """Let processes that are started in the block ignore Ctrl-C: it is for the one that started them and ends them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def tell(interrupted: Interrupted, written: Sequence[Path]) -> str:
    """Say in a line for people what is kept of interrupted work: by its notes, or the files that are written."""
    interrupted.told = True
    if notes := getattr(interrupted, "__notes__", []):
        return f"Interrupted: {'; '.join(notes)}; run the same command to go on."
    if written:
        some = ", ".join(map(str, written[:3])) + (", ..." if len(written) > 3 else "")
        return f"Interrupted: {counted(len(written), 'file')} written ({some})."
    return "Interrupted: nothing was written."


SHOWN_AFTER = 5.0
"""Seconds before anything is said: most work is done by then."""
SHOWN_EVERY = 60.0
"""Seconds between two lines where there is no terminal."""
_RECENT = 60.0
_APART = 1.0
"""The time left follows from the work of so many last seconds, noted so many seconds apart."""


class Reading(NamedTuple):
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
    """A sum of what is done, shown once the work has taken `SHOWN_AFTER`, then `every` so many seconds.

    `total` says how much there is, in the unit of what is done; it is asked once, and only of work that takes long,
    since it may have to read all texts. It gives 0 if it cannot say.
    """

    def __init__(
        self,
        total: Callable[[], float],
        show: Callable[[Reading], None],
        every: float = SHOWN_EVERY,
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
        if now - self._start >= SHOWN_AFTER and now - self._shown >= self._every:
            self._shown = now
            self._show(self.read())

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
