"""Settings as keyword arguments: one dataclass says which there are, with their defaults."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from inspect import Parameter, Signature, signature
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


def takes_settings(settings: type[Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Show the fields of a settings class, with their defaults, in place of `**settings` in help and completion."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = [
            parameter
            for parameter in signature(function).parameters.values()
            if parameter.kind is not Parameter.VAR_KEYWORD
        ]
        taken = {parameter.name for parameter in own}
        more = [
            Parameter(field.name, Parameter.KEYWORD_ONLY, default=_default(field), annotation=field.type)
            for field in fields(settings)
            if field.init and field.name not in taken
        ]
        function.__signature__ = Signature([*own, *more])  # type: ignore[attr-defined]
        return function

    return decorate


def _default(field: Field[object]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


def as_settings(settings: type[S], given: Mapping[str, object]) -> S:
    """The settings given, with the defaults of the others.

    Raises:
        TypeError: there is no such setting.
        WorkbenchError: a value is out of range.
    """
    known = sorted(field.name for field in fields(settings) if field.init)  # type: ignore[arg-type]
    if unknown := sorted(set(given) - set(known)):
        raise TypeError(f"There is no setting {unknown[0]!r}. There are: {', '.join(known)}.")
    return settings(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})
