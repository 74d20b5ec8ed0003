"""Settings of scoring: what shapes the figures of `score`, `errors` and `agree`."""

from dataclasses import dataclass, field
from typing import Literal, get_args

from anaphora.experiments.comparison.settings import Group, about
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
    `format` names the format of the key, `response_format` that of the responses (`None`: the same), where they are not
    to be recognised. `resamples` is the number of bootstrap samples and random exchanges, 0 for no intervals and tests.
    `per_document` keeps the counts of every document, of which there may be more than a thousand, and not only those of
    blocks, which intervals and tests work on. `links` counts right and wrong links and chains by size as well. With
    `across_documents` chains of the same id are one entity in the whole corpus, which is scored as one document.

    Raises:
        OptionError: a setting has no such value.
    """

    measures: tuple[str, ...] = field(
        default=(),
        metadata=about("Names, separated by commas, or all (default: the usual ones).", Group.JUDGED, metavar="NAMES"),
    )
    match: Match = field(
        default="strict", metadata=about("How mentions of key and response are aligned.", Group.JUDGED)
    )
    singletons: Singletons = field(
        default="keep", metadata=about("keep them, or drop those of each side before scoring.", Group.JUDGED)
    )
    duplicates: Duplicates = field(
        default="first",
        metadata=about("Duplicate spans: keep the first, keep it in responses only, or refuse.", Group.JUDGED),
    )
    ignore_words: bool = field(default=False, metadata=about("Accept different tokens if there are as many."))
    extra_documents: bool = field(default=False, metadata=about("Ignore documents missing from the key."))
    format: str | None = field(default=None, metadata=about("The format of the key (default: detected)."))
    response_format: str | None = field(
        default=None, metadata=about("The format of the responses (default: detected).")
    )
    resamples: int = field(
        default=RESAMPLES,
        metadata=about("Bootstrap samples and permutations; 0 for none.", Group.JUDGED, min=0),
    )
    seed: int = field(default=0, metadata=about("Random seed.", Group.EXECUTION, min=0))
    per_document: bool = False
    links: bool = False
    zeros: Zeros = field(
        default="dependent",
        metadata=about("Zeros: align by their governors first, by position, or ignore them.", Group.JUDGED),
    )
    across_documents: bool = field(
        default=False, metadata=about("Chains of the same id are one entity in the whole corpus.", Group.JUDGED)
    )

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


OF_ERRORS = Settings(singletons="drop")
"""The defaults for errors: chains of one mention have no links to be wrong."""
