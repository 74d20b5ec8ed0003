"""CEAF: the best one-to-one correspondence of key and response chains (Luo 2005)."""

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.coreference.assignment import best
from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, matrix, recall_precision
from anaphora.workbench.measures._twinless import with_policy


def _mentions(overlap: Overlap) -> Numbers:
    """The similarity of two chains is what they share (phi3); a chain is as similar to itself as it has mentions."""
    total = _similarity(overlap, overlap.shared.astype(float))
    return matrix(
        total, overlap.key.of_chains(overlap.key.size), total, overlap.response.of_chains(overlap.response.size)
    )


def _entities(overlap: Overlap) -> Numbers:
    """The similarity of two chains is Dice's, 2n / (k + r) (phi4), so that every chain is 1 similar to itself."""
    total = _similarity(overlap, dice(overlap))
    return matrix(
        total, overlap.key.of_chains(overlap.key.size > 0), total, overlap.response.of_chains(overlap.response.size > 0)
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


def dice(overlap: Overlap) -> Numbers:
    """2n / (k + r) for each cell."""
    return 2 * overlap.shared / (overlap.key.size[overlap.row] + overlap.response.size[overlap.column])


def _similarity(overlap: Overlap, weight: Numbers) -> Numbers:
    return overlap.of_cells(weight * best(overlap.row, overlap.column, weight))


MEASURES = (ceaf_m(), ceaf_e())
