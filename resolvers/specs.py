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
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, isclass, isfunction
from pathlib import Path
from types import ModuleType, UnionType
from typing import NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from anaphora import resolvers
from anaphora.resolvers import chains
from anaphora.resolvers.chains.singletons import Singletons
from anaphora.resolvers.discourse.identity import linker_of
from anaphora.workbench.adapters import ANTECEDENTS, ChainAsPronounResolver, CombinedResolver, pronouns_of
from anaphora.workbench.decision import ChainResolver, Resolver
from anaphora.workbench.document import once
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError, unknown_name
from anaphora.workbench.language.anaphors import NOUN_PHRASES
from anaphora.workbench.language.packs import language
from anaphora.workbench.resolver_entry import LEARNED, Options, ResolverEntry, named_parameters, offered_by
from anaphora.workbench.spec import ResolverSpec, parse_resolver, parse_resolvers

ORACLE = "oracle"
_pronouns = once(pronouns_of)
_TRUE, _FALSE = ("yes", "true", "on"), ("no", "false", "off")
Build = Callable[..., Resolver | ChainResolver]
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Found:
    """A resolver that was asked for, with what its module says of it.

    `options` are those that `entry.build` gets. `of_chains`: it is one of the registry of chain resolvers. `below` is
    the chain resolver that it stands on.
    """

    spec: ResolverSpec
    entry: ResolverEntry
    options: Options
    of_chains: bool = False
    below: "Found | None" = None

    @property
    def entries(self) -> tuple[ResolverEntry, ...]:
        """Its entry, and that of the resolver below."""
        return (self.entry, self.below.entry) if self.below else (self.entry,)

    @property
    def title(self) -> str:
        """The name of the resolver in print, such as "Hobbs 1978, the naive algorithm".

        Empty for combined resolvers, for those with options, and where a label was given.
        """
        return self.entry.title if self.spec.label == self.spec.name and not self.spec.options else ""

    @property
    def baseline(self) -> bool:
        """True if this is a baseline, and nothing stands below it."""
        return self.entry.baseline and not self.below

    @property
    def pronouns_only(self) -> bool:
        """True if the resolver has no answers for noun phrases; the user's own are taken to answer all questions."""
        return not (self.entry.noun_phrases or self.of_chains or self.below)


def find(given: object) -> Found:
    """Find the entry that a spec, its text or an object stands for.

    Raises:
        UnknownNameError: the registry has neither a resolver nor a chain resolver of that name.
        OptionError: a file or module of the user's cannot be imported, or offers no resolver.
    """
    spec = parse_resolver(given)
    below = None
    if under := spec.below:  # a name that stands for both is behind a + the chain resolver
        of_chains = under.name in chains.names()
        below = Found(under, chains.entry(under.name), under.options, True) if of_chains else find(under)
    if spec.is_own:
        is_object = spec.resolver is not None and not isclass(spec.resolver)
        return Found(spec, _own_entry(spec), {} if is_object else spec.options, below=below)
    if spec.name == ORACLE:
        if spec.options or below:
            raise OptionError(f"'{spec}': the oracle has no options, and stands on no other resolver. Write {ORACLE}.")
        return Found(spec, ResolverEntry(_refuse_oracle, noun_phrases=True), spec.options, below=below)
    if spec.name not in resolvers.names():
        return Found(spec, _chain_entry(spec.name), spec.options, True, below)
    entry = resolvers.entry(spec.name)
    if below or spec.name not in chains.names():
        return Found(spec, entry, spec.options, below=below)
    lower = chains.entry(spec.name)
    options, options_below = split_options(spec.options, entry.build, lower.build)
    return Found(spec, entry, options, below=Found(ResolverSpec(spec.name), lower, options_below, True))


def _chain_entry(name: str) -> ResolverEntry:
    try:
        return chains.entry(name)
    except UnknownNameError:
        raise unknown_name("resolver", name, [*resolvers.names(), *chains.names()], _published_names()) from None


def _published_names() -> dict[str, str]:
    """Resolvers by the authors and abbreviations in their titles, in lower case; of several the shortest title's."""
    titles: dict[str, str] = {}
    for registry in (resolvers, chains):
        for name in registry.names():
            with suppress(OptionError):  # of another distribution, and broken
                titles.setdefault(name, registry.entry(name).title)
    published: dict[str, str] = {}
    for name in sorted(titles, key=lambda name: len(titles[name])):
        for word in re.findall(r"\b[A-Z]\w{2,}", titles[name]):
            published.setdefault(word.lower(), name)
    return published


def default_resolvers(anaphors: str = "third-person", code: str = "") -> tuple[str, ...]:
    """All resolvers of the registry that need no option and answer such anaphors; of pronouns no chain resolvers.

    In other languages than English (`code`) those are left out that know English only.
    """
    ready = _ready(resolvers.entries(), code)
    if anaphors not in NOUN_PHRASES:
        return tuple(ready)
    return (*default_chain_resolvers(code), *(name for name, entry in ready.items() if entry.noun_phrases))


def default_chain_resolvers(code: str = "") -> tuple[str, ...]:
    """All chain resolvers of the registry that need no option, in the language of a code."""
    return tuple(_ready(chains.entries(), code))


def _ready(entries: Mapping[str, ResolverEntry], code: str) -> dict[str, ResolverEntry]:
    """Return the entries that need no option and do not run only where they are named."""
    english = language(code).code == "en"
    chosen = {name: entry for name, entry in entries.items() if entry.default and not entry.required}
    return {name: entry for name, entry in chosen.items() if english or not entry.english}


def reads(resolver: Found, code: str) -> bool:
    """Return whether a resolver reads a language: one for English only does if the user has trained it on another."""
    layers = [layer for layer in (resolver, resolver.below) if layer]
    reads_others = all(not layer.entry.english or not LEARNED.isdisjoint(layer.options) for layer in layers)
    return reads_others or language(code).code == "en"


def require_no_oracle(specs: Iterable[ResolverSpec]) -> None:
    """Raise `OptionError` if the oracle is among the resolvers, where there is no key."""
    if any(spec.name == ORACLE for spec in specs):
        _refuse_oracle()


def require_installed(specs: Iterable[ResolverSpec], cure: str) -> None:
    """Raise `OptionError` (code "untrusted") for a resolver that is not installed; see `is_installed`.

    What files ask for, which somebody else may have written, passes through here before anything of it is imported.
    """
    for spec in specs:
        if not is_installed(spec):
            raise OptionError(f"'{spec}' would run code that is not installed. {cure}", code="untrusted")


def is_installed(given: object) -> bool:
    """Return whether a resolver is of a registry, and its options name no code but what is installed.

    Raises `UnknownNameError` for one that is not there.
    """
    spec = parse_resolver(given)
    if any(layer.is_own for layer in spec.layers):
        return False
    resolver = find(spec)
    return all(
        is_known(layer.options[option])
        for layer in (resolver, resolver.below)
        if layer
        for option, is_known in layer.entry.code.items()
        if option in layer.options
    )


def _refuse_oracle() -> NoReturn:
    raise OptionError("The oracle needs a key, and plain text has none. Use it with 'anaphora compare'.")


# Building


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
    asked = find(given)
    if asked.below:
        nominal = _built(asked.below, asked.below.options, seed)
        if asked.of_chains or not isinstance(nominal, ChainResolver):
            cure = f"A pronoun resolver comes before the +, and one of these after it: {', '.join(chains.names())}."
            raise OptionError(f"'{asked.spec}' cannot be put together. {cure}", code="not-combinable")
        return CombinedResolver(_pronoun_resolver(asked, seed), nominal, _pronouns, linker_of)
    built = _pronoun_resolver(asked, seed)
    if anaphors not in NOUN_PHRASES or not asked.pronouns_only:
        return built
    if anaphors != "all-mentions":
        problem = f"'{asked.spec.name}' resolves pronouns only, and --anaphors {anaphors} asks for noun phrases."
        cure = f"Take {', '.join(default_chain_resolvers())}, or --anaphors all-mentions."
        raise OptionError(f"{problem} {cure}", code="pronouns-only")
    return CombinedResolver(built, Singletons(), _pronouns)


def _pronoun_resolver(asked: Found, seed: int) -> Resolver:
    """Build a resolver; one that makes chains is wrapped so that it answers by them."""
    options = asked.options
    projected: dict[str, str] = {}
    if asked.of_chains:
        options, projected = split_options(options, asked.entry.build, _answer_by_chains)
    built = _built(asked, options, seed)
    if isinstance(built, Resolver):
        return built
    if not isinstance(built, ChainResolver):
        kind = type(built).__name__
        raise OptionError(f"'{asked.spec}' makes {kind}, which has neither `resolve` nor `chains`.")
    return _answer_by_chains(built, **projected)


def _answer_by_chains(resolver: ChainResolver, /, antecedent: str = ANTECEDENTS[0]) -> Resolver:
    return ChainAsPronounResolver(resolver, antecedent)


def split_options(given: Options, *functions: Callable[..., object]) -> list[dict[str, str]]:
    """Return for each function the options that it has; what none of them has goes to the first, which refuses it."""
    parameters = [named_parameters(function) for function in functions]
    unknown = given.keys() - set().union(*parameters)
    return [
        {option: value for option, value in given.items() if option in names or (option in unknown and not number)}
        for number, names in enumerate(parameters)
    ]


def _built(asked: Found, options: Options, seed: int) -> object:
    """Call a resolver's function or class with the options given for it."""
    spec, entry = asked.spec, asked.entry

    def build() -> object:
        chosen = values(spec, entry.build, options)
        for option in entry.required:
            if option not in chosen:
                raise OptionError(f"The resolver '{spec.name}' needs an option: write {spec.name}({option}=...).")
        seeded = {"seed": seed} if entry.random else {}
        return entry.build(**seeded | chosen)

    return _own(spec, build) if spec.is_own else build()


def values(spec: ResolverSpec, function: Callable[..., object], given: Options) -> dict[str, object]:
    """The options given for a resolver, in the types of the function's annotations or, without one, of its defaults.

    Raises `OptionError` for an option that the function does not have, and for a value of another type.
    """
    hints = get_type_hints(function.__init__ if isclass(function) else function)
    parameters = named_parameters(function)
    for option in given:
        if option not in parameters:
            names = f"It has: {', '.join(parameters)}." if parameters else "It has none."
            raise OptionError(f"The resolver '{spec.name}' has no option '{option}'. {names}")
    return {
        option: _value(spec, option, value, hints.get(option) or _type_of(parameters[option].default))
        for option, value in given.items()
    }


def _type_of(default: object) -> object:
    return str if default is None or default is Parameter.empty else type(default)


def _value(spec: ResolverSpec, option: str, value: str, type_: object) -> object:
    """A value in the type that the option asks for; several values stand with a / between."""
    kinds = {get_origin(part) or part for part in _alternatives(type_)}
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
    return tuple(value.split("/")) if kinds & {abc.Sequence, tuple, list} and str not in kinds else value


def _alternatives(type_: object) -> tuple[object, ...]:
    """The types of a union; any other type alone."""
    return get_args(type_) if get_origin(type_) in (Union, UnionType) else (type_,)


# Files, modules and objects of the user's


def source_file(spec: ResolverSpec) -> str | None:
    """The file of the user's in which a resolver stands; `None` for what is ours, and for what was typed in."""
    kind = spec.resolver if isclass(spec.resolver) else type(spec.resolver)
    if not spec.is_own or kind.__module__.startswith("anaphora."):
        return None
    module = sys.modules[kind.__module__] if spec.resolver is not None else _own_module(spec)
    file = vars(module).get("__file__")
    return file if file and Path(file).is_file() else None


def _own_entry(spec: ResolverSpec) -> ResolverEntry:
    if spec.resolver is not None:  # `parse_resolver` has looked for its method
        build = spec.resolver if isclass(spec.resolver) else lambda: spec.resolver
        return _plain_entry(cast(Build, build))
    module = _own_module(spec)
    if spec.member:
        return _own(spec, lambda: _named_entry(spec, module))
    return _own(spec, lambda: offered_by(module, noun_phrases=True) or _plain_entry(_only_resolver(spec, module)))


def _named_entry(spec: ResolverSpec, module: ModuleType) -> ResolverEntry:
    member = vars(module).get(spec.member)
    if not _makes_resolver(member, module):
        cure = "Name a class with `resolve` or `chains`, or a function that is annotated `-> Resolver`."
        raise OptionError(f"'{spec.name}' is not a resolver, and was not called. {cure}", code="no-resolver")
    return _plain_entry(cast(Build, member))


def _makes_resolver(member: object, module: ModuleType) -> bool:
    """Return whether an object is a class of resolvers, or a function that says that it makes one.

    It says so by what it returns, or without annotation by being the function `build` of that module.
    """
    if isclass(member):
        return issubclass(member, Resolver | ChainResolver)
    if not isfunction(member):
        return False
    if "return" not in member.__annotations__:
        return member.__name__ == "build" and member.__module__ == module.__name__
    kinds = _alternatives(get_type_hints(member)["return"])
    return any(isclass(kind) and issubclass(kind, Resolver | ChainResolver) for kind in kinds)


def _plain_entry(build: Build) -> ResolverEntry:
    return ResolverEntry(build, noun_phrases=True, random="seed" in named_parameters(build))


def _only_resolver(spec: ResolverSpec, module: ModuleType) -> type[Resolver]:
    """The one class of a file that resolves."""
    defined = [value for value in vars(module).values() if isclass(value) and value.__module__ == module.__name__]
    classes = [kind for kind in defined if issubclass(kind, Resolver)]
    if len(classes) != 1:
        names = ", ".join(kind.__name__ for kind in classes) or "none"
        cure = f"Add one, or name a class: {spec.place}:{classes[0].__name__ if classes else 'Class'}."
        problem = f"needs one class with a method `resolve`, or a function build(**options); classes found: {names}"
        raise OptionError(f"{spec.name} {problem}. {cure}", code="no-resolver")
    return classes[0]


def _own_module(spec: ResolverSpec) -> ModuleType:
    """The module of a file, read anew when it has changed, or of a name; of both the current folder counts, too."""
    if not spec.file:
        if str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
        return _own(spec, lambda: import_module(spec.place))
    path = Path(spec.place)
    if not path.is_file():
        cure = "Name a Python file with a resolver, or one of the list."
        raise UnknownNameError(f"There is no file {spec.place}. {cure}")
    return _own(spec, lambda: _imported(str(path.resolve()), path.stat().st_mtime_ns))


@cache
def _imported(path: str, _changed: int) -> ModuleType:
    """The module in a file, imported once while it stays the same."""
    name = f"own_resolver_{Path(path).stem}"
    module_spec = spec_from_file_location(name, path)
    if module_spec is None or module_spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = sys.modules[name] = module_from_spec(module_spec)  # dataclasses look their module up there
    module_spec.loader.exec_module(module)
    return module


def _own(spec: ResolverSpec, action: Callable[[], Made]) -> Made:
    """Do what runs code of the user's; whatever it raises names the resolver."""
    try:
        return action()
    except WorkbenchError:
        raise
    except (Exception, SystemExit) as error:  # whatever a file that somebody is still writing raises
        problem = f"cannot be used: {type(error).__name__}: {error}"
        raise OptionError(f"The resolver '{spec.name}' {problem}. Repair it.", code="own-resolver") from error
