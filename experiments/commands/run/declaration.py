"""Declared studies: models of every key of a study file, its reading, and a check of all that it names."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar, cast, get_type_hints

import tomli_w
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    create_model,
)
from pydantic_core import PydanticCustomError

from anaphora.experiments.commands.score.counting import SIMULATED
from anaphora.experiments.run import documents
from anaphora.experiments.run.configuration import (
    Configuration,
    Options,
    configure,
    default_of,
    least_of,
)
from anaphora.preprocess import pipeline
from anaphora.resolvers.specs import ORACLE, build_resolvers, default_resolvers, require_installed
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError, unknown_name
from anaphora.workbench.files import read_toml
from anaphora.workbench.measures import by_name
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.spec import parse_resolver, parse_resolvers

BUNDLED = "bundled"
"""The path of the corpus that comes with the workbench."""
Keys: TypeAlias = tuple[str, ...]
"""Keys from the top of the file; list entries are numbered from 1."""
Value = TypeVar("Value")
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_HEADER = re.compile(r"\s*\[\[?([^]]*)\]")
_LINE = re.compile(r" \(at line (\d+), column \d+\)")
_TABLE = re.compile(r"dictionary( or instance of \w+)?")
_TRUST = "If you trust this study, run it with --trust (in Python: trust=True); otherwise install what it names."


def _validator(check: Callable[[Value], object]) -> AfterValidator:
    """A validator that reports what `check` raises at the place of the value."""

    def untold(value: Value, _: bool) -> object:
        return check(value)

    return _trusting_validator(untold)


def _trusting_validator(check: Callable[[Value, bool], object]) -> AfterValidator:
    """The same validator; `check` is also told whether the user trusts the study (the validation's context)."""

    def validate(value: Value, info: ValidationInfo) -> Value:
        try:
            check(value, bool(info.context))
        except WorkbenchError as error:
            raise PydanticCustomError(error.code, "{problem}", {"problem": str(error)}) from error
        return value

    return AfterValidator(validate)


def _require_distinct(names: Sequence[str]) -> None:
    if repeated := [name for name in names if names.count(name) > 1]:
        raise OptionError(f"'{repeated[0]}' is named twice. Name it once.", code="named-twice")


def _choose_measures(names: Sequence[str]) -> None:
    for name in names:
        choose_measure(name)


def _build_resolvers(names: Sequence[str], trust: bool) -> None:
    if not trust:
        require_installed(parse_resolvers(names), _TRUST)
    build_resolvers(names, seed=0)


def _load_pipeline(name: str, trust: bool) -> None:
    if not trust:
        pipeline.require_installed(name, _TRUST)
    if name != pipeline.BUNDLED:  # which is loaded when it is needed
        pipeline.load(name)


def _require_trusted(name: str, trust: bool) -> None:
    """Raise `OptionError` for a folder that may run code; a pipeline that is missing is reported with its corpus."""
    if not name:
        return
    with suppress(WorkbenchError):
        name = str(expand(name))
    if not trust and Path(name).is_dir():
        pipeline.require_installed(name, _TRUST)


def _require_one_resolver(names: Sequence[str]) -> None:
    if len(names) != 1 or parse_resolver(names[0]).name == ORACLE:
        cure = 'Write resolvers = ["mars"], and a part of its own for each other resolver.'
        raise OptionError(f"An ablation has one resolver, which is not the oracle. {cure}", code="not-one-resolver")


def _require_column(column: "Column") -> None:
    if bool(column.resolver) == bool(column.max):
        raise OptionError("A column has either 'resolver' or 'max'. Give one of them.", code="not-one-figure")
    if column.measure not in by_name(MEASURES):
        raise unknown_name("measure of success", column.measure, by_name(MEASURES))


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Model = TypeVar("Model", bound=_Model)
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
"""Names of parts, corpora and tables, which are also names of files."""
Names = Annotated[tuple[str, ...], Field(strict=False), _validator(_require_distinct)]
Resolvers = Annotated[Names, _trusting_validator(_build_resolvers)]
_NAMING = {
    "measures": Annotated[Names, _validator(_choose_measures)],
    "pipeline": Annotated[str, _trusting_validator(_load_pipeline)],
}
"""Options that name something, which is looked for."""


def _with(options: type, *names: str) -> Callable[[type[Model]], type[Model]]:
    """Append options of the configuration to the keys of a model, with their types, limits and defaults."""
    types = get_type_hints(options) | _NAMING
    keys = {name: (types[name], Field(default=default_of(name), ge=least_of(name))) for name in names}

    def extend(model: type[Model]) -> type[Model]:
        extended: type[Model] = create_model(model.__name__, __base__=model, __doc__=model.__doc__, **keys)  # type: ignore[call-overload]
        return extended

    return extend


class Corpus(_Model):
    """A corpus: `path` is a file or folder, relative to the study, in which `${NAME}` stands for a variable.

    An `optional` corpus is skipped where it is absent, or its pipeline. `pipeline` is what analyses this corpus, a
    package or a folder, in place of that of the parts: languages differ in it.
    """

    path: str
    format: str | None = None
    optional: bool = False
    pipeline: Annotated[str, _trusting_validator(_require_trusted)] = ""

    def lacks_pipeline(self) -> WorkbenchError | None:
        """Return the error that its own pipeline raises when it is loaded; `None` if there is none."""
        try:
            if self.pipeline:
                pipeline.load(str(expand(self.pipeline)))
        except WorkbenchError as error:
            return error
        return None


@_with(
    Options,
    *("match", "antecedent", "clausal", "window", "noun_window", "anaphors", "it_filter", "it_classes", "names"),
    "pipeline",
)
class Trial(_Model):
    """Resolvers under one set of conditions on each of the corpora (default: all of the study).

    `resolvers` default to all that need no option; `perfect` names the layers that come from the key, all of them if
    `input` is perfect. The other keys are options of the command.
    """

    corpora: Names = ()
    resolvers: Resolvers = ()
    input: Literal["automatic", "perfect"] = "automatic"
    perfect: Names = ()

    def options(self) -> Options:
        """The options of `compare`; raises `OptionError` for values that do not exist."""
        if self.perfect and self.input == "perfect":
            raise OptionError("With input = \"perfect\" all layers are perfect: leave out 'perfect', or 'input'.")
        perfect = LAYERS if self.input == "perfect" else self.perfect
        options = self.model_dump(exclude={"corpora", "resolvers", "input"}) | {"perfect": perfect}
        return cast("Options", options)

    def settings(self) -> Configuration:
        """The configuration that the options make; raises `OptionError` for values that do not exist."""
        return configure(self.resolvers, **self.options())


class Ablation(Trial):
    """The ablation of a single resolver."""

    resolvers: Annotated[Resolvers, _validator(_require_one_resolver)]


@_with(
    Options,
    *("measures", "match", "singletons", "duplicates", "zeros", "ignore_words", "extra_documents", "format"),
    *("response_format", "resamples", "preset", "split_antecedents"),
)
class _Scored(_Model):
    key: str
    responses: Annotated[dict[str, str], Field(min_length=1)]


class Scoring(_Scored):
    """Responses (paths by name), scored against a key; the other keys are the options of `anaphora score`."""

    optional: bool = False

    def options(self) -> Options:
        """The options of `score` that were given: a preset has others."""
        options = self.model_dump(exclude={"key", "responses", "optional"}, exclude_unset=True)
        return cast("Options", options)

    def settings(self) -> Configuration:
        """The configuration that the options make; raises `OptionError` for values that do not exist."""
        return configure(**self.options())

    def missing(self) -> WorkbenchError | None:
        """Return the error of the first of its files that is missing; `None` if all are there."""
        for path in (self.key, *self.responses.values()):
            try:
                _existing(path)
            except WorkbenchError as error:
                return error
        return None


class Column(_Model):
    """A column of a table: a resolver of a comparison by its label, or `max`, the upper bound of its input.

    The heading defaults to the resolver's name, or to MAX with the matching.
    """

    comparison: str
    resolver: Annotated[str, AfterValidator(lambda text: parse_resolver(text).label)] = ""
    max: Literal["strict", "partial"] | None = None
    measure: str = "success_rate"
    heading: str = ""

    @property
    def title(self) -> str:
        """The heading or its default."""
        return self.heading or self.resolver or f"MAX {self.max}"


class Layout(_Model):
    """A table: a row for each of the `documents` and a total for each corpus, or only rows for `corpora`."""

    columns: Annotated[
        tuple[Annotated[Column, _validator(_require_column)], ...],
        Field(min_length=1, strict=False),
        _validator(lambda columns: _require_distinct([column.title for column in columns])),
    ]
    rows: Literal["documents", "corpora"] = "corpora"
    caption: str = ""


AnyCorpus = Annotated[Corpus, BeforeValidator(lambda value: {"path": value} if isinstance(value, str) else value)]
ValidTrial = Annotated[Trial, _validator(Trial.settings)]


class Study(_Model):
    """A whole study: its corpora, and the named parts that run on them."""

    title: str
    description: str = ""
    seed: int = 0
    corpora: dict[Name, AnyCorpus] = {}
    comparisons: dict[Name, ValidTrial] = {}
    ablations: dict[Name, Annotated[Ablation, _validator(Trial.settings)]] = {}
    losses: dict[Name, ValidTrial] = {}
    scores: dict[Name, Annotated[Scoring, _validator(Scoring.settings)]] = {}
    tables: dict[Name, Layout] = {}

    def trials(self) -> Mapping[str, Mapping[str, Trial]]:
        """The parts that run resolvers, by kind."""
        return {"comparisons": self.comparisons, "ablations": self.ablations, "losses": self.losses}

    def completed(self) -> "Study":
        """The study with the corpora and resolvers named that a part runs on by default."""
        corpora = self.corpora or {"manuals": Corpus(path=BUNDLED)}

        def complete(trial: Trial) -> Trial:
            resolvers = trial.resolvers or default_resolvers(trial.settings().preparation.anaphors)
            return trial.model_copy(update={"corpora": trial.corpora or tuple(corpora), "resolvers": resolvers})

        trials = {
            kind: {name: complete(trial) for name, trial in trials.items()} for kind, trials in self.trials().items()
        }
        return self.model_copy(update={"corpora": corpora, **trials})

    def as_toml(self) -> str:
        """The study with every default; read again it is the same study."""
        return tomli_w.dumps({key: value for key, value in self.model_dump(exclude_none=True).items() if value != {}})


_KEYS = {key for kind in (Study, Corpus, Trial, Scoring, Column, Layout) for key in kind.model_fields}


@dataclass(frozen=True, slots=True)
class Source:
    """A study file and its text, for errors with their line."""

    path: Path
    text: str

    def error(self, keys: Keys, problem: object, cure: str, code: str) -> FormatError:
        """The error at the line of a key, of the innermost table around it, or of the file."""
        where = f"{'.'.join(keys)}: " if keys else ""
        return FormatError(self.path, self._line(keys), f"{where}{str(problem).removesuffix('.')}", cure, code=code)

    def require(self, keys: Keys, name: str, known: Mapping[str, object], problem: str) -> None:
        """Raise the error for a name that is not known."""
        if name not in known:
            raise self.error(keys, problem, f"Choose from {', '.join(known) or 'none'}.", "unknown-name")

    def _line(self, wanted: Keys) -> int | None:
        best, depth = None, 0
        table: Keys = ()
        for number, line in enumerate(self.text.split("\n"), 1):
            if header := _HEADER.fullmatch(line.partition("#")[0].rstrip()):
                table = _keys(header[1])
                keys = table
            else:
                keys = (*table, *_keys(line.partition("=")[0])) if "=" in line else ()
            if keys == wanted[: len(keys)] and len(keys) > depth:
                best = number
                depth = len(keys)
        return best


def _keys(dotted: str) -> Keys:
    return tuple(key.strip().strip("\"'") for key in dotted.strip().split("."))


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Make a study's folder the current one; Python imports nothing from it, even if its path has the current one."""
    relative = {place: entry for place, entry in enumerate(sys.path) if not Path(entry).is_absolute()}
    for place, entry in relative.items():
        sys.path[place] = str(Path(entry).resolve())
    try:
        with chdir(folder):
            yield
    finally:
        for place, entry in relative.items():
            sys.path[place] = entry


def read_study(path: Path, *, trust: bool = False) -> tuple[Study, Source]:
    """A study from its file. With `trust` it may name code that is not installed, which is imported.

    Raises:
        FormatError: the file is malformed, or a value does not exist; with line, key and cure. Code "untrusted": a
            resolver or pipeline is not installed.
    """
    try:
        text, table = read_toml(path)
    except ValueError as error:
        where = _LINE.search(str(error))
        problem = _LINE.sub("", str(error))
        line = int(where[1]) if where else None
        raise FormatError(path, line, f"is not valid TOML: {problem}", "Correct the file.", code="not-toml") from error
    source = Source(path, text)
    try:
        with inside(path.parent):
            return Study.model_validate(table, context=trust), source
    except ValidationError as error:
        raise _first_error(source, error) from error


def _first_error(source: Source, error: ValidationError) -> FormatError:
    first = error.errors()[0]
    keys = tuple(str(key + 1) if isinstance(key, int) else key for key in first["loc"] if key != "[key]")
    problem, _, cure = first["msg"].partition(". ")
    if first["type"] == "extra_forbidden":
        near = get_close_matches(keys[-1], _KEYS - {keys[-1]}, 1)
        problem, cure = "there is no such key", f"Did you mean '{near[0]}'?" if near else "Remove it."
    elif first["type"] == "missing":
        problem, cure = "the key is missing", f"Add {keys[-1]} = ...."
    elif "problem" not in first.get("ctx", {}):  # pydantic's own words, in those of TOML
        words = _TABLE.sub("table", problem).replace("tuple", "list")
        problem = f"{words[0].lower()}{words[1:]}, not {first['input']!r:.60}"
    return source.error(keys, problem, cure or "Correct the value.", first["type"].replace("_", "-"))


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a study on one corpus (`None`: a score); `kind` is the name of its table in the study.

    `path` is where the corpus is (`None`: the bundled one), `format` that of the corpus if it is named.
    """

    kind: str
    name: str
    corpus: str | None
    declared: Trial | Scoring
    path: Path | None = None
    format: str | None = None

    @property
    def title(self) -> str:
        """The name of its folder."""
        return f"{self.name}.{self.corpus}" if self.corpus else self.name


def list_parts(study: Study, source: Source, given: Mapping[str, Path]) -> tuple[list[Part], dict[str, str]]:
    """The parts of a completed study whose inputs are present, and why other corpora and scores are skipped.

    Paths in `given` replace those of its corpora.

    Raises:
        FormatError: a name or file does not exist; with line, key and cure. Optional corpora may be absent.
        OptionError: `given` names an unknown corpus.
    """
    for name in given:
        if name not in study.corpora:
            names = ", ".join(study.corpora)
            raise OptionError(f"--corpus {name}=...: the study has no corpus '{name}'. It has: {names}.")
    _require_distinct_names(study, source)
    for name, layout in study.tables.items():
        _require_comparisons(study, source, ("tables", name, "columns"), layout)
    present, skipped = _corpora(study, source, given)
    parts: list[Part] = []
    for kind, trials in study.trials().items():
        for name, trial in trials.items():
            for corpus in trial.corpora:
                source.require((kind, name, "corpora"), corpus, study.corpora, f"the study has no corpus '{corpus}'")
                if corpus in present:
                    entry = study.corpora[corpus]
                    update = {"pipeline": str(expand(entry.pipeline))} if entry.pipeline else {}
                    adapted = trial.model_copy(update=update)
                    parts.append(Part(kind, name, corpus, adapted, present[corpus], entry.format))
    for name, scoring in study.scores.items():
        reason = scoring.missing()
        if reason and not scoring.optional:
            raise source.error(("scores", name), reason, "Correct the path, or write optional = true.", "missing-file")
        if reason:
            skipped[name] = str(reason)
        else:
            parts.append(Part("scores", name, None, scoring))
    return parts, skipped


def _require_distinct_names(study: Study, source: Source) -> None:
    """Raise `FormatError` for a name taken twice: files are called after it, and some systems ignore its case."""
    parts: dict[str, Mapping[str, object]] = {**study.trials(), "scores": study.scores}
    for group in (parts, {"corpora": study.corpora}, {"tables": study.tables}):
        taken: dict[str, str] = {}
        for kind, entries in group.items():
            for name in entries:
                if table := taken.get(name.lower()):
                    cure = "Choose another name; files are called after it."
                    raise source.error((kind, name), f"the name is taken in {table}", cure, "name-taken")
                taken[name.lower()] = kind
    if not any(parts.values()):
        cure = "Add one, such as [comparisons.main]; all of its keys have defaults."
        raise source.error((), "the study has no part", cure, "no-part")


def _require_comparisons(study: Study, source: Source, keys: Keys, layout: Layout) -> None:
    asked = set()
    for number, column in enumerate(layout.columns, 1):
        here = (*keys, str(number))
        name = column.comparison
        source.require((*here, "comparison"), name, study.comparisons, f"the study has no comparison '{name}'")
        settings = study.comparisons[name].settings()
        asked.add(settings.preparation.anaphors)
        if column.resolver:
            resolvers = {spec.label: spec for spec in settings.resolvers}
            problem = f"the comparison does not run '{column.resolver}'"
            source.require((*here, "resolver"), column.resolver, resolvers, problem)
    if len(asked) > 1:
        cure = "Make two tables, or compare the same anaphors."
        raise source.error(keys, "the comparisons differ in their anaphors", cure, "different-anaphors")


def _corpora(study: Study, source: Source, paths: Mapping[str, Path]) -> tuple[dict[str, Path | None], dict[str, str]]:
    """Return the places of the corpora (`None`: the bundled one), and why optional corpora are skipped."""
    present: dict[str, Path | None] = {}
    skipped: dict[str, str] = {}
    for name, corpus in study.corpora.items():
        try:
            text = str(paths.get(name, corpus.path))
            path = None if text == BUNDLED else _existing(text)
        except WorkbenchError as error:
            if not corpus.optional or name in paths:
                cure = f"Correct the path, give another with --corpus {name}=PATH, or write optional = true."
                raise source.error(("corpora", name, "path"), error, cure, "missing-file") from error
            skipped[name] = str(error)
            continue
        if lack := corpus.lacks_pipeline():
            if not corpus.optional:
                problem, _, cure = str(lack).partition(". ")
                cure = f"{cure or 'Correct its name.'} Or write optional = true."
                raise source.error(("corpora", name, "pipeline"), problem, cure, lack.code) from lack
            skipped[name] = str(lack)
            continue
        try:
            documents.corpus_files([path] if path else [], corpus.format)
        except WorkbenchError as error:
            problem, _, cure = str(error).partition(". ")
            raise source.error(("corpora", name), problem, cure or "Correct it.", error.code) from error
        present[name] = path
    return present, skipped


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


def _existing(text: str) -> Path:
    path = expand(text)
    if not path.exists() and not SIMULATED.fullmatch(text):
        raise WorkbenchError(f"There is no {text}.")
    return path
