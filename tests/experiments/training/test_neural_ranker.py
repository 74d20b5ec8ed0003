"""What the neural ranker learns, and that what ships says what was trained."""

import math
from pathlib import Path

import numpy as np
import pytest

from anaphora.resolvers import neural_ranker
from anaphora.resolvers.chains.mention_pair import all_pairs
from tests.resolvers.test_neural_ranker import KEYS, read

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

from anaphora.experiments.training import __main__  # noqa: E402
from anaphora.experiments.training import neural_ranker as training  # noqa: E402


def surprise(scores: list[float], none: list[float], owner: list[int], right: list[bool], asked: list[bool]) -> float:
    """The loss of these scores."""
    given = np.array(owner), np.array(right), np.array(asked)
    return float(training._surprise(torch.tensor(scores).float(), torch.tensor(none).float(), *given))


def test_the_loss_is_the_surprise_at_all_that_is_right() -> None:
    """Who is not asked costs nothing."""
    for right, expected in (([True, False], math.log(3)), ([True, True], math.log(3 / 2)), ([False] * 2, math.log(3))):
        assert surprise([0, 0], [0], [0, 0], right, [True]) == pytest.approx(expected)
    assert surprise([0, 0], [0, 0], [0, 1], [True, False], [False, True]) == pytest.approx(math.log(2))


def test_pairs_reach_back_as_far_as_chains_do() -> None:
    """A pronoun whose antecedents are all out of reach is not asked."""
    i, j = all_pairs(151, reach=neural_ranker.REACH)
    assert i[j == 102].tolist() == list(range(2, 102))

    for right, asked in (([True, False], False), ([True, True], True), ([False, False], True)):
        question = training.PronounQuestion(150, np.array([10, 140]), np.array(right), np.zeros(2))
        near = training._near(question, j)
        assert (near is not None) is asked
        assert near is None or (i[near[0]].tolist(), j[near[0]].tolist()) == ([140], [150])


def test_chains_start_with_their_first_mention_and_who_is_in_none_is_alone() -> None:
    assert training._first(np.array([0, -1, 1, 0, 1, -1])).tolist() == [True, True, True, False, False, True]


@pytest.mark.filterwarnings("ignore")
def test_the_scorer_in_eight_bits_scores_a_pair_as_the_module_does_whatever_is_beside_it() -> None:
    torch.manual_seed(0)
    ranker = training.NeuralRanker(4).eval()
    torch.nn.init.normal_(ranker.scorer.pair.weight)
    mentions, features = torch.rand(3, 12), torch.rand(3, neural_ranker.WIDTH)
    i, j = torch.tensor([0, 0, 1]), torch.tensor([1, 2, 2])
    scorer = neural_ranker.PairScorer(training.scorer_of(ranker, 0.1), "any")

    together = scorer.score(mentions.numpy(), i.numpy(), j.numpy(), features.numpy())
    alone = scorer.score(mentions.numpy(), i.numpy()[:1], j.numpy()[:1], features.numpy()[:1])

    assert together.pairs == pytest.approx(ranker.scorer(mentions, i, j, features)[0].detach().numpy(), abs=0.02)
    assert alone.pairs[0].tolist() == pytest.approx(together.pairs[0].tolist(), abs=1e-5)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_one_command_goes_from_a_corpus_to_a_resolver(tmp_path: Path) -> None:
    folder = Path(__file__).parents[3] / "corpora" / "manuals"
    options = ["--work", str(tmp_path / "work"), "--calibrate", str(folder / "printer.conllu")]
    command = ["neural-ranker", str(folder), *options, "--to", str(tmp_path / "made"), "--epochs", "1"]
    __main__.main(command)

    decisions = neural_ranker.build(parameters=tmp_path / "made").resolve(read(KEYS))
    assert any(decision.antecedent is not None for decision in decisions)
    with pytest.raises(SystemExit):
        __main__.main(command)
