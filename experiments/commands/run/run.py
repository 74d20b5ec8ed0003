"""`anaphora run`: a declared study, run part by part into a folder, where what is finished is not done again."""

import csv
import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import signature
from io import StringIO
from pathlib import Path
from shutil import rmtree
from typing import Annotated, TypeAlias, Unpack, get_args

from anaphora.experiments.commands.run.parts import FIGURES, RESULT, SECTIONS, RunOptions, anchor, finish_part
from anaphora.experiments.commands.run.study import (
    BUNDLED,
    Call,
    Layout,
    LongField,
    Selection,
    Source,
    Study,
    described,
    inside,
    list_calls,
    parameters,
    read_study,
    texts_in,
)
from anaphora.experiments.run.command import Command, PathLike, Progress
from anaphora.experiments.run.configuration import Execution, Options, configure, fields_of, takes
from anaphora.experiments.run.process import Interrupted
from anaphora.experiments.show.charts.chart import of_table
from anaphora.experiments.show.render import Form, line, render, to_latex
from anaphora.experiments.show.report.page import collection
from anaphora.experiments.show.result import Result
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import LONGEST_LINE, content, locked, unwritable, write_text_atomically
from anaphora.workbench.files import text as text_of
from anaphora.workbench.options import COMPARED, EXECUTION, OUTPUT, About
from anaphora.workbench.progress import listening, tell_line
from anaphora.workbench.progress import tell as show_share
from anaphora.workbench.results.figures import Figure, as_count
from anaphora.workbench.results.table import Cell, Column, Format, Table
from anaphora.workbench.results.vocabulary import counted

STUDIES = Path(__file__).parents[2] / "studies"
FROZEN = "study.toml"
PLACES, UNFINISHED = ("results", "tables"), "unfinished"
_FIRST_LINE = "# Written by 'anaphora run'. Paths are those of the study that was run.\n"
_ABOUT = (
    "The study: [study.toml](study.toml). All figures, a row each: [figures.csv](figures.csv). "
    "Run the commands in the folder of the study."
)
_SHELL = re.compile(r'[\\"`]|\$(?!\{\w+\})')
_ESCAPED = r"\\\g<0>"
"""The characters that a shell acts on between double quotes, but for variables; with a backslash it does not."""
PartDone = Callable[[str, bool], None]
"""Called after each part with its name and whether it ran now (or was up to date)."""
Row: TypeAlias = Mapping[str, str]
"""A row of the long table."""


@dataclass(frozen=True, slots=True)
class StudyRun:
    """A finished run: `tables` by name, and absent inputs that were `skipped` with the reason."""

    folder: Path
    parts: tuple[str, ...]
    tables: Mapping[str, Table]
    skipped: Mapping[str, str]


def bundled_studies() -> dict[str, Path]:
    """The studies that come with the workbench, by name."""
    return {path.stem: path for path in sorted(STUDIES.glob("*.toml"))}


def _paths_by_name(texts: Sequence[str]) -> dict[str, Path]:
    paths: dict[str, Path] = {}
    for text in texts:
        name, equals, path = text.partition("=")
        if not (name and equals and path):
            raise OptionError(f"--corpus {text} names no path. Write --corpus NAME=PATH.", code="corpus")
        paths[name] = Path(path)
    return paths


@takes(*fields_of(Execution, without=["seed", "cached"]))
def run(
    study: Annotated[PathLike, About("A TOML file, or the name of a bundled study.", metavar="STUDY")],
    to: Annotated[PathLike | None, About("Where results go; build/NAME by default.", OUTPUT, "FOLDER")] = None,
    corpora: Annotated[
        Mapping[str, PathLike] | None,
        About(
            "Where a corpus of the study is; repeatable.",
            COMPARED,
            "NAME=PATH",
            names=("--corpus",),
            kind=list[str],
            read=_paths_by_name,
        ),
    ] = None,
    *,
    report: Annotated[PathLike | None, About("Write a report, one HTML file.", OUTPUT, "FILE")] = None,
    trust: Annotated[
        bool, About("Run code that the study names: own resolvers, pipelines in folders.", EXECUTION)
    ] = False,
    tell: PartDone | None = None,
    progress: Progress = None,
    **execution: Unpack[Options],
) -> Result[StudyRun]:
    """Run a study declared in a TOML file; finished parts are not run again.

    It is a file, or a bundled study by its name; all results go into a folder (default: build/NAME). `corpora` has
    paths that replace those of the study. `report` is the path of an HTML file with the tables and the figures of every
    part. Parts whose arguments, inputs and program have not changed do not run again; an interrupted part resumes with
    the documents that are missing, if its function takes a journal and there is no report. The study's folder is the
    current one during the run.

    A study names resolvers and pipelines that are installed. With `trust` it may also name Python files, classes of
    modules and folders of pipelines: code of whoever wrote it, which then runs.

    Raises:
        FormatError: the study is malformed, or names something that does not exist, or (code "untrusted") code that
            is not installed; nothing was run.
        OptionError: the folder holds something else, or no part reads a corpus or works in the manner asked for (code
            "unused").
        WorkbenchError: bad input, as for the commands whose parts are run, or another run writes into the folder.
    """
    file = Path(study)
    file = file if file.is_file() else bundled_studies().get(str(study), file)
    if not file.exists():
        cure = f"Name a TOML file, or one that comes with the workbench: {', '.join(bundled_studies())}."
        raise FormatError(file, None, "there is no such study", cure)
    folder = Path(to or Path("build") / file.stem).resolve()
    page = Path(report).resolve() if report else None
    replaced = {name: Path(path).resolve() for name, path in (corpora or {}).items()}
    ran: dict[str, bool] = {}
    configure(**execution)  # what does not go together is refused before anything runs
    declared, source = read_study(file, trust=trust)
    options = RunOptions(declared.seed, progress, page is not None, execution)
    with inside(file.parent):
        calls, skipped = list_calls(declared, source, replaced)
        _require_taken(calls, execution)
        with _reserved(folder):
            write_text_atomically(folder / FROZEN, _FIRST_LINE + source.text)
            for number, call in enumerate(calls):
                try:
                    with listening(lambda _: None):  # the words of one part say nothing of all
                        ran[call.title] = finish_part(call, folder / "results", folder / UNFINISHED, options)
                except Interrupted as interrupted:
                    interrupted.add_note(f"{folder} keeps {number} of {counted(len(calls), 'part')}")
                    raise
                except WorkbenchError as error:
                    raise WorkbenchError(f"{call.title}: {error}", code=error.code) from error
                show_share((number + 1) / len(calls))
                tell_line(f"{call.title}: {'done' if ran[call.title] else 'unchanged'}")
                if tell:
                    tell(call.title, ran[call.title])
            rmtree(folder / UNFINISHED)  # of parts whose declaration has changed
            finished = _summarise(declared, source, calls, skipped, folder)
            if page:
                write_text_atomically(page, _report(declared, finished))
    messages = [f"{name}: passed over. {reason}" for name, reason in skipped.items()]
    messages += [f"Results: {folder / 'README.md'}", *([f"Report: {page}"] if page else [])]
    return Result(finished, "", lambda **_: [*finished.tables.values()], messages=messages)


def _require_taken(calls: Sequence[Call], execution: Options) -> None:
    """Raise `OptionError` for a manner of work that no part has."""
    taken = {name for call in calls for name in signature(call.command.function).parameters}
    if unused := [name for name in execution if calls and name not in taken]:
        raise OptionError(f"No part of the study works with --{unused[0]}. Leave it out.", code="unused")


def _summarise(
    study: Study, source: Source, calls: Sequence[Call], skipped: Mapping[str, str], folder: Path
) -> StudyRun:
    """Write what is made of all results: the long table of figures, tables and the overview."""
    rows = [row for call in calls for row in _figures(call, folder / "results" / call.title / FIGURES)]
    tables = {name: pivot(rows, layout, name, source) for name, layout in study.tables.items()}
    columns = (*get_args(LongField)[:3], *Figure._fields)
    whole = Table("", tuple(map(Column, columns)), tuple(tuple(row[name] for name in columns) for row in rows))
    write_text_atomically(folder / FIGURES, render([whole], "csv"))
    files = {f"{name}.{suffix}": render([table], form) for name, table in tables.items() for suffix, form in _FORMS}
    files |= {f"{name}.tex": to_latex([table], label=f"tab:{name}") for name, table in tables.items()}
    for name, text in files.items():
        write_text_atomically(folder / "tables" / name, text)
    for path in sorted((folder / "tables").iterdir()):
        if path.name not in files:
            path.unlink()  # of a table that is no longer in the study
    write_text_atomically(folder / "README.md", _overview(study, calls, tables, skipped, folder / "results"))
    return StudyRun(folder, tuple(call.title for call in calls), tables, skipped)


def _figures(call: Call, path: Path) -> Iterator[Row]:
    """The rows of a part in the long table; none where its figures are no such table."""
    for row in csv.DictReader(StringIO(text_of(path, LONGEST_LINE), newline="")):
        if tuple(row) == Figure._fields:
            yield {"name": call.name, "corpus": call.corpus, "command": call.command.name, **row}


def pivot(rows: Sequence[Row], layout: Layout, name: str, source: Source) -> Table:
    """A table of figures: a row for each value of some fields, a column for each selection; the whole comes last.

    Where nothing else is asked for, figures are those of the whole corpus, and the value of a measure.

    Raises:
        FormatError: two figures stand in one cell (code "several-figures").
    """
    columns = [selection for column in layout.columns for selection in _selections(layout, column, rows)]
    cells: dict[tuple[str, ...], dict[int, Cell]] = {}
    for row in rows:
        for number, selection in enumerate(columns):
            if not _is_selected(row, selection):
                continue
            figures = cells.setdefault(tuple(row[field] for field in layout.rows), {})
            if number in figures:
                cure = "Select more: name, corpus, system, measure or part = ...."
                problem = f"several figures stand in a cell under '{selection.heading}'"
                raise source.error(("tables", name, "columns"), problem, cure, "several-figures")
            text = row[selection.figure]
            figures[number] = as_count(float(text)) if text else None
    heads = [Column(field) for field in layout.rows]
    for selection in columns:
        shown: Format = "percent" if selection.percent else "decimal"
        shown = "count" if selection.figure in ("k", "n") else shown
        heads.append(Column(selection.heading, shown, digits=selection.decimals))
    ordered = sorted(cells, key=lambda key: "" in key)
    lines = [(*(value or "all" for value in key), *map(cells[key].get, range(len(columns)))) for key in ordered]
    return Table(layout.caption or name, tuple(heads), tuple(lines), caption=layout.caption)


def _selections(layout: Layout, column: str | Selection, rows: Sequence[Row]) -> Iterator[Selection]:
    """The selections of a column of a table; of a field one for each of its values."""
    fields = {*layout.rows, *layout.columns}
    usual = {name: value for name, value in {"unit": ("",), "part": ("value",)}.items() if name not in fields}
    chosen = usual | layout.model_dump(exclude_unset=True, exclude={"rows", "columns", "caption"})
    if isinstance(column, Selection):
        own = column.model_dump(exclude_unset=True)
        values = [value for name in get_args(LongField) for value in own.get(name, ())]
        yield Selection(**{"heading": ", ".join(values), **chosen, **own})
        return
    selected = Selection(**chosen)
    for value in dict.fromkeys(row[column] for row in rows if _is_selected(row, selected)):
        yield Selection(**{"heading": value, **chosen, column: (value,)})


def _is_selected(row: Row, selection: Selection) -> bool:
    return all(
        row[name] in getattr(selection, name) for name in get_args(LongField) if name in selection.model_fields_set
    )


_FORMS: tuple[tuple[str, Form], ...] = (("csv", "csv"), ("md", "markdown"))


def _report(study: Study, finished: StudyRun) -> str:
    """The tables of a study, and the figures of its parts, as one page."""
    results = finished.folder / "results"
    sections = {title: text_of(results / title / SECTIONS, LONGEST_LINE) for title in finished.parts}
    return collection(
        study.title,
        study.description.strip(),
        [(name, of_table(table), table.notes) for name, table in finished.tables.items()],
        [(title, anchor(title), text) for title, text in sections.items() if text],
        dict(finished.skipped),
    )


def _overview(
    study: Study, calls: Sequence[Call], tables: Mapping[str, Table], skipped: Mapping[str, str], results: Path
) -> str:
    """The overview page in Markdown: tables, parts with signatures and commands, skipped inputs."""
    described = [study.description.strip(), ""] if study.description else []
    lines = [f"# {line(study.title)}", "", *described, _ABOUT, ""]
    for name, table in tables.items():
        links = ", ".join(f"[{suffix}](tables/{name}.{suffix})" for suffix in ("csv", "md", "tex"))
        lines += [f"## {name}", "", render([table], "markdown").rstrip(), "", links, ""]
    lines += ["## Parts", ""]
    for call in calls:
        files = sorted(path.name for path in (results / call.title).iterdir())
        figures = json.loads(text_of(results / call.title / RESULT, LONGEST_LINE))
        links = ", ".join(f"[{file}](results/{call.title}/{file})" for file in files)
        lines += [f"### {call.title}", "", links, "", "```sh", _command(study, call), "```", ""]
        lines += [f"`{line(figures['signature'])}`", ""] if "signature" in figures else []
        lines += [text for warning in figures.get("warnings", ()) for text in (f"Warning: {line(warning)}", "")]
    if skipped:
        lines += ["## Skipped", "", *(f"- {name}: {line(reason)}" for name, reason in skipped.items()), ""]
    return "\n".join(lines)


def _command(study: Study, call: Call) -> str:
    """The command that computes the same result by itself."""
    path = study.corpora[call.corpus].path if call.corpus else BUNDLED
    words = ["anaphora", call.command.name] + ([path] if path != BUNDLED or call.corpus_as == "key" else [])
    options: list[str] = []
    entries = parameters(call.command)
    values = ({"seed": study.seed} if study.seed and "seed" in entries else {}) | dict(call.arguments)
    for name in (name for name in entries if values.get(name, False) is not False):
        value = values[name]
        texts = [f"{key}={text}" for key, text in value.items()] if isinstance(value, dict) else texts_in(value)
        about = described(entries[name])
        if about and about.group is None:
            words += texts
        else:
            option = about.names[0] if about and about.names else f"--{name.replace('_', '-')}"
            options += [option] if value is True else [option, ",".join(map(str, texts))]
    return " ".join(map(_quoted, [*words, *options]))


def _quoted(word: str) -> str:
    """A word of a command; variables are left to the shell, and nothing else in it."""
    return f'"{_SHELL.sub(_ESCAPED, word)}"' if "${" in word else shlex.quote(word)


@contextmanager
def _reserved(folder: Path) -> Iterator[None]:
    """The folder, reserved for this run: it is new or a study's, and temporary files of a killed run are removed."""
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder} is a file. Name a folder for the results with --to.")
    frozen = folder / FROZEN
    ours = frozen.is_file() and content(frozen).startswith(_FIRST_LINE.encode())
    others = [path for path in folder.glob("[!.]*") if not path.is_dir() or any(path.iterdir())]
    if others and not ours:
        raise OptionError(f"{folder} is not a folder of study results. Name another folder with --to.")
    try:
        for name in (*PLACES, UNFINISHED):
            (folder / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error, "Name another folder with --to.") from error
    with locked(frozen):
        for reserved in (folder, *(folder / name for name in PLACES)):
            for leaving in list(reserved.glob(".*.part")):
                rmtree(leaving)
        yield


COMMAND = Command(
    run, example="anaphora run literature --corpus gum_dev=GUM/dev/", offers=(), written=("report",), work="Running"
)
