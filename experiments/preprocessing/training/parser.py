"""The bundled parser as PyTorch trains it: a pretrained encoder, fine-tuned on the free treebanks.

The encoder is all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, "MiniLM"). It knows no case, so the shape of each word is
given beside it. Training needs ``torch`` and ``transformers``, ``export`` also ``onnx``.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from torch import Tensor, nn

from anaphora.experiments.preprocessing.training.data import Document
from anaphora.experiments.preprocessing.training.fitting import fit, parameters
from anaphora.experiments.preprocessing.training.layers import Gold, Layers, batches, labels, recase, windows
from anaphora.experiments.preprocessing.training.words import Words, batch
from anaphora.preprocess.encoder.network import Labels
from anaphora.workbench.english.encoding import encode

EPOCHS = 9


class Parser(nn.Module):
    """The encoder, whose weights lie in the folder ``encoder``, and the layers over a mix of its states."""

    def __init__(self, encoder: Path, known: Labels) -> None:
        super().__init__()
        self.words = Words(encoder)
        self.layers = Layers(known, self.words.width, arc=384, relation=128)

    def loss(self, windows: Sequence[Document]) -> Tensor:
        """The layers' loss on annotated windows."""
        gold = [Gold(self.layers.known, window) for window in windows]
        inputs = [encode(self.words.pieces, item.words) for item in gold]
        given = batch(inputs)
        present = torch.arange(given[-1].shape[1]) < torch.tensor([len(item.words) for item in gold])[:, None]
        loss: Tensor = self.layers.loss(self.words(*given), present, gold)
        return loss

    def forward(self, pieces: Tensor, words: Tensor, shapes: Tensor) -> tuple[Tensor, ...]:
        """The fields of ``Parse`` for one window, in their order."""
        layers = self.layers
        vectors = self.words(pieces, torch.ones_like(pieces), words, shapes)
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
    inside, outside = parameters(parser, parser.words.encoder)

    def epoch(rng: random.Random) -> list[list[Document]]:
        return batches((recase(item, rng) for item in windows(documents, rng)), 1500, rng)

    fit(parser, parser.loss, epoch, work, [(inside, 3e-4), (outside, 1.5e-3)], EPOCHS)


def load(encoder: Path, work: Path) -> Parser:
    """The parser that ``train`` wrote."""
    known = json.loads((work / "labels.json").read_text(encoding="utf-8"))
    parser = Parser(encoder, Labels(**{name: tuple(layer) for name, layer in known.items()}))
    parser.load_state_dict(torch.load(work / "state.pt")["module"])
    return parser.eval()
