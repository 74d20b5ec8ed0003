"""What a study declares, with all defaults: the one place that says which keys a study file may have."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from anaphora.preprocess.pipeline import BUNDLED as PIPELINE
from anaphora.workbench.statistics.resampling import RESAMPLES

BUNDLED = "bundled"
"""The path of the corpus that comes with the workbench."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus: `path` is a file or folder, relative to the study, in which `${NAME}` stands for a variable.

    One that is `optional` is passed over where it is absent.
    """

    path: str
    format: str | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Trial:
    """Resolvers under one set of conditions on each of the corpora (all of the study, if none is named).

    It stands for a comparison, an ablation (of one resolver) or the losses of stages. Without `resolvers` all are taken
    that need no option; `perfect` names the layers that come from the key, all of them if `input` is perfect.
    """

    corpora: tuple[str, ...] = ()
    resolvers: tuple[str, ...] = ()
    input: str = "automatic"
    perfect: tuple[str, ...] = ()
    match: str = "strict"
    antecedent: str = "chain"
    window: int = 3
    anaphors: str = "third-person"
    it_filter: str = "learned"
    pipeline: str = PIPELINE


@dataclass(frozen=True, slots=True)
class Scoring:
    """Responses, paths by name, held against a key; the other keys are the options of `anaphora score`."""

    key: str
    responses: Mapping[str, str]
    measures: tuple[str, ...] = ()
    match: str = "strict"
    singletons: str = "keep"
    duplicates: str = "response"
    ignore_words: bool = False
    extra_documents: bool = False
    format: str | None = None
    response_format: str | None = None
    resamples: int = RESAMPLES
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: a resolver of a comparison, or `max` (strict or partial) of what it left to resolvers.

    The heading is the resolver's name, or MAX with the matching, if there is none.
    """

    comparison: str
    resolver: str = ""
    max: str = ""
    measure: str = "success_rate"
    heading: str = ""

    @property
    def title(self) -> str:
        """What stands above the column."""
        return self.heading or self.resolver or f"MAX {self.max}"


@dataclass(frozen=True, slots=True)
class Layout:
    """A table: a row for each of the `documents` with a total for each corpus, or just for the `corpora`."""

    columns: tuple[Column, ...]
    rows: str = "corpora"
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """A whole study: its corpora, and the named parts that are run on them."""

    title: str
    description: str = ""
    seed: int = 0
    corpora: Mapping[str, Corpus] = field(default_factory=dict)
    comparisons: Mapping[str, Trial] = field(default_factory=dict)
    ablations: Mapping[str, Trial] = field(default_factory=dict)
    losses: Mapping[str, Trial] = field(default_factory=dict)
    scores: Mapping[str, Scoring] = field(default_factory=dict)
    tables: Mapping[str, Layout] = field(default_factory=dict)

    def trials(self) -> dict[str, Mapping[str, Trial]]:
        """The parts that run resolvers, by kind."""
        return {"comparisons": self.comparisons, "ablations": self.ablations, "losses": self.losses}


def as_toml(study: Study) -> str:
    """The study in full, every default filled in; read again it is the same study."""
    lines = [f"{name} = {_value(getattr(study, name))}" for name in ("title", "description", "seed")]
    for kind in ("corpora", *study.trials(), "scores", "tables"):
        for name, entry in getattr(study, kind).items():
            lines += ["", f"[{kind}.{name}]"]
            lines += [f"{key} = {_value(value)}" for key, value in as_data(entry).items()]
    return "\n".join(lines) + "\n"


def as_data(declared: Any) -> dict[str, Any]:
    """The keys of a declared table with their values; what has no value is left out, as TOML knows no empty one."""
    pairs = ((each.name, getattr(declared, each.name)) for each in fields(declared))
    return {name: _plain(value) for name, value in pairs if value is not None}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return as_data(value)
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return dict(value) if isinstance(value, Mapping) else value


def _value(value: Any) -> str:
    """A value as TOML writes it: strings, numbers and truth values are those of JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + "".join(f"    {_value(entry)},\n" for entry in value) + "]"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
