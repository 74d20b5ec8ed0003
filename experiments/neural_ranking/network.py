"""The neural ranker in PyTorch: an encoder of words, and a scorer of pairs of mentions."""

from pathlib import Path

import torch
from torch import Tensor, nn

from anaphora.experiments.preprocessing.training.words import Words
from anaphora.resolvers._ranking.network import WIDTH

SIZE = 256


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
        self.activation, self.dropout = nn.LeakyReLU(0.1), nn.Dropout(0.2)
        for layer in (self.pair, self.none):
            nn.init.zeros_(layer.weight)

    def forward(self, mentions: Tensor, i: Tensor, j: Tensor, features: Tensor) -> tuple[Tensor, Tensor]:
        """The scores of pairs (pairs x 2) and of no antecedent (mentions x 2); see `Network.score`."""
        seen = self.dropout(self.activation(self.mention(mentions)))
        anaphor = self.anaphor(seen)
        shared = self.shared(self.query(seen)[j] * self.key(seen)[i])
        hidden = self.activation(anaphor[j] + self.candidate(seen)[i] + shared + self.features(features))
        return self.pair(self.dropout(hidden)), self.none(self.activation(anaphor))


class NeuralRanker(nn.Module):
    """Encoder, scorer, and the weight of the scores of `ranker`."""

    def __init__(self, encoder: Path, attention: str = "sdpa") -> None:
        super().__init__()
        self.words = Words(encoder, attention)
        self.scorer = Scorer(self.words.width)
        self.weight = nn.Parameter(torch.ones(()))


def start(encoder: Path, parser: Path) -> NeuralRanker:
    """A network to be trained, the same each time, with the words of a parser; `parser` is the folder of its state."""
    torch.manual_seed(0)
    ranker = NeuralRanker(encoder)
    state = torch.load(parser / "state.pt")["module"]
    words = {name.removeprefix("words."): values for name, values in state.items() if name.startswith("words.")}
    ranker.words.load_state_dict(words)
    return ranker


def load(encoder: Path, work: Path) -> NeuralRanker:
    """The network that training left in `work`, ready to be exported."""
    ranker = NeuralRanker(encoder, attention="eager")
    ranker.load_state_dict(torch.load(work / "state.pt")["module"])
    ranker.eval()
    return ranker
