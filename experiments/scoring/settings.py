"""Settings of scoring: what shapes the figures of `score`, `errors` and `agree`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from anaphora.experiments.comparison.settings import Group, about
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.files import toml
from anaphora.workbench.matching import MATCHES, Match
from anaphora.workbench.results.values import AppliedPreset
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
    `by` gives figures of short and long chains (`chain-length`), of near and far ones (`range`), or of the text in
    windows (`window=1500`). `variants` adds the primary measure under other ways of matching, and with or without
    singletons. `preset` names the task whose settings these are; it is `with_preset` that takes them from there.

    Raises:
        OptionError: a setting has no such value.
        UnknownNameError: there is no such preset.
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

    preset: str | None = field(
        default=None,
        metadata=about("The settings of a task: crac2022 to crac2026, conll2012, litbank, ontogum.", Group.JUDGED),
    )
    variants: bool = False
    by: tuple[str, ...] = field(
        default=(),
        metadata=about("Figures by chain-length, range (of chains) or window[=TOKENS].", Group.JUDGED, metavar="NAMES"),
    )

    def __post_init__(self) -> None:
        if self.preset is not None:
            find_preset(self.preset)
        require("match", self.match, MATCHES)
        require("singletons", self.singletons, get_args(Singletons))
        require("duplicates", self.duplicates, get_args(Duplicates))
        require("zeros", self.zeros, get_args(Zeros))
        require_resamples(self.resamples)

    @property
    def applied_preset(self) -> AppliedPreset | None:
        """The preset with what these settings have otherwise, and the sentences to cite it."""
        return applied_preset(self.preset, {"match": self.match, "singletons": self.singletons, "zeros": self.zeros})


@dataclass(frozen=True, slots=True)
class Preset:
    """How a task scores: the settings that it fixes, by name, and the paper that says so."""

    task: str
    authors: str
    paper: str
    settings: Mapping[str, str | tuple[str, ...]]


@cache
def presets() -> Mapping[str, Preset]:
    """The presets by name, as `presets.toml` has them."""
    _, tables = toml.read(Path(__file__).with_name("presets.toml"))
    found = {}
    for name, table in tables.items():
        about = {part: table.pop(part) for part in ("task", "authors", "paper")}
        fixed = {setting: tuple(value) if isinstance(value, list) else value for setting, value in table.items()}
        found[name] = Preset(**about, settings=fixed)
    return found


def find_preset(name: str) -> Preset:
    """The preset of that name; raises `UnknownNameError` if there is none."""
    if name.lower() not in presets():
        raise unknown_name("preset", name, presets())
    return presets()[name.lower()]


def with_preset(given: Mapping[str, object]) -> Mapping[str, object]:
    """The settings given, by name, and for the others those of the preset that is given as `preset`, if there is one.

    Raises `UnknownNameError` if there is no such preset.
    """
    name = given.get("preset")
    return given if name is None else {**find_preset(str(name)).settings, **given}


_IN_WORDS: Mapping[str, Mapping[str, str]] = {
    "match": {match: f"{match} match" for match in MATCHES},
    "singletons": {"keep": "with singletons", "drop": "without singletons"},
    "zeros": {
        "dependent": "zeros aligned by dependencies", "position": "zeros aligned by position",
        "ignore": "zeros ignored",
    },
}  # fmt: skip


def applied_preset(name: str | None, used: Mapping[str, str]) -> AppliedPreset | None:
    """What a result says of its preset; `used` are the settings that the figures were made with."""
    if name is None:
        return None
    preset = find_preset(name)
    changed = {setting: value for setting, value in used.items() if preset.settings.get(setting, value) != value}
    words = ", ".join(_IN_WORDS[setting][used[setting]] for setting in preset.settings if setting in used)
    task = f"{preset.task} ({preset.authors})" + (f" but for {' and '.join(changed)}" if changed else "")
    cite = f"{preset.authors}. {preset.paper}{'' if preset.paper.endswith('?') else '.'}"
    return AppliedPreset(name.lower(), changed, f"Scored as in {task}: {words}.", cite)


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
