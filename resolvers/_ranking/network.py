"""The network: an encoder of windows, and a scorer of pairs of mentions by the words at their borders and heads.

A folder holds both as ONNX files, the vocabulary of word pieces, and `neural_ranker.json` with all that is not a
network: how scores become probabilities, what was trained on, and a digest of each file.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers._pairs import FEATURES, UNKNOWN, Pairs, Table, matrix, table
from anaphora.resolvers._ranking.model import Calibration, Scale
from anaphora.resolvers._support import Score, header, malformed, read_parameters
from anaphora.workbench.aliases import Integers
from anaphora.workbench.document import Prepared
from anaphora.workbench.encoder import MOST_PIECES, Pieces, encode
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files.digests import checked
from anaphora.workbench.linking import pronouns_of
from anaphora.workbench.once import once
from anaphora.workbench.onnx_runtime import start_session
from anaphora.workbench.progress import tell

MOST_WORDS, CONTEXT = 160, 64
"""Words in a window, and how many of them the window before has read, too, at most."""


@dataclass(frozen=True, slots=True)
class Window:
    """The words from `start` to before `end`; those before `own` have been read by the window before, too."""

    start: int
    own: int
    end: int


def windows(vocabulary: Pieces, words: Sequence[str], sentence_starts: Sequence[int]) -> Iterator[Window]:
    """The windows of a text, of whole sentences where they fit; every word is the own word of one of them.

    Each begins with the last sentences of the one before, so that pronouns are read together with their candidates.
    """
    borders = sorted({0, *sentence_starts, len(words)})
    own = 0
    while own < len(words):
        begin = max(0, own - CONTEXT)
        sentence = borders[bisect_left(borders, begin)]
        start = sentence if sentence <= own else begin
        end = end_of_window(vocabulary, words, start)
        if end <= own:
            start, end = own, end_of_window(vocabulary, words, own)
        sentence = borders[bisect_right(borders, end) - 1]
        end = sentence if sentence > own else end
        yield Window(start, own, end)
        own = end


def end_of_window(vocabulary: Pieces, words: Sequence[str], start: int, most: int = MOST_WORDS) -> int:
    """Where a window ends that begins at `start`: at `most` words, or where the encoder can see no more pieces.

    It has one word at least, though the encoder may not see all of its pieces.
    """
    end = pieces = 0
    for end in range(start, min(start + most, len(words))):
        pieces += len(vocabulary.split(words[end]))
        if pieces > MOST_PIECES:
            return max(end, start + 1)
    return min(end + 1, len(words))


_NAMES = tuple(FEATURES)
_DISTANCES = [_NAMES.index(name) for name in ("DIST", "PARANUM", "MENTIONS")]
_AGREEMENT = [_NAMES.index(name) for name in ("NUMBER", "GENDER", "AGREEMENT", "ANIMACY", "SEMCLASS")]
WIDTH = len(_NAMES) + 1


def features(table: Table, i: Integers, j: Integers) -> NDArray[np.float32]:
    """The features of pairs of mentions, pairs x `WIDTH`: `i` are candidates, `j` the anaphors behind them.

    Distances are logarithms, agreement is -1, 0 (unknown) or 1, all others are 0 or 1.
    """
    values = matrix(Pairs(table, i, j), _NAMES).astype(np.float32)
    values[:, _DISTANCES] = np.log1p(values[:, _DISTANCES]) / 2
    values[:, _AGREEMENT] -= UNKNOWN
    words = np.log1p(np.maximum(table.head[j] - table.head[i], 0)) / 3
    return np.column_stack([values, words.astype(np.float32)])


NAME = "neural_ranker"
SETTINGS = f"{NAME}.json"
FILES = ("encoder.onnx", "scorer.onnx", "pieces.txt")
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is not in the networks.

    `weight` is that of the votes of `ranker`, `context` that of the votes of the network. How scores become
    probabilities differs between `automatic` input and `perfect` mentions, among which antecedents are seldom missing.
    `bias` is added to the score of no antecedent when chains are made. `digests` are those of the files.
    """

    weight: Scale
    context: Scale
    automatic: Calibration
    perfect: Calibration
    bias: Score
    digests: dict[str, str]

    def as_data(self) -> dict[str, object]:
        """The content of the file."""
        return {**header(NAME), **asdict(self)}


class PairScores(NamedTuple):
    """Scores of pairs, pairs x 2, and those of no antecedent, mentions x 2: for chains, and for pronouns."""

    pairs: Vectors
    none: Vectors


class Network:
    """Encoder and scorer in the bytes of their files, with the vocabulary of word pieces."""

    def __init__(self, encoder: bytes, scorer: bytes, vocabulary: Pieces) -> None:
        self._encoder, self._scorer, self._pieces = start_session(encoder), start_session(scorer), vocabulary

    def read(self, words: Sequence[str], sentence_starts: Sequence[int] = ()) -> Iterator[tuple[Window, Vectors]]:
        """The windows of a text, each with the vectors of its words."""
        for window in windows(self._pieces, words, sentence_starts):
            inputs = encode(self._pieces, words[window.start : window.end])
            given = {name: value[None] for name, value in asdict(inputs).items()}
            yield window, self._encoder.run(None, given)[0][0]

    def score(self, vectors: Vectors, i: Integers, j: Integers, features: Vectors) -> PairScores:
        """The scores of pairs of mentions; each is the vectors of the words at its head, start and end.

        `i` and `j` are rows of `vectors`: candidates, and the anaphors behind them.
        """
        given = {"mentions": vectors, "i": i, "j": j, "features": features}
        return PairScores(*self._scorer.run(None, given))


def load(folder: Path) -> tuple[Network, Settings]:
    """The network in a folder, with its settings.

    Raises `OptionError` where a file cannot be read, or is not what the settings were made for.
    """
    settings = read_parameters(folder / SETTINGS, Settings, NAME)
    try:
        encoder, scorer, pieces = (checked(folder / name, settings.digests.get(name)) for name in FILES)
        return Network(encoder, scorer, Pieces(pieces.decode().split("\n"))), settings
    except FormatError as error:
        raise malformed(error.path, NAME, error.problem, code=error.code) from error
    except ValueError as error:
        raise malformed(folder, NAME, str(error)) from error


REACH = 100
"""Mentions before a mention that it is scored against when chains are made."""

CHAINS, PRONOUNS = range(2)
"""The columns of scores: for chains of all mentions, and for pronouns with their compatible candidates."""


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A mention's scores: of each mention from the one numbered `first` on, up to itself, and of no antecedent.

    The columns are `CHAINS` and `PRONOUNS`.
    """

    first: int
    pairs: Vectors
    none: Vectors


class Reader:
    """A network that keeps the scores of the last document, since several resolvers ask for them.

    To read a text takes the longest. It is read once for both if all mentions are asked for first.
    """

    def __init__(self, network: Network) -> None:
        whole: list[Prepared] = []

        def of_mentions(prepared: Prepared) -> dict[int, Scored]:
            whole[:] = [prepared]
            first = {mention: max(0, mention - REACH) for mention in range(1, len(prepared.mentions))}
            for anaphor, start in _scopes(pronouns_of(prepared)).items():
                first[anaphor] = min(first[anaphor], start)
            return score(network, prepared, first)

        def of_pronouns(prepared: Prepared) -> dict[int, Scored]:
            if whole and whole[0].mentions is prepared.mentions and pronouns_of(prepared) is prepared:
                return self.of_mentions(whole[0])
            return score(network, prepared, _scopes(prepared))

        self.of_pronouns = once(of_pronouns)
        """The scores of the anaphors of all cases, by mention, against all their compatible candidates at least."""
        self.of_mentions = once(of_mentions)
        """The scores of all mentions, against the `REACH` mentions before them at least."""


def _scopes(prepared: Prepared) -> dict[int, int]:
    """By anaphor the first of its compatible candidates."""
    return {case.anaphor: min(case.compatible) for case in prepared.cases if case.compatible}


def score(network: Network, prepared: Prepared, first: Mapping[int, int]) -> dict[int, Scored]:
    """The scores of some mentions; `first` says for each how far back to go.

    Both mentions of a pair are read in the window of the later one, or the earlier in its own if it is not in that.
    Vectors are held from the first word on that is still needed.
    """
    document, places = prepared.document, prepared.mentions
    spans = np.array([[each.head, each.span.start, each.span.end - 1] for each in places], np.int64)
    asked = sorted(first, key=lambda mention: places[mention].head)
    heads = [places[mention].head for mention in asked]
    needed = np.minimum.accumulate([spans[first[mention], 1] for mention in reversed(asked)])[::-1].tolist()
    found: dict[int, Scored] = {}
    held, begin = np.zeros((0, 0), np.float32), 0
    for window, vectors in network.read(document.words, prepared.annotation.sentence_starts):
        held = held.reshape(-1, vectors.shape[1])
        after = bisect_left(heads, window.end)
        own = sorted(asked[bisect_left(heads, window.own) : after])
        if own:
            least, last = min(first[mention] for mention in own), own[-1]
            since = min(begin, window.start)
            words = np.concatenate([held[: window.start - since], vectors])
            rows = words[np.minimum(spans[least : last + 1], window.end - 1) - since].reshape(last + 1 - least, -1)
            found |= _score(network, prepared, rows, least, {mention: first[mention] for mention in own})
        kept = min(window.end, needed[after]) if after < len(asked) else window.end
        held = np.concatenate([held, vectors[window.own - window.start :]])[kept - begin :].copy()
        begin = kept
        tell(window.end / len(document.words))
    return found


def _score(
    network: Network, prepared: Prepared, vectors: Vectors, least: int, first: Mapping[int, int]
) -> Iterator[tuple[int, Scored]]:
    """The scores of mentions of a window; `vectors` has those of all mentions from the one numbered `least` on."""
    i = np.concatenate([np.arange(first[mention], mention) for mention in first])
    j = np.repeat(list(first), [mention - first[mention] for mention in first])
    scores = network.score(vectors, i - least, j - least, features(table(prepared), i, j))
    ends = np.cumsum([mention - start for mention, start in first.items()])
    for (mention, start), pairs in zip(first.items(), np.split(scores.pairs, ends[:-1]), strict=True):
        yield mention, Scored(start, pairs, scores.none[mention - least])
