"""CEAF: the best one-to-one correspondence of key and response chains (Luo 2005)."""

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.assignment import best
from anaphora.workbench.chains.overlap import ChainTable, Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision
from anaphora.workbench.measures._tables import from_key, with_policy


def phi3(table: ChainTable) -> Numbers:
    """The number of mentions that the two chains of each cell share; a chain is as similar to itself as it has some."""
    return table.shared.astype(float)


def phi4(table: ChainTable) -> Numbers:
    """Dice's similarity of the two chains of each cell, 2n / (k + r), so that every chain is 1 similar to itself."""
    return 2 * table.shared / (table.key.size[table.row] + table.response.size[table.column])


def aligned(table: ChainTable, similarity: Numbers) -> Numbers:
    """The similarity of each cell whose chains correspond, 0 in the others."""
    return similarity * best(table.row, table.column, similarity)


@from_key
def _mentions(table: ChainTable) -> Numbers:
    total = table.of_cells(aligned(table, phi3(table)))
    return matrix(total, table.key.of_chains(table.key.size), total, table.response.of_chains(table.response.size))


@from_key
def _entities(table: ChainTable) -> Numbers:
    total = table.of_cells(aligned(table, phi4(table)))
    return matrix(
        total, table.key.of_chains(table.key.size > 0), total, table.response.of_chains(table.response.size > 0)
    )


def ceaf_m(twinless: str = "keep") -> Measure[Overlap]:
    """The measure by mentions with a policy for `twinless` mentions, `keep` or one of `POLICIES`.

    Raises:
        OptionError: there is no such policy.
    """
    plain = Measure("ceaf_m", _mentions, recall_precision, "by mentions, phi3; Luo 2005", make=ceaf_m)
    return with_policy(plain, twinless)


def ceaf_e(twinless: str = "keep") -> Measure[Overlap]:
    """The measure by entities likewise."""
    plain = Measure("ceaf_e", _entities, recall_precision, "by entities, phi4; Luo 2005", make=ceaf_e)
    return with_policy(plain, twinless)


MEASURES = (ceaf_m(), ceaf_e())
