"""The bundled parser as PyTorch trains it: an encoder, fine-tuned, and layers for tags, trees and entity types.

The encoder is all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, "MiniLM"): word pieces in, vectors of words out. It knows
no case, so the shape of each word is given beside it. Heads and relations are scored by biaffine attention (Dozat and
Manning 2017); tags, features, lemmas, entity types and sentence starts by a linear layer. `fit` and `export` train and
write other networks as well. Needs the extra `encoder`.
"""

import json
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean
from typing import TypeVar

import torch
from torch import Tensor, nn
from transformers import AutoModel

from anaphora.experiments.training.pipelines import LICENCE, meta, pipeline
from anaphora.experiments.training.treebanks import Document, Sentence
from anaphora.preprocess.encoder.network import WINDOW, Labels, Network, Parse, find_rule
from anaphora.preprocess.pipeline import FINGERPRINT, fingerprint
from anaphora.workbench.files import digest, write_digests
from anaphora.workbench.networks import SHAPES, Pieces, Window, encode_window, load_onnx_runtime

EPOCHS = 9
RAREST = 3
"""A rule for lemmas that fewer words follow is no label."""
_MISSING = -100
BUCKET = 32
"""Lengths of windows are padded to a multiple of this: PyTorch prepares its kernels anew for each shape."""
Item = TypeVar("Item")


class WordEncoder(nn.Module):
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
    """Return the input of `WordEncoder` for several windows: pieces, mask, words, shapes, padded."""
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


def in_eight_bits(network: bytes, *products: str) -> bytes:
    """The network with weights of 8 bits, 7 of them used, which every processor multiplies alike.

    `products` are the names of the nodes that are changed, by default all that multiply by weights.
    """
    quantization = load_onnx_runtime("onnxruntime.quantization")
    with tempfile.TemporaryDirectory() as folder:
        whole, small = Path(folder, "whole.onnx"), Path(folder, "small.onnx")
        whole.write_bytes(network)
        quantization.quantize_dynamic(
            whole,
            small,
            weight_type=quantization.QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            nodes_to_quantize=products,
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


class ParserLayers(nn.Module):
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
        size = self.relations.shape[-1]  # no size of the input, so that the weights are exported as a constant
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
        self.words = WordEncoder(encoder)
        self.layers = ParserLayers(known, self.words.width, arc=384, relation=128)

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
    name = f"{meta()['name']}@{meta()['version']}:{digest(data)[:8]}"
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
