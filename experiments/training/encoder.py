"""A pretrained encoder as PyTorch trains it: word pieces in, vectors of words out; and what trains and exports it.

The encoder is all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, "MiniLM"). It knows no case, so the shape of each word is
given beside it. Needs the extra `encoder`.
"""

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import TypeVar

import torch
from torch import Tensor, nn
from transformers import AutoModel

from anaphora.workbench.networks import SHAPES, Pieces, Window, load_onnx_runtime

BUCKET = 32
"""Lengths of windows are padded to a multiple of this: PyTorch prepares its kernels anew for each shape."""
Item = TypeVar("Item")


class Words(nn.Module):
    """The encoder, whose weights lie in a folder, and a mix of its states for each word.

    `attention` is what transformers calls its implementation: "sdpa" is fast, and "eager" can be exported.
    """

    def __init__(self, encoder: Path, attention: str = "eager") -> None:
        super().__init__()
        vocabulary = json.loads((encoder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
        self.pieces = Pieces(sorted(vocabulary, key=vocabulary.__getitem__))
        self.encoder = AutoModel.from_pretrained(
            encoder, local_files_only=True, add_pooling_layer=False, attn_implementation=attention
        )
        self.width: int = self.encoder.config.hidden_size
        self.mix = nn.Parameter(torch.zeros(self.encoder.config.num_hidden_layers + 1))
        self.shapes = nn.Embedding(SHAPES, self.width)
        self.norm = nn.LayerNorm(self.width)
        self.dropout = nn.Dropout(0.2)

    def forward(self, pieces: Tensor, mask: Tensor, words: Tensor, shapes: Tensor) -> Tensor:
        """Vectors (window, word, width) of what `encode` gives for each window."""
        return self.mixed(self.states(pieces, mask), words, shapes)

    def states(self, pieces: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        """The vectors of pieces in each layer, the embeddings first."""
        found: tuple[Tensor, ...]
        found = self.encoder(input_ids=pieces, attention_mask=mask, output_hidden_states=True).hidden_states
        return found

    def mixed(self, states: Sequence[Tensor], words: Tensor, shapes: Tensor) -> Tensor:
        """The vectors of words, from those of pieces in all layers."""
        mixed = sum(weight * state for weight, state in zip(torch.softmax(self.mix, 0), states, strict=True))
        vectors: Tensor = self.dropout(self.norm(torch.bmm(words, mixed) + self.shapes(shapes)))
        return vectors


def batch(inputs: Sequence[Window]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the input of `Words` for several windows: pieces, mask, words, shapes, padded."""
    rows, most = (padded(max(sizes)) for sizes in zip(*(item.words.shape for item in inputs), strict=True))
    pieces, mask = torch.zeros(2, len(inputs), most, dtype=torch.long)
    words = torch.zeros(len(inputs), rows, most)
    shapes = torch.zeros(len(inputs), rows, dtype=torch.long)
    for row, item in enumerate(inputs):
        height, width = item.words.shape
        pieces[row, :width], mask[row, :width] = torch.from_numpy(item.pieces), 1
        words[row, :height, :width], shapes[row, :height] = map(torch.from_numpy, (item.words, item.shapes))
    return pieces, mask, words, shapes


def padded(size: int) -> int:
    """The size rounded up to a multiple of ``BUCKET``."""
    return -(-size // BUCKET) * BUCKET


def fit(
    module: nn.Module,
    loss: Callable[[Sequence[Item]], Tensor],
    batches: Callable[[random.Random], Sequence[Sequence[Item]]],
    work: Path,
    rates: Sequence[tuple[Iterable[nn.Parameter], float]],
    epochs: int,
    half: bool = True,
    decay: float = 0.01,
) -> None:
    """Train ``module`` on the batches of each epoch; ``rates`` are its parameters with their highest learning rates.

    With ``half`` products are of 16 bits (bfloat16), which only some processors have. ``decay`` is that of the weights.

    The rate rises over the first twelfth of the steps and falls linearly to nothing. Weights and the state of the
    training go to ``work`` after each epoch; a run that was broken off goes on from its last whole epoch.
    """
    work.mkdir(parents=True, exist_ok=True)
    optimizer = torch.optim.AdamW(
        [{"params": list(group), "lr": rate} for group, rate in rates], weight_decay=decay, fused=True
    )
    total = epochs * len(batches(random.Random(0)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / total * 12, max(0.01, 1 - step / total))
    )
    parts = {"module": module, "optimizer": optimizer, "schedule": schedule}
    first = 0
    if (work / "state.pt").exists():
        saved = torch.load(work / "state.pt", weights_only=True)
        first = saved.pop("epochs")
        for name, part in parts.items():
            part.load_state_dict(saved[name])
    for epoch in range(first, epochs):
        torch.manual_seed(epoch)
        module.train()
        losses: list[float] = []
        for items in batches(random.Random(epoch)):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half):
                value = loss(items)
            optimizer.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(module.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(value.item())
            if len(losses) % 50 == 0:
                print(f"{time.strftime('%X')} epoch {epoch} step {len(losses)} {fmean(losses[-50:]):.3f}", flush=True)
        torch.save({name: part.state_dict() for name, part in parts.items()} | {"epochs": epoch + 1}, work / "new.pt")
        (work / "new.pt").replace(work / "state.pt")


def parameters(module: nn.Module, encoder: nn.Module) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """The parameters of an encoder, and all others of the module that it is part of."""
    inside = list(encoder.parameters())
    ids = set(map(id, inside))
    return inside, [parameter for parameter in module.parameters() if id(parameter) not in ids]


def example() -> tuple[Tensor, Tensor, Tensor]:
    """A window as networks are exported with it: pieces, words, shapes."""
    words, pieces = 30, 40
    return torch.zeros(1, pieces).long(), torch.rand(1, words, pieces), torch.zeros(1, words).long()


WINDOW_AXES = {"pieces": {1: "pieces"}, "words": {1: "words", 2: "pieces"}, "shapes": {1: "words"}}
"""The names of a window's tensors, and which of their sizes vary."""


def export(
    module: nn.Module, given: tuple[Tensor, ...], axes: Mapping[str, Mapping[int, str]], outputs: Sequence[str]
) -> bytes:
    """A module as an ONNX network. `axes` has the tensors that go in, in their order, and the sizes that vary."""
    with tempfile.TemporaryDirectory() as folder, torch.inference_mode():
        torch.onnx.export(
            module.eval(),
            given,
            f"{folder}/network.onnx",
            input_names=[name for name in axes if name not in outputs],
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        return Path(folder, "network.onnx").read_bytes()


def in_eight_bits(network: bytes) -> bytes:
    """The network with weights of 8 bits, 7 of them used, which every processor multiplies alike."""
    quantization = load_onnx_runtime("onnxruntime.quantization")
    with tempfile.TemporaryDirectory() as folder:
        whole, small = Path(folder, "whole.onnx"), Path(folder, "small.onnx")
        whole.write_bytes(network)
        quantization.quantize_dynamic(
            whole, small, weight_type=quantization.QuantType.QInt8, per_channel=True, reduce_range=True
        )
        return small.read_bytes()


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A place to make a folder at, which appears as a whole when the block ends.

    Raises `FileExistsError` where there is one already, `OSError`.
    """
    if folder.exists():
        raise FileExistsError(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        temporary = Path(place, folder.name)
        yield temporary
        temporary.rename(folder)
