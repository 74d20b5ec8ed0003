"""The frequency of garbage collection in this process."""

import atexit
import gc

_OBJECTS = 50_000


def collect_rarely() -> None:
    """Let this process collect garbage in cycles less often.

    Documents are very many small objects without cycles; looking for them takes a quarter of the time to read a corpus.
    In the end everything goes with the process: to look through it once more takes a sixth of a small score.
    """
    gc.set_threshold(_OBJECTS, 20, 20)
    atexit.register(gc.freeze)
