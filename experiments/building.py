"""From names to resolvers: `mitkov`, or with options `mitkov(preset=2001)`."""

from collections import abc
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from workbench import catalogue
from workbench.bracketed import parsed
from workbench.decision import Resolver
from workbench.errors import OptionError

ORACLE = "oracle"
_TRUE, _FALSE = ("yes", "true", "on"), ("no", "false", "off")


def default_resolvers() -> tuple[str, ...]:
    """All resolvers of the catalogue that need no option."""
    modules = catalogue.modules("resolvers")
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
    bare = parsed(name)[0]
    return bare != ORACLE and "seed" in options_of(bare)


def options_of(name: str) -> Mapping[str, Parameter]:
    """The options of a resolver: the keyword parameters of `build`."""
    return signature(_builder(name, catalogue.load("resolvers", name))).parameters


def _build(text: str, seed: int) -> Resolver:
    name, given = parsed(text)
    build = _builder(name, catalogue.load("resolvers", name))
    allowed = signature(build).parameters
    hints = get_type_hints(build)
    for option in given:
        if option not in allowed:
            known = f"It has: {', '.join(allowed)}." if allowed else "It has none."
            raise OptionError(f"The resolver '{name}' has no option '{option}'. {known}")
    for option in _required(build):
        if option not in given:
            raise OptionError(f"The resolver '{name}' needs an option: write {name}({option}=...).")
    values = {option: _value(text, option, value, hints.get(option, str)) for option, value in given.items()}
    built: Resolver = build(**({"seed": seed} if "seed" in allowed else {}) | values)
    return built


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
