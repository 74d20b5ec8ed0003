"""The tables and word lists of this folder."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_table(path: str) -> dict[str, Any]:
    """A file of this folder, or below it; its sections by name."""
    return tomllib.loads(files("anaphora.preprocess.english").joinpath(path).read_text("utf8"))


def read_lines(path: str) -> list[str]:
    """The lines of a file of this folder, but for comments."""
    lines = files("anaphora.preprocess.english").joinpath(path).read_text("utf8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@cache
def word_lists(path: str = "agreement.toml") -> Mapping[str, Mapping[str, frozenset[str]]]:
    """All lists of a file of lists, as sets, by section and name."""
    return {
        section: {name: frozenset(words) for name, words in lists.items()}
        for section, lists in read_table(path).items()
    }


@cache
def words_of(path: str, *names: str) -> frozenset[str]:
    """The union of word lists of a file, each named `section.list`."""
    parts = (name.split(".") for name in names)
    return frozenset(word for section, name in parts for word in read_table(path)[section][name])
