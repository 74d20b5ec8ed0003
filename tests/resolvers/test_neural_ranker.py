"""The neural ranker: what it reads, what its answers are made of, which files it takes."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

from anaphora.corpora.plain import document as plain
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.texts.resolution import resolve_document
from anaphora.preprocess import prepare
from anaphora.resolvers import neural_ranker, ranker
from anaphora.resolvers.chains import neural_ranker as chains
from anaphora.resolvers.neural_ranker import SCORER, SETTINGS, WIDTH, MentionScores, features, load, score
from anaphora.resolvers.ranking.pairs import pair_columns
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from tests.annotated import prepared
from tests.refused import raises
from tests.resolvers.answers import read as read_annotated
from tests.resolvers.answers import words

KEYS = "Sue lost her keys in the garden. Her brother found them under a bench. He gave them to Sue."


def read(text: str) -> Prepared:
    """A plain text as the bundled pipeline reads it."""
    return resolve_document(plain(text, "example"), configure(resolvers=("most_recent",))).prepared


@pytest.fixture(scope="module")
def keys() -> Prepared:
    return read(KEYS)


# scores


def test_a_pair_has_the_features_of_mention_pair_and_its_distance_in_words() -> None:
    actual = features(pair_columns(read_annotated("The dog saw the cat")), np.array([0]), np.array([1]))

    assert actual.shape == (1, WIDTH)
    assert actual[0, -1] == pytest.approx(np.log(4) / 3)


def test_a_mention_scores_the_same_whatever_else_is_asked() -> None:
    document, (network, _) = read(" ".join([KEYS] * 10)), load(neural_ranker.SHIPPED)
    last = len(document.mentions) - 1
    some, more = score(network, document, {last: last - 5}), score(network, document, {1: 0, 40: 0, last: 0})

    np.testing.assert_allclose(some[last].pairs, more[last].pairs[-5:], atol=1e-4)
    np.testing.assert_allclose(some[last].none, more[last].none, atol=1e-4)


def test_vectors_are_those_of_this_network_though_the_analysis_came_from_elsewhere(keys: Prepared) -> None:
    """As gold trees do, or another pipeline's."""
    elsewhere = prepare(keys.document, replace(keys.annotation, vectors=None))
    assert elsewhere.vectors().network == keys.vectors().network
    np.testing.assert_array_equal(elsewhere.vectors().values, keys.vectors().values)

    strange = replace(keys, vectors=lambda: replace(keys.vectors(), network="another"))
    with raises("other-vectors", OptionError):
        neural_ranker.build().resolve(strange)


# pronouns


def test_contributions_add_up_to_the_score_and_the_context_is_one_vote_more_than_the_ranker_has(
    keys: Prepared,
) -> None:
    decisions, without = neural_ranker.build().resolve(keys), ranker.build().resolve(keys)

    assert len(decisions) >= 4
    for decision in decisions:
        votes = decision.explanation.votes
        assert votes is not None
        assert votes.indicators == tuple(neural_ranker.indicators())
        assert decision.explanation.scores == tuple(votes.scores)
        assert votes.matrix[:, -1].any()
    first, same = decisions[0].explanation.votes, without[0].explanation.votes
    assert first is not None
    assert same is not None
    np.testing.assert_array_equal(first.matrix[:, :-1], same.matrix)
    answers = [decision.antecedent for decision in neural_ranker.build(without=["context"]).resolve(keys)]
    assert answers == [decision.antecedent for decision in without]


def test_answers_that_are_not_sure_enough_are_left_open(keys: Prepared) -> None:
    sure = neural_ranker.build().resolve(keys)
    middle = sorted(decision.probability or 0 for decision in sure)[len(sure) // 2]
    actual = neural_ranker.build(min_confidence=middle).resolve(keys)

    assert any(decision.antecedent is None for decision in actual)
    assert all((decision.probability or 0) >= middle for decision in actual if decision.antecedent is not None)


def test_probabilities_depend_on_who_found_the_mentions(keys: Prepared) -> None:
    resolver = neural_ranker.build()
    automatic, perfect = resolver.resolve(keys), resolver.resolve(replace(keys, perfect=("mentions",)))

    assert [decision.antecedent for decision in automatic] == [decision.antecedent for decision in perfect]
    assert mean(decision.no_antecedent or 0 for decision in automatic) > mean(
        decision.no_antecedent or 0 for decision in perfect
    )


# chains


def test_a_name_that_comes_again_is_in_one_chain_and_a_text_without_pairs_has_no_links(keys: Prepared) -> None:
    named = [[words(keys, mention) for mention in chain] for chain in chains.build().chains(keys)]
    assert any(chain.count("Sue") == 2 for chain in named)

    for text in (read("Stop!"), read("It rained.")):
        assert all(len(chain) == 1 for chain in chains.build().chains(text))
        assert all(decision.antecedent is None for decision in neural_ranker.build().resolve(text))


def test_links_are_made_the_surest_first_and_the_next_best_takes_the_place_of_one_that_clashes() -> None:
    """By its scores "He" would go with "She", and Kim with nothing."""
    kim, she, he = (f"{word}/2/nsubj came/VBD/0/root" for word in ("Kim/NNP", "She/PRP", "He/PRP"))
    text, none = prepared(f"{kim}\n{she}\n{he}"), np.zeros(2, np.float32)

    def scored(*pairs: float) -> MentionScores:
        return MentionScores(0, np.array([[pair, 0] for pair in pairs], np.float32), none)

    assert chains.link(text, {1: scored(1), 2: scored(2, 3)}, 0) == ((0, 2), (1,))
    assert chains.link(text, {1: scored(4), 2: scored(2, 3)}, 0) == ((0, 1), (2,))
    assert chains.link(text, {1: scored(1), 2: scored(2, 3)}, 2.5) == ((0,), (1,), (2,))


# files


def test_damaged_missing_and_impossible_files_are_refused(tmp_path: Path) -> None:
    settings = json.loads((neural_ranker.SHIPPED / SETTINGS).read_text("utf8"))
    (tmp_path / SETTINGS).write_text(json.dumps(settings), "utf8")
    with raises("unreadable", OptionError):
        neural_ranker.build(parameters=tmp_path)

    shutil.copy(neural_ranker.SHIPPED / SCORER, tmp_path)
    data = bytearray((tmp_path / SCORER).read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / SCORER).write_bytes(data)
    with raises("damaged", OptionError) as caught:
        neural_ranker.build(parameters=tmp_path)
    assert caught.value.path == str(tmp_path / SCORER)

    wrong = {
        "weight": 0,
        "automatic": {"scale": -1, "open": 0},
        "perfect": {"scale": 1, "open": "much"},
        "format": "ranker",
        "digests": [],
    }
    for entry, value in wrong.items():
        (tmp_path / SETTINGS).write_text(json.dumps(settings | {entry: value}), "utf8")
        with raises("malformed", OptionError):
            neural_ranker.build(parameters=tmp_path)
