"""The bundled parser as PyTorch trains it: the encoder, fine-tuned, and layers for tags, trees and entity types.

Heads and relations are scored by biaffine attention (Dozat and Manning 2017); tags, features, lemmas, entity types and
sentence starts by a linear layer. Needs the extra `encoder`.
"""

import json
import random
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import torch
from torch import Tensor, nn

from anaphora.experiments.training.encoder import (
    WINDOW_AXES,
    Words,
    batch,
    example,
    export,
    fit,
    in_eight_bits,
    new_folder,
    padded,
    parameters,
)
from anaphora.experiments.training.pipelines import LICENCE, META, pipeline
from anaphora.experiments.training.treebanks import Document, Sentence
from anaphora.preprocess.encoder.network import WINDOW, Labels, Network, Parse, find_rule
from anaphora.preprocess.pipeline import FINGERPRINT, fingerprint
from anaphora.workbench.files import digest, write_digests
from anaphora.workbench.networks import encode_window

EPOCHS = 9
RAREST = 3
"""A rule for lemmas that fewer words follow is no label."""
_MISSING = -100


def labels(documents: Iterable[Document]) -> Labels:
    """The labels that the sentences have."""
    sentences = [sentence for document in documents for sentence in document]
    types = sorted({phrase.label for sentence in sentences for phrase in sentence.phrases or ()})
    rules = Counter(rule for sentence in sentences for rule in _lemmas(sentence))
    return Labels(
        tags=tuple(sorted({tag for sentence in sentences for tag in sentence.tags if tag})),
        morphs=tuple(sorted({morph for sentence in sentences for morph in _morphs(sentence)})),
        lemmas=tuple(sorted(rule for rule, count in rules.items() if count >= RAREST and rule != "?")),
        types=("O", *(f"{mark}-{type}" for type in types for mark in "BI")),
        relations=tuple(sorted({relation for sentence in sentences for relation in sentence.relations})),
    )


def _morphs(sentence: Sentence) -> list[str]:
    return [f"{pos}|{morph}" for pos, morph in zip(sentence.pos, sentence.morphs, strict=True)]


def _lemmas(sentence: Sentence) -> list[str]:
    pairs = zip(sentence.words, sentence.lemmas, strict=True)
    return [find_rule(word, lemma) if lemma not in ("", "_") else "?" for word, lemma in pairs]


def _types(sentence: Sentence) -> list[str]:
    if sentence.phrases is None:
        return ["?"] * len(sentence.words)
    marks = ["O"] * len(sentence.words)
    for phrase in sentence.phrases:
        marks[phrase.start : phrase.end] = [f"I-{phrase.label}"] * (phrase.end - phrase.start)
        marks[phrase.start] = f"B-{phrase.label}"
    return marks


class Gold:
    """The words of an annotated window with the numbers of their labels; a label that is not known is missing.

    ``heads`` are places in the window from 1, and 0 for a root.
    """

    def __init__(self, known: Labels, window: Document) -> None:
        self.words = [word for sentence in window for word in sentence.words]
        self.tags = _numbers(known.tags, (label for sentence in window for label in sentence.tags))
        self.morphs = _numbers(known.morphs, (label for sentence in window for label in _morphs(sentence)))
        self.lemmas = _numbers(known.lemmas, (label for sentence in window for label in _lemmas(sentence)))
        self.relations = _numbers(known.relations, (label for sentence in window for label in sentence.relations))
        self.types = _numbers(known.types, (label for sentence in window for label in _types(sentence)))
        self.starts = [int(not place) for sentence in window for place in range(len(sentence.words))]
        self.heads: list[int] = []
        for sentence in window:
            first = len(self.heads)
            self.heads += [0 if head == place else first + head + 1 for place, head in enumerate(sentence.heads)]


def _numbers(names: Sequence[str], found: Iterable[str]) -> list[int]:
    number = {label: place for place, label in enumerate(names)}
    return [number.get(label, _MISSING) for label in found]


class Layers(nn.Module):
    """Layers over vectors of ``width`` numbers; ``arc`` and ``relation`` are the widths of biaffine attention."""

    def __init__(self, known: Labels, width: int, arc: int, relation: int) -> None:
        super().__init__()
        self.known = known
        self.tag = nn.Linear(width, len(known.tags))
        self.morph = nn.Linear(width, len(known.morphs))
        self.lemma = nn.Linear(width, len(known.lemmas))
        self.entity = nn.Linear(width, len(known.types))
        self.start = nn.Linear(width, 1)
        self.root = nn.Parameter(torch.zeros(width))
        self.dependent, self.head = _layer(width, arc), _layer(width, arc)
        self.dependent_label, self.head_label = _layer(width, relation), _layer(width, relation)
        self.arcs = nn.Parameter(torch.empty(arc + 1, arc))
        self.relations = nn.Parameter(torch.zeros(len(known.relations), relation + 1, relation + 1))
        nn.init.xavier_uniform_(self.arcs)

    def score_arcs(self, words: Tensor, mask: Tensor) -> Tensor:
        """Scores (window, dependent, head), the root before the words; padding is no head."""
        candidates = torch.cat([self.root.expand(words.shape[0], 1, -1), words], 1)
        dependents = torch.cat([self.dependent(words), words.new_ones(*words.shape[:2], 1)], -1)
        scores = dependents @ self.arcs @ self.head(candidates).transpose(1, 2)
        present = torch.cat([mask.new_ones(mask.shape[0], 1), mask], 1)
        return scores.float().masked_fill(~present[:, None], -1e4)

    def score_relations(self, words: Tensor, heads: Tensor) -> Tensor:
        """Scores (window, dependent, relation) of each word's relation to the given head, 0 for a root."""
        candidates = torch.cat([self.root.expand(words.shape[0], 1, -1), words], 1)
        chosen = candidates.gather(1, heads.unsqueeze(-1).expand(-1, -1, candidates.shape[-1]))
        ones = words.new_ones(*words.shape[:2], 1)
        dependents = torch.cat([self.dependent_label(words), ones], -1)
        governors = torch.cat([self.head_label(chosen), ones], -1)
        size = dependents.shape[-1]
        left = dependents.flatten(0, 1) @ self.relations.permute(1, 0, 2).reshape(size, -1)
        left = left.reshape(*words.shape[:2], len(self.known.relations), size)
        return (left @ governors.unsqueeze(-1)).squeeze(-1).float()

    def loss(self, words: Tensor, mask: Tensor, gold: Sequence[Gold]) -> Tensor:
        """The weighted sum of the layers' cross entropies; ``words`` is (window, word, width)."""
        longest = mask.shape[1]

        def numbers(layer: str) -> Tensor:
            return torch.tensor([getattr(item, layer) + [_MISSING] * (longest - len(item.words)) for item in gold])

        heads = numbers("heads")
        losses = [
            _cross(self.score_arcs(words, mask), heads),
            _cross(self.score_relations(words, heads.clamp(min=0)), numbers("relations")),
            0.5 * _cross(self.tag(words), numbers("tags")),
            0.5 * _cross(self.morph(words), numbers("morphs")),
            0.5 * _cross(self.lemma(words), numbers("lemmas")),
            0.7 * _cross(self.entity(words), numbers("types")),
        ]
        inner = mask.clone()
        inner[:, 0] = False
        starts = self.start(words).squeeze(-1).float()[inner], numbers("starts")[inner].float()
        losses.append(2 * nn.functional.binary_cross_entropy_with_logits(*starts))
        return torch.stack(losses).sum()


def _layer(width: int, size: int) -> nn.Module:
    return nn.Sequential(nn.Linear(width, size), nn.LeakyReLU(0.1), nn.Dropout(0.25))


def _cross(scores: Tensor, gold: Tensor) -> Tensor:
    if not (gold != _MISSING).any():
        return scores.sum() * 0
    return nn.functional.cross_entropy(scores.float().flatten(0, 1), gold.flatten(), ignore_index=_MISSING)


def windows(documents: Iterable[Document], rng: random.Random) -> Iterator[Document]:
    """Each document cut into runs of whole sentences with at most a random number of words, one sentence at least.

    The number lies between a third of ``WINDOW`` and ``WINDOW``.
    """
    for document in documents:
        run: list[Sentence] = []
        size = 0
        limit = rng.randint(WINDOW // 3, WINDOW)
        for sentence in document:
            if run and size + len(sentence.words) > limit:
                yield tuple(run)
                run = []
                size = 0
                limit = rng.randint(WINDOW // 3, WINDOW)
            run.append(sentence)
            size += len(sentence.words)
        if run:
            yield tuple(run)


def batches(items: Iterable[Document], size: int, rng: random.Random) -> list[list[Document]]:
    """Windows of like lengths together, about ``size`` words in a batch, in random order."""
    alike: dict[int, list[Document]] = {}
    for item in items:
        alike.setdefault(padded(sum(len(sentence.words) for sentence in item)), []).append(item)
    result = []
    for length, group in sorted(alike.items()):
        rng.shuffle(group)
        rows = max(1, size // length)
        result += [group[first : first + rows] for first in range(0, len(group), rows)]
    rng.shuffle(result)
    return result


def recase(window: Document, rng: random.Random) -> Document:
    """One window in 25 in lower case, one in 50 in capitals, so that case is evidence and no law."""
    chance = rng.random()
    if chance >= 0.06:
        return window
    change = str.lower if chance < 0.04 else str.upper
    return tuple(replace(sentence, words=tuple(map(change, sentence.words))) for sentence in window)


class Parser(nn.Module):
    """The encoder, whose weights lie in the folder ``encoder``, and the layers over a mix of its states."""

    def __init__(self, encoder: Path, known: Labels) -> None:
        super().__init__()
        self.words = Words(encoder)
        self.layers = Layers(known, self.words.width, arc=384, relation=128)

    def loss(self, windows: Sequence[Document]) -> Tensor:
        """The layers' loss on annotated windows."""
        gold = [Gold(self.layers.known, window) for window in windows]
        inputs = [encode_window(self.words.pieces, item.words) for item in gold]
        tensors = batch(inputs)
        present = torch.arange(tensors[-1].shape[1]) < torch.tensor([len(item.words) for item in gold])[:, None]
        loss: Tensor = self.layers.loss(self.words(*tensors), present, gold)
        return loss

    def forward(self, pieces: Tensor, words: Tensor, shapes: Tensor) -> tuple[Tensor, ...]:
        """The fields of ``Parse`` for one window, in their order."""
        layers = self.layers
        states = self.words.states(pieces, torch.ones_like(pieces))
        vectors = self.words.mixed(states, words, shapes)
        arcs = torch.log_softmax(layers.score_arcs(vectors, shapes >= 0), -1)
        relations = layers.score_relations(vectors, arcs.argmax(-1))
        scores = layers.tag(vectors), layers.morph(vectors), layers.lemma(vectors), layers.entity(vectors), relations
        starts = torch.sigmoid(layers.start(vectors).squeeze(-1))
        last = torch.bmm(words, states[-1]).half()
        return *(layer.argmax(-1) for layer in scores), starts, arcs, last


def train(encoder: Path, documents: Sequence[Document], work: Path) -> None:
    """Fine-tune the encoder; ``work`` gets its weights and labels. Goes on where it was broken off."""
    found = labels(documents)
    parser = Parser(encoder, found)
    work.mkdir(parents=True, exist_ok=True)
    (work / "labels.json").write_text(json.dumps(asdict(found)), encoding="utf-8")
    inside, outside = parameters(parser, parser.words.encoder)

    def epoch(rng: random.Random) -> list[list[Document]]:
        return batches((recase(item, rng) for item in windows(documents, rng)), 1500, rng)

    fit(parser, parser.loss, epoch, work, [(inside, 3e-4), (outside, 1.5e-3)], EPOCHS)


def load(encoder: Path, work: Path) -> Parser:
    """The parser that ``train`` wrote."""
    found = json.loads((work / "labels.json").read_text(encoding="utf-8"))
    parser = Parser(encoder, Labels(**{name: tuple(layer) for name, layer in found.items()}))
    parser.load_state_dict(torch.load(work / "state.pt", weights_only=True)["module"])
    return parser.eval()


def package(parser: Parser, target: Path) -> None:
    """Write the parser to the new folder ``target`` as a spaCy pipeline that is ready to ship, whole or not at all.

    Raises ``FileExistsError`` where ``target`` exists, ``OSError``.
    """
    data = network_of(parser)
    name = f"{META['name']}@{META['version']}:{digest(data)[:8]}"
    network = Network(data, parser.layers.known, parser.words.pieces, name)
    with new_folder(target) as folder:
        nlp = pipeline(network)
        nlp.to_disk(folder)
        (folder / FINGERPRINT).write_text(fingerprint(nlp) + "\n", encoding="utf-8")
        write_digests(folder)
        shutil.copyfile(LICENCE, folder / "LICENSE")


def network_of(parser: Parser) -> bytes:
    """The parser as an ONNX network with weights of 8 bits."""
    return in_eight_bits(export(parser, example(), WINDOW_AXES, Parse.__slots__))
