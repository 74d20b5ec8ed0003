"""The parser as it is trained and as it ships say the same."""

import json
from pathlib import Path

import numpy as np
import pytest
import spacy

from anaphora.experiments.training import pipelines
from anaphora.preprocess.encoder.network import Labels, Network
from anaphora.workbench.networks import encode_window

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")

from anaphora.experiments.training.parser import Parser, network_of, package  # noqa: E402

KNOWN = Labels(("NN", "VB"), ("NOUN|", "VERB|"), ("0  kept", "0  lower"), ("O", "B-A", "I-A"), ("ROOT", "obj"))
PIECES = ("[UNK]", "[CLS]", "[SEP]", "press", "the", "key", "##s", ".")


@pytest.fixture
def parser(tmp_path: Path) -> Parser:
    """An encoder with two small random layers."""
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    transformers.BertModel(transformers.BertConfig(vocab_size=len(PIECES), **sizes)).save_pretrained(tmp_path)
    vocabulary = {"model": {"vocab": {piece: number for number, piece in enumerate(PIECES)}}}
    (tmp_path / "tokenizer.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    parser: Parser = Parser(tmp_path, KNOWN).eval()
    return parser


@pytest.mark.filterwarnings("ignore")  # of the exporter
@pytest.mark.parametrize("words", [["Press"], ["Press", "the", "keys", "."] * 9])
def test_the_network_that_ships_gives_what_the_parser_gives(parser: Parser, tmp_path: Path, words: list[str]) -> None:
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
def test_a_package_is_a_pipeline_that_spacy_loads(parser: Parser, tmp_path: Path) -> None:
    package(parser, tmp_path / "packed")
    loaded = spacy.load(tmp_path / "packed")

    assert loaded.meta["version"] == pipelines.META["version"]
    assert all(token.tag_ in KNOWN.tags for token in loaded("Press the keys."))
    with pytest.raises(FileExistsError):
        package(parser, tmp_path / "packed")
