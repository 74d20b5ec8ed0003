"""The word lists of `agreement.toml`, by section and name."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def word_lists() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """All lists, as sets."""
    lists: dict[str, Any] = tomllib.loads(
        files("anaphora.preprocess.english").joinpath("agreement.toml").read_text("utf8")
    )
    return {section: {name: frozenset(words) for name, words in entries.items()} for section, entries in lists.items()}
