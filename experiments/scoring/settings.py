"""Settings of scoring: what shapes the figures of `score`, `errors` and `agree`."""

from dataclasses import dataclass
from typing import Literal, get_args

from anaphora.workbench.errors import OptionError
from anaphora.workbench.matching import MATCHES, Match
from anaphora.workbench.statistics.defaults import RESAMPLES

Singletons = Literal["keep", "drop"]
Duplicates = Literal["response", "first", "refuse"]
Zeros = Literal["dependent", "position", "ignore"]
MOST_RESAMPLES = 100_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What shapes the figures.

    `measures` are names, all if empty. `match` says how mentions are aligned. `singletons`: keep, or drop those
    of each side before they are compared. `duplicates`, spans that occur twice on one side: `refuse` them; in the
    `response` keep the first, as the reference scorer does, and refuse them in the key; or keep the `first` on both
    sides. `zeros`, mentions whose head is an empty node, are aligned first and by their governors (`dependent`), by
    `position` like all others, or they and all empty nodes are left out (`ignore`). `ignore_words` accepts a response
    whose words differ from the key's but are as many (half of them may differ in any case, with a warning),
    `extra_documents` one with documents that the key has not, which are left out.
    `format` names the format of the key, `response_format` that of the responses
    (`None`: the same), where they are not to be recognised. `resamples` is the number of bootstrap samples and random
    exchanges, 0 for no intervals and tests. `per_document` keeps the counts of every document, of which there may be
    more than a thousand, and not only those of blocks, which intervals and tests work on.
    `links` counts right and wrong links and chains by size as well. With `across_documents` chains of the same id are
    one entity in the whole corpus, which is scored as one document.

    Raises:
        OptionError: a setting has no such value.
    """

    measures: tuple[str, ...] = ()
    match: Match = "strict"
    singletons: Singletons = "keep"
    duplicates: Duplicates = "first"
    ignore_words: bool = False
    extra_documents: bool = False
    format: str | None = None
    response_format: str | None = None
    resamples: int = RESAMPLES
    seed: int = 0
    per_document: bool = False
    links: bool = False
    zeros: Zeros = "dependent"
    across_documents: bool = False

    def __post_init__(self) -> None:
        require("match", self.match, MATCHES)
        require("singletons", self.singletons, get_args(Singletons))
        require("duplicates", self.duplicates, get_args(Duplicates))
        require("zeros", self.zeros, get_args(Zeros))
        require_resamples(self.resamples)


def require(name: str, value: str, choices: tuple[str, ...]) -> None:
    """Raise `OptionError` for a value that is not among the choices."""
    if value not in choices:
        raise OptionError(f"--{name} cannot be '{value}'. Choose from {', '.join(choices)}.", code=f"unknown-{name}")


def require_resamples(resamples: int) -> None:
    """Raise `OptionError` for so many samples that they are never needed and would not fit into memory."""
    if not 0 <= resamples <= MOST_RESAMPLES:
        cure = f"Give 0 for no intervals, or how many to draw, up to {MOST_RESAMPLES:,}."
        raise OptionError(f"--resamples cannot be {resamples}. {cure}", code="resamples-out-of-range")
