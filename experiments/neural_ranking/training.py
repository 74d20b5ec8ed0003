"""Training: texts are cut into windows at random places, and each window asks for its mentions and its pronouns.

Of the mentions before a mention and "no antecedent", each has a probability proportional to exp(score). What is
maximised is the probability of all right ones together (Lee et al. 2017, section 4), for all mentions with those before
them, and for pronouns with their candidates, where the scores of `ranker` are added.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from anaphora.experiments.neural_ranking.lessons import Question, Reading, Text
from anaphora.experiments.neural_ranking.network import NeuralRanker
from anaphora.experiments.preprocessing.training.fitting import fit, parameters
from anaphora.experiments.preprocessing.training.words import batch
from anaphora.resolvers._ranking.network import CHAINS, MOST_WORDS, PRONOUNS, REACH, end_of_window, features
from anaphora.workbench.aliases import Flags, Integers, Numbers
from anaphora.workbench.english.encoding import encode
from anaphora.workbench.english.word_pieces import Pieces

_WINDOWS, _PERFECT, _OF_PRONOUNS = 4, 0.4, 2.0
"""Windows at a time, the share of them with perfect input, and what a pronoun counts for, against a mention's 1."""


@dataclass(frozen=True, slots=True)
class Part:
    """The words of a text from `start` to before `end`, with one of its readings."""

    text: Text
    reading: Reading
    start: int
    end: int


def parts(texts: Sequence[Text], vocabulary: Pieces, rng: random.Random) -> list[Part]:
    """The parts of an epoch: each text as often as it asks for, cut behind a first part of random length."""
    found = []
    for text in texts:
        for _ in range(int(text.times) + (rng.random() < text.times % 1)):
            start, most = 0, rng.randint(MOST_WORDS // 3, MOST_WORDS)
            while start < len(text.words):
                end = min(end_of_window(vocabulary, text.words, start), start + most)
                found.append(Part(text, text.readings[rng.random() < _PERFECT], start, end))
                start, most = end, MOST_WORDS
    rng.shuffle(found)
    return found


def train(texts: Sequence[Text], ranker: NeuralRanker, work: Path, epochs: int) -> None:
    """Train; `work` gets the weights. Goes on where it was broken off."""
    inside, outside = parameters(ranker, ranker.words.encoder)

    def epoch(rng: random.Random) -> list[Sequence[Part]]:
        found = parts(texts, ranker.words.pieces, rng)
        return [found[first : first + _WINDOWS] for first in range(0, len(found), _WINDOWS)]

    fit(ranker, lambda group: loss(ranker, group), epoch, work, [(inside, 1e-4), (outside, 1e-3)], epochs)


def loss(ranker: NeuralRanker, group: Sequence[Part]) -> Tensor:
    """The negative logarithm of the probability of what is right, a hundredth of the sum for each part."""
    inputs = [encode(ranker.words.pieces, part.text.words[part.start : part.end]) for part in group]
    vectors = ranker.words(*batch(inputs))
    with torch.autocast("cpu", enabled=False):
        losses = [_loss(ranker, words.float(), part) for words, part in zip(vectors, group, strict=True)]
    return torch.stack(losses).sum() / (100 * len(group))


def _loss(ranker: NeuralRanker, words: Tensor, part: Part) -> Tensor:
    reading, places = part.reading, part.reading.places
    inside = np.flatnonzero((places[:, 1] >= part.start) & (places[:, 2] < part.end))
    pairs = Pairs.of(len(inside))
    mentions = words[torch.from_numpy(places[inside] - part.start)].flatten(1)
    told = torch.from_numpy(features(reading.table, inside[pairs.i], inside[pairs.j]))
    scores, none = ranker.scorer(mentions, torch.from_numpy(pairs.i), torch.from_numpy(pairs.j), told)
    chains = reading.chains[inside]
    right = (chains[pairs.i] == chains[pairs.j]) & (chains[pairs.j] >= 0)
    known = _answerable(pairs.j, right, len(inside)) | (_first(reading.chains)[inside] == inside)
    if part.text.partial:
        known &= chains >= 0
    total = _surprise(scores[:, CHAINS], none[:, CHAINS], pairs.j, right, known)
    questions = [each for each in reading.questions if each.right.any() or not part.text.partial]
    chosen = [found for question in questions if (found := _inside(question, inside, pairs))]
    if not chosen:
        return total
    rows, anaphors, flags, base = zip(*chosen, strict=True)
    owner = np.repeat(np.arange(len(chosen)), [len(each) for each in rows])
    given = ranker.weight * torch.from_numpy(np.concatenate(base)).float()
    ours = scores[torch.from_numpy(np.concatenate(rows)), PRONOUNS] + given
    everything = np.ones(len(chosen), bool)
    nobody = none[torch.tensor(anaphors), PRONOUNS]
    nobody = torch.full_like(nobody, -torch.inf) if part.text.partial else nobody
    return total + _OF_PRONOUNS * _surprise(ours, nobody, owner, np.concatenate(flags), everything)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Each mention of a part with those before it: `i` and `j` are their places among these, candidate and anaphor."""

    i: Integers
    j: Integers
    first: Integers
    """For each anaphor the number of the pair that the first mention of the part would make with it."""

    @classmethod
    def of(cls, mentions: int) -> "Pairs":
        """All pairs of so many mentions, as far back as `REACH`."""
        anaphors = np.arange(mentions)
        lowest = np.maximum(0, anaphors - REACH)
        sizes = anaphors - lowest
        i = np.concatenate([np.arange(low, end) for low, end in zip(lowest, anaphors, strict=True)] or [anaphors])
        return cls(i, np.repeat(anaphors, sizes), np.cumsum(sizes) - sizes - lowest)


def _first(chains: Integers) -> Integers:
    """For each mention the first one of its chain, itself if it is in none."""
    numbers = np.where(chains < 0, len(chains) + np.arange(len(chains)), chains)
    _, first, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    return np.asarray(first[inverse])


def _answerable(owner: Integers, right: Flags, count: int) -> Flags:
    return np.bincount(owner, right, count) > 0


def _inside(question: Question, inside: Integers, pairs: Pairs) -> tuple[Integers, int, Flags, Numbers] | None:
    """The pairs of a pronoun's candidates, its place, which are right and how they score; `None` if it cannot be asked.

    That is where it stands in another part, or its antecedents do.
    """
    place = int(np.searchsorted(inside, question.anaphor))
    kept = np.isin(question.candidates, inside[max(0, place - REACH) : place])
    if not kept.any() or inside[place : place + 1].tolist() != [question.anaphor]:
        return None
    if question.right.any() and not question.right[kept].any():
        return None
    rows = pairs.first[place] + np.searchsorted(inside, question.candidates[kept])
    return rows, place, question.right[kept], question.scores[kept]


def _surprise(scores: Tensor, none: Tensor, owner: Integers, right: Flags, asked: Flags) -> Tensor:
    """The sum, over those who are asked, of the negative logarithm of the probability of all that is right.

    `owner` says for each score who is asked; where nothing is `right`, no antecedent is.
    """
    everyone = np.arange(len(asked))
    owners = torch.from_numpy(np.concatenate([owner, everyone]))
    wanted = torch.from_numpy(np.concatenate([right, ~_answerable(owner, right, len(asked))]))
    values = torch.cat([scores, none])
    losses = _total(values, owners, len(asked)) - _total(values[wanted], owners[wanted], len(asked))
    return losses[torch.from_numpy(asked)].sum()


def _total(values: Tensor, owners: Tensor, count: int) -> Tensor:
    """The logarithm of the sum of the exponentials of each owner's values."""
    most = torch.full((count,), -torch.inf).scatter_reduce(0, owners, values.detach(), "amax")
    return torch.zeros(count).scatter_add(0, owners, torch.exp(values - most[owners])).log() + most
