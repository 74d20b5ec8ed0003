"""From a TOML file to a `Study`: keys and types are those of the declaration's dataclasses."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from anaphora.experiments.study.declaration import Corpus, Study
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import toml

Place = tuple[str, ...]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_HEADER = re.compile(r"\s*\[\[?([^]]*)\]")
_TYPES = {str: "a text in quotes", int: "a whole number", bool: "true or false"}
_LINE = re.compile(r" \(at line (\d+), column \d+\)")


@dataclass(frozen=True, slots=True)
class Source:
    """A study file and its text, to say where in it something is wrong."""

    path: Path
    text: str

    def error(self, place: Place, problem: str, cure: str) -> FormatError:
        """The error at the line of a key, of the innermost table around it, or of the file."""
        where = f"{'.'.join(place)}: " if place else ""
        return FormatError(self.path, self._line(place), f"{where}{problem}", cure)

    def _line(self, place: Place) -> int | None:
        best, depth = None, 0
        table: Place = ()
        for number, line in enumerate(self.text.split("\n"), 1):
            if header := _HEADER.fullmatch(line.partition("#")[0].rstrip()):
                table = _keys(header[1])
                here = table
            else:
                here = (*table, *_keys(line.partition("=")[0])) if "=" in line else ()
            shared = here if here == place[: len(here)] else ()
            if len(shared) > depth:
                best, depth = number, len(shared)
        return best


def _keys(dotted: str) -> Place:
    return tuple(key.strip().strip("\"'") for key in dotted.strip().split("."))


def read(path: Path) -> tuple[Study, Source]:
    """The study of a file, complete and of the right types; whether its names exist is not looked at.

    Raises `FormatError` with line, key and cure.
    """
    try:
        text, table = toml.read(path)
        source = Source(path, text)
    except OSError as error:
        raise FormatError(path, None, f"cannot be read ({error.strerror})", "Name a study, a TOML file.") from error
    except UnicodeDecodeError as error:
        raise FormatError(path, None, "is not UTF-8 text", "Save it as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        where = _LINE.search(str(error))
        problem, line = _LINE.sub("", str(error)), int(where[1]) if where else None
        raise FormatError(path, line, f"no valid TOML: {problem}", "Names stand once, texts in quotes.") from error
    except ValueError as error:
        raise FormatError(path, None, f"no valid TOML: {error}", "No study needs what is so long or deep.") from error
    study: Study = _table(source, (), Study, table)
    return study, source


def _table(source: Source, place: Place, kind: type[Any], given: Mapping[str, Any]) -> Any:
    """A dataclass of the values of a table."""
    hints = get_type_hints(kind)
    for key in given:
        if key not in hints:
            near = get_close_matches(key, hints, 1)
            cure = f"Did you mean '{near[0]}'? " if near else ""
            raise source.error((*place, key), "there is no such key", f"{cure}There are: {', '.join(hints)}.")
    for each in fields(kind):
        if each.name not in given and each.default is MISSING and each.default_factory is MISSING:
            raise source.error(place, f"the key '{each.name}' is missing", f"Add {each.name} = ....")
    return kind(**{key: _value(source, (*place, key), hints[key], value) for key, value in given.items()})


def _value(source: Source, place: Place, hint: Any, value: Any) -> Any:
    """A value of the type that the declaration asks for."""
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise source.error(place, f"{value!r} is no list", 'Write a list in brackets, such as ["one", "two"].')
        return tuple(_value(source, (*place, str(at)), kinds[0], entry) for at, entry in enumerate(value, 1))
    if get_origin(hint) is Mapping:
        if not isinstance(value, dict):
            raise source.error(place, f"{value!r} is no table", f"Write a table, [{'.'.join(place)}.NAME].")
        return {key: _value(source, (*place, _name(source, place, key)), kinds[1], it) for key, it in value.items()}
    if hint is Corpus and isinstance(value, str):
        return Corpus(value)
    if is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, dict):
            raise source.error(place, f"{value!r} is no table", f"It has the keys {', '.join(get_type_hints(hint))}.")
        return _table(source, place, hint, value)
    wanted = kinds[0] if kinds else hint
    if type(value) is not wanted:
        raise source.error(place, f"{value!r} is not {_TYPES[wanted]}", f"Write {_TYPES[wanted]}.")
    return value


def _name(source: Source, place: Place, name: str) -> str:
    """A name that can be that of a file."""
    if not _NAME.fullmatch(name):
        cure = "Names have letters, digits, _ and -, for files are called after them."
        raise source.error((*place, name), "not a name that a part can have", cure)
    return name
