"""Settings as keyword arguments: one dataclass says which there are, with their defaults."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from inspect import Parameter, Signature, signature
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


def takes_settings(defaults: object) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Show the fields of settings, with these defaults, in place of `**settings` in help and completion."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = [
            parameter
            for parameter in signature(function).parameters.values()
            if parameter.kind is not Parameter.VAR_KEYWORD
        ]
        taken = {parameter.name for parameter in own}
        more = [
            Parameter(field.name, Parameter.KEYWORD_ONLY, default=getattr(defaults, field.name), annotation=field.type)
            for field in fields(defaults)  # type: ignore[arg-type]
            if field.init and field.name not in taken
        ]
        function.__signature__ = Signature([*own, *more])  # type: ignore[attr-defined]
        return function

    return decorate


def as_settings(defaults: S, given: Mapping[str, object]) -> S:
    """The settings given, and these defaults for the others.

    Raises:
        TypeError: there is no such setting.
        WorkbenchError: a value is out of range.
    """
    known = sorted(field.name for field in fields(defaults) if field.init)  # type: ignore[arg-type]
    if unknown := sorted(set(given) - set(known)):
        raise TypeError(f"There is no setting {unknown[0]!r}. There are: {', '.join(known)}.")
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return replace(defaults, **values)  # type: ignore[type-var]
