"""The bundled parser as PyTorch trains it: a pretrained encoder, fine-tuned on the free treebanks.

The encoder is all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, "MiniLM"). It knows no case, so the shape of each word is
given beside it. Training needs ``torch`` and ``transformers``, ``export`` also ``onnx``.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoModel

from anaphora.experiments.preprocessing.training.data import Document
from anaphora.experiments.preprocessing.training.layers import Gold, Layers, fit, labels, padded
from anaphora.preprocess.encoder.network import SHAPES, Labels, encode
from anaphora.preprocess.encoder.pieces import Pieces

EPOCHS = 9


class Parser(nn.Module):
    """The encoder, whose weights lie in the folder ``encoder``, and the layers over a mix of its states."""

    def __init__(self, encoder: Path, known: Labels) -> None:
        super().__init__()
        vocabulary = json.loads((encoder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
        self.pieces = Pieces(sorted(vocabulary, key=vocabulary.__getitem__))
        self.encoder = AutoModel.from_pretrained(encoder, add_pooling_layer=False, attn_implementation="eager")
        width = self.encoder.config.hidden_size
        self.mix = nn.Parameter(torch.zeros(self.encoder.config.num_hidden_layers + 1))
        self.shapes = nn.Embedding(SHAPES, width)
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(0.2)
        self.layers = Layers(known, width, arc=384, relation=128)

    def read(self, pieces: Tensor, mask: Tensor, words: Tensor, shapes: Tensor) -> Tensor:
        """Vectors (window, word, width) of what ``network.encode`` gives for each window."""
        states = self.encoder(input_ids=pieces, attention_mask=mask, output_hidden_states=True).hidden_states
        mixed = sum(weight * state for weight, state in zip(torch.softmax(self.mix, 0), states, strict=True))
        vectors: Tensor = self.dropout(self.norm(torch.bmm(words, mixed) + self.shapes(shapes)))
        return vectors

    def loss(self, windows: Sequence[Document]) -> Tensor:
        """The layers' loss on annotated windows."""
        gold = [Gold(self.layers.known, window) for window in windows]
        inputs = [encode(self.pieces, item.words) for item in gold]
        rows, most = padded(max(len(item.words) for item in gold)), padded(max(len(item.pieces) for item in inputs))
        pieces, mask = torch.zeros(2, len(gold), most, dtype=torch.long)
        words, shapes = torch.zeros(len(gold), rows, most), torch.zeros(len(gold), rows, dtype=torch.long)
        for row, item in enumerate(inputs):
            height, width = item.words.shape
            pieces[row, :width], mask[row, :width] = torch.from_numpy(item.pieces), 1
            words[row, :height, :width], shapes[row, :height] = map(torch.from_numpy, (item.words, item.shapes))
        present = torch.arange(rows) < torch.tensor([len(item.words) for item in gold])[:, None]
        loss: Tensor = self.layers.loss(self.read(pieces, mask, words, shapes), present, gold)
        return loss

    def forward(self, pieces: Tensor, words: Tensor, shapes: Tensor) -> tuple[Tensor, ...]:
        """The fields of ``Parse`` for one window, in their order."""
        layers = self.layers
        vectors = self.read(pieces, torch.ones_like(pieces), words, shapes)
        arcs = torch.log_softmax(layers.score_arcs(vectors, shapes >= 0), -1)
        relations = layers.score_relations(vectors, arcs.argmax(-1))
        scores = layers.tag(vectors), layers.morph(vectors), layers.lemma(vectors), layers.entity(vectors), relations
        starts = torch.sigmoid(layers.start(vectors).squeeze(-1))
        return *(layer.argmax(-1) for layer in scores), starts, arcs


def train(encoder: Path, documents: Sequence[Document], work: Path) -> None:
    """Fine-tune the encoder; ``work`` gets its weights and labels. Goes on where it was broken off."""
    known = labels(documents)
    parser = Parser(encoder, known)
    work.mkdir(parents=True, exist_ok=True)
    (work / "labels.json").write_text(json.dumps(asdict(known)), encoding="utf-8")
    inside = list(parser.encoder.parameters())
    outside = [parameter for name, parameter in parser.named_parameters() if not name.startswith("encoder.")]
    rates = [(inside, 3e-4), (outside, 1.5e-3)]
    fit(parser, parser.loss, documents, work, rates, EPOCHS, size=1500)


def load(encoder: Path, work: Path) -> Parser:
    """The parser that ``train`` wrote."""
    known = json.loads((work / "labels.json").read_text(encoding="utf-8"))
    parser = Parser(encoder, Labels(**{name: tuple(layer) for name, layer in known.items()}))
    parser.load_state_dict(torch.load(work / "state.pt")["module"])
    return parser.eval()
