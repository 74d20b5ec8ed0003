"""The parser as it is trained and as it ships say the same."""

import json
from pathlib import Path

import numpy as np
import pytest
import spacy

from anaphora.experiments.training import pipelines
from anaphora.experiments.training.treebanks import TypedPhrase
from anaphora.preprocess.encoder.network import Labels, Network
from anaphora.workbench.networks import encode_window
from tests.experiments.training.sentences import sentence

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")

from anaphora.experiments.training.parser import Parser, load, network_of, package, train  # noqa: E402

KNOWN = Labels(("NN", "VB"), ("NOUN|", "VERB|"), ("0  kept", "0  lower"), ("O", "B-A", "I-A"), ("ROOT", "obj"))
PIECES = ("[UNK]", "[CLS]", "[SEP]", "press", "the", "key", "##s", ".")


@pytest.fixture
def encoder(tmp_path: Path) -> Path:
    """A folder with two small random layers."""
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    transformers.BertModel(transformers.BertConfig(vocab_size=len(PIECES), **sizes)).save_pretrained(
        tmp_path / "encoder"
    )
    vocabulary = {"model": {"vocab": {piece: number for number, piece in enumerate(PIECES)}}}
    (tmp_path / "encoder" / "tokenizer.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    return tmp_path / "encoder"


@pytest.mark.filterwarnings("ignore")  # of the exporter
@pytest.mark.parametrize("words", [["Press"], ["Press", "the", "keys", "."] * 9])
def test_the_network_that_ships_gives_what_the_parser_gives(encoder: Path, words: list[str]) -> None:
    parser: Parser = Parser(encoder, KNOWN).eval()
    data = network_of(parser)
    found = Network(data, KNOWN, parser.words.pieces, "").predict(words)

    item = encode_window(parser.words.pieces, words)
    with torch.inference_mode():
        expected = parser(*(torch.from_numpy(value)[None] for value in (item.pieces, item.words, item.shapes)))

    *_, starts, arcs, vectors = expected
    np.testing.assert_allclose(found.arcs, arcs[0], atol=0.3)  # of logarithms; the weights have 8 bits
    np.testing.assert_allclose(found.starts, starts[0], atol=0.05)
    np.testing.assert_allclose(found.vectors, vectors[0], atol=0.1)
    assert found.arcs.shape == (len(words), len(words) + 1)


@pytest.mark.filterwarnings("ignore")
def test_a_parser_is_trained_and_packed_as_a_pipeline_that_spacy_loads(encoder: Path, tmp_path: Path) -> None:
    press = sentence("Press", "the", "keys", tags=("VB", "DT", "NNS"), phrases=(TypedPhrase(1, 3, "OBJECT"),))
    train(encoder, [(press,) * 30], tmp_path / "work")
    trained = load(encoder, tmp_path / "work")
    package(trained, tmp_path / "packed")
    loaded = spacy.load(tmp_path / "packed")

    assert loaded.meta["version"] == pipelines.meta()["version"]
    assert all(token.tag_ in {"VB", "DT", "NNS"} for token in loaded("Press the keys."))
    with pytest.raises(FileExistsError):
        package(trained, tmp_path / "packed")
