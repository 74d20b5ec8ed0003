"""Entries of resolvers in their modules: how each is made, what it is, what it learns, what can be left out of it.

A module ends with `RESOLVER = ResolverEntry(...)`. One without it, of another distribution or a file of the user's,
has a function `build` (or in a file a single class), and the defaults hold.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, getdoc, signature
from types import ModuleType
from typing import TypeAlias

from anaphora.workbench.decision import ChainResolver, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.registry import Registry

Options: TypeAlias = Mapping[str, str]
"""Options as they are written in brackets: `{"scope": "window"}`."""
Parameters: TypeAlias = dict[str, object]
"""The parameters that a resolver has learned, in the shape of a JSON file."""


@dataclass(frozen=True, slots=True)
class Example:
    """A document to learn from: `chains` has for each of `prepared.mentions` the number of its key chain, -1: none.

    Mentions of the same number corefer; a case is answered rightly by an earlier mention of its anaphor's chain.
    """

    prepared: Prepared
    chains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A rule, factor or component that can be left out: the options for the resolver `without` it.

    A component of a chain resolver also has the options to run it `alone`, and to run all components `until` it.
    """

    without: Options
    alone: Options | None = None
    until: Options | None = None


LEARNED = frozenset({"parameters", "counts", "weights"})
"""The options that give a resolver what the user has learned, of whatever language."""


@dataclass(frozen=True, slots=True)
class ResolverEntry:
    """A resolver as its module offers it.

    `build(**options)` makes the resolver; its keyword parameters are the options in brackets, in the types of their
    annotations or, without one, of their defaults. `title` is what tables call it, such as "Hobbs 1978, the naive
    algorithm", and `summary` says in a few words what it does. A `baseline` is set apart in tables, and `source` says
    whose it is. `noun_phrases`: a pronoun resolver that answers noun phrases, too, as chain resolvers do. `english`: it
    goes by English words or what it learned from English texts, and refuses others unless it is given `LEARNED`.
    `default`: it runs where no resolver is named. `random`: it draws, and `build` takes a `seed`.

    `effort` says how long it takes on a novel, in tenths of the time that the analysis takes; what is shown of the time
    left follows from it. A factor of two does not matter.

    `code` has the options whose values name other code, such as another resolver, each with what says whether a value
    is installed: a study may name only that, unless its user trusts it.

    `train(examples, **options)` learns parameters from an iterable of `Example`. `parts` lists what can be left out,
    by name, and `indicators` what votes, each with its source.
    """

    build: Callable[..., Resolver | ChainResolver]
    title: str = ""
    summary: str = ""
    source: str = ""
    baseline: bool = False
    noun_phrases: bool = False
    english: bool = False
    default: bool = True
    random: bool = False
    effort: float = 0.2
    code: Mapping[str, Callable[[str], bool]] = field(default_factory=dict, hash=False)
    train: Callable[..., Parameters] | None = None
    parts: Callable[[], Mapping[str, Part]] | None = None
    indicators: Callable[[], Mapping[str, str]] | None = None

    def __str__(self) -> str:
        """The resolver in one line, as `anaphora list` shows it; empty where it says nothing of itself."""
        kind = f"Baseline of {self.source}" if self.source else "Baseline"
        line = ": ".join(filter(None, (kind if self.baseline else "", self.title, self.summary)))
        return f"{line}." if line else ""

    @property
    def options(self) -> dict[str, Parameter]:
        """The parameters of `build` that can be named."""
        return named_parameters(self.build)

    @property
    def required(self) -> list[str]:
        """The options without a default."""
        return [name for name, parameter in self.options.items() if parameter.default is Parameter.empty]


def named_parameters(function: Callable[..., object]) -> dict[str, Parameter]:
    """The parameters of a function or class that can be named."""
    kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return {name: parameter for name, parameter in signature(function).parameters.items() if parameter.kind in kinds}


def load_entry(registry: Registry, name: str) -> ResolverEntry:
    """Load the entry of the module of that name; raise what `Registry.load` does, and `OptionError` if it has none."""
    return _entry(name, registry.load(name))


def load_entries(registry: Registry) -> dict[str, ResolverEntry]:
    """Load the entries of all modules of a registry, by name."""
    return {name: _entry(name, module) for name, module in registry.modules().items()}


def _entry(name: str, module: ModuleType) -> ResolverEntry:
    entry = offered_by(module)
    if entry is None:
        raise OptionError(f"The resolver {name!r} has no function build(**options); see CONTRIBUTING.")
    return entry


def offered_by(module: ModuleType, *, noun_phrases: bool = False) -> ResolverEntry | None:
    """Return what a module offers: its `RESOLVER`, else its function `build` with the defaults, else nothing.

    `noun_phrases` goes into an entry made of `build`; a `RESOLVER` says for itself.
    """
    contents = vars(module)
    entry, build = contents.get("RESOLVER"), contents.get("build")
    if isinstance(entry, ResolverEntry):
        return entry
    if not callable(build):
        return None
    summary = (getdoc(module) or "").partition("\n")[0].rstrip(".")
    return ResolverEntry(build, summary=summary, noun_phrases=noun_phrases, random="seed" in named_parameters(build))
