"""Counts of documents on disk, added up to blocks at the end, so that memory stays flat."""

import tempfile
from collections.abc import Iterator, Sequence

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.statistics.defaults import BLOCKS

_AT_ONCE = 4096


class Ledger:
    """Rows of statistics, a row a document, in a file without a name that is gone when the ledger is closed.

    Documents come in any order, each with its number; the numbers are all from 0 in the end.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the ledger
        self._numbers: list[int] = []
        self.width = 0

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, rows: Numbers, numbers: Sequence[int]) -> None:
        """Take in the rows of the documents of these numbers; they are as wide as those before."""
        self._numbers += numbers
        self.width = rows.shape[1]
        self._file.write(np.ascontiguousarray(rows, dtype=np.float64).tobytes())

    def all(self) -> Numbers:
        """Every row, in the order of the numbers."""
        parts = list(self._parts())
        return np.concatenate(parts)[np.argsort(self._numbers)] if parts else np.zeros((0, self.width))

    def blocks(self) -> Numbers:
        """What `resampling.blocks` makes of all rows, which are read a few thousand at a time."""
        if len(self._numbers) <= BLOCKS:
            return self.all()
        starts = np.linspace(0, len(self._numbers), BLOCKS, endpoint=False).astype(np.int64)
        numbers = np.array(self._numbers)
        found = np.zeros((BLOCKS, self.width))
        done = 0
        for part in self._parts():
            block = np.searchsorted(starts, numbers[done : done + len(part)], side="right") - 1
            np.add.at(found, block, part)
            done += len(part)
        return found

    def _parts(self) -> Iterator[Numbers]:
        self._file.seek(0)
        while data := self._file.read(_AT_ONCE * self.width * 8):
            yield np.frombuffer(data, dtype=np.float64).reshape(-1, self.width)
