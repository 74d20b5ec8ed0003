"""A study file: a list of calls of public functions, all of whose keys are checked before anything runs."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from anaphora.experiments.commands.score.counting import SIMULATED
from anaphora.experiments.run import documents
from anaphora.experiments.run.arguments import OneResolver, Resolvers, configuration
from anaphora.experiments.run.command import TO, Command, kind_of, load_command
from anaphora.experiments.run.configuration import OPTIONS, configure
from anaphora.preprocess import pipeline
from anaphora.resolvers.specs import build_resolvers, require_installed
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError, unknown_name
from anaphora.workbench.files import read_toml
from anaphora.workbench.measures.choosing import choose_measures
from anaphora.workbench.options import EXECUTION, About, about_of, described_by, require_choice, require_type

BUNDLED = "bundled"
"""The path of the corpus that comes with the workbench."""
Keys: TypeAlias = tuple[str, ...]
"""Keys from the top of the file; entries of a list are numbered from 1."""
LongField: TypeAlias = Literal["name", "corpus", "command", "unit", "system", "measure", "part"]
"""The columns of the long table that say which figure it is: the first three of the study, the others of the result."""
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
"""Names of parts, corpora and tables, which are also names of files."""
_one_or_several = BeforeValidator(lambda value: [value] if isinstance(value, str) else value)
Names = Annotated[tuple[str, ...], _one_or_several, Field(strict=False)]
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_HEADER = re.compile(r"\s*(\[\[?)([^]]*)\]\]?")
_LINE = re.compile(r" \(at line (\d+), column \d+\)")
_BEFORE = ("comparisons", "ablations", "losses", "scores")
"""The tables of parts in study files of earlier versions."""
_TRUST = "If you trust this study, run it with --trust (in Python: trust=True); otherwise install what it names."


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class StudyCorpus(_Model):
    """A file or folder, relative to the study, in which `${NAME}` stands for a variable.

    Its format, language and pipeline are arguments of all calls on it. An `optional` corpus is passed over where it is
    absent, or its pipeline.
    """

    path: str
    format: str | None = None
    language: str | None = None
    pipeline: str | None = None
    optional: bool = False

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of calls on it."""
        return self.model_dump(include={"format", "language", "pipeline"}, exclude_none=True)


AnyCorpus = Annotated[StudyCorpus, BeforeValidator(lambda value: {"path": value} if isinstance(value, str) else value)]
"""A corpus, or its path alone."""


class StudyPart(_Model, extra="allow"):
    """Calls of a command, on each of the corpora (default: all of the study); its other keys are arguments.

    An `optional` one is passed over where a file that it names is absent.
    """

    name: Name
    command: str
    corpus: Names = ()
    optional: bool = False

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the function."""
        return self.model_extra or {}


class Selection(_Model):
    """The values that fields of the long table may have, and the number that is shown of a figure."""

    name: Names = ()
    corpus: Names = ()
    command: Names = ()
    unit: Names = ()
    system: Names = ()
    measure: Names = ()
    part: Names = ()
    figure: Literal["value", "low", "high", "k", "n"] = "value"
    decimals: Annotated[int, Field(ge=0)] = 1
    percent: bool = True
    heading: str = ""


class Layout(Selection):
    """A table: a pivot of the figures of a selection; `columns` are further selections, or fields.

    A field has a column for each of its values. What a column leaves out is that of the table.
    """

    rows: Annotated[tuple[LongField, ...], _one_or_several, Field(strict=False)]
    columns: Annotated[tuple[LongField | Selection, ...], _one_or_several, Field(strict=False, min_length=1)]
    caption: str = ""

    @property
    def selections(self) -> Iterator[Selection]:
        """The table's selection and those of its columns."""
        yield self
        yield from (column for column in self.columns if isinstance(column, Selection))


class Study(_Model):
    """A study: its corpora, the calls on them, and tables of their figures."""

    title: str
    description: str = ""
    seed: Annotated[int, Field(ge=0)] = 0
    corpora: dict[Name, AnyCorpus] = {"manuals": StudyCorpus(path=BUNDLED)}
    part: Annotated[tuple[StudyPart, ...], Field(min_length=1, strict=False)]
    tables: dict[Name, Layout] = {}


@dataclass(frozen=True, slots=True)
class Source:
    """A study file and its text, for errors with their line."""

    path: Path
    text: str

    def error(self, keys: Keys, problem: str, cure: str, code: str) -> FormatError:
        """The error at the line of a key, of the innermost table around it, or of the file."""
        where = f"{'.'.join(keys)}: " if keys else ""
        return FormatError(self.path, self._line(keys), where + problem, cure, code=code)

    @contextmanager
    def blaming(self, *keys: str) -> Iterator[None]:
        """A block whose errors are those of the value of a key; they keep their code."""
        try:
            yield
        except WorkbenchError as error:
            raise self.error(keys, "the value cannot be used", str(error), error.code) from error

    def require_known(self, keys: Keys, name: str, known: Iterable[str], noun: str) -> None:
        """Raise the error for a name that is not known."""
        if name not in known:
            raise self.error(keys, "a name is unknown", str(unknown_name(noun, name, known)), "unknown-name")

    def _line(self, wanted: Keys) -> int | None:
        best = None
        depth = parts = 0
        table: Keys = ()
        for number, line in enumerate(self.text.split("\n"), 1):
            if header := _HEADER.fullmatch(line.partition("#")[0].rstrip()):
                first, *others = _keys(header[2])
                parts += header[1] == "[["
                table = (first, str(parts), *others) if first == "part" else (first, *others)
                keys = table
            else:
                keys = (*table, *_keys(line.partition("=")[0])) if "=" in line else ()
            if keys[: len(wanted)] == wanted[: len(keys)] and min(len(keys), len(wanted)) > depth:
                best = number
                depth = len(keys)
        return best


def _keys(dotted: str) -> Keys:
    return tuple(key.strip().strip("\"'") for key in dotted.strip().split("."))


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Make a study's folder the current one; Python imports nothing from it, even if its path has the current one."""
    relative = {number: entry for number, entry in enumerate(sys.path) if not Path(entry).is_absolute()}
    for number, entry in relative.items():
        sys.path[number] = str(Path(entry).resolve())
    try:
        with chdir(folder):
            yield
    finally:
        for number, entry in relative.items():
            sys.path[number] = entry


def read_study(path: Path, *, trust: bool = False) -> tuple[Study, Source]:
    """A study from its file. With `trust` it may name code that is not installed, which is imported.

    Raises:
        FormatError: the file is malformed, or a value does not exist; with line, key and cure. Code "untrusted": a
            resolver or pipeline is not installed; "old-form": the file is of an earlier version.
    """
    try:
        text, table = read_toml(path)
    except ValueError as error:
        where = _LINE.search(str(error))
        problem = _LINE.sub("", str(error))
        line = int(where[1]) if where else None
        raise FormatError(path, line, f"is not valid TOML: {problem}", "Correct the file.", code="not-toml") from error
    source = Source(path, text)
    for key in _BEFORE:
        if key in table:
            cure = 'Write [[part]], name = "...", command = "compare" and so on: see the page tasks/run.md.'
            raise source.error((key,), "studies were written so in earlier versions", cure, "old-form")
    try:
        study = Study.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        keys = tuple(str(key + 1) if isinstance(key, int) else key for key in first["loc"] if key != "[key]")
        in_toml = first["msg"].replace("tuple", "list").replace("dictionary", "table")
        problem = f"{in_toml}: {first['input']!r:.60}"
        raise source.error(keys, problem, "Correct it.", first["type"].replace("_", "-")) from error
    _require_names(study, source)
    with inside(path.parent):
        for name, corpus in study.corpora.items():
            folder = _VARIABLE.sub(lambda variable: os.environ.get(variable[1], ""), corpus.pipeline or "")
            if corpus.pipeline and not trust and Path(folder).is_dir():
                with source.blaming("corpora", name, "pipeline"):
                    pipeline.require_installed(folder, _TRUST)
        for number, part in enumerate(study.part, 1):
            _require_part(study, source, ("part", str(number)), part, trust)
    return study, source


def _require_names(study: Study, source: Source) -> None:
    """Raise `FormatError` for a name taken twice, since files are called after it, or one that tables do not find."""
    parts = [part.name for part in study.part]
    for kind, names in {"part": parts, "corpora": [*study.corpora], "tables": [*study.tables]}.items():
        lowered = [name.lower() for name in names]  # some systems ignore the case
        for number, name in enumerate(names, 1):
            if name.lower() in lowered[: number - 1]:
                keys = (kind, str(number) if kind == "part" else name)
                raise source.error(keys, f"the name '{name}' is taken", "Choose another one.", "name-taken")
    for name, layout in study.tables.items():
        for selection in layout.selections:
            for part in selection.name:
                source.require_known(("tables", name), part, parts, "part")
            for corpus in selection.corpus:
                source.require_known(("tables", name), corpus, study.corpora, "corpus")


def _require_part(study: Study, source: Source, keys: Keys, part: StudyPart, trust: bool) -> None:
    """Raise `FormatError` for a command that gives no figures, and for what its function does not take or refuses."""
    with source.blaming(*keys, "command"):
        command = load_command(part.command)
        if TO not in command.offers or command.stages:
            raise OptionError(f"'{part.command}' gives no figures. Name another command.", code="no-figures")
    for name in part.corpus:
        source.require_known((*keys, "corpus"), name, study.corpora if corpus_of(command, part) else (), "corpus")
    if len({*part.corpus}) < len(part.corpus):
        raise source.error((*keys, "corpus"), "a corpus is named twice", "Name it once.", "named-twice")
    allowed = parameters(command)
    for name, value in part.arguments.items():
        source.require_known((*keys, name), name, allowed, "key")
        with source.blaming(*keys, name):
            if not isinstance(value, int | float) and not all(isinstance(text, str) for text in texts_in(value)):
                raise OptionError(f"{value!r:.60} is no value of an argument.", code="bad-value")
            if not names_files(allowed[name]):  # which may be absent
                _require_argument(allowed[name], expanded(value), trust)
    with source.blaming(*keys):
        configure(**{name: expanded(value) for name, value in part.arguments.items() if name in OPTIONS})


def corpus_of(command: Command, part: StudyPart) -> str:
    """Return the parameter that takes the corpora of a study: `corpus`, or `key` where a part names responses alone."""
    taken = signature(command.function).parameters
    wanted = "key" if "responses" in part.arguments and "key" not in part.arguments else "corpus"
    return wanted if wanted in taken else ""


def parameters(command: Command) -> dict[str, Parameter]:
    """The parameters that a study may give: what is compared and how, not how the work is done and what is written."""
    return {
        name: entry
        for name, entry in signature(command.function).parameters.items()
        if name == "seed"
        or (
            name not in ("corpus", "name", *command.written)
            and (about := described(entry))
            and about.group != EXECUTION
        )
    }


def described(entry: Parameter) -> About | None:
    """Return the help on a parameter; `None` for one that only programs give."""
    if entry.name in OPTIONS:
        return about_of(OPTIONS[entry.name][1])
    return described_by(entry.annotation)


def names_files(entry: Parameter) -> bool:
    """Return whether a parameter names files or folders."""
    return bool(described_by(entry.annotation)) and kind_of(entry.annotation) in (Path, list[Path], list[str])


def _require_argument(entry: Parameter, value: Any, trust: bool) -> None:
    """Raise `WorkbenchError` for a value that does not exist, or that runs code without trust."""
    kind = get_args(entry.annotation)[0] if hasattr(entry.annotation, "__metadata__") else entry.annotation
    if entry.name in ("resolver", "resolvers") or entry.annotation in (OneResolver, Resolvers):
        require_type(entry.name, value, (str,) if entry.name == "resolver" else ())
        specs = configuration(value, None, {}).resolvers
        if not trust:
            require_installed(specs, _TRUST)
        build_resolvers(specs, seed=0)
    elif entry.name in OPTIONS:
        configure(**{entry.name: value})
        if entry.name == "measures":
            choose_measures(texts_in(value))
        if entry.name == "pipeline" and not trust:
            pipeline.require_installed(value, _TRUST)
        if entry.name == "pipeline" and value != pipeline.BUNDLED:  # which is loaded when it is needed
            pipeline.load(value)
    elif get_origin(kind) is Literal:
        require_choice(entry.name, value, get_args(kind))
    elif kind in (int, bool, str):
        require_type(entry.name, value, (kind,))


def texts_in(value: Any) -> list[Any]:
    """Return what is in a value of a study: one text or number, a list of texts, or texts by name."""
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else [value]


def expanded(value: Any) -> Any:
    """A value of a study with the values of variables in its texts, and the path of the bundled corpus for its name.

    Raises `WorkbenchError` (code "missing-file") for a variable that is not set.
    """
    if isinstance(value, dict):
        return {name: expanded(text) for name, text in value.items()}
    if isinstance(value, list):
        return [*map(expanded, value)]
    if not isinstance(value, str):
        return value
    for name in _VARIABLE.findall(value):
        if name not in os.environ:
            raise WorkbenchError(f"The environment variable {name} is not set.", code="missing-file")
    return str(documents.BUNDLED) if value == BUNDLED else _VARIABLE.sub(lambda name: os.environ[name[1]], value)


@dataclass(frozen=True, slots=True)
class Call:
    """A part on one corpus (`""`: on none), which is at `path` (`None`: the bundled one); `arguments` as written.

    The corpus is the parameter `corpus_as` of the command.
    """

    name: str
    command: Command
    corpus: str
    path: Path | None
    arguments: Mapping[str, Any]
    corpus_as: str = "corpus"

    @property
    def title(self) -> str:
        """The name of its folder."""
        return f"{self.name}.{self.corpus}" if self.corpus else self.name

    @property
    def files(self) -> list[str]:
        """The files and folders that its arguments name, as they are written."""
        entries = parameters(self.command)
        return [
            text for name, value in self.arguments.items() if names_files(entries[name]) for text in texts_in(value)
        ]

    def keywords(self) -> dict[str, Any]:
        """The arguments of the function, with the values of variables."""
        values: dict[str, Any] = expanded(dict(self.arguments))
        path = self.path or (documents.BUNDLED if self.corpus_as == "key" else None)
        return {self.corpus_as: path, **values} if self.corpus else values


def list_calls(study: Study, source: Source, replaced: Mapping[str, Path]) -> tuple[list[Call], dict[str, str]]:
    """The calls of a study whose inputs are present, and why corpora and parts are passed over, by their names.

    Paths in `replaced` take the place of those of its corpora.

    Raises:
        FormatError: a file or pipeline does not exist; with line, key and cure. Optional ones may be absent.
        OptionError: `replaced` names an unknown corpus, or one that no part reads (code "unused").
    """
    for name in replaced:
        if name not in study.corpora:
            names = ", ".join(study.corpora)
            raise OptionError(f"--corpus {name}=...: the study has no corpus '{name}'. It has: {names}.", code="corpus")
    present: dict[str, Path | None] = {}
    skipped: dict[str, str] = {}
    for name, corpus in study.corpora.items():
        text = str(replaced.get(name, corpus.path))
        keys = ("corpora", name)
        if reason := _absent(source, keys, [text], corpus.pipeline, corpus.optional and name not in replaced):
            skipped[name] = reason
            continue
        present[name] = None if text == BUNDLED else Path(expanded(text))
        with source.blaming(*keys):
            documents.corpus_files([Path(expanded(text))], corpus.format)
            configure(**corpus.arguments)
    calls: list[Call] = []
    read = set[str]()
    for number, part in enumerate(study.part, 1):
        command = load_command(part.command)
        alone = Call(part.name, command, "", None, part.arguments)
        if reason := _absent(source, ("part", str(number)), alone.files, None, part.optional):
            skipped[part.name] = reason
        elif not (corpus_as := corpus_of(command, part)):
            calls.append(alone)
        else:
            read.update(part.corpus or study.corpora)
            for name in (name for name in part.corpus or study.corpora if name in present):
                of_corpus = study.corpora[name].arguments
                arguments = part.arguments | {key: of_corpus[key] for key in of_corpus if key in parameters(command)}
                calls.append(Call(part.name, command, name, present[name], arguments, corpus_as))
    if unused := [name for name in replaced if name not in read]:
        cure = f"Its parts name their own files: put yours into a copy of {source.path}."
        raise OptionError(f"--corpus {unused[0]}=...: no part of the study reads it. {cure}", code="unused")
    return calls, skipped


def _absent(source: Source, keys: Keys, files: Iterable[str], pipeline_name: str | None, optional: bool) -> str:
    """Return why an optional input cannot be used, nothing if it can; raises `FormatError` if it is not optional."""
    try:
        for text in files:
            if not Path(expanded(text)).exists() and not SIMULATED.fullmatch(text):
                raise WorkbenchError(f"There is no {text}.", code="missing-file")
        if pipeline_name:
            pipeline.load(expanded(pipeline_name))
    except WorkbenchError as error:
        if optional:
            return str(error)
        cure = f"{error} Correct it, or write optional = true."
        raise source.error(keys, "an input cannot be used", cure, error.code) from error
    return ""
