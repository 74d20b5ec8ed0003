"""The one configuration: how texts are prepared, how answers are judged, how the work is executed.

The command line, studies, the live page, the spaCy component, the Python API and the signature take fields, choices,
defaults and help from here: an option is added by adding a field and its name below, and by using it.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache, wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    ParamSpec,
    TypedDict,
    TypeVar,
    Unpack,
    get_args,
    get_type_hints,
)

from anaphora.workbench import __version__
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.key import MATCHES, Antecedent, Match
from anaphora.workbench.options import Group, option, require_choice, require_choices, require_described, shaping
from anaphora.workbench.preparation import AnaphorKind, ItClasses, ItFilter, Preparation
from anaphora.workbench.results.values import AppliedPreset
from anaphora.workbench.spec import ResolverSpec, parse_resolvers, split_names
from anaphora.workbench.statistics import RESAMPLES

if TYPE_CHECKING:
    from anaphora.workbench.trace.build import Criteria

P = ParamSpec("P")
R = TypeVar("R")
Singletons = Literal["keep", "drop"]
Duplicates = Literal["response", "first", "refuse"]
Zeros = Literal["dependent", "position", "ignore"]
SplitAntecedents = Literal["ignore", "count"]
ExecutorName = Literal["serial", "processes", "dask"]
MOST_RESAMPLES = 100_000
ENTITY_RESOLVER, ENTITY_RESOLVER_ELSEWHERE = "neural_ranker", "lappin_leass+word_match"
"""The resolvers that find entities where none is named: in English texts, and in those of other languages."""
_JUDGED: Group = "How it is judged"


class Preset(NamedTuple):
    """The scoring of a task: the settings that it fixes, by name, and the paper that says so.

    `entries` are the keys of its papers in the bibliography. `scorer` names the scorer whose pairs of mentions its
    figures have, where mentions are not paired one to one. `version` is raised when a setting changes.
    """

    task: str
    authors: str
    paper: str
    entries: tuple[str, ...]
    settings: Mapping[str, str | tuple[str, ...]]
    scorer: str = ""
    version: int = 1


@cache
def presets() -> Mapping[str, Preset]:
    """The presets by name, as `presets.toml` has them."""
    from anaphora.workbench.files import read_toml

    _, tables = read_toml(Path(__file__).with_name("presets.toml"))
    by_name = {}
    for name, table in tables.items():
        about = {part: table.pop(part) for part in ("task", "authors", "paper", "scorer", "version") if part in table}
        entries = tuple(table.pop("entries"))
        fixed = {setting: tuple(value) if isinstance(value, list) else value for setting, value in table.items()}
        by_name[name] = Preset(**about, entries=entries, settings=fixed)
    return by_name


def find_preset(name: str) -> Preset:
    """The preset of that name; raises `UnknownNameError` if there is none."""
    if name.lower() not in presets():
        raise unknown_name("preset", name, presets())
    return presets()[name.lower()]


_IN_WORDS: Mapping[str, Mapping[str, str]] = {
    "match": {match: f"{match} match" for match in MATCHES},
    "singletons": {"keep": "with singletons", "drop": "without singletons"},
    "zeros": {
        "dependent": "zeros aligned by dependencies", "position": "zeros aligned by position",
        "ignore": "zeros ignored",
    },
    "split_antecedents": {"count": "with split antecedents", "ignore": "without split antecedents"},
}  # fmt: skip


def applied_preset(name: str | None, used: Mapping[str, str]) -> AppliedPreset | None:
    """Describe the preset of a result; `used` are the settings that the figures were made with."""
    if name is None:
        return None
    preset = find_preset(name)
    changed = {setting: value for setting, value in used.items() if preset.settings.get(setting, value) != value}
    words = ", ".join(_IN_WORDS[setting][used[setting]] for setting in preset.settings if setting in used)
    task = f"{preset.task} ({preset.authors})" + (f" but for {' and '.join(changed)}" if changed else "")
    cite = f"{preset.authors}. {preset.paper}{'' if preset.paper.endswith('?') else '.'}"
    return AppliedPreset(name.lower(), changed, f"Scored as in {task}: {words}.", cite)


@dataclass(frozen=True, slots=True)
class Judging:
    """Settings for which answers are right, and for how chains are compared and tested: what each means is its help.

    Of those without help, `per_document` keeps the counts of every document, of which there may be more than a
    thousand, and not only those of blocks, which intervals and tests work on. `links` counts right and wrong links and
    chains by size as well, `variants` adds the primary measure under other ways of matching, and with or without
    singletons, and `usual` counts, where no measures are named, only those that papers report. `configure` takes the
    settings of a `preset`.

    Raises:
        OptionError: a setting has no such value.
        UnknownNameError: there is no such preset.
    """

    measures: tuple[str, ...] = option(
        (), "Names, separated by commas, or all (default: the usual ones).", _JUDGED, metavar="NAMES"
    )
    match: Match = option(
        "strict",
        "When a span is that of a key mention",
        _JUDGED,
        metavar="HOW",
        values={"strict": "equal", "partial": "has its head, no word beyond", "head": "equal heads"},
    )
    antecedent: Antecedent = option(
        "chain",
        "Right answers",
        _JUDGED,
        metavar="WHICH",
        values={
            "chain": "any of the entity", "nominal": "if they lead to a noun", "nearest": "the nearest noun",
        },
    )  # fmt: skip
    singletons: Literal["auto", Singletons] = option(
        "keep",
        "Entities of one mention, before scoring",
        _JUDGED,
        metavar="HOW",
        values={"auto": "keep with perfect mentions only", "keep": "count", "drop": "left out of both sides"},
    )
    duplicates: Duplicates = option(
        "first",
        "Spans that occur twice",
        _JUDGED,
        metavar="HOW",
        values={
            "response": "the first counts, refused in keys", "first": "the first counts", "refuse": "refused",
        },
        rare=True,
    )  # fmt: skip
    ignore_words: bool = option(False, "Accept different tokens if there are as many.", rare=True)
    extra_documents: bool = option(False, "Ignore documents missing from the key.", rare=True)
    response_format: str | None = option(
        None, "The format of the responses (default: detected).", metavar="NAME", rare=True, shapes=False
    )
    resamples: int = option(
        RESAMPLES, "Bootstrap samples and permutations; 0 for none.", _JUDGED, least=0, most=MOST_RESAMPLES
    )
    zeros: Zeros = option(
        "dependent",
        "How zeros are aligned",
        _JUDGED,
        metavar="HOW",
        values={"dependent": "by their governors first", "position": "by position", "ignore": "they are left out"},
        rare=True,
    )
    split_antecedents: SplitAntecedents = option(
        "ignore",
        "Sets of entities as antecedents",
        _JUDGED,
        metavar="HOW",
        values={"ignore": "they are left out", "count": "they count in MUC, B-CUBED, CEAF and LEA"},
        rare=True,
    )
    across_documents: bool = option(
        False, "Chains of the same id are one entity in the whole corpus.", _JUDGED, rare=True
    )
    preset: str | None = option(
        None,
        "The settings of a task: crac2022 to crac2026, codi2021, codi2022, conll2012, litbank, ontogum.",
        _JUDGED,
        metavar="NAME",
    )
    by: tuple[str, ...] = option(
        (), "Figures by chain-length, range (of chains) or window[=TOKENS].", _JUDGED, metavar="NAMES"
    )
    per_document: bool = False
    links: bool = False
    variants: bool = False
    usual: bool = False
    clausal: bool = option(False, "Count anaphors of clauses too, not only those of noun phrases.", _JUDGED, rare=True)

    def __post_init__(self) -> None:
        """Check every choice and range, and the name of the preset."""
        require_choices(self)
        if self.preset is not None:
            find_preset(self.preset)
        if self.split_antecedents == "count" and self.singletons == "drop":
            problem = "Split antecedents need singletons, which may be their members."
            raise OptionError(f"{problem} Keep them: --singletons keep.", code="split-without-singletons")

    @property
    def looks_up(self) -> bool:
        """True if mentions are looked up as the CorefUD scorer does, whose figures the preset's task has."""
        return self.preset is not None and bool(find_preset(self.preset).scorer)

    @property
    def applied_preset(self) -> AppliedPreset | None:
        """The preset with what these settings have otherwise, and the sentences to cite it."""
        return applied_preset(self.preset, {setting: getattr(self, setting) for setting in _IN_WORDS})


@dataclass(frozen=True, slots=True)
class Execution:
    """The manner in which the work is done: nothing of it changes a figure but the `seed`.

    Without an `executor` a `scheduler` means Dask, and several `jobs` mean processes; `jobs` are workers (`None`: one,
    or with a named executor one for each processor).

    Raises:
        OptionError: a value does not exist, or does not go together with others.
    """

    seed: int = option(0, "Random seed.", "Execution", least=0)
    cached: bool = option(True, "Read and store analyses of the pipeline.", "Execution", shapes=False)
    jobs: int | None = option(None, "Number of workers (default: 1).", "Execution", least=1, shapes=False)
    executor: ExecutorName | None = option(
        None,
        "How workers run (default: processes)",
        "Execution",
        metavar="HOW",
        values={"serial": "one by one", "processes": "on this machine", "dask": "on a cluster"},
        rare=True,
        shapes=False,
    )
    scheduler: str = option(
        "",
        "The address of a Dask cluster, such as tcp://host:8786.",
        "Execution",
        metavar="ADDRESS",
        rare=True,
        shapes=False,
    )

    def __post_init__(self) -> None:
        """Check every choice and range, and what goes together."""
        require_choices(self)
        if self.executor == "serial" and self.jobs and self.jobs > 1:
            raise OptionError(
                f"The executor serial has one worker, and jobs asks for {self.jobs}. Leave one of them out.",
                code="executor",
            )
        if self.scheduler and self.how != "dask":
            raise OptionError("--scheduler names a Dask cluster. Add --executor dask.", code="scheduler")

    @property
    def how(self) -> ExecutorName:
        """The executor named, or the one that the other options imply."""
        several: ExecutorName = "processes" if self.jobs and self.jobs > 1 else "serial"
        return self.executor or ("dask" if self.scheduler else several)

    @property
    def workers(self) -> int:
        """The number of workers on this machine."""
        return self.jobs or processors()


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Options(TypedDict, total=False):
    """Every option of the configuration, as mypy and editors know it; a function takes those that `takes` names."""

    pipeline: str
    perfect: str | Sequence[str]
    window: int
    noun_window: int | None
    anaphors: AnaphorKind
    it_filter: ItFilter
    it_classes: ItClasses
    most_pairs: int
    names: str | None
    language: str | None
    format: str | None
    skip_bad: bool
    name: str | None
    seed: int
    cached: bool
    jobs: int | None
    executor: ExecutorName | None
    scheduler: str
    measures: str | Sequence[str]
    match: Match
    antecedent: Antecedent
    singletons: Literal["auto", Singletons]
    duplicates: Duplicates
    ignore_words: bool
    extra_documents: bool
    response_format: str | None
    resamples: int
    zeros: Zeros
    split_antecedents: SplitAntecedents
    across_documents: bool
    preset: str | None
    by: str | Sequence[str]
    per_document: bool
    links: bool
    variants: bool
    usual: bool
    clausal: bool


PARTS: Mapping[str, type[Preparation] | type[Judging] | type[Execution]] = {
    "judging": Judging, "preparation": Preparation, "execution": Execution,
}  # fmt: skip
OPTIONS: Mapping[str, tuple[str, Field[object]]] = {
    entry.name: (part, entry) for part, kind in PARTS.items() for entry in fields(kind)
}
"""Every option by name, with the part of the configuration that has it."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Everything that shapes a result. `configure` makes one of options that are not nested.

    Raises:
        OptionError: a resolver is no name with options, or two have the same label.
    """

    resolvers: tuple[ResolverSpec, ...] = ()
    preparation: Preparation = field(default_factory=Preparation)
    judging: Judging = field(default_factory=Judging)
    execution: Execution = field(default_factory=Execution)

    @property
    def criteria(self) -> "Criteria":
        """The criteria by which an answer is right."""
        from anaphora.workbench.trace.build import Criteria

        judging = self.judging
        return Criteria(judging.match, judging.antecedent, self.preparation.anaphors, judging.clausal)

    def changed(self, *, resolvers: object = None, **options: Unpack[Options]) -> "Configuration":
        """The same configuration with other resolvers (one or several), or with some options changed.

        Raises:
            OptionError: a value is not among the choices or out of range, or a resolver is no name with options.
            TypeError: there is no such option.
        """
        require_known(options, OPTIONS)
        chosen: dict[str, dict[str, object]] = {part: {} for part in PARTS}
        for name, value in options.items():
            part, entry = OPTIONS[name]
            chosen[part][name] = tuple(_several(value)) if isinstance(entry.default, tuple) else value
        parts: dict[str, Any] = {part: replace(getattr(self, part), **values) for part, values in chosen.items()}
        specs = self.resolvers if resolvers is None else parse_resolvers(_several(resolvers))
        return replace(self, resolvers=specs, **parts)


def _several(value: object) -> Iterable[object]:
    """Return one value or several as several; a string may have several names, with commas between."""
    if isinstance(value, str):
        return split_names(value)
    return value if isinstance(value, Iterable) else (value,)


def configure(resolvers: object = (), **options: Unpack[Options]) -> Configuration:
    """The configuration of resolvers (one or several) and options; a preset gives those that are not given.

    Raises:
        OptionError: a value is not among the choices or out of range, or a resolver is no name with options.
        TypeError: there is no such option.
        UnknownNameError: there is no such preset.
    """
    preset = options.get("preset")
    chosen: Options = {**find_preset(preset).settings, **options} if preset else options  # type: ignore[typeddict-item]
    return Configuration().changed(resolvers=resolvers, **chosen)


def signature_of(settings: Configuration | None = None, **parts: object) -> str:
    """One line of what shaped the figures: parts by name, the options that are not at their defaults, the versions.

    With a preset all settings that it fixes stand there. `definitions` comes last: 1, to which
    whoever counts by measures adds those that were `raised`.
    """
    named = {name.replace("_", "-"): value for name, value in parts.items()}
    if settings:
        judging = settings.judging
        preset = find_preset(judging.preset) if judging.preset else None
        fixed = preset.settings if preset else ()
        named |= shaping(settings.preparation) | shaping(judging, fixed) | shaping(settings.execution)
        if preset:
            named["preset"] = f"{judging.preset}@{preset.version}"
    named |= {"version": __version__, "definitions": 1}
    return "|".join(f"{name}:{value}" for name, value in named.items())


def require_known(given: Iterable[str], known: Iterable[str], function: str = "") -> None:
    """Raise `TypeError` for the name of an option that is not known."""
    for name in sorted(set(given) - set(known)):
        from difflib import get_close_matches

        near = get_close_matches(name, known, 1)
        cure = f"Did you mean '{near[0]}'?" if near else f"There are: {', '.join(sorted(known))}."
        subject = f"{function}() has no" if function else "There is no"
        raise TypeError(f"{subject} option {name!r}. {cure}")


def default_entity_resolver(code: str) -> str:
    """The resolver that finds the entities of texts in the language of a code where none is named."""
    from anaphora.workbench.language.packs import language  # scoring does without

    return ENTITY_RESOLVER if language(code).code == "en" else ENTITY_RESOLVER_ELSEWHERE


def fields_of(*kinds: type, without: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names of the options that parts of the configuration have, but for some."""
    return tuple(entry.name for kind in kinds for entry in fields(kind) if entry.name not in {*without})


_OF_CORPORA = ("perfect", "format", "skip_bad", "name")
OF_TEXTS = (*fields_of(Preparation, without=_OF_CORPORA), "seed", "cached")
"""The options for texts without a key."""
OF_PRONOUNS = fields_of(
    Preparation, without=(*_OF_CORPORA, "pipeline", "noun_window", "most_pairs", "names", "language")
)
"""The options for the pronouns of one text that is at hand, as the live page and the spaCy component have it."""
OF_CORPORA = (*fields_of(Preparation), "match", "clausal", "cached")
"""The options for candidate lists and a key that judges them."""
OF_RUNS = (*OF_CORPORA, "antecedent", *fields_of(Execution, without=["cached"]))
"""The options for resolvers that run on corpora and are judged."""


def takes(
    *options: str, choices: Mapping[str, object] | None = None, **defaults: object
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function with `**options: Unpack[Options]` have just these: in help and completion, and at run time.

    `choices` are narrower types of some, `defaults` those of the function where they differ from the configuration's.
    """
    narrower = choices or {}

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        declared = signature(function)
        named = [entry for entry in declared.parameters.values() if entry.kind is not Parameter.VAR_KEYWORD]
        names = {entry.name for entry in named}
        described = {entry.name: entry.annotation for entry in named}
        hints = {name: hint for kind in PARTS.values() for name, hint in get_type_hints(kind).items()} | {**narrower}
        more = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=defaults.get(name, entry.default), annotation=hints[name])
            for name, (_, entry) in OPTIONS.items()
            if name in {*options} - names
        ]

        @wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            require_known(kwargs, {*names, *(entry.name for entry in more)}, function.__name__)
            for name in narrower.keys() & kwargs.keys():
                require_choice(name, kwargs[name], get_args(narrower[name]))
            for name, value in {**dict(zip(described, args, strict=False)), **kwargs}.items():
                require_described(name, value, described.get(name))
            return function(*args, **{**defaults, **kwargs})  # type: ignore[arg-type]

        run.__dict__["__signature__"] = declared.replace(parameters=[*named, *more])
        return run

    return decorate
