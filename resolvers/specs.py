"""From names to resolvers: `mitkov`, or with options `mitkov(preset=2001)`.

A chain resolver (`mention_pair`) answers as a pronoun resolver by the nearest candidate in the anaphor's chain, or with
the option that all of them have, `mention_pair(antecedent=nearest_nominal)`, by the nearest that is no pronoun. With
`mars+head_match` the links of a pronoun resolver come on top of the chains that a chain resolver makes of the rest.
"""

from collections import abc
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from anaphora import resolvers
from anaphora.resolvers import chains
from anaphora.workbench.decision import ChainResolver, Resolver
from anaphora.workbench.errors import OptionError, UnknownNameError, unknown_name
from anaphora.workbench.linking import ChainAsPronounResolver, CombinedResolver
from anaphora.workbench.registry import Registry
from anaphora.workbench.spec import parsed

ORACLE = "oracle"
_TRUE, _FALSE = ("yes", "true", "on"), ("no", "false", "off")


def default_resolvers() -> tuple[str, ...]:
    """All pronoun resolvers of the catalogue that need no option."""
    return _ready(resolvers.REGISTRY)


def default_chain_resolvers() -> tuple[str, ...]:
    """All chain resolvers of the catalogue that need no option."""
    return tuple(filter(is_chain_resolver, _ready(chains.REGISTRY)))


def _ready(registry: Registry) -> tuple[str, ...]:
    modules = registry.modules()
    return tuple(name for name, module in modules.items() if not _required(_builder(name, module)))


def build_resolvers(names: Sequence[str], seed: int) -> dict[str, Resolver]:
    """The named resolvers, ready to run; those that draw at random get the seed. The oracle is left out.

    Raises:
        UnknownNameError: there is no such resolver.
        OptionError: a name comes twice, or an option is unknown, missing or has a wrong value.
    """
    if twice := {name for name in names if names.count(name) > 1}:
        raise OptionError(f"The resolver '{min(twice)}' is named twice. Two variants of one differ in their options.")
    return {name: _build(name, seed) for name in names if name != ORACLE}


def is_random(name: str) -> bool:
    """Whether a resolver draws: it takes a seed."""
    bare = parsed(layers(name)[0])[0]
    return bare != ORACLE and "seed" in options_of(bare)


def options_of(name: str) -> Mapping[str, Parameter]:
    """The options of a resolver: the keyword parameters of `build`."""
    return signature(_builder(name, module_of(name))).parameters


def module_of(name: str) -> ModuleType:
    """The module of a resolver or chain resolver. Raises `UnknownNameError` if there is neither of that name."""
    try:
        registry = chains.REGISTRY if is_chain_resolver(name) else resolvers.REGISTRY
        return registry.load(name)
    except UnknownNameError:
        known = [*resolvers.names(), *chains.names()]
        raise unknown_name("resolver", name, known) from None


def is_chain_resolver(name: str) -> bool:
    """Whether the catalogue has a chain resolver of that name (and no pronoun resolver, which comes first)."""
    return name in chains.names() and name not in resolvers.names()


def layers(text: str) -> tuple[str, str]:
    """The resolver and the chain resolver below it, with their options: `mars+head_match`; else the second is empty."""
    brackets = 0
    for at, character in enumerate(text):
        brackets += {"(": 1, ")": -1}.get(character, 0)
        if character == "+" and not brackets:
            return text[:at].strip(), text[at + 1 :].strip()
    return text, ""


def _build(text: str, seed: int) -> Resolver:
    upper, lower = layers(text)
    if not lower:
        return _single(text, seed)
    if is_chain_resolver(parsed(upper)[0]) or not is_chain_resolver(parsed(lower)[0]):
        cure = f"Before the + stands a pronoun resolver, behind it one of {', '.join(chains.names())}."
        raise OptionError(f"'{text}' cannot be put together. {cure}")
    below: ChainResolver = _built(lower, seed, parsed(lower)[1])
    return CombinedResolver(_single(upper, seed), below)


def _single(text: str, seed: int) -> Resolver:
    name, given = parsed(text)
    if not is_chain_resolver(name) or "antecedent" in options_of(name):
        resolver: Resolver = _built(text, seed, given)
        return resolver
    antecedent = {"antecedent": given.pop("antecedent")} if "antecedent" in given else {}
    return ChainAsPronounResolver(_built(text, seed, given), **antecedent)


def _built(text: str, seed: int, given: Mapping[str, str]) -> Any:
    """What the module of a name builds with the options given for it."""
    name = parsed(text)[0]
    build = _builder(name, module_of(name))
    chosen = values(text, build, given)
    for option in _required(build):
        if option not in chosen:
            raise OptionError(f"The resolver '{name}' needs an option: write {name}({option}=...).")
    seeded = {"seed": seed} if "seed" in signature(build).parameters else {}
    return build(**seeded | chosen)


def values(text: str, function: Callable[..., Any], given: Mapping[str, str]) -> dict[str, Any]:
    """The options given for `text` in the types that a function asks for; raises `OptionError` for others."""
    name, allowed, hints = parsed(text)[0], signature(function).parameters, get_type_hints(function)
    names = [option for option, it in allowed.items() if it.kind is it.KEYWORD_ONLY]
    for option in given:
        if option not in names:
            known = f"It has: {', '.join(names)}." if names else "It has none."
            raise OptionError(f"The resolver '{name}' has no option '{option}'. {known}")
    return {option: _value(text, option, value, hints.get(option, str)) for option, value in given.items()}


def _builder(name: str, module: ModuleType) -> Callable[..., Any]:
    if not hasattr(module, "build"):
        raise OptionError(f"The resolver {name!r} has no function build(**options); see CONTRIBUTING.")
    found: Callable[..., Any] = module.build
    return found


def _required(build: Callable[..., Any]) -> list[str]:
    """The options without a default."""
    return [option for option, parameter in signature(build).parameters.items() if parameter.default is Parameter.empty]


def _value(text: str, option: str, value: str, type_: Any) -> Any:
    """A value in the type that the option asks for; several values stand with a / between."""
    parts = get_args(type_) if get_origin(type_) in (Union, UnionType) else (type_,)
    kinds = {get_origin(part) or part for part in parts}
    if bool in kinds:
        if value.lower() not in (*_TRUE, *_FALSE):
            raise OptionError(f"In '{text}' {option} is '{value}'; it must be yes or no.")
        return value.lower() in _TRUE
    if kinds & {int, float}:
        try:
            return int(value) if float not in kinds else float(value)
        except ValueError:
            wanted = "a number" if float in kinds else "a whole number"
            raise OptionError(f"In '{text}' {option} is '{value}'; it must be {wanted}.") from None
    return tuple(value.split("/")) if abc.Sequence in kinds and str not in kinds else value
