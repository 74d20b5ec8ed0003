"""The mention-pair model: what it learns, its file, and the chains it makes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.resolvers._pairs import SETS, table
from anaphora.resolvers._ranking.forest import Nodes, build_tree
from anaphora.resolvers.chains import mention_pair
from anaphora.resolvers.chains.mention_pair import REACH, quality
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.annotated import prepared

SHIPPED = Path(mention_pair.__file__).with_suffix(".json")
TEXT = prepared(
    "Ann/NNP/2/nsubj likes/VBZ/0/root lamps/NNS/2/obj ././2/punct\n"
    "Ann/NNP/2/nsubj sold/VBD/0/root Eve/NNP/2/iobj a/DT/5/det lamp/NN/2/obj ././2/punct"
)
CHAINS = (0, -1, 0, 1, -1)
"""Ann, lamps, Ann, Eve, a lamp: Ann is mentioned twice."""


def learned(**options: Any) -> dict[str, Any]:
    return mention_pair.train([Example(TEXT, CHAINS)], **{"leaf": 1, **options})


def stored(parameters: dict[str, Any], folder: Path) -> Path:
    path = folder / "parameters.json"
    path.write_text(json.dumps(parameters), "utf8")
    return path


def of_many(sentences: int) -> Prepared:
    one = "Ann/NNP/2/nsubj likes/VBZ/0/root lamps/NNS/2/obj ././2/punct"
    return prepared("\n".join([one] * sentences))


def test_what_it_learned_separates_the_pairs_it_saw(tmp_path: Path) -> None:
    parameters = stored(learned(), tmp_path)

    for decoding in ("closest_first", "best_first", "strong", "best", "weak"):
        resolver = mention_pair.build(parameters=parameters, decoding=decoding)
        assert resolver.chains(TEXT) == ((0, 2), (1,), (3,), (4,))


def test_a_file_holds_what_was_learned(tmp_path: Path) -> None:
    parameters = learned(pairs="soon", features="soon")

    assert parameters["features"] == list(SETS["soon"])
    assert mention_pair.read(stored(parameters, tmp_path)).as_data() == {
        name: value for name, value in parameters.items() if name not in ("pairs", "leaf")
    }


def test_training_on_mentions_that_never_corefer_is_refused() -> None:
    with pytest.raises(OptionError):
        mention_pair.train([Example(TEXT, (-1,) * 5)])


def test_thresholds_are_chosen_on_documents_held_out() -> None:
    alone = learned()
    enough: dict[str, Any] = mention_pair.train([Example(TEXT, CHAINS)] * 3, leaf=1)

    assert set(alone["thresholds"].values()) == {0.5}
    assert set(enough["thresholds"].values()) == {0.2}, "all thresholds are equally good, so that the first is taken"


def test_the_quality_of_chains_is_the_mean_of_muc_and_b_cubed() -> None:
    """Key {a b c} {d}, response {a b} {c d}.

    MUC: 1 of 2 links, 1 of 2 given. B-CUBED: recall (2/3 + 2/3 + 1/3 + 1) / 4, precision (1 + 1 + 1/2 + 1/2) / 4.
    """
    recall, precision = 2 / 3, 3 / 4

    found = quality([(7, 7, 7, -1)], [((0, 1), (2, 3))])
    assert found == pytest.approx((1 / 2 + 2 * recall * precision / (recall + precision)) / 2)
    assert quality([(0, 0)], [((0, 1),)]) == 1
    assert quality([(0, -1, 0)], [((0, 2), (1,))]) == 1


def test_a_tree_sends_each_pair_to_its_leaf() -> None:
    nodes = Nodes([1, -1, 0, -1, -1], [0.5, 0, 2.5, 0, 0], [1, 0, 3, 0, 0], [2, 0, 4, 0, 0], [0, 0.1, 0, 0.2, 0.9])
    tree = build_tree(nodes, 2)
    values = np.array([[9, 0], [2, 1], [3, 1]], np.int8)

    assert tree.scores(values).tolist() == [0.1, 0.2, 0.9]
    assert tree.scores(values[:0]).tolist() == []


def test_blocks_of_pairs_give_the_same_rows_as_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    its, learned = table(of_many(9)), mention_pair.read(SHIPPED)
    whole = learned.rows(its)
    monkeypatch.setattr(mention_pair, "_BLOCK", 20)
    cut = learned.rows(its)

    assert [len(row) for row in whole] == list(range(18))
    assert [row.tolist() for row in cut] == [row.tolist() for row in whole]


def test_rows_of_a_long_text_are_cut_at_the_reach() -> None:
    its = table(of_many(REACH // 2 + 2))

    assert [len(row) for row in mention_pair.read(SHIPPED).rows(its)][-5:] == [REACH - 1, *[REACH] * 4]


def test_the_shipped_parameters_tell_what_they_were_learned_from() -> None:
    data = json.loads(SHIPPED.read_text("utf8"))

    assert data["resolver"] == "mention_pair"
    assert data["provenance"]["corpus"].startswith("gum-train-free@")
    assert data["provenance"]["documents"] == 128
    assert "CC BY-SA 4.0" in data["licence"]
    assert data["features"] == list(SETS["all"])
