"""How commands speak: figures as tables or JSON, messages and progress on standard error."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from anaphora.workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from anaphora.experiments.report.contents import Findings
    from anaphora.workbench.document import Document


def require_folder(*places: str | Path | None) -> None:
    """Say before the work, not after it, that there is no place for its result."""
    for place in places:
        if place and str(place) != "-" and not Path(place).parent.is_dir():
            raise WorkbenchError(
                f"{place} cannot be written: there is no folder {Path(place).parent}. Create it first."
            )


@cache
def messages() -> "Console":
    """Standard error."""
    from rich.console import Console

    return Console(stderr=True)


@contextmanager
def progress(corpus: Sequence[Path] | None, format: str | None) -> Iterator[Callable[["Document"], None]]:
    """Show how many documents of a corpus are done; call what it yields after each of them.

    How many there are is known while every file has one; one file alone may have any number.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from anaphora.experiments.comparison.documents import corpus_files

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=messages(), transient=True) as bar:
        files = len(corpus_files(corpus or [], format))
        task = bar.add_task("Analysing", total=files if files > 1 else None)

        def advance(document: "Document") -> None:
            bar.update(task, advance=1, description=f"Analysing {escaped(document.id[:40])}")
            if bar.tasks[0].completed > files:
                bar.tasks[0].total = None

        yield advance


def deliver(figures: Callable[[], object], json_to: str | None, shown: "Callable[[], RenderableType | str]") -> None:
    """Print what is to be shown, or write the figures as JSON to standard output or a file, or both."""
    if json_to:
        _write_json(figures(), json_to)
    if json_to != "-":
        _print(shown())


def warn(warnings: Sequence[str]) -> None:
    """Print warnings on standard error."""
    for warning in warnings:
        messages().print(f"[yellow]warning[/]: {escaped(warning)}", soft_wrap=True, highlight=False)


def _write_json(figures: object, place: str) -> None:
    """Write figures to a file (in one piece) or, for "-", to standard output."""
    import json

    from anaphora.workbench.files.atomic import write_text_atomically

    text = json.dumps(figures, ensure_ascii=False, indent=2) + "\n"
    if place == "-":
        sys.stdout.write(text)
    else:
        write_text_atomically(Path(place), text)


def _print(shown: "RenderableType | str") -> None:
    if isinstance(shown, str):
        sys.stdout.write(shown)
        return
    from rich.console import Console

    # where the terminal is narrower than a table it wraps the lines, but no figure is cut
    Console(width=max(Console().width, _width_of_tables(shown))).print(shown)


def _width_of_tables(shown: "RenderableType") -> int:
    from rich.console import Console, Group
    from rich.table import Table

    if isinstance(shown, Group):
        return max(map(_width_of_tables, shown.renderables), default=0)
    return Console(width=1000).measure(shown).minimum if isinstance(shown, Table) else 0


def write_report(findings: "Findings", report: Path | None, figures: Path | None) -> None:
    """Write the report, and its charts as files of their own, as far as each was asked for; say where they are."""
    from anaphora.experiments.report.drawing import file
    from anaphora.experiments.report.report import drawings
    from anaphora.experiments.report.report import report as page
    from anaphora.workbench.files.atomic import replacing, write_text_atomically

    if report:
        write_text_atomically(report, page(findings))
        messages().print(f"Report: {escaped(str(report))}", highlight=False, soft_wrap=True)
    if figures:
        made = drawings(findings)
        with replacing(figures) as drawn:
            drawn.mkdir()
            for drawing in made:
                write_text_atomically(drawn / f"{drawing.name}.svg", file(drawing))
        messages().print(f"{len(made)} charts: {escaped(str(figures))}", highlight=False, soft_wrap=True)


def escaped(text: str) -> str:
    """For a rich console: not read as markup, and without control characters that a file may have put there."""
    from rich.markup import escape

    from anaphora.experiments.terminal.vocabulary import clean

    return escape(clean(text))
