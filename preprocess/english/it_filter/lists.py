"""Word lists beside the rules that read them."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _file(name: str) -> dict[str, Any]:
    return tomllib.loads(files("anaphora.preprocess.english.it_filter").joinpath(name).read_text("utf8"))


@cache
def words_of(file: str, *names: str) -> frozenset[str]:
    """The union of word lists of a file, each named `section.list`."""
    parts = (name.split(".") for name in names)
    return frozenset(word for section, part in parts for word in _file(file)[section][part])


def number_of(file: str, name: str) -> int:
    """A number of a file, named `section.entry`."""
    section, _, entry = name.partition(".")
    return int(_file(file)[section][entry])
