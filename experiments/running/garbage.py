"""How often this process looks for garbage."""

import gc

_OBJECTS = 50_000


def collect_rarely() -> None:
    """Let this process collect garbage in cycles less often.

    Documents are very many small objects without cycles; looking for them takes a quarter of the time to read a corpus.
    """
    gc.set_threshold(_OBJECTS, 20, 20)
