"""CEAF: the best one-to-one correspondence of key and response chains (Luo 2005)."""

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.chains.assignment import best
from anaphora.workbench.chains.overlap import ChainTable, Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision
from anaphora.workbench.measures._tables import from_key, with_policy


@from_key
def _mentions(table: ChainTable) -> Numbers:
    """The similarity of two chains is what they share (phi3); a chain is as similar to itself as it has mentions."""
    total = _similarity(table, table.shared.astype(float))
    return matrix(total, table.key.of_chains(table.key.size), total, table.response.of_chains(table.response.size))


@from_key
def _entities(table: ChainTable) -> Numbers:
    """The similarity of two chains is Dice's, 2n / (k + r) (phi4), so that every chain is 1 similar to itself."""
    total = _similarity(table, 2 * table.shared / (table.key.size[table.row] + table.response.size[table.column]))
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


def _similarity(table: ChainTable, weight: Numbers) -> Numbers:
    return table.of_cells(weight * best(table.row, table.column, weight))


MEASURES = (ceaf_m(), ceaf_e())
