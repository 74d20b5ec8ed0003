"""Files of parameters that training has written: what is no such file is refused by name, with the place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphora.resolvers import dagan_itai, ge_hale_charniak
from anaphora.resolvers._ranking import features, model
from anaphora.resolvers.chains import mention_pair
from anaphora.resolvers.chains.mention_pair import DECODINGS
from anaphora.workbench.errors import OptionError
from tests.refused import raises

READERS: dict[str, Callable[[Path], object]] = {
    "dagan_itai": dagan_itai.read,
    "ge_hale_charniak": ge_hale_charniak.read,
    "mention_pair": mention_pair.read,
    "ranker": model.read,
}
VALID: dict[str, dict[str, Any]] = {
    "dagan_itai": {"occurrences": {"cat": 2}, "tuples": {"subject-verb": {"eat": {"cat": 2}}}},
    "ge_hale_charniak": ge_hale_charniak.no_counts().as_data(),
    "mention_pair": {
        "features": ["DIST"],
        "thresholds": dict.fromkeys(DECODINGS, 0.5),
        "tree": {
            "feature": [0, -1, -1], "threshold": [0.5, 0.0, 0.0], "left": [1, 0, 0], "right": [2, 0, 0],
            "confidence": [0.0, 0.1, 0.9],
        },
    },
    "ranker": {
        "features": list(features.NAMES), "scale": 1.0, "open": 0.0,
        "trees": {"feature": [[0]], "threshold": [[1]], "value": [[0.0, 0.5, -0.5]]},
    },
}  # fmt: skip


def reader(resolver: str, path: Path, content: object) -> Callable[[], object]:
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf8")
    return lambda: READERS[resolver](path)


@pytest.mark.parametrize("resolver", READERS)
@pytest.mark.parametrize(
    "changed", [{"format": "other"}, {"version": 2}, {"version": True}, {"version": None}, {"format": None}]
)
def test_parameters_of_another_resolver_or_version_are_refused(
    resolver: str, changed: dict[str, object], tmp_path: Path
) -> None:
    valid = {"format": resolver, "version": 1, **VALID[resolver]}
    assert reader(resolver, tmp_path / "parameters.json", valid)()

    with pytest.raises(OptionError) as caught:
        reader(resolver, tmp_path / "parameters.json", valid | changed)()
    assert (caught.value.code, caught.value.path) == ("malformed", str(tmp_path / "parameters.json"))


@pytest.mark.parametrize("resolver", READERS)
def test_parameters_that_are_absent_are_unreadable(resolver: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError) as caught:
        READERS[resolver](tmp_path / "absent.json")
    assert (caught.value.code, caught.value.path) == ("unreadable", str(tmp_path / "absent.json"))


BELOW: dict[str, dict[str, object]] = {"S": {}, "VP": {}, "PP": {}, "NP": {}}
TREE = VALID["mention_pair"]["tree"]
TREES = VALID["ranker"]["trees"]


@pytest.mark.parametrize(
    ("resolver", "changed", "place"),
    [
        ("dagan_itai", {"tuples": [1]}, "tuples"),
        ("dagan_itai", {"tuples": {"subject-verb": 3}}, "tuples.subject-verb"),
        ("dagan_itai", {"tuples": {"subject-verb": {"eat": None}}}, "tuples.subject-verb.eat"),
        *(("dagan_itai", {"occurrences": {"cat": count}}, "occurrences.cat") for count in (1.5, True, 0)),
        ("dagan_itai", {"occurrences": {"cat": 1}}, "'cat'"),
        ("ge_hale_charniak", {"words": None}, "words"),
        ("ge_hale_charniak", {"words": {"box": [1, 2, 3]}}, "words.box"),
        *(
            ("ge_hale_charniak", {"words": {"box": [0, 0, count, 0]}}, "words.box.2")
            for count in (-1, 0.5, True, 10**13, float("nan"))
        ),
        ("ge_hale_charniak", {"pronouns": {"he": 1, "she": 1, "it": 1}}, "pronouns.they"),
        ("ge_hale_charniak", {"phrases": {}}, "phrases.NP"),
        ("ge_hale_charniak", {"heads": BELOW | {"S": {"see": 1}}}, "heads.S.see"),
        ("ge_hale_charniak", {"lists": {"candidates": {}}}, "lists.candidates"),
        ("mention_pair", {"features": ["DIST", "WEATHER"]}, "'features'"),
        ("mention_pair", {"thresholds": {"best": 0.5}}, "'thresholds'"),
        ("mention_pair", {"thresholds": dict.fromkeys(DECODINGS, 7)}, "thresholds.closest_first"),
        ("mention_pair", {"tree": []}, "tree"),
        ("mention_pair", {"tree": {"feature": [0]}}, "tree.threshold"),
        ("mention_pair", {"tree": TREE | {"left": [1]}}, "columns of the tree"),
        ("mention_pair", {"tree": TREE | {"feature": [99, -1, -1]}}, "feature"),
        ("mention_pair", {"tree": TREE | {"left": [0, 0, 0]}}, "child"),
        ("mention_pair", {"tree": TREE | {"right": [3, 0, 0]}}, "child"),
        ("mention_pair", {"tree": TREE | {"confidence": [0.0, 1.5, 0.0]}}, "tree.confidence.1"),
        ("mention_pair", {"tree": TREE | {"threshold": [float("nan"), 0.0, 0.0]}}, "tree.threshold.0"),
        ("mention_pair", {"tree": TREE | {"left": [True, 0, 0]}}, "tree.left.0"),
        ("ranker", {"features": ["WEATHER"]}, "'features'"),
        ("ranker", {"scale": 0}, "scale"),
        *(("ranker", {"open": value}, "open") for value in (float("inf"), float("nan"), -1e308)),
        ("ranker", {"trees": []}, "trees"),
        ("ranker", {"trees": TREES | {"feature": [[99]]}}, "trees"),
        ("ranker", {"trees": TREES | {"feature": [[0, 0]]}}, "trees"),
        ("ranker", {"trees": TREES | {"threshold": [[0.5]]}}, "trees.threshold.0.0"),
        ("ranker", {"trees": TREES | {"value": [[0.0, 0.5]]}}, "trees"),
        *(
            ("ranker", {"trees": TREES | {"value": [[0.0, 0.5, value]]}}, "trees.value.0.2")
            for value in (float("nan"), 1e308)
        ),
    ],
)
def test_malformed_parameters_are_refused_with_the_place(
    resolver: str, changed: dict[str, object], place: str, tmp_path: Path
) -> None:
    content = {"format": resolver, "version": 1, **VALID[resolver], **changed}

    with raises("malformed", OptionError) as caught:
        reader(resolver, tmp_path / "parameters.json", content)()
    assert f" {place}" in str(caught.value)


def test_more_right_proposals_than_proposals_are_refused(tmp_path: Path) -> None:
    content = json.loads(json.dumps(VALID["ge_hale_charniak"]))
    content["lists"]["compatible"]["mentions"][0][0] = [2, 1]

    with raises("malformed", OptionError):
        reader("ge_hale_charniak", tmp_path / "parameters.json", content)()
