"""The trained network in 8 bits, with its settings and its card, as `neural_ranker` reads them."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from anaphora.experiments.neural_ranking.network import NeuralRanker
from anaphora.experiments.preprocessing.training.words import Words
from anaphora.resolvers._ranking.network import FILES, SETTINGS, WIDTH, Settings, digest


class _Alone(nn.Module):
    """The encoder for one window, which needs no mask."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def forward(self, pieces: Tensor, words: Tensor, shapes: Tensor) -> Tensor:
        """The vectors of its words."""
        vectors: Tensor = self.words(pieces, torch.ones_like(pieces), words, shapes)
        return vectors


def networks(ranker: NeuralRanker) -> dict[str, bytes]:
    """The files that make a `Network`, by name; the encoder has weights of 8 bits (7 of them used)."""
    pieces, words = 40, 30
    window = torch.zeros(1, pieces, dtype=torch.long), torch.rand(1, words, pieces), torch.zeros(1, words).long()
    i, j = torch.tensor([0, 0, 1]), torch.tensor([1, 2, 2])
    pairs = torch.rand(3, 3 * ranker.words.width), i, j, torch.rand(3, WIDTH)
    with tempfile.TemporaryDirectory() as folder:
        encoder, scorer, small = (Path(folder) / name for name in ("encoder.onnx", "scorer.onnx", "small.onnx"))
        axes = {"pieces": {1: "pieces"}, "words": {1: "words", 2: "pieces"}, "shapes": {1: "words"}}
        _export(_Alone(ranker.words), window, encoder, {**axes, "vectors": {1: "words"}}, ["vectors"])
        axes = {"mentions": {0: "mentions"}} | {name: {0: "pairs"} for name in ("i", "j", "features", "pairs")}
        _export(ranker.scorer, pairs, scorer, {**axes, "none": {0: "mentions"}}, ["pairs", "none"])
        quantize_dynamic(encoder, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        data = small.read_bytes(), scorer.read_bytes(), "\n".join(ranker.words.pieces.vocabulary).encode()
        return dict(zip(FILES, data, strict=True))


def _export(
    module: nn.Module, given: tuple[Tensor, ...], to: Path, axes: dict[str, dict[int, str]], outputs: list[str]
) -> None:
    inputs = [name for name in axes if name not in outputs]
    options = {"dynamic_axes": axes, "input_names": inputs, "output_names": outputs}
    with torch.inference_mode():
        torch.onnx.export(module.eval(), given, str(to), opset_version=17, dynamo=False, **options)


def write(folder: Path, data: Mapping[str, bytes], settings: Settings, card: Mapping[str, object]) -> None:
    """Write the files of a network to a new folder, whole or not at all.

    Raises `FileExistsError` where the folder exists, `OSError`.
    """
    if folder.exists():
        raise FileExistsError(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    content = {**settings.as_data(), **card}
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        made = Path(place) / folder.name
        made.mkdir()
        for name, file in data.items():
            (made / name).write_bytes(file)
        (made / SETTINGS).write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        made.rename(folder)


def digests(data: Mapping[str, bytes]) -> dict[str, str]:
    """The digest of each file."""
    return {name: digest(file) for name, file in data.items()}
