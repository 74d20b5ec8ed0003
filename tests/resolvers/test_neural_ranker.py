"""The neural ranker: what it reads, what its answers are made of, which files it takes."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

from anaphora.corpora.plain import document as plain
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.texts.resolve import resolve
from anaphora.preprocess import prepare
from anaphora.resolvers import neural_ranker, ranker
from anaphora.resolvers._pairs import table
from anaphora.resolvers._ranking.network import (
    SCORER,
    SETTINGS,
    WIDTH,
    Scored,
    features,
    load,
    score,
)
from anaphora.resolvers.chains import neural_ranker as chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from tests.annotated import prepared
from tests.refused import raises

KEYS = "Sue lost her keys in the garden. Her brother found them under a bench. He gave them to Sue."


def read(text: str) -> Prepared:
    """A plain text as the bundled pipeline reads it."""
    return resolve(plain(text, "example"), configure(resolvers=("most_recent",))).prepared


# scores


def test_a_pair_has_the_features_of_mention_pair_and_its_distance_in_words() -> None:
    document = prepared("The/DT/2/det dog/NN/3/nsubj saw/VBD/0/root the/DT/5/det cat/NN/3/obj ././3/punct")
    found = features(table(document), np.array([0]), np.array([1]))

    assert found.shape == (1, WIDTH)
    assert found[0, -1] == pytest.approx(np.log(4) / 3)


def test_a_mention_scores_the_same_whatever_else_is_asked() -> None:
    document, (network, _) = read(" ".join([KEYS] * 30)), load(neural_ranker.SHIPPED)
    last = len(document.mentions) - 1
    some, all_ = score(network, document, {last: last - 5}), score(network, document, {1: 0, 40: 0, last: 0})

    np.testing.assert_allclose(some[last].pairs, all_[last].pairs[-5:], atol=1e-4)
    np.testing.assert_allclose(some[last].none, all_[last].none, atol=1e-4)


def test_vectors_of_another_network_are_refused() -> None:
    document = read(KEYS)
    strange = replace(document, vectors=lambda: replace(document.vectors(), network="another"))

    with raises("other-vectors", OptionError):
        neural_ranker.build().resolve(strange)


def test_a_document_whose_analysis_came_from_elsewhere_has_the_same_vectors() -> None:
    """As gold trees do, or another pipeline's."""
    document = read(KEYS)
    given = prepare(document.document, replace(document.annotation, vectors=None))

    assert given.vectors().network == document.vectors().network
    np.testing.assert_array_equal(given.vectors().values, document.vectors().values)


# pronouns


def test_contributions_add_up_to_the_score() -> None:
    decisions = neural_ranker.build().resolve(read(KEYS))

    assert len(decisions) >= 4
    for decision in decisions:
        votes = decision.explanation.votes
        assert votes is not None
        assert votes.indicators == tuple(neural_ranker.indicators())
        assert decision.explanation.scores == tuple(votes.scores)


def test_the_context_is_one_vote_more_than_the_ranker_has() -> None:
    document = read("The dog barked at the cat. It ran away.")
    with_context = neural_ranker.build().resolve(document)[0].explanation.votes
    without = ranker.build().resolve(document)[0].explanation.votes

    assert with_context is not None
    assert without is not None
    np.testing.assert_array_equal(with_context.matrix[:, :-1], without.matrix)
    assert with_context.matrix[:, -1].any()


def test_without_the_context_it_answers_as_the_ranker() -> None:
    document = read(KEYS)

    assert [each.antecedent for each in neural_ranker.build(without=["context"]).resolve(document)] == [
        each.antecedent for each in ranker.build().resolve(document)
    ]


def test_answers_that_are_not_sure_enough_are_left_open() -> None:
    document = read(KEYS)
    sure = neural_ranker.build().resolve(document)
    middle = sorted(each.probability or 0 for each in sure)[len(sure) // 2]
    found = neural_ranker.build(min_confidence=middle).resolve(document)

    assert [each.antecedent is None for each in found].count(True) >= 1
    assert all((each.probability or 0) >= middle for each in found if each.antecedent is not None)


def test_probabilities_depend_on_who_found_the_mentions() -> None:
    document, resolver = read(KEYS), neural_ranker.build()
    automatic = resolver.resolve(document)
    perfect = resolver.resolve(replace(document, perfect=("mentions",)))

    assert [each.antecedent for each in automatic] == [each.antecedent for each in perfect]
    assert mean(each.no_antecedent or 0 for each in automatic) > mean(each.no_antecedent or 0 for each in perfect)


def test_an_unknown_group_is_refused() -> None:
    with raises("unknown-value", OptionError):
        neural_ranker.build(without=["weather"])


# chains


def test_a_name_that_comes_again_is_in_one_chain() -> None:
    document = read(KEYS)
    words = [[document.document.words_of(document.mentions[each].span) for each in chain]
             for chain in chains.build().chains(document)]  # fmt: skip

    assert any(chain.count("Sue") == 2 for chain in words)


def test_links_are_made_the_surest_first_and_the_next_best_takes_the_place_of_one_that_clashes() -> None:
    """By its scores "He" would go with "She", and Kim with nothing."""
    text = prepared("\n".join(f"{word}/{tag}/2/nsubj came/VBD/0/root" for word, tag in
                              (("Kim", "NNP"), ("She", "PRP"), ("He", "PRP"))))  # fmt: skip
    none = np.zeros(2, np.float32)

    def scored(*pairs: float) -> Scored:
        return Scored(0, np.array([[pair, 0] for pair in pairs], np.float32), none)

    assert chains.link(text, {1: scored(1), 2: scored(2, 3)}, 0) == ((0, 2), (1,))
    assert chains.link(text, {1: scored(4), 2: scored(2, 3)}, 0) == ((0, 1), (2,))
    assert chains.link(text, {1: scored(1), 2: scored(2, 3)}, 2.5) == ((0,), (1,), (2,))


@pytest.mark.parametrize("text", ["Stop!", "It rained."])
def test_a_text_without_pairs_has_no_links(text: str) -> None:
    document = read(text)

    assert all(len(chain) == 1 for chain in chains.build().chains(document))
    assert all(each.antecedent is None for each in neural_ranker.build().resolve(document))


# files


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    shutil.copytree(neural_ranker.SHIPPED, tmp_path / "copy")
    path = tmp_path / "copy" / SCORER
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)

    with pytest.raises(OptionError) as caught:
        neural_ranker.build(parameters=tmp_path / "copy")
    assert (caught.value.code, caught.value.path) == ("damaged", str(path))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    shutil.copy(neural_ranker.SHIPPED / SETTINGS, tmp_path)

    with raises("unreadable", OptionError):
        neural_ranker.build(parameters=tmp_path)


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("weight", 0),
        ("automatic", {"scale": -1, "open": 0}),
        ("perfect", {"scale": 1, "open": "much"}),
        ("format", "ranker"),
        ("digests", []),
    ],
)
def test_settings_that_cannot_be_are_refused(entry: str, value: object, tmp_path: Path) -> None:
    data = json.loads((neural_ranker.SHIPPED / SETTINGS).read_text("utf8"))
    (tmp_path / SETTINGS).write_text(json.dumps(data | {entry: value}), "utf8")

    with raises("malformed", OptionError):
        neural_ranker.build(parameters=tmp_path)
