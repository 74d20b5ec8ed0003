"""`anaphora run`: a declared study, run part by part into a folder, where what is finished is not done again."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from anaphora.experiments.report.collection import collection
from anaphora.experiments.report.drawing import Figures
from anaphora.experiments.running.execution import Execution
from anaphora.experiments.study import data, index
from anaphora.experiments.study.checking import Inputs, checked, completed, missing
from anaphora.experiments.study.declaration import Study, as_toml
from anaphora.experiments.study.parts import RESULT, SECTIONS, How, Job, Progress, anchor, finish, jobs
from anaphora.experiments.study.reading import read
from anaphora.experiments.study.tables import Table, table
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files.atomic import write_text_atomically

STUDIES = Path(__file__).parents[1] / "studies"
FROZEN = "study.toml"
PLACES, UNFINISHED = ("results", "data", "tables"), "unfinished"
_FIRST_LINE = "# Written by 'anaphora run': the study with every default. Paths are those of the study that was run.\n"

Tell = Callable[[str, bool], None]
"""Hears of each part its name, and whether it was done now (or found finished)."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What was run: the folder, the parts in order, the tables, what was passed over and why, if there is Parquet."""

    folder: Path
    parts: tuple[str, ...]
    tables: tuple[Table, ...]
    passed_over: Mapping[str, str]
    parquet: bool


def bundled() -> dict[str, Path]:
    """The studies that come with the workbench, by name."""
    return {path.stem: path for path in sorted(STUDIES.glob("*.toml"))}


def run(
    study: Path,
    to: Path | None = None,
    corpora: Mapping[str, Path] | None = None,
    *,
    report: Path | None = None,
    tell: Tell | None = None,
    progress: Progress | None = None,
    execution: Execution | None = None,
) -> Ran:
    """Run a study file, or a bundled study by its name, and write everything into a folder (build/NAME).

    `report` is the place of an HTML file with the tables and, of every part, the figures drawn.

    `corpora` has places of corpora that go before those of the study. A part is finished as a whole; it is left alone
    when its declaration, its inputs and the program are the same as when it was finished. Of one that was not finished
    the documents are kept that were, unless there is a report; so a run that was killed goes on where it was. While it
    runs, the study's folder is the current one. `execution` says what does the work.

    Raises:
        FormatError: the study is malformed, or names what there is not, with line and cure; nothing was run then.
        OptionError: the folder holds something else, or another run writes into it.
        WorkbenchError: bad input, as for the commands whose parts are run.
    """
    file = study if study.is_file() else bundled().get(str(study), study)
    if not file.exists():
        cure = f"Name a TOML file, or one that comes with the workbench: {', '.join(bundled())}."
        raise FormatError(file, None, "there is no such study", cure)
    folder = (to or Path("build") / file.stem).resolve()
    report = report.resolve() if report else None
    given = {name: path.resolve() for name, path in (corpora or {}).items()}
    declared, source = read(file)
    with chdir(file.parent):
        declared = completed(declared)
        inputs = checked(declared, source, given)
        with _claimed(folder):
            write_text_atomically(folder / FROZEN, _FIRST_LINE + as_toml(declared))
            ran = _ran(declared, inputs, folder, How(progress, report is not None, execution or Execution()), tell)
            if report:
                write_text_atomically(report, _report(declared, ran, folder))
            return ran


def _ran(study: Study, inputs: Inputs, folder: Path, how: How, tell: Tell | None) -> Ran:
    wanted = jobs(study, inputs)
    for job in wanted:
        try:
            fresh = finish(job, study, inputs, folder / "results", folder / UNFINISHED, how)
        except WorkbenchError as error:
            raise WorkbenchError(f"{job.title}: {error}") from error
        if tell:
            tell(job.title, fresh)
    rmtree(folder / UNFINISHED)  # of parts that are declared otherwise now
    results = [(job, _result(job, folder)) for job in wanted]
    tables = [table(name, layout, results) for name, layout in study.tables.items()]
    passed_over = dict(inputs.absent) | {name: str(why) for name, it in study.scores.items() if (why := missing(it))}
    parquet = data.write(results, folder / "results", folder / "data")
    _write_tables(tables, folder / "tables")
    write_text_atomically(folder / "README.md", index.markdown(study, results, tables, passed_over))
    return Ran(folder, tuple(job.title for job in wanted), tuple(tables), passed_over, parquet)


def _report(study: Study, ran: Ran, folder: Path) -> str:
    """The tables of a study, and the figures of its parts, as one page."""
    shares = [(title, anchor(title), folder / "results" / title / SECTIONS) for title in ran.parts]
    return collection(
        study.title,
        study.description.strip(),
        [(found.name, Figures(found.grid.headings, found.grid.rows), found.notes) for found in ran.tables],
        [(title, place, path.read_text("utf-8")) for title, place, path in shares if path.is_file()],
        dict(ran.passed_over),
    )


def _result(job: Job, folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "results" / job.title / RESULT).read_text("utf-8"))
    return found


def _write_tables(tables: list[Table], folder: Path) -> None:
    from pandas import DataFrame

    for found in tables:
        write_text_atomically(folder / f"{found.name}.md", found.text("markdown"))
        write_text_atomically(folder / f"{found.name}.tex", found.text("latex"))
        csv = DataFrame(found.rows).to_csv(index=False, lineterminator="\n")
        write_text_atomically(folder / f"{found.name}.csv", csv)
    for old in sorted(folder.iterdir()):
        if old.stem not in {found.name for found in tables}:
            old.unlink()  # of a table that the study has no more


@contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """The folder made ready and held alone: it is new, or a study wrote it; leavings of a killed run are gone."""
    frozen = folder / FROZEN
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder} is a file. Name a folder for the results with --to.")
    others = [it for it in folder.iterdir() if not _is_leaving(it) and not _is_empty(it)] if folder.is_dir() else []
    if others and not (frozen.is_file() and frozen.read_text("utf-8", "replace").startswith(_FIRST_LINE)):
        raise OptionError(f"{folder} holds something else than a study's results. Name another folder with --to.")
    try:
        for name in (*PLACES, UNFINISHED):
            (folder / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorkbenchError(f"{folder} cannot be written ({error.strerror}). Name another with --to.") from error
    with _alone(folder):
        for place in (folder, *(folder / name for name in PLACES)):
            for leaving in filter(_is_leaving, list(place.iterdir())):
                rmtree(leaving) if leaving.is_dir() else leaving.unlink()
        yield


def _is_leaving(path: Path) -> bool:
    return path.name.startswith(".") and path.name.endswith(".part")


def _is_empty(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which ends with the process; where the system has none, do without."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            cure = "Wait for it, or name another folder with --to."
            raise OptionError(f"Another run writes into {folder}. {cure}") from error
        yield
    finally:
        os.close(handle)
