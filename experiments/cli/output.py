"""Output of commands: figures as tables or JSON, messages and progress on standard error."""

import hashlib
import math
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO, cast

from anaphora.experiments.api.scoring import require_no_warning
from anaphora.experiments.cli.help import can_style
from anaphora.experiments.cli.options import Command, Output, offers
from anaphora.experiments.run.configuration import OPTIONS
from anaphora.experiments.show.render import Form, line, render, to_text
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.options import about_of
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.table import Table, to_json

if TYPE_CHECKING:
    from rich.console import Console

    from anaphora.experiments.run.meter import Meter, Reading
    from anaphora.workbench.document import Document
    from anaphora.workbench.results.family import Regressions


def require_folder(*places: str | Path | None) -> None:
    """Report before the work, not after it, that the folder of a result does not exist."""
    for target in places:
        if target and str(target) != "-" and not Path(target).parent.is_dir():
            raise WorkbenchError(
                f"{target} cannot be written: there is no folder {Path(target).parent}. Create it first."
            )


class Outlet:
    """A stream whose reader may read no further: what is written then is dropped, and the command goes on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, or drop."""
        with self._dropping():
            self._stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write all, or drop."""
        for text in lines:
            self.write(text)

    def flush(self) -> None:
        """Flush, or drop."""
        with self._dropping():
            self._stream.flush()

    @contextmanager
    def _dropping(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())  # also what is still in its buffer
            os.close(nowhere)


@contextmanager
def outlets() -> Iterator[None]:
    """Have standard output and standard error drop what nobody reads, also where one of them was closed before."""
    before = sys.stdout, sys.stderr
    with Path(os.devnull).open("w") as nowhere:
        sys.stdout, sys.stderr = (cast("TextIO", Outlet(stream or nowhere)) for stream in before)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


@dataclass(slots=True)
class Wanted:
    """The values of the options that all commands have."""

    quiet: bool = False
    signature: bool = False

    def show(self, quiet: bool, signature: bool) -> None:
        """Store the values that a user gave."""
        self.quiet, self.signature = quiet, signature


wanted = Wanted()


def command(
    source: Callable[..., object] | type | None = None, *, without: Iterable[str] = ()
) -> Callable[[Command], Command]:
    """Make a command of a function: with the options of the public function that it calls, and those of all."""
    return offers(source, without, wanted.show)


def messages() -> "Console":
    """Standard error for progress, warnings and notes; nothing is printed with --quiet."""
    return _console(wanted.quiet)


def say(text: str) -> None:
    """Print a line on standard error as it is, whatever signs are in it and however long it is."""
    messages().print(escaped(text), highlight=False, soft_wrap=True)


def errors() -> "Console":
    """Standard error for what ends a command."""
    return _console(quiet=False)


@cache
def _console(quiet: bool) -> "Console":
    from rich.console import Console

    return Console(stderr=True, quiet=quiet, force_terminal=None if can_style(sys.stderr) else False)


@contextmanager
def metered(what: str, total: Callable[[], float], *, at_once: bool = True) -> Iterator["Meter"]:
    """Show the share of the work that is done, and the time left: a bar on a terminal, a line a minute without one.

    `total` is that of `Meter`, to which all work inside the block is reported. The bar is drawn
    `at_once`, or when work takes long: what draws it takes longer to load than a small score.
    """
    from anaphora.experiments.run.meter import EVERY, Meter
    from anaphora.workbench.progress import listening

    is_terminal = can_style(sys.stderr) and not wanted.quiet
    with ExitStack() as stack:
        bar = cache(lambda: stack.enter_context(_bar(what)))

        def show(reading: "Reading") -> None:
            if is_terminal:
                bar()(reading)
            else:
                say(f"{what}: {reading}")

        if is_terminal and at_once:
            bar()
        pause = math.inf if wanted.quiet else EVERY
        meter = Meter(total, show, 0.5 if is_terminal else pause)
        stack.enter_context(listening(meter.reach))
        yield meter


@contextmanager
def _bar(what: str) -> Iterator[Callable[["Reading"], None]]:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[reading]}"), TimeElapsedColumn())
    with Progress(*columns, console=messages(), transient=True) as bar:
        task = bar.add_task(what, total=None, reading="")

        def draw(reading: "Reading") -> None:
            total = None if reading.share is None else 1.0
            bar.update(task, total=total, completed=reading.share or 0.0, reading=str(reading))

        yield draw


@contextmanager
def progress(
    corpus: Sequence[Path] | None, format: str | None, what: str = "Analysing", times: int = 1
) -> Iterator[Callable[["Document"], None]]:
    """Show how much of a corpus is done, which is read so many times; call what it yields after each document."""
    from anaphora.experiments.run.documents import words_of

    with metered(what, lambda: times * words_of(corpus or [], format)) as meter:
        yield lambda document: meter.finish(len(document.words))


def deliver(
    result: object, tables: Sequence[Table], to: Output = "table", json_to: str | None = None, *, details: bool = False
) -> None:
    """Print tables of a result in the form `to`, or write them as JSON to standard output or a file, or both.

    `details` prints every column and the whole signature.
    """
    if json_to or to == "json":
        write_json(to_json(tables), json_to or "-")
    if json_to != "-" and to != "json":
        show(tables, to, getattr(result, "signature", ""), details)


def deliver_held(
    result: object,
    tables: Sequence[Table],
    held: "Regressions | None",
    to: Output,
    json_to: str | None,
    *,
    details: bool = False,
    strict: bool = False,
) -> None:
    """Deliver tables, and what holds systems against a baseline; raise `GateError` if one is worse."""
    from anaphora.experiments.commands.score.gates import require_no_worse

    if held and held.warning:
        warn([held.warning], strict)
    deliver(result, [*tables, held.table()] if held else tables, to, json_to, details=details)
    if held:
        require_no_worse(held)


def show(tables: Sequence[Table], to: Form = "table", signature: str = "", details: bool = False) -> None:
    """Print tables, and below them the signature."""
    if to != "table":
        below = {"latex": f"% {line(signature)}\n", "markdown": f"\n{line(signature)}\n"} if signature else {}
        sys.stdout.write(render(tables, to, details) + below.get(to, ""))
        return
    sys.stdout.write(to_text(tables, bold=in_colour(), details=details))
    if signature:
        whole = details or wanted.signature
        sys.stdout.write(f"\n{line(signature)}\n" if whole else f"{short_signature(signature)}\n")


def in_colour() -> bool:
    """Return whether standard output is a terminal that takes colours and bold face."""
    return can_style(sys.stdout)


def width() -> int:
    """The columns of the terminal, 80 without one."""
    return shutil.get_terminal_size((80, 24)).columns


def short_signature(signature: str) -> str:
    """The digest of a signature and the settings in it that are not the defaults."""
    parts = dict(part.partition(":")[::2] for part in signature.split("|"))
    others = []
    for field, (_, entry) in OPTIONS.items():
        name = field.replace("_", "-")
        about = about_of(entry)
        if about and about.in_short and parts.get(name, str(entry.default)) not in (str(entry.default), "key"):
            others.append(f"{name} {parts[name]}")
    if (perfect := parts.get("perfect", "none")) != "none":
        others.append("perfect input" if perfect == "+".join(LAYERS) else f"perfect {perfect}")
    digest = hashlib.blake2b(signature.encode(), digest_size=4).hexdigest()
    unusual = f" ({', '.join(others)})" if others else ""
    return f"Signature {digest}{unusual}; --signature prints it whole."


def warn(warnings: Sequence[str], strict: bool = False) -> None:
    """Print warnings on standard error; raise `WorkbenchError` for them if `strict`."""
    for warning in warnings:
        messages().print(f"[yellow]warning[/]: {escaped(warning)}", soft_wrap=True, highlight=False)
    require_no_warning(warnings, strict, shown=not wanted.quiet)


def write_json(figures: object, place: str) -> None:
    """Write figures to a file (in one piece) or, for "-", to standard output."""
    import json

    from anaphora.workbench.files import write_text_atomically

    text = json.dumps(figures, ensure_ascii=False, indent=2) + "\n"
    if place == "-":
        sys.stdout.write(text)
    else:
        write_text_atomically(Path(place), text)


class Reported(Protocol):
    """A result that has a report."""

    @property
    def data(self) -> object:
        """The figures that charts are drawn of."""
        ...

    def report(self, path: str | Path) -> Path:
        """Write the report."""
        ...


def write_files(result: Reported, report: Path | None, figures: Path | None = None, form: str = "svg") -> None:
    """Write report and charts for papers, if they were asked for, and say where they are."""
    if report:
        result.report(report)
        say(f"Report: {report}")
    if figures:
        from anaphora.experiments.show.charts.plot import write_figures
        from anaphora.preprocess.cache import folder

        # where matplotlib keeps its list of fonts; else it makes two folders more
        os.environ.setdefault("MPLCONFIGDIR", str(folder() / "matplotlib"))
        files = ", ".join(f"{name}.{form}" for name in write_figures(result.data, figures, form))
        say(f"Figures: {figures} ({files or 'none'})")


def escaped(text: str) -> str:
    """For a rich console: not read as markup, and without control characters that a file may have put there."""
    from rich.markup import escape

    from anaphora.workbench.results.vocabulary import clean

    return escape(clean(text))
