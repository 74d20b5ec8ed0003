"""`anaphora run`: a declared study, run part by part into a folder, where what is finished is not done again."""

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Annotated, Unpack

from anaphora.experiments.commands.run.declaration import (
    BUNDLED,
    Part,
    Scoring,
    Study,
    Trial,
    inside,
    list_parts,
    read_study,
)
from anaphora.experiments.commands.run.parts import RESULT, SECTIONS, TABLE, Progress, RunOptions, anchor, finish_part
from anaphora.experiments.commands.run.tables import Results, StudyTable, study_table, write_data
from anaphora.experiments.run.command import Command, PathLike
from anaphora.experiments.run.configuration import Execution, Options, fields_of, takes
from anaphora.experiments.run.interruption import Interrupted
from anaphora.experiments.show.charts.chart import of_table
from anaphora.experiments.show.render import line, render, to_latex
from anaphora.experiments.show.report.report import collection
from anaphora.experiments.show.result import Result
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import LONGEST_LINE, content, locked, write_text_atomically
from anaphora.workbench.files import text as text_of
from anaphora.workbench.options import COMPARED, EXECUTION, OUTPUT, About
from anaphora.workbench.progress import listening
from anaphora.workbench.progress import tell as show_share
from anaphora.workbench.results.vocabulary import counted

STUDIES = Path(__file__).parents[2] / "studies"
FROZEN = "study.toml"
PLACES, UNFINISHED = ("results", "data", "tables"), "unfinished"
_FIRST_LINE = "# Written by 'anaphora run': the study with every default. Paths are those of the study that was run.\n"
_ABOUT = (
    "The study with all defaults: [study.toml](study.toml). Tidy tables for pandas, as CSV: [data](data). "
    "Run the commands in the folder of the study."
)
_SHELL = re.compile(r'[\\"`]|\$(?!\{\w+\})')
_ESCAPED = r"\\\g<0>"
"""The characters that a shell acts on between double quotes, but for variables; with a backslash it does not."""
_COMMANDS = {"comparisons": "compare", "ablations": "ablate", "losses": "losses"}
PartDone = Callable[[str, bool], None]
"""Called after each part with its name and whether it ran now (or was up to date)."""


@dataclass(frozen=True, slots=True)
class StudyRun:
    """A finished run: `skipped` are absent inputs with the reason."""

    folder: Path
    parts: tuple[str, ...]
    tables: tuple[StudyTable, ...]
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
    study: Annotated[PathLike, About("A TOML file, or the name of a bundled study.", metavar="STUDY", kind=Path)],
    to: Annotated[
        PathLike | None, About("Where results go; build/NAME by default.", OUTPUT, "FOLDER", kind=Path)
    ] = None,
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
    report: Annotated[
        PathLike | None,
        About("Write a report, one HTML file.", OUTPUT, "FILE", names=("--report", "-o"), kind=Path),
    ] = None,
    trust: Annotated[
        bool,
        About("Run code that the study names: own resolvers, pipelines in folders.", EXECUTION, names=("--trust",)),
    ] = False,
    tell: PartDone | None = None,
    progress: Progress | None = None,
    **execution: Unpack[Options],
) -> Result[StudyRun]:
    """Run a study declared in a TOML file; finished parts are not run again.

    It is a file, or a bundled study by its name; all results go into a folder (default: build/NAME). `corpora` has paths that replace those of the study. `report` is the path of an HTML file with the tables and the
    figures of every part. Parts whose declaration, inputs and program have not changed do not run again; an
    interrupted part resumes with the documents that are missing, unless there is a report. The study's folder is the
    current one during the run.

    A study names resolvers and pipelines that are installed. With `trust` it may also name Python files, classes of
    modules and folders of pipelines: code of whoever wrote it, which then runs.

    Raises:
        FormatError: the study is malformed, or names something that does not exist, or (code "untrusted") code that
            is not installed; nothing was run.
        OptionError: the folder holds something else.
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
    options = RunOptions(progress, page is not None, execution)
    Execution(**execution)  # what does not go together is refused before anything runs
    declared, source = read_study(file, trust=trust)
    with inside(file.parent):
        declared = declared.completed()
        parts, skipped = list_parts(declared, source, replaced)
        with _reserved(folder):
            write_text_atomically(folder / FROZEN, _FIRST_LINE + declared.as_toml())
            for number, part in enumerate(parts):
                try:
                    with listening(lambda _: None):  # the words of one part say nothing of all
                        ran[part.title] = finish_part(
                            part, declared.seed, folder / "results", folder / UNFINISHED, options
                        )
                except Interrupted as interrupted:
                    interrupted.add_note(f"{folder} keeps {number} of {counted(len(parts), 'part')}")
                    raise
                except WorkbenchError as error:
                    raise WorkbenchError(f"{part.title}: {error}", code=error.code) from error
                show_share((number + 1) / len(parts))
                if tell:
                    tell(part.title, ran[part.title])
            rmtree(folder / UNFINISHED)  # of parts whose declaration has changed
            finished = _summarise(declared, parts, skipped, folder)
            if page:
                write_text_atomically(page, _report(declared, finished))
    messages = [f"{title}: {'done' if fresh else 'unchanged'}" for title, fresh in ran.items()]
    messages += [f"{name}: passed over. {reason}" for name, reason in finished.skipped.items()]
    messages += [f"Results: {finished.folder / 'README.md'}", *([f"Report: {page}"] if page else [])]
    return Result(finished, "", lambda **_: [result.table for result in finished.tables], messages=messages)


def _summarise(study: Study, parts: Sequence[Part], skipped: Mapping[str, str], folder: Path) -> StudyRun:
    """Write what is made of all results: tables and the overview."""
    results = [(part, json.loads(text_of(folder / "results" / part.title / RESULT, LONGEST_LINE))) for part in parts]
    tables = tuple(study_table(name, layout, results) for name, layout in study.tables.items())
    write_data(results, folder / "results", folder / "data")
    _write_tables(tables, parts, folder)
    write_text_atomically(folder / "README.md", _overview(study, results, tables, skipped))
    return StudyRun(folder, tuple(part.title for part in parts), tables, skipped)


def _report(study: Study, finished: StudyRun) -> str:
    """The tables of a study, and the figures of its parts, as one page."""
    results = finished.folder / "results"
    sections = {title: text_of(results / title / SECTIONS, LONGEST_LINE) for title in finished.parts}
    return collection(
        study.title,
        study.description.strip(),
        [(result.name, of_table(result.table), result.table.notes) for result in finished.tables],
        [(title, anchor(title), text) for title, text in sections.items() if text],
        dict(finished.skipped),
    )


def _write_tables(tables: Sequence[StudyTable], parts: Sequence[Part], folder: Path) -> None:
    """The tables of the parts, as their commands print them, and those that the study lays out."""
    from pandas import DataFrame

    files = {
        f"{part.title}{Path(name).suffix}": text_of(folder / "results" / part.title / name)
        for part in parts
        for name in TABLE
    }
    for result in tables:
        files[f"{result.name}.md"] = render([result.table], "markdown")
        files[f"{result.name}.tex"] = to_latex([result.table], label=f"tab:{result.name}")
        files[f"{result.name}.csv"] = DataFrame(result.rows).to_csv(index=False, lineterminator="\n")
    for name, text in files.items():
        write_text_atomically(folder / "tables" / name, text)
    for path in sorted((folder / "tables").iterdir()):
        if path.name not in files:
            path.unlink()  # of a part or table that is no longer in the study


def _overview(study: Study, results: Results, tables: Sequence[StudyTable], skipped: Mapping[str, str]) -> str:
    """The overview page in Markdown: tables, parts with signatures and commands, skipped inputs."""
    described = [study.description.strip(), ""] if study.description else []
    lines = [f"# {line(study.title)}", "", *described, _ABOUT, ""]
    for table in tables:
        lines += [f"## {table.name}", "", render([table.table], "markdown").rstrip(), "", _links(table.name), ""]
    lines += ["## Parts", ""]
    for part, figures in results:
        result = f"[{part.title}/{RESULT}](results/{part.title}/{RESULT})"
        lines += [f"### {part.title}", "", f"{result}; table: {_links(part.title)}", ""]
        lines += ["```sh", _command(study, part), "```", "", f"`{line(figures['signature'])}`", ""]
        lines += [text for warning in figures.get("warnings", ()) for text in (f"Warning: {line(warning)}", "")]
    if skipped:
        lines += ["## Skipped", "", *(f"- {name}: {line(reason)}" for name, reason in skipped.items()), ""]
    return "\n".join(lines)


def _links(name: str) -> str:
    return ", ".join(f"[{suffix}](tables/{name}.{suffix})" for suffix in ("csv", "md", "tex"))


def _command(study: Study, part: Part) -> str:
    """The command that computes the same result by itself."""
    if isinstance(part.declared, Scoring):
        responses = (f"{name}={path}" for name, path in part.declared.responses.items())
        words = ["anaphora", "score", part.declared.key, *responses]
        options = _options(part.declared, {"key", "responses", "optional"})
    else:
        corpus = study.corpora[part.corpus or ""]
        paths = [corpus.path] if corpus.path != BUNDLED else []
        words = ["anaphora", _COMMANDS[part.kind], *paths]
        options = _options(part.declared, {"corpora", "resolvers"})
        resolvers = ",".join(part.declared.resolvers)
        options += ["--resolver" if part.kind == "ablations" else "--resolvers", resolvers]
        options += ["--format", corpus.format] if corpus.format else []
    options += ["--seed", str(study.seed)] if study.seed else []
    return " ".join(map(_quoted, [*words, *options]))


def _options(declared: Trial | Scoring, left_out: set[str]) -> list[str]:
    """The options that are not at their defaults."""
    options = []
    for key, field in type(declared).model_fields.items():
        value = getattr(declared, key)
        if key not in left_out and value != field.default:
            name = f"--{key.replace('_', '-')}"
            options += [name] if value is True else [name, ",".join(value) if isinstance(value, tuple) else str(value)]
    return options


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
        raise WorkbenchError(f"{folder} cannot be written ({error.strerror}). Name another with --to.") from error
    with locked(frozen):
        for reserved in (folder, *(folder / name for name in PLACES)):
            for leaving in list(reserved.glob(".*.part")):
                rmtree(leaving)
        yield


COMMAND = Command(
    run,
    group="Studies",
    example="anaphora run literature --corpus gum_dev=GUM/dev/",
    offers=(),
    written=("report",),
    work="Running",
)
