"""The one configuration of whatever prepares documents and runs resolvers on them.

The command line, studies, the live page, the spaCy component and the signature take fields, choices, defaults and help
from here: an option is added by adding a field, and by using it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, get_args, get_origin, get_type_hints

from anaphora.experiments.running.execution import Execution
from anaphora.preprocess import ItClasses, ItFilter, Options
from anaphora.preprocess.agreement import NO_NAMES, NameList
from anaphora.workbench.english.pronouns import AnaphorKind
from anaphora.workbench.errors import OptionError
from anaphora.workbench.matching import Antecedent, Match
from anaphora.workbench.spec import ResolverSpec, parse_resolvers

if TYPE_CHECKING:
    from anaphora.workbench.trace import Criteria

LAYERS = ("annotation", "mentions", "pleonastic", "agreement", "constituents")
"""Layers that can come from the key instead of the pipeline: `anaphora.experiments.comparison.upper_bound`."""


class Group:
    """The groups in which help shows options."""

    COMPARED = "What is compared"
    JUDGED = "How it is judged"
    OUTPUT = "Output"
    EXECUTION = "Execution"


def about(description: str, group: str = Group.COMPARED, **details: str | int) -> Mapping[str, str | int]:
    """The metadata of a field that is an option: its help, its group and what typer takes besides."""
    return MappingProxyType({"help": description, "rich_help_panel": group, **details})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that shapes a comparison; `specs` are the `resolvers`, parsed.

    Raises:
        OptionError: a value is not among the choices or out of range, or a resolver is no name with options.
    """

    resolvers: Sequence[object] = field(
        default=(),
        metadata=about(
            "Names, separated by commas (default: all). With options: mars(scope=window). "
            "Your own: ./mine.py or module:Class. Renamed in tables: Label=mars.",
            metavar="NAMES",
        ),
    )
    pipeline: str = field(
        default="en_anaphora_ud",
        metadata=about("A spaCy pipeline: a package or folder.", metavar="NAME"),
    )
    perfect: Sequence[str] = field(
        default=(),
        metadata=about(
            "Layers from the key, separated by commas: annotation, mentions, pleonastic, agreement, constituents.",
            metavar="LAYERS",
        ),
    )
    match: Match = field(default="strict", metadata=about("When a span counts as a mention of the key.", Group.JUDGED))
    antecedent: Antecedent = field(default="chain", metadata=about("Which answers are correct.", Group.JUDGED))
    window: int = field(default=3, metadata=about("Sentences before a pronoun's own.", min=0))
    noun_window: int | None = field(
        default=None, metadata=about("Sentences before a noun phrase's own (default: all).", min=0)
    )
    anaphors: AnaphorKind = field(
        default="third-person",
        metadata=about("What to resolve: pronouns (the first three), definite noun phrases, names, or all mentions."),
    )
    it_filter: ItFilter = field(
        default="learned",
        metadata=about(
            "Filter for non-anaphoric 'it': learned, memory, rules, paice_husk, lappin_leass or none.", metavar="NAME"
        ),
    )
    it_classes: ItClasses = field(
        default="pleonastic",
        metadata=about("Which 'it' the filter removes: pleonastic, or also clausal ones (learned and memory only)."),
    )
    most_pairs: int = field(
        default=0,
        metadata=about(
            "Pairs of anaphor and candidate above which a document is refused (default: 50 a word, 200,000 at least).",
            Group.EXECUTION,
            min=0,
            show_default=False,
        ),
    )
    names: str | None = field(
        default=None,
        metadata=about("A table of names that says which are persons, of which gender.", metavar="FILE"),
    )
    language: str | None = field(
        default=None,
        metadata=about(
            "The language of the texts, as en or fr (default: as the corpus says, or detected).", metavar="CODE"
        ),
    )
    format: str | None = field(default=None, metadata=about("The corpus format (default: detected).", metavar="NAME"))
    seed: int = field(default=0, metadata=about("Random seed.", Group.EXECUTION, min=0))
    skip_bad: bool = field(default=False, metadata=about("Skip bad files and report them."))
    cached: bool = field(default=True, metadata=about("Read and store analyses of the pipeline.", Group.EXECUTION))
    execution: Execution = field(default_factory=Execution)
    specs: tuple[ResolverSpec, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Parse the resolvers, and check every choice and range."""
        for name in ("resolvers", "perfect"):
            given = getattr(self, name)
            object.__setattr__(self, name, (given,) if isinstance(given, str) else tuple(given))
        object.__setattr__(self, "specs", parse_resolvers(self.resolvers))
        for name, choices in _choices().items():
            _require(name, getattr(self, name), choices)
        for layer in self.perfect:
            _require("perfect", layer, LAYERS)
        if self.it_classes != "pleonastic":
            _require_clausal(self.it_filter)
        for name in ("window", "noun_window", "seed", "most_pairs"):
            if (getattr(self, name) or 0) < 0:
                raise OptionError(f"{name} is {getattr(self, name)}; it must be 0 or more.", code=name)

    @property
    def criteria(self) -> "Criteria":
        """When an answer is right."""
        from anaphora.workbench.trace import Criteria

        return Criteria(self.match, self.antecedent, self.anaphors)

    @property
    def options(self) -> Options:
        """The options of preprocessing; raises `FormatError` for a bad list of names."""
        return Options(
            self.window,
            self.anaphors,
            self.it_filter,
            self.it_classes,
            self.noun_window,
            self.most_pairs,
            self.listed_names,
        )

    @property
    def listed_names(self) -> NameList:
        """The names of the user's list; raises `FormatError` for a file that is none."""
        from anaphora.experiments.conversion.names import read_names

        return read_names(Path(self.names)) if self.names else NO_NAMES

    @property
    def it_filtered_by(self) -> str:
        """The filter of "it", or "key" where the key says which are pleonastic."""
        return "key" if "pleonastic" in self.perfect else self.it_filter


def _require_clausal(name: ItFilter) -> None:
    from anaphora.preprocess.english.it_filter import FILTERS

    telling = [known for known, entry in FILTERS.items() if entry.tells_clausal]
    if name not in telling:
        cure = f"Use {' or '.join(telling)}, or it_classes pleonastic."
        raise OptionError(f"The it filter {name} does not tell clausal 'it' apart. {cure}", code="it_classes")


def _require(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise OptionError(f"{name} cannot be {value!r}. Choose from {', '.join(choices)}.", code=name)


@cache
def _choices() -> dict[str, tuple[str, ...]]:
    """The values that each field may have, of those that have a choice."""
    return {name: get_args(hint) for name, hint in get_type_hints(Settings).items() if get_origin(hint) is Literal}
