"""`anaphora run`: a declared study, run part by part into a folder, where what is finished is not done again."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Unpack

from anaphora.experiments.charts.chart import of_table
from anaphora.experiments.report.report import collection
from anaphora.experiments.setup.configuration import Execution, ExecutionOptions, takes
from anaphora.experiments.study import data, index
from anaphora.experiments.study.checking import Inputs, check_study, missing_file, read_study
from anaphora.experiments.study.declaration import Study
from anaphora.experiments.study.parts import (
    RESULT,
    SECTIONS,
    TABLE,
    Figures,
    Part,
    Progress,
    RunOptions,
    anchor,
    finish_part,
    list_parts,
)
from anaphora.experiments.study.tables import StudyTable, study_table
from anaphora.experiments.terminal.render import render, to_latex
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files.atomic import locked, write_text_atomically

STUDIES = Path(__file__).parents[1] / "studies"
FROZEN = "study.toml"
PLACES, UNFINISHED = ("results", "data", "tables"), "unfinished"
_FIRST_LINE = "# Written by 'anaphora run': the study with every default. Paths are those of the study that was run.\n"

PartDone = Callable[[str, bool], None]
"""Called after each part with its name and whether it ran now (or was up to date)."""


@dataclass(frozen=True, slots=True)
class StudyRun:
    """A finished run: `skipped` are absent inputs with the reason, `parquet` tells whether Parquet was written."""

    folder: Path
    parts: tuple[str, ...]
    tables: tuple[StudyTable, ...]
    skipped: Mapping[str, str]
    parquet: bool


def bundled_studies() -> dict[str, Path]:
    """The studies that come with the workbench, by name."""
    return {path.stem: path for path in sorted(STUDIES.glob("*.toml"))}


@takes(ExecutionOptions)
def run(
    study: str | Path,
    to: str | Path | None = None,
    corpora: Mapping[str, str | Path] | None = None,
    *,
    report: str | Path | None = None,
    tell: PartDone | None = None,
    progress: Progress | None = None,
    **execution: Unpack[ExecutionOptions],
) -> StudyRun:
    """Run a study file, or a bundled study by its name, and write all results into a folder (default: build/NAME).

    `corpora` has paths that replace those of the study. `report` is the path of an HTML file with the tables and the
    figures of every part. Parts whose declaration, inputs and program have not changed do not run again; an
    interrupted part resumes with the documents that are missing, unless there is a report. The study's folder is the
    current one during the run.

    Raises:
        FormatError: the study is malformed, or names something that does not exist; nothing was run.
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
    given = {name: Path(path).resolve() for name, path in (corpora or {}).items()}
    options = RunOptions(progress, page is not None, Execution(**execution))
    declared, source = read_study(file)
    with chdir(file.parent):
        declared = declared.completed()
        inputs = check_study(declared, source, given)
        with _reserved(folder):
            write_text_atomically(folder / FROZEN, _FIRST_LINE + declared.as_toml())
            finished = _run(declared, inputs, folder, options, tell)
            if page:
                write_text_atomically(page, _report(declared, finished))
            return finished


def _run(study: Study, inputs: Inputs, folder: Path, options: RunOptions, tell: PartDone | None) -> StudyRun:
    present = list_parts(study, inputs)
    for part in present:
        try:
            ran = finish_part(part, study, inputs, folder / "results", folder / UNFINISHED, options)
        except WorkbenchError as error:
            raise WorkbenchError(f"{part.title}: {error}", code=error.code) from error
        if tell:
            tell(part.title, ran)
    rmtree(folder / UNFINISHED)  # of parts whose declaration has changed
    results = [(part, _result(part, folder)) for part in present]
    tables = [study_table(name, layout, results) for name, layout in study.tables.items()]
    skipped = dict(inputs.absent) | {
        name: str(reason) for name, scoring in study.scores.items() if (reason := missing_file(scoring))
    }
    parquet = data.write(results, folder / "results", folder / "data")
    _write_tables(tables, present, folder)
    write_text_atomically(folder / "README.md", index.render_index(study, results, tables, skipped))
    return StudyRun(folder, tuple(part.title for part in present), tuple(tables), skipped, parquet)


def _report(study: Study, finished: StudyRun) -> str:
    """The tables of a study, and the figures of its parts, as one page."""
    sections = [(title, anchor(title), finished.folder / "results" / title / SECTIONS) for title in finished.parts]
    return collection(
        study.title,
        study.description.strip(),
        [(result.name, of_table(result.table), result.table.notes) for result in finished.tables],
        [(title, place, path.read_text("utf-8")) for title, place, path in sections if path.is_file()],
        dict(finished.skipped),
    )


def _result(part: Part, folder: Path) -> Figures:
    figures: Figures = json.loads((folder / "results" / part.title / RESULT).read_text("utf-8"))
    return figures


def _write_tables(tables: list[StudyTable], parts: list[Part], folder: Path) -> None:
    """The tables of the parts, as their commands print them, and those that the study lays out."""
    from pandas import DataFrame

    files = {
        f"{part.title}{Path(name).suffix}": (folder / "results" / part.title / name).read_text("utf-8")
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


@contextmanager
def _reserved(folder: Path) -> Iterator[None]:
    """The folder, reserved for this run: it is new or a study's, and temporary files of a killed run are removed."""
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder} is a file. Name a folder for the results with --to.")
    frozen = folder / FROZEN
    if not (frozen.is_file() and frozen.read_text("utf-8", "replace").startswith(_FIRST_LINE)):
        others = (
            [path for path in folder.iterdir() if path.name[0] != "." and not _is_empty(path)]
            if folder.is_dir()
            else []
        )
        if others:
            raise OptionError(f"{folder} is not a folder of study results. Name another folder with --to.")
    try:
        for name in (*PLACES, UNFINISHED):
            (folder / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorkbenchError(f"{folder} cannot be written ({error.strerror}). Name another with --to.") from error
    with locked(frozen):
        for place in (folder, *(folder / name for name in PLACES)):
            for leaving in list(place.glob(".*.part")):
                rmtree(leaving)
        yield


def _is_empty(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())
