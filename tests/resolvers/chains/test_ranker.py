"""The ranker of all mentions: whom it lists, what it knows of entities, what it learns, its part of the file."""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora.resolvers import ranker as pronouns
from anaphora.resolvers._pairs import table
from anaphora.resolvers.chains import ranker
from anaphora.resolvers.chains.ranker import NAMES, NEAR, SHARING, Entities, candidate_lists, lists_of, read
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.annotated import prepared
from tests.refused import raises

ANN_SOLD_A_LAMP = "Ann/NNP/2/nsubj sold/VBD/0/root a/DT/4/det lamp/NN/2/obj ././2/punct"
THE_LAMP_FELL = "The/DT/2/det lamp/NN/3/nsubj fell/VBD/0/root ././3/punct"
SHE_LAUGHED = "She/PRP/2/nsubj laughed/VBD/0/root ././2/punct"
EVE_CAME = "Eve/NNP/2/nsubj came/VBD/0/root ././2/punct"
TEXT = prepared("\n".join((ANN_SOLD_A_LAMP, THE_LAMP_FELL, SHE_LAUGHED)))
ANN, A_LAMP, THE_LAMP, SHE = range(4)
LAMPS = (-1, 0, 0, -1)
"""The key's chains of the mentions of `TEXT`: the lamps corefer, to teach what is known of "She" otherwise."""


def stored(folder: Path, *taught: Example) -> Path:
    """A file of parameters: for pronouns those that come with the module, for chains what was taught."""
    shipped = json.loads(Path(pronouns.__file__).with_suffix(".json").read_text("utf8"))
    path = folder / "parameters.json"
    path.write_text(json.dumps(shipped | {"chains": ranker.train(taught, trees=60, leaf=1)}), "utf8")
    return path


def listed(document: Prepared, mention: int, **options: Any) -> list[int]:
    candidates, anaphors = candidate_lists(table(document), **options)
    return [int(each) for each in candidates[anaphors == mention]]


# lists


def test_the_nearest_mentions_are_listed_and_farther_ones_that_share_a_word() -> None:
    document = prepared("\n".join((ANN_SOLD_A_LAMP, *[EVE_CAME] * NEAR, THE_LAMP_FELL, EVE_CAME)))
    lamp, last = NEAR + 2, NEAR + 3

    assert listed(document, lamp) == [A_LAMP, *range(2, lamp)]
    assert listed(document, last) == [*range(last - NEAR, last)], "two more with her name are as near"
    assert listed(document, last, apart=(last,)) == []


def test_of_those_that_share_a_word_the_last_ones_are_listed() -> None:
    document = prepared("\n".join((*[EVE_CAME] * (SHARING + 5), *[THE_LAMP_FELL] * NEAR, EVE_CAME)))
    last = SHARING + 5 + NEAR

    assert listed(document, last) == list(range(5, last))


def test_pronouns_that_are_cases_have_no_list() -> None:
    assert set(lists_of(TEXT).anaphors.tolist()) == {A_LAMP, THE_LAMP}


# features


def test_an_entity_adds_up_what_its_mentions_say() -> None:
    """ "a lamp" and "The lamp" are one entity; the next mention shares the head of both, Ann is another entity."""
    document = prepared("\n".join((ANN_SOLD_A_LAMP, THE_LAMP_FELL, THE_LAMP_FELL)))
    lists, growing = lists_of(document), Entities()
    growing.add(None, True)
    growing.add(None, False)
    growing.add(A_LAMP, False)
    candidates, pairs = list(lists.by_mention())[THE_LAMP + 1]
    found = growing.features(candidates, pairs)
    column = dict(zip(ranker.ENTITY_FEATURES, found.T.tolist(), strict=True))

    assert candidates.tolist() == [ANN, A_LAMP, THE_LAMP]
    assert column["entity_HEAD"] == [0, 2, 2]
    assert column["entity_mentions"] == [1, 2, 2]
    assert column["entity_names"] == [1, 0, 0]
    assert column["mentions_since"] == [3, 1, 1]
    assert column["is_last"] == [1, 0, 1]
    assert column["entities_since"] == [1, 0, 0]
    assert growing.members == [[ANN], [A_LAMP, THE_LAMP]]


def test_a_feature_counts_how_often_a_head_came_before() -> None:
    document = prepared("\n".join((ANN_SOLD_A_LAMP, THE_LAMP_FELL, THE_LAMP_FELL)))
    lists = lists_of(document)
    _, pairs = list(lists.by_mention())[THE_LAMP + 1]
    values = dict(zip(ranker.PAIR_FEATURES, pairs.T.tolist(), strict=True))

    assert values["anaphor_heads_before"] == [2, 2, 2]
    assert values["candidate_same_head"] == [1, 3, 3]
    assert values["candidates"] == [3, 3, 3]


# learning and answers


def test_it_chains_as_it_was_taught(tmp_path: Path) -> None:
    apart = Example(prepared("\n".join((ANN_SOLD_A_LAMP, EVE_CAME, SHE_LAUGHED))), (-1, -1, -1, -1))
    taught = ranker.build(parameters=stored(tmp_path, *[Example(TEXT, LAMPS), apart] * 4))

    assert taught.chains(TEXT) == ((ANN, SHE), (A_LAMP, THE_LAMP))
    assert taught.chains(apart.prepared) == ((0,), (1,), (2, 3)), "She is Eve, by the ranker of pronouns"


def test_pronouns_that_are_cases_are_answered_by_the_ranker_of_pronouns() -> None:
    (decision,) = pronouns.build().resolve(TEXT)
    (chain,) = (chain for chain in ranker.build().chains(TEXT) if SHE in chain)

    assert decision.antecedent in chain


def test_a_document_without_mentions_has_no_chains() -> None:
    assert ranker.build().chains(prepared("Stop/VB/0/root ././1/punct")) == ()


def test_texts_without_antecedents_teach_nothing() -> None:
    with raises("nothing-to-learn", OptionError):
        ranker.train([Example(TEXT, (-1,) * 4)])


# the file


def test_a_file_holds_what_was_learned(tmp_path: Path) -> None:
    path = stored(tmp_path, Example(TEXT, LAMPS))

    assert read(path).as_data() == json.loads(path.read_text("utf8"))["chains"]


TREES = {"feature": [[0]], "threshold": [[1]], "value": [[0.0, 0.5, -0.5]]}
VALID: dict[str, Any] = {"features": list(NAMES), "open": 0.0, "trees": TREES}


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        (None, "chains"),
        ({}, "chains.features"),
        (VALID | {"features": ["WEATHER"]}, "'chains.features'"),
        (VALID | {"open": float("nan")}, "chains.open"),
        (VALID | {"trees": TREES | {"feature": [[len(NAMES)]]}}, "chains.trees"),
        (VALID | {"trees": TREES | {"threshold": [[0.5]]}}, "chains.trees.threshold.0.0"),
        (VALID | {"trees": TREES | {"value": [[0.0, 0.5]]}}, "chains.trees"),
    ],
)
def test_malformed_parameters_are_refused_with_the_place(changed: object, place: str, tmp_path: Path) -> None:
    path = tmp_path / "parameters.json"
    path.write_text(json.dumps({"format": "ranker", "version": 1, "chains": VALID}), "utf8")
    assert read(path).open == 0
    path.write_text(json.dumps({"format": "ranker", "version": 1, "chains": changed}), "utf8")

    with pytest.raises(OptionError) as caught:
        read(path)
    assert (caught.value.code, caught.value.path) == ("malformed", str(path))
    assert f" {place}" in str(caught.value)
