"""Neural ranker, of this project: the ranker, and what the parser's encoder has read of pronoun and candidate.

- The bundled parser has an encoder (all-MiniLM-L6-v2; Wang et al. 2020), whose vectors of the words come with each
  document. A mention is the vectors of its head, first and last word (after Lee et al. 2017; Kirstain et al. 2021); a
  layer scores it with each candidate, and on its own for "no antecedent".
- What this says of a candidate, less what it says of no antecedent, is one more vote, `context`, beside those of the
  groups of features of `ranker`. Votes add up to the score.
- Everything else is as in `ranker`: candidates, history, probabilities, `min_confidence`.

The scorer was trained on the free genres of GUM and on LitBank (`experiments/training`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers import ranker
from anaphora.resolvers.columns import UNKNOWN, Marks, columns_of
from anaphora.resolvers.parameters import Score, header, malformed, read_parameters
from anaphora.resolvers.ranker import UNIT, Calibration, Model, Pool, Scale, in_units
from anaphora.resolvers.ranking.pairs import FEATURES, FURTHEST, PairColumns, Pairs, matrix, pair_columns
from anaphora.workbench.adapters import pronouns_of
from anaphora.workbench.arrays import Integers, Numbers
from anaphora.workbench.decision import Resolver
from anaphora.workbench.document import Prepared, Vectors, once
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import checked
from anaphora.workbench.networks import start_session
from anaphora.workbench.progress import tell
from anaphora.workbench.provenance import Card, merge_cards, read_learned_card
from anaphora.workbench.resolver_entry import ResolverEntry

_NAMES = tuple(FEATURES)
_DISTANCES = [_NAMES.index(name) for name in ("DIST", "PARANUM", "MENTIONS")]
_AGREEMENT = ("NUMBER", "GENDER", "AGREEMENT", "ANIMACY", "SEMCLASS")
_OFFSETS = np.array([UNKNOWN if name in _AGREEMENT else 0 for name in _NAMES], np.int8)
_LOGARITHMS = np.log1p(np.arange(FURTHEST + 1, dtype=np.float32)) / 2
WIDTH = len(_NAMES) + 1
_WASTE = 3
"""Features of all pairs of some candidates and anaphors are made at once if so many times as few are asked for."""


def features(table: PairColumns, i: Integers, j: Integers) -> NDArray[np.float32]:
    """The features of pairs of mentions, pairs x `WIDTH`: `i` are candidates, `j` the anaphors behind them.

    Distances are logarithms, agreement is -1, 0 (unknown) or 1, all others are 0 or 1.
    """
    anaphors, row = np.unique(j, return_inverse=True)
    window = np.arange(i.min(), i.max() + 1) if len(i) else i
    if window.size * anaphors.size < _WASTE * len(i):
        whole = matrix(Pairs(table, window[np.newaxis], anaphors[:, np.newaxis]), _NAMES)
        values = whole.take(row * window.size + i - window[0], axis=0)
    else:
        values = matrix(Pairs(table, i, j), _NAMES)
    features = np.empty((len(i), WIDTH), np.float32)
    features[:, :-1] = values - _OFFSETS
    features[:, _DISTANCES] = _LOGARITHMS[values[:, _DISTANCES]]
    features[:, -1] = np.log1p(np.maximum(table.head[j] - table.head[i], 0)) / 3
    return features


NAME = "neural_ranker"
SETTINGS = f"{NAME}.json"
SCORER = "scorer.onnx"
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a ranker with a network that are not in the network's own file.

    `vectors` names the network whose vectors it takes. `weight` is that of the votes of `ranker`, `context` that of
    the votes of the network. How scores become probabilities differs between `automatic` input and `perfect` mentions,
    among which antecedents are seldom missing. `bias` is added to the score of no antecedent when chains are made.
    `digests` has that of the scorer's file.
    """

    vectors: str
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

    pairs: Floats
    none: Floats


class PairScorer:
    """A scorer in the bytes of its file; `takes` names the network whose vectors it takes."""

    def __init__(self, scorer: bytes, takes: str) -> None:
        self._scorer = start_session(scorer)
        self._takes = takes

    def vectors(self, prepared: Prepared) -> Vectors:
        """The vectors of a document. Raises `OptionError` for those of another network (code "other-vectors")."""
        vectors = prepared.vectors()
        if vectors.network != self._takes:
            problem = f"The neural ranker takes vectors of {self._takes!r}, and these are of {vectors.network!r}"
            cure = "Name parameters that were trained on them, or prepare the document with the bundled pipeline."
            raise OptionError(f"{problem}. {cure}", code="other-vectors")
        return vectors

    def score(self, mentions: Floats, i: Integers, j: Integers, features: Floats) -> PairScores:
        """The scores of pairs of mentions; a row of `mentions` has the vectors of the words at head, start and end.

        `i` and `j` are rows: candidates, and the anaphors behind them.
        """
        inputs = {"mentions": mentions, "i": i, "j": j, "features": features}
        return PairScores(*self._scorer.run(None, inputs))


def load(folder: Path) -> tuple[PairScorer, Settings]:
    """The network in a folder, with its settings.

    Raises `OptionError` where a file cannot be read, or is not what the settings were made for.
    """
    settings = read_parameters(folder / SETTINGS, Settings, NAME)
    try:
        return PairScorer(checked(folder / SCORER, settings.digests.get(SCORER)), settings.vectors), settings
    except FormatError as error:
        raise malformed(error.path, NAME, error.problem, code=error.code) from error
    except ValueError as error:
        raise malformed(folder, NAME, str(error)) from error


REACH = 100
"""Mentions before a mention that it is scored against when chains are made."""

_TOGETHER = 40
"""Mentions that are scored together."""

CHAINS, PRONOUNS = range(2)
"""The columns of scores: for chains of all mentions, and for pronouns with their compatible candidates."""


@dataclass(frozen=True, slots=True, eq=False)
class MentionScores:
    """A mention's scores: of each mention from the one numbered `first` on, up to itself, and of no antecedent.

    The columns are `CHAINS` and `PRONOUNS`.
    """

    first: int
    pairs: Floats
    none: Floats


class Reader:
    """A network that keeps the scores of the last document, since several resolvers ask for them.

    To read a text takes the longest. It is read once for both if all mentions are asked for first.
    """

    def __init__(self, network: PairScorer) -> None:
        whole: list[Prepared] = []

        def of_mentions(prepared: Prepared) -> dict[int, MentionScores]:
            whole[:] = [prepared]
            first = {mention: max(0, mention - REACH) for mention in range(1, len(prepared.mentions))}
            for anaphor, start in _scopes(pronouns_of(prepared)).items():
                first[anaphor] = min(first[anaphor], start)
            return score(network, prepared, first)

        def of_pronouns(prepared: Prepared) -> dict[int, MentionScores]:
            if whole and whole[0].mentions is prepared.mentions and pronouns_of(prepared) is prepared:
                return self.of_mentions(whole[0])
            return score(network, prepared, _scopes(prepared))

        self.of_pronouns = once(of_pronouns)
        """The scores of the anaphors of all cases, by mention, against all their compatible candidates at least."""
        self.of_mentions = once(of_mentions)
        """The scores of all mentions, against the `REACH` mentions before them at least."""


def _scopes(prepared: Prepared) -> dict[int, int]:
    """Return the first compatible candidate of each anaphor that has any."""
    return {case.anaphor: min(case.compatible) for case in prepared.cases if case.compatible}


def score(network: PairScorer, prepared: Prepared, first: Mapping[int, int]) -> dict[int, MentionScores]:
    """The scores of some mentions; `first` says for each how far back to go."""
    vectors = network.vectors(prepared).values
    columns = columns_of(prepared)
    words = np.column_stack([columns.head, columns.start, columns.end - 1])
    asked = sorted(first)
    scored: dict[int, MentionScores] = {}
    for begin in range(0, len(asked), _TOGETHER):
        batch = asked[begin : begin + _TOGETHER]
        starts = [first[mention] for mention in batch]
        least, end = min(starts), batch[-1] + 1
        rows = vectors[words[least:end]].reshape(end - least, -1).astype(np.float32)
        i = np.concatenate(list(map(np.arange, starts, batch)))
        sizes = np.subtract(batch, starts)
        j = np.repeat(batch, sizes)
        scores = network.score(rows, i - least, j - least, features(pair_columns(prepared), i, j))
        pairs = np.split(scores.pairs, np.cumsum(sizes)[:-1])
        for mention, start, of_mention in zip(batch, starts, pairs, strict=True):
            scored[mention] = MentionScores(start, of_mention, scores.none[mention - least])
        tell((begin + len(batch)) / len(asked))
    return scored


SHIPPED = Path(__file__).with_name("models") / "neural_ranker"
_CONTEXT = "context"


def indicators() -> dict[str, str]:
    """The groups of features and the context, each with its source."""
    return {**ranker.indicators(), _CONTEXT: "The parser's encoder: both mentions in their context (Wang et al. 2020)"}


@dataclass(frozen=True, slots=True, eq=False)
class Pronouns:
    """The ranker of pronouns: the votes of `ranker`, and that of the context."""

    ranker: Model
    reader: Reader
    settings: Settings

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of features of `ranker`, and the context."""
        return (*self.ranker.groups, _CONTEXT)

    @property
    def weights(self) -> Numbers:
        """The multipliers of the votes of each group."""
        return np.append(self.settings.weight * self.ranker.weights, self.settings.context * UNIT)

    def votes(self, pool: Pool) -> Marks:
        """Return the votes of each group, in whole units: candidates x groups."""
        case = pool.prepared.cases[pool.case]
        scored = self.reader.of_pronouns(pool.prepared)[case.anaphor]
        pairs = scored.pairs[np.array(pool.candidates) - scored.first, PRONOUNS]
        context = in_units(pairs - scored.none[PRONOUNS])
        return np.column_stack([self.ranker.votes(pool), context])

    def calibration(self, prepared: Prepared) -> Calibration:
        """Return the calibration of scores, which depends on who found the mentions."""
        return self.settings.perfect if "mentions" in prepared.perfect else self.settings.automatic


@cache
def read_shipped() -> tuple[Reader, Settings, Card | None]:
    """The network that comes with the module, its settings, and the card of all that was learned."""
    return read(SHIPPED)


def read(folder: Path) -> tuple[Reader, Settings, Card | None]:
    """Return what `read_shipped` returns, from another folder."""
    network, settings = load(folder)
    return Reader(network), settings, read_learned_card(folder / SETTINGS)


def build(
    *, parameters: str | Path | None = None, min_confidence: float = 0.0, without: Sequence[str] = ()
) -> Resolver:
    """The neural ranker.

    `parameters` is a folder that training has filled, by default the one that comes with the module. Pronouns whose
    best answer has a probability below `min_confidence` are left open. `without` leaves out groups of features, those
    of `ranker` and context.
    Raises `OptionError` for an unknown group, a probability that is none, and files that are damaged.
    """
    reader, settings, card = read_shipped() if parameters is None else read(Path(parameters))
    model, learned = ranker.read_shipped()
    return ranker.build_ranker(Pronouns(model, reader, settings), merge_cards(card, learned), min_confidence, without)


RESOLVER = ResolverEntry(
    build,
    title="Neural ranker, of this project",
    summary="the ranker, and what the parser's encoder has read of pronoun and candidate",
    effort=3,
    indicators=indicators,
    english=True,
)
