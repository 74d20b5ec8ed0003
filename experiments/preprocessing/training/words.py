"""A pretrained encoder as PyTorch trains it: word pieces in, vectors of words out.

The encoder is all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, "MiniLM"). It knows no case, so the shape of each word is
given beside it.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoModel

from anaphora.experiments.preprocessing.training.layers import padded
from anaphora.workbench.english.encoding import SHAPES, Input
from anaphora.workbench.english.word_pieces import Pieces


class Words(nn.Module):
    """The encoder, whose weights lie in a folder, and a mix of its states for each word.

    `attention` is what transformers calls its implementation: "sdpa" is fast, and "eager" can be exported.
    """

    def __init__(self, encoder: Path, attention: str = "eager") -> None:
        super().__init__()
        vocabulary = json.loads((encoder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
        self.pieces = Pieces(sorted(vocabulary, key=vocabulary.__getitem__))
        self.encoder = AutoModel.from_pretrained(encoder, add_pooling_layer=False, attn_implementation=attention)
        self.width: int = self.encoder.config.hidden_size
        self.mix = nn.Parameter(torch.zeros(self.encoder.config.num_hidden_layers + 1))
        self.shapes = nn.Embedding(SHAPES, self.width)
        self.norm = nn.LayerNorm(self.width)
        self.dropout = nn.Dropout(0.2)

    def forward(self, pieces: Tensor, mask: Tensor, words: Tensor, shapes: Tensor) -> Tensor:
        """Vectors (window, word, width) of what `encode` gives for each window."""
        states = self.encoder(input_ids=pieces, attention_mask=mask, output_hidden_states=True).hidden_states
        mixed = sum(weight * state for weight, state in zip(torch.softmax(self.mix, 0), states, strict=True))
        vectors: Tensor = self.dropout(self.norm(torch.bmm(words, mixed) + self.shapes(shapes)))
        return vectors


def batch(inputs: Sequence[Input]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What `Words` takes, for several windows: pieces, mask, words, shapes, padded."""
    rows, most = (padded(max(sizes)) for sizes in zip(*(item.words.shape for item in inputs), strict=True))
    pieces, mask = torch.zeros(2, len(inputs), most, dtype=torch.long)
    words, shapes = torch.zeros(len(inputs), rows, most), torch.zeros(len(inputs), rows, dtype=torch.long)
    for row, item in enumerate(inputs):
        height, width = item.words.shape
        pieces[row, :width], mask[row, :width] = torch.from_numpy(item.pieces), 1
        words[row, :height, :width], shapes[row, :height] = map(torch.from_numpy, (item.words, item.shapes))
    return pieces, mask, words, shapes
