"""Helpers of all resolvers: checks of options, data files."""

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import content as content_of
from anaphora.workbench.provenance import Card, read_learned_card

Result = TypeVar("Result")


def check_choice(option: str, value: str, known: Iterable[str]) -> None:
    """Raise `OptionError` if an option has none of its known values."""
    known = tuple(known)
    if value not in known:
        raise OptionError(f"There is no {option} {value!r}; choose from {', '.join(known)}.", code="unknown-value")


def check_range(option: str, value: float, fits: bool, expected: str) -> None:
    """Raise `OptionError` if a number does not fit what is expected of the option."""
    if not fits:
        raise OptionError(f"The {option} is {value}; it must be {expected}.", code="out-of-range")


Tables: TypeAlias = dict[str, Any]
"""A TOML file of ours, which therefore has the tables that its reader expects."""
Frequency = Annotated[int, Field(ge=0, le=10**12)]
"""A count of training, bounded so that sums stay exact."""
Fraction = Annotated[float, Field(ge=0, le=1)]
Score = Annotated[float, Field(ge=-(10**6), le=10**6, allow_inf_nan=False)]
"""A summand of scores that training sets, bounded so that no sum of them overflows."""
VERSION = 1
Content = TypeVar("Content")


@cache
def read_tables(file: str, package: str = "anaphora.resolvers") -> Tables:
    """Read a TOML file that comes with a package; it must not be changed."""
    return tomllib.loads(files(package).joinpath(file).read_text("utf8"))


@dataclass(frozen=True, slots=True)
class _Header:
    format: str
    version: int


def header(resolver: str) -> dict[str, object]:
    """The entries that a file of parameters begins with."""
    return {"format": resolver, "version": VERSION}


def read_parameters(path: str | Path, content: type[Content], resolver: str) -> Content:
    """Read what training a resolver has written; `content` is a dataclass that describes the file.

    Raises `OptionError` if the file cannot be read, or was not written by that training.
    """
    try:
        text = content_of(Path(path))
        head = TypeAdapter(_Header).validate_json(text, strict=True)
        if (head.format, head.version) != (resolver, VERSION):
            raise malformed(path, resolver, f"it has {head.format!r:.50}, version {head.version}, not {VERSION}")
        return TypeAdapter(content).validate_json(text, strict=True)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, problem["loc"])) or "the file"
        raise malformed(path, resolver, f"{field:.200}: {problem['msg']}") from error
    except FormatError as error:
        raise malformed(path, resolver, error.problem, code=error.code) from error
    except ValueError as error:
        raise malformed(path, resolver, f"it cannot be read: {error}", code="unreadable") from error


def learned(read: Callable[[Path], Content], parameters: str | Path | None, module: str) -> tuple[Content, Card | None]:
    """Return what a resolver has learned and its card, from the file `parameters` or else the one beside its `module`.

    The latter is read once.
    """
    if parameters is None:
        return _shipped(read, Path(module).with_suffix(".json"))
    return read(Path(parameters)), read_learned_card(parameters)


@cache
def _shipped(read: Callable[[Path], Content], path: Path) -> tuple[Content, Card | None]:
    return read(path), read_learned_card(path)


def malformed(path: str | Path, resolver: str, problem: str, *, code: str = "malformed") -> OptionError:
    """The error for a file that holds no parameters of a resolver."""
    cure = f"Expected is a file that `anaphora train {resolver} CORPUS --output FILE` has written."
    error = OptionError(f"The parameters in {path} are of no use: {problem}. {cure}", code=code)
    error.path = str(path)
    return error
