"""The ranker of all mentions: whom it lists, what it knows of entities, what it learns."""

import json
from pathlib import Path
from typing import Any

from anaphora.resolvers import ranker as pronouns
from anaphora.resolvers.chains import ranker
from anaphora.resolvers.chains.ranker import NEAR, SHARING, Entities, candidate_lists, lists_of
from anaphora.resolvers.chains.ranker import read as read_parameters
from anaphora.resolvers.ranking.pairs import pair_columns
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.refused import raises
from tests.resolvers.answers import read

SOLD, FELL, EVE = "Ann sold a lamp", "The lamp fell", "Eve came"
TEXT = f"{SOLD} | {FELL} | She laughed"
ANN, A_LAMP, THE_LAMP, SHE = range(4)
LAMPS = (-1, 0, 0, -1)
"""The key's chains of the mentions of `TEXT`: the lamps corefer, to teach what is known of "She" otherwise."""


def listed(document: Prepared, mention: int, **options: Any) -> list[int]:
    candidates, anaphors = candidate_lists(pair_columns(document), **options)
    return [int(candidate) for candidate in candidates[anaphors == mention]]


def test_the_nearest_mentions_are_listed_and_the_last_of_farther_ones_that_share_a_word() -> None:
    document = read(SOLD, *[EVE] * NEAR, FELL, EVE)
    lamp, last = NEAR + 2, NEAR + 3
    assert listed(document, lamp) == [A_LAMP, *range(2, lamp)]
    assert listed(document, last) == [*range(last - NEAR, last)], "two more with her name are as near"
    assert listed(document, last, apart=(last,)) == []

    last = SHARING + 5 + NEAR
    assert listed(read(*[EVE] * (SHARING + 5), *[FELL] * NEAR, EVE), last) == list(range(5, last))
    # pronouns that are cases have no list
    assert set(lists_of(read(TEXT)).anaphors.tolist()) == {A_LAMP, THE_LAMP}


def test_an_entity_adds_up_what_its_mentions_say() -> None:
    """ "a lamp" and "The lamp" are one entity; the next mention shares the head of both, Ann is another entity."""
    lists, growing = lists_of(read(SOLD, FELL, FELL)), Entities()
    growing.add(None, True)
    growing.add(None, False)
    growing.add(A_LAMP, False)
    candidates, pairs = list(lists.by_mention())[THE_LAMP + 1]
    entities = growing.features(candidates, pairs)
    column = dict(zip(ranker.ENTITY_FEATURES, entities.T.tolist(), strict=True))

    assert candidates.tolist() == [ANN, A_LAMP, THE_LAMP]
    assert growing.members == [[ANN], [A_LAMP, THE_LAMP]]
    expected = {
        "entity_HEAD": [0, 2, 2], "entity_mentions": [1, 2, 2], "entity_names": [1, 0, 0], "mentions_since": [3, 1, 1],
        "is_last": [1, 0, 1], "entities_since": [1, 0, 0],
    }  # fmt: skip
    assert {name: column[name] for name in expected} == expected
    # features of pairs count how often a head came before
    column = dict(zip(ranker.PAIR_FEATURES, pairs.T.tolist(), strict=True))
    expected = {
        "anaphor_heads_before": [2, 2, 2], "candidate_same_head": [1, 3, 3], "candidates": [3, 3, 3],
    }  # fmt: skip
    assert {name: column[name] for name in expected} == expected


def test_it_chains_as_it_was_taught_and_its_file_holds_what_it_learned(tmp_path: Path) -> None:
    """The file has the parameters for pronouns that come with the module, and for chains what was taught."""
    text, apart = read(TEXT), Example(read(SOLD, EVE, "She laughed"), (-1, -1, -1, -1))
    shipped = json.loads(Path(pronouns.__file__).with_suffix(".json").read_text("utf8"))
    learned = ranker.train([Example(text, LAMPS), apart] * 4, trees=60, leaf=1)
    path = tmp_path / "parameters.json"
    path.write_text(json.dumps(shipped | {"chains": learned}), "utf8")
    taught = ranker.build(parameters=path)

    assert taught.chains(text) == ((ANN, SHE), (A_LAMP, THE_LAMP))
    assert taught.chains(apart.prepared) == ((0,), (1,), (2, 3)), "She is Eve, by the ranker of pronouns"
    assert read_parameters(path).as_data() == json.loads(path.read_text("utf8"))["chains"]
    with raises("nothing-to-learn", OptionError):
        ranker.train([Example(text, (-1,) * 4)])


def test_pronouns_that_are_cases_are_answered_by_the_ranker_of_pronouns() -> None:
    (decision,) = pronouns.build().resolve(read(TEXT))
    (chain,) = (chain for chain in ranker.build().chains(read(TEXT)) if SHE in chain)

    assert decision.antecedent in chain
    assert ranker.build().chains(read("Stop")) == (), "no mentions, no chains"
