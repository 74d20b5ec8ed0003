"""From specs to resolvers that are ready to run: names of the registry, files, classes and objects of the user's.

A chain resolver (`mention_pair`) answers as a pronoun resolver by the nearest candidate in the anaphor's chain, or with
the option that all of them have, `mention_pair(antecedent=nearest_nominal)`, by the nearest that is no pronoun. With
`mars+head_match` the links of a pronoun resolver come on top of the chains that a chain resolver makes of the rest.

A name that both registries have stands for both: `ranker` is `ranker+ranker`, and each option goes to those of the two
that have it.
"""

import re
import sys
from collections import abc
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, isclass, signature
from pathlib import Path
from types import ModuleType, UnionType
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from anaphora import resolvers
from anaphora.resolvers import chains
from anaphora.resolvers._per_document import once
from anaphora.resolvers.chains.singletons import Singletons
from anaphora.workbench.decision import ChainResolver, Resolver
from anaphora.workbench.english.noun_phrases import NOUN_PHRASES
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError, unknown_name
from anaphora.workbench.linking import ChainAsPronounResolver, CombinedResolver, pronouns_of
from anaphora.workbench.registry import Registry
from anaphora.workbench.spec import ResolverSpec, parse_resolver, parse_resolvers

ORACLE = "oracle"
_pronouns = once(pronouns_of)
_TRUE, _FALSE = ("yes", "true", "on"), ("no", "false", "off")
Made = TypeVar("Made")
Build = Callable[..., object]


def default_resolvers(anaphors: str = "third-person") -> tuple[str, ...]:
    """All resolvers of the registry that need no option and answer such anaphors; of pronouns no chain resolvers."""
    ready = _ready(resolvers.REGISTRY)
    if anaphors not in NOUN_PHRASES:
        return ready
    return (*default_chain_resolvers(), *filter(is_baseline, ready))


def default_chain_resolvers() -> tuple[str, ...]:
    """All chain resolvers of the registry that need no option."""
    return _ready(chains.REGISTRY)


def _ready(registry: Registry) -> tuple[str, ...]:
    """What needs no option and does not say that it runs only where it is named (`IN_DEFAULT = False`)."""
    modules = registry.modules()
    return tuple(
        name
        for name, module in modules.items()
        if getattr(module, "IN_DEFAULT", True) and not _required(_build_of(name, module))
    )


def build_resolvers(given: Iterable[object], seed: int, anaphors: str = "third-person") -> dict[str, Resolver]:
    """The resolvers by label, ready to run; those that draw at random get the seed. The oracle is left out.

    Of `anaphors` with pronouns and noun phrases, those that know pronouns only leave noun phrases unresolved.

    Raises:
        UnknownNameError: there is no such resolver.
        OptionError: two have one label, an option is unknown, missing or has a wrong value, a file cannot be used, or
            one that knows pronouns only is to resolve noun phrases only (code "pronouns-only").
    """
    specs = [spec for spec in parse_resolvers(given) if spec.name != ORACLE]
    return {spec.label: build_resolver(spec, seed, anaphors) for spec in specs}


def build_resolver(given: object, seed: int, anaphors: str = "third-person") -> Resolver:
    """One resolver, ready to run; see `build_resolvers`."""
    spec = with_both(parse_resolver(given))
    if not spec.below:
        built = _pronoun_resolver(spec, seed)
        if anaphors not in NOUN_PHRASES or not knows_pronouns_only(spec):
            return built
        if anaphors != "all-mentions":
            problem = f"'{spec.name}' resolves pronouns only, and --anaphors {anaphors} asks for noun phrases."
            cure = f"Take {', '.join(default_chain_resolvers())}, or --anaphors all-mentions."
            raise OptionError(f"{problem} {cure}", code="pronouns-only")
        return CombinedResolver(built, Singletons(), _pronouns)
    below = _built(spec.below, _builder(spec.below, below=True), spec.below.options, seed)
    if is_chain_resolver(spec.name) or not hasattr(below, "chains"):
        cure = f"A pronoun resolver comes before the +, and one of these after it: {', '.join(chains.names())}."
        raise OptionError(f"'{spec}' cannot be put together. {cure}", code="not-combinable")
    return CombinedResolver(_pronoun_resolver(spec, seed), cast(ChainResolver, below), _pronouns)


def with_both(spec: ResolverSpec) -> ResolverSpec:
    """The resolver, on the chain resolver of the same name if there are both; others stay as they are."""
    if spec.below or spec.is_own or is_chain_resolver(spec.name) or spec.name not in chains.names():
        return spec
    below = ResolverSpec(spec.name)
    upper, lower = split_options(spec.options, _builder(spec), _builder(below, below=True))
    return replace(spec, options=upper, below=replace(below, options=lower))


def split_options(given: Mapping[str, str], *functions: Build) -> list[dict[str, str]]:
    """For each function the options that it has; what none of them has goes to the first, which refuses it."""
    known = [_options(function) for function in functions]
    unknown = given.keys() - set().union(*known)
    return [
        {option: value for option, value in given.items() if option in own or (option in unknown and not place)}
        for place, own in enumerate(known)
    ]


def knows_pronouns_only(given: object) -> bool:
    """Return whether a resolver has no answers for noun phrases: published pronoun resolvers, but not the baselines.

    A resolver of the user's own is taken to answer whatever it is asked.
    """
    spec = with_both(parse_resolver(given))
    published = not (spec.below or spec.is_own or spec.name == ORACLE or is_chain_resolver(spec.name))
    return published and not is_baseline(spec)


def require_no_oracle(specs: Iterable[ResolverSpec]) -> None:
    """Raise `OptionError` if the oracle is among the resolvers, where there is no key."""
    if any(spec.name == ORACLE for spec in specs):
        raise OptionError("The oracle needs a key, and plain text has none. Use it with 'anaphora compare'.")


def is_random(given: object) -> bool:
    """Return whether a resolver chooses at random, which means that it takes a seed."""
    spec = parse_resolver(given)
    return spec.name != ORACLE and "seed" in signature(_builder(spec)).parameters


def label_of(given: object) -> str:
    """What a resolver is called in print, such as "Hobbs 1978, the naive algorithm": its docstring up to the colon.

    Empty for combined resolvers, for those with options, and where a label was given.
    """
    spec = parse_resolver(given)
    if spec.options or spec.label != spec.name:
        return ""
    return _source(spec).partition(":")[2 if is_baseline(spec) else 0].strip().rstrip(".")


def is_baseline(given: object) -> bool:
    """Return whether a resolver is a baseline, as the docstring of its module begins with "Baseline"."""
    return _source(parse_resolver(given)).startswith("Baseline")


def _source(spec: ResolverSpec) -> str:
    """The first line of the docstring of a resolver's module; empty for combined resolvers and the oracle."""
    if spec.below or spec.name == ORACLE:
        return ""
    return (module_of(spec).__doc__ or "").partition("\n")[0]


def options_of(name: str) -> Mapping[str, Parameter]:
    """The options of a resolver: the keyword parameters of `build`, those of both if a name stands for both."""
    spec = with_both(parse_resolver(name))
    return {**(_options(_builder(spec.below, below=True)) if spec.below else {}), **_options(_builder(spec))}


def is_chain_resolver(name: str) -> bool:
    """Return whether the registry has a chain resolver of that name (and no pronoun resolver, which comes first)."""
    return name in chains.names() and name not in resolvers.names()


def module_of(spec: ResolverSpec, *, below: bool = False) -> ModuleType:
    """The module that a resolver comes from; of a name that stands for both the chain resolver's if it is `below`.

    Raises:
        UnknownNameError: the registry has neither a resolver nor a chain resolver of that name.
        OptionError: a file or module of the user's cannot be imported.
    """
    if spec.resolver is not None:
        return sys.modules[getattr(spec.resolver, "__module__", "builtins")]
    if spec.file:
        return _module_in(spec)
    if spec.member:
        return _own(spec, lambda: _module_beside(spec.place))
    try:
        of_chains = spec.name in chains.names() if below else is_chain_resolver(spec.name)
        return (chains.REGISTRY if of_chains else resolvers.REGISTRY).load(spec.name)
    except UnknownNameError:
        raise unknown_name("resolver", spec.name, [*resolvers.names(), *chains.names()], _published_names()) from None


def _published_names() -> dict[str, str]:
    """Resolvers by the authors and abbreviations that their modules' first lines begin with, in lower case."""
    heads: dict[str, str] = {}
    for registry in (resolvers.REGISTRY, chains.REGISTRY):
        for name in registry.names():
            with suppress(OptionError):  # of another distribution, and broken
                heads[name] = registry.source_line(name).partition(":")[0]
    published: dict[str, str] = {}
    for name in sorted(heads, key=lambda name: len(heads[name])):
        for word in re.findall(r"\b[A-Z]\w{2,}", heads[name]):
            published.setdefault(word.lower(), name)
    return published


def _pronoun_resolver(spec: ResolverSpec, seed: int) -> Resolver:
    """Build a resolver; one that makes chains is wrapped so that it answers by them."""
    given = dict(spec.options)
    by_chains = is_chain_resolver(spec.name) and "antecedent" not in signature(_builder(spec)).parameters
    antecedent = {"antecedent": given.pop("antecedent")} if by_chains and "antecedent" in given else {}
    built = _built(spec, _builder(spec), given, seed)
    if hasattr(built, "resolve") and not by_chains:
        return cast(Resolver, built)
    if not hasattr(built, "chains"):
        raise OptionError(f"'{spec}' makes {type(built).__name__}, which has neither `resolve` nor `chains`.")
    return ChainAsPronounResolver(cast(ChainResolver, built), **antecedent)


def _built(spec: ResolverSpec, build: Build, given: Mapping[str, str], seed: int) -> object:
    """Call a resolver's function or class with the options given for it."""
    if spec.resolver is not None and not isclass(spec.resolver):
        return spec.resolver
    chosen = values(spec, build, given)
    for option in _required(build):
        if option not in chosen:
            raise OptionError(f"The resolver '{spec.name}' needs an option: write {spec.name}({option}=...).")
    seeded = {"seed": seed} if "seed" in signature(build).parameters else {}
    return build(**seeded | chosen) if not spec.is_own else _own(spec, lambda: build(**seeded | chosen))


def _builder(spec: ResolverSpec, *, below: bool = False) -> Build:
    """What makes the resolver: a function `build`, or a class; see `module_of`."""
    if spec.resolver is not None:
        return cast(Build, spec.resolver) if isclass(spec.resolver) else lambda: spec.resolver
    module = module_of(spec, below=below)
    if spec.member:
        if not callable(getattr(module, spec.member, None)):
            raise OptionError(f"'{spec.name}': there is no class or function {spec.member!r}.", code="no-resolver")
        return cast(Build, getattr(module, spec.member))
    if spec.file and not hasattr(module, "build"):
        return _only_resolver(spec, module)
    return _build_of(spec.name, module)


def _build_of(name: str, module: ModuleType) -> Build:
    if not hasattr(module, "build"):
        raise OptionError(f"The resolver {name!r} has no function build(**options); see CONTRIBUTING.")
    return cast(Build, module.build)


def _only_resolver(spec: ResolverSpec, module: ModuleType) -> Build:
    """The one class of a file that resolves."""
    classes = [
        value
        for value in vars(module).values()
        if isclass(value) and value.__module__ == module.__name__ and (hasattr(value, "resolve"))
    ]
    if len(classes) != 1:
        names = ", ".join(each.__name__ for each in classes) or "none"
        cure = f"Add one, or name a class: {spec.place}:{classes[0].__name__ if classes else 'Class'}."
        problem = f"needs one class with a method `resolve`, or a function build(**options); classes found: {names}"
        raise OptionError(f"{spec.name} {problem}. {cure}", code="no-resolver")
    return classes[0]


def _module_beside(name: str) -> ModuleType:
    """Import a module; the current folder counts, after all other places."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    return import_module(name)


def _module_in(spec: ResolverSpec) -> ModuleType:
    path = Path(spec.place)
    if not path.is_file():
        raise UnknownNameError(
            f"There is no file {spec.place}. Name a Python file with a resolver, or one of the list."
        )
    return _own(spec, lambda: _imported(str(path.resolve()), path.stat().st_mtime_ns))


@cache
def _imported(path: str, _changed: int) -> ModuleType:
    """The module in a file, imported once while it stays the same."""
    name = f"own_resolver_{Path(path).stem}"
    found = spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = sys.modules[name] = module_from_spec(found)  # dataclasses look their module up there
    found.loader.exec_module(module)
    return module


def _own(spec: ResolverSpec, action: Callable[[], Made]) -> Made:
    """Do what runs code of the user's; whatever it raises names the resolver."""
    try:
        return action()
    except WorkbenchError:
        raise
    except Exception as error:  # whatever a file that somebody is still writing raises
        problem = f"cannot be used: {type(error).__name__}: {error}"
        raise OptionError(f"The resolver '{spec.name}' {problem}. Repair it.", code="own-resolver") from error


def values(spec: ResolverSpec, function: Build, given: Mapping[str, str]) -> dict[str, object]:
    """The options given for a resolver in the types that a function asks for; raises `OptionError` for others."""
    hints = get_type_hints(function.__init__ if isclass(function) else function)
    kinds = (Parameter.KEYWORD_ONLY, *([Parameter.POSITIONAL_OR_KEYWORD] if spec.is_own else []))
    names = [name for name, parameter in signature(function).parameters.items() if parameter.kind in kinds]
    for option in given:
        if option not in names:
            known = f"It has: {', '.join(names)}." if names else "It has none."
            raise OptionError(f"The resolver '{spec.name}' has no option '{option}'. {known}")
    return {option: _value(spec, option, value, hints.get(option, str)) for option, value in given.items()}


def _options(build: Build) -> dict[str, Parameter]:
    """The parameters that can be named."""
    named = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return {name: parameter for name, parameter in signature(build).parameters.items() if parameter.kind in named}


def _required(build: Build) -> list[str]:
    """The options without a default."""
    return [name for name, parameter in _options(build).items() if parameter.default is Parameter.empty]


def _value(spec: ResolverSpec, option: str, value: str, type_: object) -> object:
    """A value in the type that the option asks for; several values stand with a / between."""
    parts = get_args(type_) if get_origin(type_) in (Union, UnionType) else (type_,)
    kinds = {get_origin(part) or part for part in parts}
    if bool in kinds:
        if value.lower() not in (*_TRUE, *_FALSE):
            raise OptionError(f"In '{spec}' {option} is '{value}'; it must be yes or no.")
        return value.lower() in _TRUE
    if kinds & {int, float}:
        try:
            return int(value) if float not in kinds else float(value)
        except ValueError:
            wanted = "a number" if float in kinds else "a whole number"
            raise OptionError(f"In '{spec}' {option} is '{value}'; it must be {wanted}.") from None
    return tuple(value.split("/")) if abc.Sequence in kinds and str not in kinds else value
