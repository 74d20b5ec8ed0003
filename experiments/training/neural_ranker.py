"""The network of `neural_ranker` in PyTorch: its training, its calibration, and the folder that ships.

It scores mentions by the vectors that the encoder of the bundled pipeline gives with a document (`Prepared.vectors`),
which stay as they are. Each document asks for its mentions and its pronouns. Of the mentions before a mention and "no
antecedent", each has a probability proportional to exp(score). What is maximised is the probability of all right ones
together (Lee et al. 2017, section 4), for all mentions with those before them, and for pronouns with their candidates,
where the scores of `ranker` are added. Every tenth document is held out, to calibrate how scores become probabilities
and when a mention starts a chain. Needs the extra `encoder`.
"""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import documents
from anaphora.experiments.training.parser import export, fit, in_eight_bits, new_folder
from anaphora.resolvers.chains.mention_pair import all_pairs, quality
from anaphora.resolvers.chains.neural_ranker import link
from anaphora.resolvers.neural_ranker import (
    CHAINS,
    PRONOUNS,
    REACH,
    SCORER,
    SETTINGS,
    WIDTH,
    PairScorer,
    Pronouns,
    Reader,
    Settings,
    features,
)  # fmt: skip
from anaphora.resolvers.ranker import FOLDS, Calibration, Model, Pool, Told, answers, lesson, pools, read_shipped
from anaphora.resolvers.ranker import calibrate as fit_probabilities
from anaphora.resolvers.ranking.forest import LEAF, TREES, Growth, grow
from anaphora.resolvers.ranking.pairs import PairColumns, pair_columns
from anaphora.workbench import __version__
from anaphora.workbench.arrays import Flags, Integers, Numbers
from anaphora.workbench.document import Document
from anaphora.workbench.files import digest
from anaphora.workbench.key import Key
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.provenance import Seen, gather_seen, seen_as_data, text_digest
from anaphora.workbench.resolver_entry import Example
from anaphora.workbench.trace.build import Criteria, counted_cases, mention_chains

HELD_OUT = 10
SIZE, _DROPOUT, _DECAY = 256, 0.5, 0.3
"""Without so much dropout and decay, the ten thousand pronouns are known by heart after two epochs."""
_PERFECT, _OF_PRONOUNS = 0.4, 0.5
"""The share of documents with perfect input, and what a pronoun counts for, against a mention's 1."""
_CONTEXTS = (0.25, 0.5, 0.75, 1.0, 1.5)
_BIASES = [step / 4 for step in range(-12, 13)]
_UNPARSED = ("mentions", "pleonastic", "agreement")
"""The layers that can be perfect where the key has no trees."""


@dataclass(frozen=True, slots=True, eq=False)
class PronounQuestion:
    """A pronoun, its candidates, which are right, and what `ranker` gives each; numbers are those of mentions."""

    anaphor: int
    candidates: Integers
    right: Flags
    scores: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class TrainingInput:
    """A document with automatic or with perfect input: places of mentions (head, first word, last word), chains."""

    places: Integers
    chains: Integers
    table: PairColumns
    questions: tuple[PronounQuestion, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TrainingText:
    """A document: vectors of words, readings, how often an epoch has it, and whether its key leaves entities out.

    Of a `partial` key nothing is learned about mentions that it does not have.
    """

    vectors: NDArray[np.float16]
    readings: tuple[TrainingInput, ...]
    times: float = 1.0
    partial: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Annotated:
    """A document of a corpus, automatic and with perfect input, and the cases that count; else as in `TrainingText`."""

    corpus: str
    examples: tuple[Example, Example]
    counted: tuple[frozenset[int], frozenset[int]]
    times: float
    partial: bool

    @property
    def id(self) -> str:
        """The name of the document."""
        return self.examples[0].prepared.document.id

    @property
    def digest(self) -> str:
        """The hash of the words, by which cards name documents."""
        return text_digest(self.examples[0].prepared.document.words)


def read(path: Path, times: float, partial: bool) -> Iterator[Annotated]:
    """The documents of a folder. Raises `WorkbenchError` for bad ones."""
    automatic = configure(match="strict")
    inputs: tuple[tuple[str, ...], ...] = ((), LAYERS, _UNPARSED)
    analyses = {layers: Analysis(automatic.changed(perfect=layers)) for layers in inputs}

    def example(document: Document, key: Key, layers: tuple[str, ...]) -> tuple[Example, frozenset[int]]:
        prepared = analyses[layers].prepare(document, key)
        counted = frozenset(counted_cases(document, key, prepared, Criteria(automatic.judging.match)))
        return Example(prepared, mention_chains(document, key, prepared, automatic.judging.match)), counted

    for document, key in documents([path], automatic, []):
        perfect = LAYERS if document.annotation else _UNPARSED
        (first, asked), (second, asked_too) = (example(document, key, layers) for layers in ((), perfect))
        yield Annotated(path.name, (first, second), (asked, asked_too), times, partial)


class Rankers:
    """The trees of `ranker` for each document: the shipped ones, or others where these have learned from it."""

    def __init__(self, found: Sequence[Annotated]) -> None:
        self._shipped, card = read_shipped()
        seen = frozenset[str]().union(*(part.documents for part in card.seen)) if card else frozenset[str]()
        learned = [document for document in found if document.digest in seen]
        self._fold = {document.digest: number % FOLDS for number, document in enumerate(learned)}
        self._models: list[Model] = []
        for fold in range(FOLDS if learned else 0):
            rest = [document for document in learned if self._fold[document.digest] != fold]
            lessons = [lesson(pools(example)) for document in rest for example in document.examples]
            self._models.append(Model(grow(lessons, Growth(TREES, LEAF))))

    def of(self, document: Annotated) -> Model:
        """Return trees that were grown without a document."""
        fold = self._fold.get(document.digest)
        return self._shipped if fold is None else self._models[fold]


def text(document: Annotated, model: Model) -> TrainingText:
    """Return the lessons of a document."""
    readings = tuple(_reading(example, model) for example in document.examples)
    return TrainingText(document.examples[0].prepared.vectors().values, readings, document.times, document.partial)


def _reading(example: Example, model: Model) -> TrainingInput:
    places = [[mention.head, mention.span.start, mention.span.end - 1] for mention in example.prepared.mentions]
    return TrainingInput(
        np.array(places, np.int64).reshape(-1, 3),
        np.array(example.chains, np.int64),
        pair_columns(example.prepared),
        tuple(_question(pool, right, model) for pool, right in pools(example)),
    )


def _question(pool: Pool, right: Flags, model: Model) -> PronounQuestion:
    anaphor = pool.prepared.cases[pool.case].anaphor
    return PronounQuestion(anaphor, np.array(pool.candidates), right, model.votes(pool) @ model.weights)


class Scorer(nn.Module):
    """Scores of pairs of mentions, and of no antecedent, each for chains and for pronouns.

    What anaphor and candidate are, what they share, and their features add up to the hidden layer.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.mention = nn.Linear(3 * width, SIZE)
        self.anaphor, self.candidate = nn.Linear(SIZE, SIZE), nn.Linear(SIZE, SIZE)
        self.query, self.key = nn.Linear(SIZE, SIZE), nn.Linear(SIZE, SIZE)
        self.shared = nn.Linear(SIZE, SIZE, bias=False)
        self.features = nn.Linear(WIDTH, SIZE)
        self.pair, self.none = nn.Linear(SIZE, 2), nn.Linear(SIZE, 2)
        self.activation = nn.LeakyReLU(0.1)
        self.dropout = nn.Dropout(_DROPOUT)
        for layer in (self.pair, self.none):
            nn.init.zeros_(layer.weight)

    def forward(self, mentions: Tensor, i: Tensor, j: Tensor, features: Tensor) -> tuple[Tensor, Tensor]:
        """The scores of pairs (pairs x 2) and of no antecedent (mentions x 2); see `PairScorer.score`."""
        seen = self.dropout(self.activation(self.mention(self.dropout(mentions))))
        anaphor = self.anaphor(seen)
        shared = self.shared(self.query(seen)[j] * self.key(seen)[i])
        hidden = self.activation(anaphor[j] + self.candidate(seen)[i] + shared + self.features(features))
        return self.pair(self.dropout(hidden)), self.none(self.activation(anaphor))


class NeuralRanker(nn.Module):
    """The scorer of vectors of `width` numbers, and the weight of the scores of `ranker`."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.scorer = Scorer(width)
        self.weight = nn.Parameter(torch.ones(()))


Item: TypeAlias = tuple[TrainingText, TrainingInput]
"""A document with one of its readings."""


def items(texts: Sequence[TrainingText], rng: random.Random) -> list[Item]:
    """The items of an epoch: each text as often as it asks for."""
    drawn = [text for text in texts for _ in range(int(text.times) + (rng.random() < text.times % 1))]
    rng.shuffle(drawn)
    return [(text, text.readings[rng.random() < _PERFECT]) for text in drawn]


def train(texts: Sequence[TrainingText], ranker: NeuralRanker, work: Path, epochs: int) -> None:
    """Train; `work` gets the weights. Goes on where it was broken off."""

    def epoch(rng: random.Random) -> list[Sequence[Item]]:
        return [[item] for item in items(texts, rng)]

    rates = [(ranker.parameters(), 1e-3)]
    fit(ranker, lambda group: loss(ranker, *group[0]), epoch, work, rates, epochs, half=False, decay=_DECAY)


def loss(ranker: NeuralRanker, text: TrainingText, reading: TrainingInput) -> Tensor:
    """The negative logarithm of the probability of what is right, a four-hundredth of the sum for a document."""
    chains, count = reading.chains, len(reading.chains)
    i, j = all_pairs(count, reach=REACH)
    mentions = torch.from_numpy(text.vectors[reading.places].astype(np.float32)).flatten(1)
    table = torch.from_numpy(features(reading.table, i, j))
    scores, none = ranker.scorer(mentions, torch.from_numpy(i), torch.from_numpy(j), table)
    right = (chains[i] == chains[j]) & (chains[j] >= 0)
    asked = _answerable(j, right, count) | _first(chains)
    if text.partial:
        asked &= chains >= 0
    total = _surprise(scores[:, CHAINS], none[:, CHAINS], j, right, asked)
    questions = [question for question in reading.questions if question.right.any() or not text.partial]
    chosen = [found for question in questions if (found := _near(question, j))]
    if not chosen:
        return total / 400
    rows, flags, base = zip(*chosen, strict=True)
    places = np.concatenate(rows)
    anaphors = j[[numbers[0] for numbers in rows]]
    owner = np.repeat(np.arange(len(chosen)), [len(numbers) for numbers in rows])
    ours = scores[torch.from_numpy(places), PRONOUNS] + ranker.weight * torch.from_numpy(np.concatenate(base)).float()
    nobody = none[torch.from_numpy(anaphors), PRONOUNS]
    nobody = torch.full_like(nobody, -torch.inf) if text.partial else nobody
    of_pronouns = _surprise(ours, nobody, owner, np.concatenate(flags), np.ones(len(chosen), bool))
    return (total + _OF_PRONOUNS * of_pronouns) / 400


def _first(chains: Integers) -> Flags:
    """Return for each mention whether it is the first of its chain, or in none."""
    first = chains < 0
    first[np.unique(chains, return_index=True)[1]] = True
    return first


def _answerable(owner: Integers, right: Flags, count: int) -> Flags:
    return np.bincount(owner, right, count) > 0


def _near(question: PronounQuestion, anaphors: Integers) -> tuple[Integers, Flags, Numbers] | None:
    """The pairs of a pronoun's candidates, which are right and how they score; `None` if it cannot be asked.

    That is where all candidates, or all right ones, are out of reach. `anaphors` has that of each pair, in order.
    """
    lowest = max(0, question.anaphor - REACH)
    kept = question.candidates >= lowest
    if not question.right[kept].any() and (question.right.any() or not kept.any()):
        return None
    rows = np.searchsorted(anaphors, question.anaphor) + question.candidates[kept] - lowest
    return rows, question.right[kept], question.scores[kept]


def _surprise(scores: Tensor, none: Tensor, owner: Integers, right: Flags, asked: Flags) -> Tensor:
    """The sum, over those who are asked, of the negative logarithm of the probability of all that is right.

    `owner` says for each score who is asked; where nothing is `right`, no antecedent is.
    """
    owners = torch.from_numpy(np.concatenate([owner, np.arange(len(asked))]))
    wanted = torch.from_numpy(np.concatenate([right, ~_answerable(owner, right, len(asked))]))
    values = torch.cat([scores, none])
    losses = _total(values, owners, len(asked)) - _total(values[wanted], owners[wanted], len(asked))
    return losses[torch.from_numpy(asked)].sum()


def _total(values: Tensor, owners: Tensor, count: int) -> Tensor:
    """The logarithm of the sum of the exponentials of each owner's values."""
    most = torch.full((count,), -torch.inf).scatter_reduce(0, owners, values.detach(), "amax")
    return torch.zeros(count).scatter_add(0, owners, torch.exp(values - most[owners])).log() + most


def calibrate(network: PairScorer, settings: Settings, held_out: Sequence[Annotated], rankers: Rankers) -> Settings:
    """Settings with the weight of the context, the probabilities and the bias that suit held out documents best.

    Those whose key leaves entities out do not count: there right answers are not known to be right.
    """
    reader = Reader(network)
    examples = [
        (asked, counted, rankers.of(document))
        for document in held_out
        if not document.partial
        for asked, counted in zip(document.examples, document.counted, strict=True)
    ]
    of_context: dict[float, tuple[list[Told], list[Told]]] = {context: ([], []) for context in _CONTEXTS}
    for asked, counted, model in examples:
        for context, found in of_context.items():
            answered = answers(asked, Pronouns(model, reader, replace(settings, context=context)))
            found[bool(asked.prepared.perfect)].extend(pair for pair in answered if pair[0].case in counted)
    fitted = {context: list(map(fit_probabilities, found)) for context, found in of_context.items()}
    context = min(fitted, key=lambda weight: sum(surprise for _, surprise in fitted[weight]))
    (automatic, _), (perfect, _) = fitted[context]
    bias = _bias(reader, [asked for asked, *_ in examples])
    return replace(settings, context=context, automatic=automatic, perfect=perfect, bias=bias)


def _bias(reader: Reader, examples: Sequence[Example]) -> float:
    """The bias towards no antecedent that gives the best chains."""
    scores = [(example.prepared, reader.of_mentions(example.prepared)) for example in examples]
    key = [example.chains for example in examples]
    return max(_BIASES, key=lambda bias: quality(key, [link(prepared, found, bias) for prepared, found in scores]))


def largest_shared(ranker: NeuralRanker, texts: Iterable[TrainingText]) -> float:
    """The size that one in ten thousand numbers exceeds of those that say what two mentions share."""
    sizes: list[float] = []

    def measure(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        sizes.append(float(np.quantile(inputs[0].abs().numpy(), 0.9999)))

    hook = ranker.eval().scorer.shared.register_forward_pre_hook(measure)
    with torch.inference_mode():
        for text in texts:
            loss(ranker, text, text.readings[0])
    hook.remove()
    return fmean(sizes)


def scorer_of(ranker: NeuralRanker, largest: float) -> bytes:
    """The scorer as an ONNX network that multiplies what two mentions share, most of its work, in 8 bits.

    Numbers beyond `largest` are cut to it. The range is fixed, since the scores of a pair must not depend on what is
    scored beside it.
    """
    i, j = torch.tensor([0, 0, 1]), torch.tensor([1, 2, 2])
    pairs = torch.rand(3, 3 * ranker.width), i, j, torch.rand(3, WIDTH)
    axes = {"mentions": {0: "mentions"}} | {name: {0: "pairs"} for name in ("i", "j", "features", "pairs")}
    network = export(ranker.scorer, pairs, {**axes, "none": {0: "mentions"}}, ["pairs", "none"])
    model = onnx.load_from_string(in_eight_bits(network, "/shared/MatMul"))
    [node] = [node for node in model.graph.node if node.op_type == "DynamicQuantizeLinear"]
    values, scale, zero = node.output
    sizes = {scale: np.float32(largest / 127.5), zero: np.uint8(128)}
    model.graph.initializer.extend(onnx.numpy_helper.from_array(np.array(size), name) for name, size in sizes.items())
    node.CopyFrom(onnx.helper.make_node("QuantizeLinear", [node.input[0], scale, zero], [values]))
    data: bytes = model.SerializeToString()
    return data


def make(
    found: Sequence[Annotated], more: Sequence[Annotated], work: Path, to: Path, epochs: int, licence: str
) -> None:
    """Train on documents, calibrate on those held out and on `more`, and write the network to the new folder `to`.

    `work` gets the weights after each epoch. Raises `FileExistsError` where `to` exists, `OSError`.
    """
    rankers = Rankers(found)
    held_out = [*found[::HELD_OUT], *more]
    texts = [text(document, rankers.of(document)) for number, document in enumerate(found) if number % HELD_OUT]
    torch.manual_seed(0)
    ranker = NeuralRanker(texts[0].vectors.shape[1])
    train(texts, ranker, work, epochs)
    scorer = scorer_of(ranker, largest_shared(ranker, texts))
    takes = found[0].examples[0].prepared.vectors().network
    network = PairScorer(scorer, takes)
    digests = {SCORER: digest(scorer)}
    settings = Settings(takes, round(ranker.weight.item(), 4), 1.0, Calibration(), Calibration(), 0.0, digests)
    settings = calibrate(network, settings, held_out, rankers)
    seen = [*_seen(found), *(replace(entry, use="tuned on") for entry in _seen(more))]
    provenance = {"documents": len(found), "version": __version__, "seen": seen_as_data(seen)}
    card = {**settings.as_data(), "licence": licence, "provenance": provenance}
    with new_folder(to) as folder:
        folder.mkdir()
        (folder / SCORER).write_bytes(scorer)
        (folder / SETTINGS).write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _seen(found: Sequence[Annotated]) -> Iterator[Seen]:
    for name in dict.fromkeys(document.corpus for document in found):
        yield from gather_seen({document.id: document.digest for document in found if document.corpus == name}, name)
