"""Signals that end a command, Ctrl-C among them: it leaves in order and soon, and says what is kept."""

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from anaphora.workbench.results.vocabulary import counted

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
