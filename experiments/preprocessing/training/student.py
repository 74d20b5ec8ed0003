"""The words' vectors of the bundled pipeline learn from treebanks and teacher before spaCy trains the rest.

spaCy's own ``tok2vec`` is rebuilt in PyTorch number for number, trained under the layers that the teacher has, some
ten times faster than below a transition parser, and written back.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import cast

import numpy as np
import spacy
import torch
from numpy.typing import NDArray
from spacy.language import Language
from spacy.pipeline import Tok2Vec as Component
from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d, Ints1d
from torch import Tensor, nn
from torch.nn import functional

from anaphora.experiments.preprocessing.training.data import Document
from anaphora.experiments.preprocessing.training.layers import Gold, Labels, Layers, fit, padded

WIDTH, DEPTH = 128, 4

ATTRIBUTES = ["NORM", "PREFIX", "SUFFIX", "SHAPE"]

TOK2VEC = {
    "model": {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": WIDTH,
            "attrs": ATTRIBUTES,
            "rows": [6000, 1000, 2500, 2500],
            "include_static_vectors": True,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": WIDTH,
            "depth": DEPTH,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    }
}


def blank(words: Sequence[str], vectors: NDArray[np.float32]) -> Language:
    """An untrained pipeline of a ``tok2vec`` over the given vectors of words."""
    pipeline = spacy.blank("en")
    pipeline.vocab.vectors = spacy.vectors.Vectors(
        strings=pipeline.vocab.strings, data=vectors, keys=[pipeline.vocab.strings.add(word) for word in words]
    )
    pipeline.add_pipe("tok2vec", config=TOK2VEC)
    pipeline.initialize()
    return pipeline


def network(pipeline: Language) -> Model[list[Doc], list[Floats2d]]:
    """The network of a pipeline's ``tok2vec``."""
    return cast(Component, pipeline.get_pipe("tok2vec")).model


class Tok2Vec(nn.Module):
    """A spaCy ``tok2vec`` with the same parameters and the same numbers."""

    def __init__(self, pipeline: Language) -> None:
        super().__init__()
        self.pipeline = pipeline
        nodes = list(network(pipeline).walk(order="dfs_pre"))
        self.nodes = {
            name: [node for node in nodes if node.name == name]
            for name in ("hashembed", "static_vectors", "maxout", "layernorm")
        }
        self.tables = _parameters(self.nodes["hashembed"], "E")
        self.projection = _parameters(self.nodes["static_vectors"], "W")
        self.weights, self.biases = (_parameters(self.nodes["maxout"], name) for name in ("W", "b"))
        self.gains, self.shifts = (_parameters(self.nodes["layernorm"], name) for name in ("G", "b"))
        table = pipeline.vocab.vectors.data
        self.vectors = torch.from_numpy(np.concatenate([table, np.zeros((1, table.shape[1]), np.float32)]))
        self.rows: dict[str, NDArray[np.int64]] = {}
        self.dropout = nn.Dropout(0.1)

    def forward(self, texts: Sequence[Sequence[str]]) -> Tensor:
        """Vectors (text, word, width); what stands at padding means nothing."""
        gap, longest = len(self.weights) - 1, padded(max(map(len, texts)))
        starts = list(accumulate((len(text) + gap for text in texts), initial=gap))
        places = [torch.arange(start, start + len(text)) for start, text in zip(starts, texts, strict=False)]
        words = self._embed(torch.from_numpy(np.concatenate([self._rows(text) for text in texts])))
        flat = words.new_zeros(padded(starts[-1]), words.shape[1]).index_copy(0, torch.cat(places), words)
        for layer in range(1, gap + 1):
            ends = functional.pad(flat, (0, 0, 1, 1))
            flat = flat + self._maxout(torch.cat([ends[:-2], flat, ends[2:]], 1), layer)
        return flat[torch.stack([functional.pad(place, (0, longest - len(place))) for place in places])]

    def _embed(self, rows: Tensor) -> Tensor:
        found = [
            functional.embedding(rows[:, 4 * number : 4 * number + 4], table).sum(1)
            for number, table in enumerate(self.tables)
        ]
        return self._maxout(torch.cat([*found, self.vectors[rows[:, -1]] @ self.projection[0].T], 1), 0)

    def _maxout(self, vectors: Tensor, layer: int) -> Tensor:
        width, pieces, _ = self.weights[layer].shape
        raw = functional.linear(vectors, self.weights[layer].flatten(0, 1), self.biases[layer].flatten())
        best = raw.view(-1, width, pieces).amax(-1).float()
        return self.dropout(functional.layer_norm(best, (width,), self.gains[layer], self.shifts[layer], 1e-8))

    def _rows(self, words: Sequence[str]) -> NDArray[np.int64]:
        unseen = [word for word in words if word not in self.rows]
        if unseen:
            doc = Doc(self.pipeline.vocab, words=unseen)
            columns = [
                node.ops.hash(cast(Ints1d, doc.to_array(name).astype("uint64")), node.attrs["seed"])
                % node.get_dim("nV")
                for name, node in zip(ATTRIBUTES, self.nodes["hashembed"], strict=True)
            ]
            vectors = self.pipeline.vocab.vectors.find(keys=doc.to_array("ORTH"))
            self.rows.update(zip(unseen, np.column_stack([*columns, vectors]).astype(np.int64), strict=True))
        return np.stack([self.rows[word] for word in words])

    def write(self) -> None:
        """Give the numbers back to the pipeline."""
        for name, parameters in (
            ("hashembed", {"E": self.tables}),
            ("static_vectors", {"W": self.projection}),
            ("maxout", {"W": self.weights, "b": self.biases}),
            ("layernorm", {"G": self.gains, "b": self.shifts}),
        ):
            for parameter, values in parameters.items():
                for node, value in zip(self.nodes[name], values, strict=True):
                    node.set_param(parameter, value.detach().numpy().copy())


def _parameters(nodes: Iterable[Model[object, object]], name: str) -> nn.ParameterList:
    return nn.ParameterList(nn.Parameter(torch.from_numpy(node.get_param(name).copy())) for node in nodes)


class Student(nn.Module):
    """The ``tok2vec`` and, while it learns, the teacher's kinds of layers."""

    def __init__(self, pipeline: Language, known: Labels) -> None:
        super().__init__()
        self.tok2vec = Tok2Vec(pipeline)
        self.layers = Layers(known, WIDTH, arc=192, relation=64)

    def loss(self, texts: Sequence[Document]) -> Tensor:
        """The layers' loss on annotated windows."""
        gold = [Gold(self.layers.known, text) for text in texts]
        words = self.tok2vec([item.words for item in gold])
        mask = torch.arange(words.shape[1]) < torch.tensor([len(item.words) for item in gold])[:, None]
        loss: Tensor = self.layers.loss(words, mask, gold)
        return loss


def train(pipeline: Language, known: Labels, documents: Sequence[Document], work: Path, epochs: int = 4) -> None:
    """Train the pipeline's ``tok2vec`` on trees of gold and of the teacher; goes on where it was broken off."""
    student = Student(pipeline, known)
    fit(student, student.loss, documents, work, [(student.parameters(), 2e-3)], epochs, size=4000)
    student.tok2vec.write()
