"""X_NAME by hand; and its definition written the slow way, for `tests/contracts/test_measures.py`."""

import pytest

from tests.workbench.by_definition import Chains, Documents, Scores, both
from tests.workbench.clusters import score


def x_name(documents: Documents) -> Scores:
    """Of each side the mentions of chains that the other side has with exactly these mentions."""

    def recall(key: Chains, response: Chains) -> tuple[int, int]:
        whole = [chain for chain in key if set(chain) in [set(other) for other in response]]
        return sum(map(len, whole)), sum(map(len, key))

    return both(documents, recall)


def test_only_chains_found_whole_count() -> None:
    """The two mentions of c and d are in a chain found whole: of five in the key, of four in the response."""
    key, response = [["a", "b", "e"], ["c", "d"]], [["a", "b"], ["c", "d"]]

    found = score("x_name", [(key, response)])

    assert found == pytest.approx({"recall": 2 / 5, "precision": 2 / 4, "f1": 4 / 9})
