"""A parser of a pretrained encoder, fine-tuned on the free treebanks: the next bundled pipeline, or its teacher.

Training needs ``torch`` and ``transformers``. The encoder is all-MiniLM-L6-v2 (Apache-2.0; Wang et
al. 2020, "MiniLM"). It knows no case, so the shape of each word is given beside it.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from spacy.vocab import Vocab
from torch import Tensor, nn
from transformers import AutoModel, AutoTokenizer

from anaphora.experiments.preprocessing.training.data import Document, Phrase, Sentence, to_doc
from anaphora.experiments.preprocessing.training.evaluate import Figures, compare
from anaphora.experiments.preprocessing.training.layers import BUCKET, WINDOW, Gold, Labels, Layers, fit, labels, padded


@dataclass(frozen=True, slots=True)
class Parse:
    """Predictions for the words of one window, not yet cut into sentences.

    ``tags``, ``morphs``, ``types`` and ``relations`` are numbers of labels, ``starts`` probabilities; ``arcs[d, h]`` is
    the log probability that word ``h - 1`` governs word ``d``, or that ``d`` is a root where ``h`` is 0.
    """

    tags: NDArray[np.int64]
    morphs: NDArray[np.int64]
    types: NDArray[np.int64]
    relations: NDArray[np.int64]
    starts: NDArray[np.float32]
    arcs: NDArray[np.float32]


def shape(word: str) -> int:
    """The kind of a word's letters, 0 to 6: what an encoder of lower-cased text cannot see."""
    if word.isalpha():
        return 0 if word.islower() else 1 if word.istitle() and len(word) > 1 else 2 if word.isupper() else 3
    return 4 if any(map(str.isdigit, word)) else 5 if any(map(str.isalpha, word)) else 6


class Teacher(nn.Module):
    """The encoder, whose weights lie in the folder ``encoder``, and the layers over a mix of its states."""

    def __init__(self, encoder: Path, known: Labels) -> None:
        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(encoder, use_fast=True)
        self.encoder = AutoModel.from_pretrained(encoder, add_pooling_layer=False, attn_implementation="eager")
        width = self.encoder.config.hidden_size
        self.mix = nn.Parameter(torch.zeros(self.encoder.config.num_hidden_layers + 1))
        self.shapes = nn.Embedding(7, width)
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(0.2)
        self.layers = Layers(known, width, arc=384, relation=128)

    def encode(self, texts: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
        """Vectors (window, word, width), the mean over a word's pieces, and the mask of words among padding."""
        pieces = self.tokenizer(
            list(map(list, texts)),
            is_split_into_words=True,
            return_tensors="pt",
            padding=True,
            pad_to_multiple_of=BUCKET,
            truncation=True,
            max_length=512,
        )
        longest = padded(max(map(len, texts)))
        owners = [[longest if word is None else word for word in pieces.word_ids(row)] for row in range(len(texts))]
        owner = torch.tensor(owners)
        states = self.encoder(**pieces, output_hidden_states=True).hidden_states
        mixed = sum(weight * state for weight, state in zip(torch.softmax(self.mix, 0), states, strict=True))
        sums = mixed.new_zeros(len(texts), longest + 1, mixed.shape[-1])
        sums.scatter_add_(1, owner.unsqueeze(-1).expand_as(mixed), mixed)
        counts = torch.zeros(len(texts), longest + 1).scatter_add_(1, owner, torch.ones(owner.shape))
        words = sums[:, :longest] / counts[:, :longest, None].clamp(min=1)
        shapes = torch.tensor([[*map(shape, text)] + [0] * (longest - len(text)) for text in texts])
        mask = torch.arange(longest) < torch.tensor(list(map(len, texts)))[:, None]
        return self.dropout(self.norm(words + self.shapes(shapes))), mask

    def loss(self, texts: Sequence[Document]) -> Tensor:
        """The layers' loss on annotated windows."""
        gold = [Gold(self.layers.known, text) for text in texts]
        words, mask = self.encode([item.words for item in gold])
        loss: Tensor = self.layers.loss(words, mask, gold)
        return loss

    @torch.inference_mode()
    def predict(self, texts: Sequence[Sequence[str]]) -> Iterator[Parse]:
        """The layers' predictions for each window."""
        layers = self.layers
        with torch.autocast("cpu", dtype=torch.bfloat16):
            words, mask = self.encode(texts)
            arcs = torch.log_softmax(layers.score_arcs(words, mask), -1)
            relations = layers.score_relations(words, arcs.argmax(-1)).argmax(-1)
            labels = [layer(words).float().argmax(-1) for layer in (layers.tag, layers.morph, layers.entity)]
            starts = torch.sigmoid(layers.start(words).squeeze(-1).float())
        for row, size in enumerate(map(len, texts)):
            tags, morphs, types = (layer[row, :size].numpy() for layer in labels)
            yield Parse(
                tags=tags,
                morphs=morphs,
                types=types,
                relations=relations[row, :size].numpy(),
                starts=starts[row, :size].numpy(),
                arcs=arcs[row, :size, : size + 1].numpy(),
            )


def train(encoder: Path, documents: Sequence[Document], work: Path, epochs: int = 6) -> None:
    """Fine-tune the encoder; ``work`` gets its weights and labels. Goes on where it was broken off."""
    known = labels(documents)
    teacher = Teacher(encoder, known)
    work.mkdir(parents=True, exist_ok=True)
    (work / "labels.json").write_text(json.dumps(asdict(known)), encoding="utf-8")
    inside = set(map(id, teacher.encoder.parameters()))
    rates = [
        (teacher.encoder.parameters(), 3e-4),
        ([parameter for parameter in teacher.parameters() if id(parameter) not in inside], 1.5e-3),
    ]
    fit(teacher, teacher.loss, documents, work, rates, epochs, size=1500)


def load(encoder: Path, work: Path) -> Teacher:
    """The teacher that ``train`` wrote."""
    known = json.loads((work / "labels.json").read_text(encoding="utf-8"))
    teacher = Teacher(encoder, Labels(**{name: tuple(layer) for name, layer in known.items()}))
    teacher.load_state_dict(torch.load(work / "state.pt")["module"])
    return teacher.eval()


def evaluate(teacher: Teacher, documents: Sequence[Document]) -> Figures:
    """The teacher's figures on given words; it makes no lemmas."""
    vocab = Vocab()
    began = time.perf_counter()
    found = parse(teacher, [[word for sentence in document for word in sentence.words] for document in documents])
    seconds = time.perf_counter() - began
    predicted, gold = ([to_doc(document, vocab) for document in side] for side in (found, documents))
    return replace(compare(predicted, gold, seconds), lemma=None)


def parse(teacher: Teacher, texts: Sequence[Sequence[str]], size: int = 32) -> list[Document]:
    """Each text (words) cut into sentences with trees, tags and entity types; lemmas are empty, spaces everywhere.

    A text is read in windows of ``WINDOW`` words, each starting with the last, perhaps incomplete, sentence of the one
    before. ``size`` windows are read together.
    """
    found: list[list[Sentence]] = [[] for _ in texts]
    place = [0] * len(texts)
    while unread := [number for number, text in enumerate(texts) if place[number] < len(text)]:
        unread.sort(key=lambda number: min(len(texts[number]) - place[number], WINDOW))
        for first in range(0, len(unread), size):
            group = unread[first : first + size]
            inputs = [texts[number][place[number] : place[number] + WINDOW] for number in group]
            for number, words, result in zip(group, inputs, teacher.predict(inputs), strict=True):
                sentences = list(_sentences(teacher.layers.known, words, result))
                if place[number] + len(words) < len(texts[number]) and len(sentences) > 1:
                    sentences.pop()
                found[number] += sentences
                place[number] += sum(len(sentence.words) for sentence in sentences)
    return list(map(tuple, found))


def _sentences(known: Labels, words: Sequence[str], result: Parse) -> Iterator[Sentence]:
    starts = [0, *(place for place in range(1, len(words)) if result.starts[place] > 0.5), len(words)]
    for first, end in pairwise(starts):
        heads = tree(np.concatenate([result.arcs[first:end, :1], result.arcs[first:end, first + 1 : end + 1]], 1))
        morphs = [known.morphs[number].partition("|") for number in result.morphs[first:end]]
        size = end - first
        relations = [known.relations[number] for number in result.relations[first:end]]
        yield Sentence(
            words=tuple(words[first:end]),
            spaces=(True,) * size,
            lemmas=("",) * size,
            pos=tuple(pos for pos, _, _ in morphs),
            tags=tuple(known.tags[number] for number in result.tags[first:end]),
            morphs=tuple(features for _, _, features in morphs),
            heads=tuple(place if head < 0 else head for place, head in enumerate(heads)),
            relations=tuple(
                "ROOT" if head < 0 else "dep" if relation == "ROOT" else relation
                for head, relation in zip(heads, relations, strict=True)
            ),
            phrases=tuple(_phrases([known.types[number] for number in result.types[first:end]])),
        )


def _phrases(marks: Sequence[str]) -> Iterator[Phrase]:
    start = 0
    for place, (mark, following) in enumerate(pairwise([*marks, "O"])):
        if mark == "O":
            continue
        if mark[0] == "B" or not place or marks[place - 1][2:] != mark[2:]:
            start = place
        if following != f"I-{mark[2:]}":
            yield Phrase(start, place + 1, mark[2:])


def tree(scores: NDArray[np.float32]) -> list[int]:
    """The heads of the best tree whose root is the likeliest; the root's head is -1.

    ``scores[d, h]`` is the score of word ``h - 1`` as the head of ``d``, and in column 0 of ``d`` as the root.
    """
    size, root = len(scores), int(scores[:, 0].argmax())
    square = np.full((size + 1, size + 1), -np.inf)
    square[1:, 1:] = scores[:, 1:]
    square[root + 1, 0] = 0.0
    np.fill_diagonal(square, -np.inf)
    square[root + 1, 1:] = -np.inf
    return [int(head) - 1 for head in arborescence(square)[1:]]


def arborescence(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The heads of the tree with the highest sum of ``scores[dependent, head]``; node 0 is its root and its own head.

    Chu and Liu (1965), Edmonds (1967): where the best heads make a cycle it is contracted to one node.
    """
    heads = scores.argmax(1)
    heads[0] = 0
    cycle = _cycle(heads)
    if not len(cycle):
        return heads
    rest = np.setdiff1d(np.arange(len(heads)), cycle)
    size = len(rest)
    out = scores[np.ix_(rest, cycle)]
    into = scores[np.ix_(cycle, rest)] - scores[cycle, heads[cycle]][:, None]
    smaller = np.full((size + 1, size + 1), -np.inf)
    smaller[:size, :size] = scores[np.ix_(rest, rest)]
    smaller[:size, size] = out.max(1)
    smaller[size, :size] = into.max(0)
    found = arborescence(smaller)
    for place, head in enumerate(found[1:size], 1):
        heads[rest[place]] = cycle[out[place].argmax()] if head == size else rest[head]
    heads[cycle[into[:, found[size]].argmax()]] = rest[found[size]]
    return heads


def _cycle(heads: NDArray[np.int64]) -> NDArray[np.int64]:
    reached = heads
    for _ in range(len(heads).bit_length()):
        reached = reached[reached]
    inside = reached[reached > 0]
    members = inside[:1].tolist()
    while members and heads[members[-1]] != members[0]:
        members.append(int(heads[members[-1]]))
    return np.sort(np.array(members, dtype=np.int64))
