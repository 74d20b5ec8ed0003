"""Reading of a study file, and a check of all that it names before any part runs."""

import os
import re
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pydantic import ValidationError

from anaphora.experiments.scoring.score import SIMULATED
from anaphora.experiments.setup import documents
from anaphora.experiments.setup.documents import corpus_files
from anaphora.experiments.study.declaration import BUNDLED, Column, Corpus, Layout, Scoring, Study, Trial
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import toml

Place = tuple[str, ...]
"""Keys from the top of the file; list entries are numbered from 1."""
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_HEADER = re.compile(r"\s*\[\[?([^]]*)\]")
_LINE = re.compile(r" \(at line (\d+), column \d+\)")
_TABLE = re.compile(r"dictionary( or instance of \w+)?")
_KEYS = {key for kind in (Study, Corpus, Trial, Scoring, Column, Layout) for key in kind.model_fields}


@dataclass(frozen=True, slots=True)
class Source:
    """A study file and its text, for errors with their line."""

    path: Path
    text: str

    def error(self, place: Place, problem: str, cure: str, code: str) -> FormatError:
        """The error at the line of a key, of the innermost table around it, or of the file."""
        where = f"{'.'.join(place)}: " if place else ""
        return FormatError(self.path, self._line(place), f"{where}{problem}", cure, code=code)

    def _line(self, place: Place) -> int | None:
        best, depth = None, 0
        table: Place = ()
        for number, line in enumerate(self.text.split("\n"), 1):
            if header := _HEADER.fullmatch(line.partition("#")[0].rstrip()):
                table = _keys(header[1])
                keys = table
            else:
                keys = (*table, *_keys(line.partition("=")[0])) if "=" in line else ()
            if keys == place[: len(keys)] and len(keys) > depth:
                best, depth = number, len(keys)
        return best


@dataclass(frozen=True, slots=True)
class Inputs:
    """Where the corpora are, by name (`None`: the bundled one), and why others are skipped."""

    corpora: Mapping[str, Path | None]
    absent: Mapping[str, str]


def _keys(dotted: str) -> Place:
    return tuple(key.strip().strip("\"'") for key in dotted.strip().split("."))


def read_study(path: Path) -> tuple[Study, Source]:
    """A study from its file.

    Raises:
        FormatError: the file is malformed, or a value does not exist; with line, key and cure.
    """
    try:
        text, table = toml.read(path)
    except OSError as error:
        raise FormatError(path, None, f"cannot be read ({error.strerror})", "Name a study, a TOML file.") from error
    except ValueError as error:
        where = _LINE.search(str(error))
        problem, line = _LINE.sub("", str(error)), int(where[1]) if where else None
        raise FormatError(path, line, f"is not valid TOML: {problem}", "Correct the file.", code="not-toml") from error
    source = Source(path, text)
    try:
        with chdir(path.parent):
            return Study.model_validate(table), source
    except ValidationError as error:
        raise _first_error(source, error) from error


def _first_error(source: Source, error: ValidationError) -> FormatError:
    first = error.errors()[0]
    place = tuple(str(key + 1) if isinstance(key, int) else key for key in first["loc"] if key != "[key]")
    problem, _, cure = first["msg"].partition(". ")
    if first["type"] == "extra_forbidden":
        near = get_close_matches(place[-1], _KEYS - {place[-1]}, 1)
        problem, cure = "there is no such key", f"Did you mean '{near[0]}'?" if near else "Remove it."
    elif first["type"] == "missing":
        problem, cure = "the key is missing", f"Add {place[-1]} = ...."
    elif "problem" not in first.get("ctx", {}):  # pydantic's own words, in those of TOML
        words = _TABLE.sub("table", problem).replace("tuple", "list")
        problem = f"{words[0].lower()}{words[1:]}, not {first['input']!r:.60}"
    code = first["type"].replace("_", "-")
    return source.error(place, problem.removesuffix("."), cure or "Correct the value.", code)


def check_study(study: Study, source: Source, given: Mapping[str, Path]) -> Inputs:
    """The inputs of a completed study; paths in `given` replace those of its corpora.

    Raises:
        FormatError: a name or file does not exist; with line, key and cure. Optional corpora may be absent.
        OptionError: `given` names an unknown corpus.
    """
    for name in given:
        if name not in study.corpora:
            known = ", ".join(study.corpora)
            raise OptionError(f"--corpus {name}=...: the study has no corpus '{name}'. It has: {known}.")
    _require_distinct_names(study, source)
    for kind, trials in study.trials().items():
        for name, trial in trials.items():
            for corpus in trial.corpora:
                _require_known(source, (kind, name, "corpora"), "corpus", corpus, study.corpora)
    for name, scoring in study.scores.items():
        if (reason := missing_file(scoring)) and not scoring.optional:
            cure = "Correct the path, or write optional = true."
            raise source.error(("scores", name), str(reason).removesuffix("."), cure, "missing-file")
    for name, layout in study.tables.items():
        _require_comparisons(study, source, ("tables", name, "columns"), layout)
    return _inputs(study, source, given)


def expand(path: str) -> Path:
    """A path with the values of its variables, or that of the bundled corpus.

    Raises:
        WorkbenchError: a variable is not set.
    """

    def value(variable: re.Match[str]) -> str:
        if variable[1] not in os.environ:
            raise WorkbenchError(f"The environment variable {variable[1]} is not set.")
        return os.environ[variable[1]]

    return documents.BUNDLED if path == BUNDLED else Path(_VARIABLE.sub(value, path))


def missing_file(scoring: Scoring) -> WorkbenchError | None:
    """Why a score cannot be computed: the first of its files that is missing."""
    for path in (scoring.key, *scoring.responses.values()):
        try:
            _existing(path)
        except WorkbenchError as error:
            return error
    return None


def _existing(path: str) -> Path:
    if not (place := expand(path)).exists() and not SIMULATED.fullmatch(path):
        raise WorkbenchError(f"There is no {path}.")
    return place


def _require_distinct_names(study: Study, source: Source) -> None:
    """Files are called after parts, corpora and tables, and some systems do not tell cases apart."""
    parts: dict[str, Mapping[str, object]] = {**study.trials(), "scores": study.scores}
    for group in (parts, {"corpora": study.corpora}, {"tables": study.tables}):
        taken: dict[str, str] = {}
        for kind, entries in group.items():
            for name in entries:
                if other := taken.get(name.lower()):
                    cure = "Choose another name; files are called after it."
                    raise source.error((kind, name), f"the name is taken in {other}", cure, "name-taken")
                taken[name.lower()] = kind
    if not any(parts.values()):
        cure = "Add one, such as [comparisons.main]; all of its keys have defaults."
        raise source.error((), "the study has no part", cure, "no-part")


def _inputs(study: Study, source: Source, given: Mapping[str, Path]) -> Inputs:
    present: dict[str, Path | None] = {}
    absent: dict[str, str] = {}
    for name, corpus in study.corpora.items():
        try:
            text = str(given.get(name, corpus.path))
            path = None if text == BUNDLED else _existing(text)
        except WorkbenchError as error:
            if not corpus.optional or name in given:
                cure = f"Correct the path, give another with --corpus {name}=PATH, or write optional = true."
                problem = str(error).removesuffix(".")
                raise source.error(("corpora", name, "path"), problem, cure, "missing-file") from error
            absent[name] = str(error)
            continue
        try:
            corpus_files([path] if path else [], corpus.format)
        except WorkbenchError as error:
            problem, _, cure = str(error).partition(". ")
            raise source.error(
                ("corpora", name), problem.removesuffix("."), cure or "Correct it.", error.code
            ) from error
        present[name] = path
    return Inputs(present, absent)


def _require_known(source: Source, place: Place, noun: str, name: str, known: Mapping[str, object]) -> None:
    if name not in known:
        cure = f"It has: {', '.join(known) or 'none'}."
        raise source.error(place, f"the study has no {noun} '{name}'", cure, "unknown-name")


def _require_comparisons(study: Study, source: Source, place: Place, layout: Layout) -> None:
    for number, column in enumerate(layout.columns, 1):
        here = (*place, str(number))
        _require_known(source, (*here, "comparison"), "comparison", column.comparison, study.comparisons)
        resolvers = [spec.label for spec in study.comparisons[column.comparison].settings().resolvers]
        if column.resolver and column.resolver not in resolvers:
            problem = f"the comparison does not run '{column.resolver}'"
            cure = f"Choose from {', '.join(resolvers)}."
            raise source.error((*here, "resolver"), problem, cure, "unknown-name")
    if len({study.comparisons[column.comparison].anaphors for column in layout.columns}) > 1:
        cure = "Make two tables, or compare the same anaphors."
        raise source.error(place, "the comparisons differ in their anaphors", cure, "different-anaphors")
