"""What the neural ranker learns, and that what ships says what was trained."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from anaphora.resolvers import neural_ranker
from anaphora.resolvers._ranking.network import FILES, WIDTH, Network
from anaphora.workbench.encoder import encode
from tests.resolvers.test_neural_ranker import KEYS, read

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")

from anaphora.experiments.training import __main__  # noqa: E402
from anaphora.experiments.training import neural_ranker as training  # noqa: E402
from anaphora.experiments.training.encoder import Words  # noqa: E402
from anaphora.experiments.training.neural_ranker import NeuralRanker  # noqa: E402

PIECES = ("[UNK]", "[CLS]", "[SEP]", "press", "the", "key", "##s", ".", "it", "and", "hold", "a", "b", "##e", "disk")


@pytest.fixture
def encoder(tmp_path: Path) -> Path:
    """The folder of an encoder with two small random layers."""
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    folder = tmp_path / "encoder"
    transformers.BertModel(transformers.BertConfig(vocab_size=len(PIECES), **sizes)).save_pretrained(folder)
    vocabulary = {"model": {"vocab": {piece: number for number, piece in enumerate(PIECES)}}}
    (folder / "tokenizer.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    return folder


# what is right


def surprise(scores: list[float], none: list[float], owner: list[int], right: list[bool], asked: list[bool]) -> float:
    """The loss of these scores."""
    given = np.array(owner), np.array(right), np.array(asked)
    return float(training._surprise(torch.tensor(scores).float(), torch.tensor(none).float(), *given))


@pytest.mark.parametrize(
    ("right", "expected"),
    [([True, False], math.log(3)), ([True, True], math.log(3 / 2)), ([False, False], math.log(3))],
)
def test_the_loss_is_the_surprise_at_all_that_is_right(right: list[bool], expected: float) -> None:
    assert surprise([0, 0], [0], [0, 0], right, [True]) == pytest.approx(expected)


def test_who_is_not_asked_costs_nothing() -> None:
    assert surprise([0, 0], [0, 0], [0, 1], [True, False], [False, True]) == pytest.approx(math.log(2))


def test_pairs_reach_back_as_far_as_chains_do() -> None:
    pairs = training.Pairs.of(103)

    assert pairs.i[pairs.j == 102].tolist() == list(range(2, 102))
    assert pairs.first[102] + 2 == np.flatnonzero(pairs.j == 102)[0]


# what ships


@pytest.mark.filterwarnings("ignore")  # of the exporter
def test_the_networks_that_ship_give_what_was_trained(encoder: Path) -> None:
    ranker = NeuralRanker(encoder, "eager").eval()
    torch.nn.init.normal_(ranker.scorer.pair.weight)
    data = training.networks(ranker)
    network = Network(data[FILES[0]], data[FILES[1]], ranker.words.pieces)
    words = ["press", "the", "keys", "."] * 5
    item = encode(ranker.words.pieces, words)
    i, j, told = np.array([0, 1]), np.array([1, 2]), np.ones((2, WIDTH), np.float32)
    given = [torch.from_numpy(value)[None] for value in (item.pieces, item.words, item.shapes)]
    with torch.inference_mode():
        vectors = ranker.words(given[0], torch.ones_like(given[0]), *given[1:])[0]
        mentions = vectors[:9].reshape(3, -1)
        pairs, none = ranker.scorer(mentions, torch.from_numpy(i), torch.from_numpy(j), torch.from_numpy(told))

    ((_, found),) = network.read(words)
    scores = network.score(mentions.numpy(), i, j, told)
    np.testing.assert_allclose(found, vectors, atol=0.1)  # the encoder has 8 bits
    np.testing.assert_allclose(scores.pairs, pairs, atol=1e-4)
    np.testing.assert_allclose(scores.none, none, atol=1e-4)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_one_command_goes_from_a_corpus_to_a_resolver(encoder: Path, tmp_path: Path) -> None:
    parser = {f"words.{name}": value for name, value in Words(encoder).state_dict().items()}
    torch.save({"module": parser}, tmp_path / "state.pt")
    folder = Path(__file__).parents[3] / "corpora" / "manuals"
    options = ["--encoder", str(encoder), "--parser", str(tmp_path), "--work", str(tmp_path / "work")]
    options += ["--calibrate", str(folder / "printer.conllu")]
    __main__.main(["neural-ranker", str(folder), *options, "--to", str(tmp_path / "made"), "--epochs", "1"])

    decisions = neural_ranker.build(parameters=tmp_path / "made").resolve(read(KEYS))
    assert any(decision.antecedent is not None for decision in decisions)
    with pytest.raises(SystemExit):
        __main__.main(["neural-ranker", str(folder), *options, "--to", str(tmp_path / "made"), "--epochs", "1"])
