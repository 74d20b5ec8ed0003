"""Output of commands: figures as tables or JSON, messages and progress on standard error."""

import hashlib
import math
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from inspect import signature as signature_of
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, cast

from anaphora.experiments.run.command import Command, Progress, Wanted, no_words
from anaphora.experiments.run.configuration import OPTIONS, processors
from anaphora.experiments.show.render import (
    CODES,
    ERROR,
    WARNING,
    Form,
    can_style,
    line,
    render,
    styled,
    to_text,
    visible,
)
from anaphora.experiments.show.result import Result, json_text, require_no_warning
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.files import replacing, write_text_atomically
from anaphora.workbench.options import described_by
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.table import plain

if TYPE_CHECKING:
    from anaphora.experiments.run.process import Meter, Reading
    from anaphora.workbench.results.family import Regressions
    from anaphora.workbench.results.gates import Gate

_FOLDERS = ("figures", "folder")


class Messages(NamedTuple):
    """Standard error: lines on the work and warnings, none of which are written if it is `quiet`, and errors."""

    quiet: bool = False

    def say(self, text: str) -> None:
        """Write a line as it is, however long."""
        if not self.quiet:
            sys.stderr.write(f"{_shown(text, sys.stderr)}\n")

    def warn(self, text: str) -> None:
        """Write a warning."""
        if not self.quiet:
            self._write("warning", WARNING, text)

    def refuse(self, text: str) -> None:
        """Write what ends a command."""
        self._write("error", ERROR, text)

    def _write(self, kind: str, colour: str, text: str) -> None:
        name = styled(kind, colour) if can_style(sys.stderr) else kind
        sys.stderr.write(f"{name}: {_shown(text, sys.stderr)}\n")

    @contextmanager
    def of_work(self) -> Iterator[None]:
        """Write what work inside says, and the warnings of Python."""
        from anaphora.workbench.progress import telling

        with warnings.catch_warnings(), telling(self.say):
            warnings.showwarning = lambda warning, *_, **__: self.warn(str(warning))
            yield


def _shown(text: str, stream: TextIO) -> str:
    """A text that has no styles of ours, as a stream takes it: a terminal would obey what a file put there."""
    return visible(text) if stream.isatty() else text


def perform(command: Command, wanted: Wanted) -> None:
    """Call the function of a command, and print and write what was asked for.

    Raises what the function raises, and `GateError` if a gate is missed.
    """
    from anaphora.workbench.results.gates import Gate, at_least, no_worse, require, require_scored, require_test

    outputs = wanted.outputs
    messages = Messages(bool(outputs.get("quiet")))
    _require_places(command, wanted)
    _require_one_output(command, wanted)
    require_test(outputs.get("no_worse_than"), wanted.arguments.get("resamples", 1))
    baseline = _add_baseline(command, wanted)
    _limit_jobs(wanted, messages)
    with messages.of_work():
        result = _called(command, wanted, messages)
    gates: list[Gate] = []
    if wanted.gates and result.gate:
        require_scored(result.gate.main_values, wanted.gates)
        gates += at_least(result.gate.main_values, wanted.gates)
    for warning in result.warnings:
        messages.warn(warning)
    held = result.gate.against(baseline) if baseline and result.gate else None
    if held and held.warning:
        messages.warn(held.warning)
        require_no_warning([held.warning], bool(wanted.arguments.get("strict")))
    if held:
        gates.append(no_worse(held))
    for text in _write_files(result, wanted, gates):
        messages.say(text)
    if "folder" not in outputs:
        deliver(result, wanted, held, passed=not any(gate.missed for gate in gates) if gates else None)
    for text in result.messages:
        messages.say(text)
    require(gates)
    if command.failed(result):
        raise SystemExit(1)


def _called(command: Command, wanted: Wanted, messages: Messages) -> "Result[Any]":
    """Call the function with the arguments, with what the outputs imply, and with a meter of its work."""
    parameters = signature_of(command.function).parameters
    flags = {name: value for name, value in wanted.flags.items() if name in parameters}
    arguments = {**wanted.arguments, **flags, **command.implied(wanted)}
    with metered(command, lambda: command.words(arguments), messages) as meter:
        if "progress" in parameters and parameters["progress"].annotation is Progress:
            arguments["progress"] = lambda document: meter.finish(len(document.words))
        result: Result[Any] = command.function(**arguments)
    return result


def _require_places(command: Command, wanted: Wanted) -> None:
    """Report before the work, not after it, that something cannot be written where it is to stand."""
    outputs = wanted.outputs
    named = [outputs.get(name) for name in ("report", "json", *_FOLDERS)]
    named += [wanted.arguments.get(name) for name in command.written]
    for target in map(Path, filter(None, named)):
        if not target.parent.is_dir():
            problem = f"{target} cannot be written: there is no folder {target.parent}."
            raise WorkbenchError(f"{problem} Create it first.")
    for name in ("report", "json"):
        if name in outputs and Path(outputs[name]).is_dir():
            raise WorkbenchError(f"{outputs[name]} is a folder, and --{name} writes a file. Name one in it.")
    for name in _FOLDERS:
        if name in outputs and outputs[name].exists() and not outputs[name].is_dir():
            cure = f"--{name} writes several. Name a folder."
            raise OptionError(f"{outputs[name]} is a file, and {cure}", code="not-a-folder")


def _require_one_output(command: Command, wanted: Wanted) -> None:
    """Refuse two outputs that cannot both be made."""
    form = wanted.to
    both = (command.forms[0], "table", "markdown", "latex", "csv", "json")
    other = "" if form in both else f"--to {form}"
    if "folder" in wanted.outputs:
        other = "--folder"
    if "json" in wanted.outputs and other:
        raise OptionError(f"{other} and --json exclude each other; run the command twice for both.", code="two-outputs")


def _add_baseline(command: Command, wanted: Wanted) -> str:
    """Add the baseline to the systems that are compared, and return its label; empty without one."""
    baseline = wanted.outputs.get("no_worse_than")
    if not baseline:
        return ""
    for name, parameter in signature_of(command.function).parameters.items():
        about = described_by(parameter.annotation)
        if about and about.join:
            wanted.arguments[name], baseline = about.join(wanted.arguments.get(name), baseline)
    return baseline


def _limit_jobs(wanted: Wanted, messages: Messages) -> None:
    jobs = wanted.arguments.get("jobs") or 0
    if jobs > processors() and not wanted.arguments.get("scheduler"):
        messages.say(f"{jobs} jobs were asked for; {processors()} run, one for each processor.")
        wanted.arguments["jobs"] = processors()


class Outlet:
    """A stream whose reader may read no further: what is written then is dropped, and the command goes on.

    On a terminal, what a text or the name of a file would make it do is shown and not done.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._is_terminal = stream.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write, or drop."""
        with self._dropping():
            self.stream.write(visible(text, CODES) if self._is_terminal else text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write all, or drop."""
        for text in lines:
            self.write(text)

    def flush(self) -> None:
        """Flush, or drop."""
        with self._dropping():
            self.stream.flush()

    @contextmanager
    def _dropping(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.stream.fileno())  # also what is still in its buffer
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
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            sys.stdout, sys.stderr = before


@contextmanager
def metered(command: Command, total: Callable[[], float], messages: Messages) -> Iterator["Meter"]:
    """Show the share of the work that is done, and the time left: a bar on a terminal, a line a minute without one.

    `total` is that of `Meter`, to which all work inside the block is reported. The bar is drawn at once if the command
    says how much there is, else when work takes long: what draws it takes longer to load than a small score.
    """
    from anaphora.experiments.run.process import SHOWN_EVERY, Meter
    from anaphora.workbench.progress import listening

    is_terminal = can_style(sys.stderr) and not messages.quiet
    with ExitStack() as stack:
        bar = cache(lambda: stack.enter_context(_bar(command.work)))

        def show(reading: "Reading") -> None:
            if is_terminal:
                bar()(reading)
            else:
                messages.say(f"{command.work}: {reading}")

        if is_terminal and command.words is not no_words:
            bar()
        pause = math.inf if messages.quiet else SHOWN_EVERY
        meter = Meter(total, show, 0.5 if is_terminal else pause)
        stack.enter_context(listening(meter.reach))
        yield meter


@contextmanager
def _bar(what: str) -> Iterator[Callable[["Reading"], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[reading]}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=getattr(sys.stderr, "stream", sys.stderr)), transient=True) as bar:
        task = bar.add_task(what, total=None, reading="")

        def draw(reading: "Reading") -> None:
            total = None if reading.share is None else 1.0
            bar.update(task, total=total, completed=reading.share or 0.0, reading=str(reading))

        yield draw


def deliver(
    result: "Result[Any]", wanted: Wanted, held: "Regressions | None" = None, passed: bool | None = None
) -> None:
    """Print a result in a form, or write it as JSON to standard output or a file, or both.

    The flag `details` prints every column and the whole signature. What was `held` against a baseline is one more
    table. A badge tells whether gates were `passed`.
    """
    form, flags = wanted.to, wanted.flags
    if result.text:
        sys.stdout.write(_shown(result.text, sys.stdout))
        return
    if wanted.json:
        figures = result.as_json(**flags)
        figures |= {"no_worse_than": plain(held.as_json())} if held else {}
        if wanted.json == "-":
            sys.stdout.write(json_text(figures))
            return
        write_text_atomically(wanted.json, json_text(figures))
    if form == "json":
        return
    if form not in ("table", "markdown", "latex"):
        has_styles = form in result.forms and "bold" in signature_of(result.forms[form]).parameters
        more = {"bold": can_style(sys.stdout)} if has_styles else {"passed": passed} if form == "badge" else {}
        text = result.to(form, **flags, **more)
        sys.stdout.write(text if has_styles else _shown(text, sys.stdout))
        return
    tables = [*result.tables(**flags), *([held.table()] if held else [])]
    details = bool(flags.get("details"))
    if not tables:
        return
    if form == "table":
        sys.stdout.write(to_text(tables, bold=can_style(sys.stdout), details=details))
        whole = details or wanted.outputs.get("signature")
        below = f"\n{line(result.signature)}\n" if whole else f"{short_signature(result.signature)}\n"
    else:
        sys.stdout.write(render(tables, cast("Form", form), details))
        below = f"% {line(result.signature)}\n" if form == "latex" else f"\n{line(result.signature)}\n"
        if form == "markdown" and result.headline:
            below = f"\n{line(result.sentence())}\n{below}"
    sys.stdout.write(below if result.signature else "")


def short_signature(signature: str) -> str:
    """The digest of a signature and the settings in it that are not the defaults."""
    parts = dict(part.partition(":")[::2] for part in signature.split("|"))
    others = [
        f"{name} {value}"
        for name, value in parts.items()
        if name.replace("-", "_") in {*OPTIONS} - {"perfect", "pipeline"}
    ]
    if perfect := parts.get("perfect"):
        others.append("perfect input" if perfect == "+".join(LAYERS) else f"perfect {perfect}")
    digest = hashlib.blake2b(signature.encode(), digest_size=4).hexdigest()
    unusual = f" ({', '.join(others)})" if others else ""
    return f"Signature {digest}{unusual}; --signature prints it whole."


def _write_files(result: "Result[Any]", wanted: Wanted, gates: "Sequence[Gate]") -> Iterator[str]:
    """Write the report, charts for papers and a file for each text, if they are asked for; say where they are."""
    outputs = wanted.outputs
    if report := outputs.get("report"):
        result.report(report, gates)
        yield f"Report: {report}"
    if figures := outputs.get("figures"):
        from anaphora.experiments.show.charts.chart import write_figures
        from anaphora.preprocess.cache import folder

        # where matplotlib keeps its list of fonts; else it makes two folders more
        os.environ.setdefault("MPLCONFIGDIR", str(folder() / "matplotlib"))
        form = outputs.get("figure_format", "svg")
        names = ", ".join(f"{name}.{form}" for name in write_figures(result.charts(), figures, form))
        yield f"Figures: {figures} ({names or 'none'})"
    if texts := outputs.get("folder"):
        write_folder(result, wanted, texts)


def write_folder(result: "Result[Any]", wanted: Wanted, folder: Path) -> None:
    """Write a file for each text of a result, called after it.

    Files of the same names are replaced, all others stay. Raises `WorkbenchError` if the folder cannot be written.
    """
    from anaphora.corpora import file_name, formats

    suffix = _SUFFIXES.get(wanted.to) or formats()[wanted.to].suffix
    taken: set[str] = set()
    with replacing(folder) as temporary:
        temporary.mkdir()
        for name, part in result.parts():
            file = temporary / f"{file_name(name, taken)}{suffix}"
            file.write_bytes(part.to(wanted.to, **wanted.flags).encode("utf-8", "replace"))


_SUFFIXES = {
    "table": ".txt", "text": ".txt", "markdown": ".md", "latex": ".tex", "csv": ".csv", "json": ".json",
    "html": ".html", "diff": ".diff",
}  # fmt: skip
