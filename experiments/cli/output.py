"""Output of commands: figures as tables or JSON, messages and progress on standard error."""

import hashlib
import math
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from inspect import signature as signature_of
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from anaphora.experiments.cli.options import Given
from anaphora.experiments.run.command import Command, Progress, Wanted, no_words
from anaphora.experiments.run.configuration import OPTIONS
from anaphora.experiments.show.render import FORMS, Form, can_style, line, render, to_text
from anaphora.experiments.show.result import Result, json_text, require_no_warning
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.table import Table, plain

if TYPE_CHECKING:
    from rich.console import Console

    from anaphora.experiments.run.process import Meter, Reading
    from anaphora.workbench.results.family import Regressions
    from anaphora.workbench.results.scores import Scores

_quiet = False
"""True while a command runs that is to print no progress and no warnings."""
_PLACES = ("report", "figures", "folder")


def perform(command: Command, given: Given) -> None:
    """Call the function of a command, and print and write what was asked for.

    Raises what the function raises, and `GateError` if a gate is missed.
    """
    global _quiet  # noqa: PLW0603 (a process runs one command)
    _quiet = bool(given.outputs.get("quiet"))
    outputs = given.outputs
    form = outputs.get("to", command.forms[0] if "to" in command.offers else "table")
    json_to = outputs.get("json") or ("-" if form == "json" else None)
    files = [outputs[name] for name in (*_PLACES, "json") if outputs.get(name)]
    require_folder(*files, *(value for name, value in given.arguments.items() if name in command.written))
    _require_one_output(outputs, form, command)
    gates = _gates(given)
    baseline = _add_baseline(given)
    wanted = Wanted(
        form,
        bool(json_to),
        bool(outputs.get("report")),
        bool(outputs.get("figures")),
        given.flags,
        given.arguments,
        tuple(outputs.get("fail_under") or ()),
    )
    result = _called(command, given, wanted)
    if gates:
        from anaphora.workbench.results.gates import require_scored

        require_scored(cast("Scores", result.gate), gates)
    warn(result.warnings)
    held = result.gate.against(baseline) if baseline and result.gate else None
    if held and held.warning:
        warn([held.warning])
        require_no_warning([held.warning], bool(given.arguments.get("strict")))
    write_files(result, outputs)
    if folder := outputs.get("folder"):
        write_folder(result, given.flags, form, folder)
    else:
        deliver(result, given.flags, form, json_to, held, whole_signature=bool(outputs.get("signature")))
    for message in result.messages:
        say(message)
    _require_gates(result, gates, held)
    if command.failed(result):
        raise SystemExit(1)


def _called(command: Command, given: Given, wanted: Wanted) -> "Result[object]":
    """Call the function with the arguments, with what the outputs imply, and with a meter of its work."""
    parameters = signature_of(command.function).parameters
    flags = {name: value for name, value in given.flags.items() if name in parameters}
    arguments = {**given.arguments, **flags, **command.implied(wanted)}
    with metered(command.work, lambda: command.words(arguments), at_once=command.words is not no_words) as meter:
        if "progress" in parameters and parameters["progress"].annotation is Progress:
            arguments["progress"] = lambda document: meter.finish(len(document.words))
        result: Result[object] = command.function(**arguments)
    return result


def _require_one_output(outputs: Mapping[str, Any], form: str, command: Command) -> None:
    """Refuse two outputs that cannot both be made."""
    other = "--folder" if outputs.get("folder") else f"--to {form}" if form not in (command.forms[0], *FORMS) else ""
    if outputs.get("json") and other:
        raise OptionError(f"{other} and --json exclude each other; run the command twice for both.", code="two-outputs")


def _gates(given: Given) -> dict[str, float]:
    """The least values by measure; a gate that cannot be tested is refused before the work."""
    from anaphora.workbench.results.gates import parse_gates, require_test

    require_test(given.outputs.get("no_worse_than"), given.arguments.get("resamples", 1))
    return parse_gates(given.outputs.get("fail_under") or ())


def _add_baseline(given: Given) -> str:
    """Add the baseline to the systems that are compared, and return its label; empty without one."""
    baseline = given.outputs.get("no_worse_than")
    arguments = given.arguments
    if not baseline or arguments.get("datasets"):
        return baseline or ""
    if "responses" in arguments and isinstance(arguments["responses"], Mapping):
        from anaphora.experiments.commands.score.counting import named_responses

        [(name, path)] = named_responses([baseline]).items()
        arguments["responses"] = {**arguments["responses"], name: path}
        return name
    from anaphora.workbench.spec import parse_resolver

    names = arguments.get("resolvers", ())
    if not names:
        cure = "Name those that may not be worse, too: --resolvers NAME,NAME."
        raise OptionError(f"--no-worse-than {baseline} stands alone. {cure}", code="no-resolver")
    arguments["resolvers"] = (*names, *({baseline} - {*names}))
    return parse_resolver(baseline).label


def _require_gates(result: "Result[Any]", gates: Mapping[str, float], held: "Regressions | None") -> None:
    from anaphora.workbench.results.gates import require_at_least, require_no_worse

    if held:
        require_no_worse(held)
    if gates:
        require_at_least(cast("Scores", result.gate), gates)


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


def messages() -> "Console":
    """Standard error for progress, warnings and notes; nothing is printed with --quiet."""
    return _console(_quiet)


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
    from anaphora.experiments.run.process import SHOWN_EVERY, Meter
    from anaphora.workbench.progress import listening

    is_terminal = can_style(sys.stderr) and not _quiet
    with ExitStack() as stack:
        bar = cache(lambda: stack.enter_context(_bar(what)))

        def show(reading: "Reading") -> None:
            if is_terminal:
                bar()(reading)
            else:
                say(f"{what}: {reading}")

        if is_terminal and at_once:
            bar()
        pause = math.inf if _quiet else SHOWN_EVERY
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


def deliver(
    result: "Result[Any]",
    flags: Mapping[str, object],
    form: str,
    json_to: str | None,
    held: "Regressions | None" = None,
    *,
    whole_signature: bool = False,
) -> None:
    """Print a result in a form, or write it as JSON to standard output or a file, or both.

    The flag `details` prints every column and the whole signature. What was `held` against a baseline is one more
    table.
    """
    if result.text:
        sys.stdout.write(result.text)
        return
    if json_to:
        figures = result.as_json(**flags)
        write_json(figures | {"no_worse_than": plain(held.as_json())} if held else figures, json_to)
    if json_to == "-" or form == "json":
        return
    if form in ("table", "markdown", "latex"):
        tables = [*result.tables(**flags), *([held.table()] if held else [])]
        show(tables, cast("Form", form), result.signature, bool(flags.get("details")), whole_signature)
    else:
        sys.stdout.write(result.to(form, **flags))


def write_folder(result: "Result[Any]", flags: Mapping[str, object], form: str, folder: Path) -> None:
    """Write a file for each text of a result, called after it.

    Files of the same names are replaced, all others stay. Raises `OptionError` where `folder` is a file, and
    `WorkbenchError` if it cannot be written.
    """
    from anaphora.corpora import file_name, formats
    from anaphora.workbench.files import replacing

    if folder.exists() and not folder.is_dir():
        raise OptionError(
            f"{folder} is a file, and each text has a file of its own. Name a folder.", code="not-a-folder"
        )
    suffix = _SUFFIXES.get(form) or formats()[form].suffix
    taken: set[str] = set()
    with replacing(folder) as temporary:
        temporary.mkdir()
        for name, part in (result.parts() if result.parts else {}).items():
            file = temporary / f"{file_name(name, taken)}{suffix}"
            file.write_bytes(part.to(form, **flags).encode("utf-8", "replace"))


_SUFFIXES = {
    "table": ".txt", "text": ".txt", "markdown": ".md", "latex": ".tex", "csv": ".csv", "json": ".json",
    "html": ".html", "diff": ".diff",
}  # fmt: skip


def show(
    tables: Sequence[Table], form: Form = "table", signature: str = "", details: bool = False, whole: bool = False
) -> None:
    """Print tables, and below them the signature, `whole` or its digest."""
    if form != "table":
        below = {"latex": f"% {line(signature)}\n", "markdown": f"\n{line(signature)}\n"} if signature else {}
        sys.stdout.write(render(tables, form, details) + below.get(form, ""))
        return
    sys.stdout.write(to_text(tables, bold=in_colour(), details=details))
    if signature:
        sys.stdout.write(f"\n{line(signature)}\n" if whole or details else f"{short_signature(signature)}\n")


def in_colour() -> bool:
    """Return whether standard output is a terminal that takes colours and bold face."""
    return can_style(sys.stdout)


def width() -> int:
    """The columns of the terminal, 80 without one."""
    return shutil.get_terminal_size((80, 24)).columns


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


def warn(warnings: Sequence[str]) -> None:
    """Print warnings on standard error."""
    for warning in warnings:
        messages().print(f"[yellow]warning[/]: {escaped(warning)}", soft_wrap=True, highlight=False)


def write_json(figures: JsonObject, place: str) -> None:
    """Write figures to a file (in one piece) or, for "-", to standard output."""
    from anaphora.workbench.files import write_text_atomically

    if place == "-":
        sys.stdout.write(json_text(figures))
    else:
        write_text_atomically(Path(place), json_text(figures))


def write_files(result: "Result[Any]", outputs: Mapping[str, Any]) -> None:
    """Write report and charts for papers, if they were asked for, and say where they are."""
    if report := outputs.get("report"):
        result.report(report)
        say(f"Report: {report}")
    if figures := outputs.get("figures"):
        from anaphora.experiments.show.charts.chart import write_figures
        from anaphora.preprocess.cache import folder

        # where matplotlib keeps its list of fonts; else it makes two folders more
        os.environ.setdefault("MPLCONFIGDIR", str(folder() / "matplotlib"))
        form = outputs.get("figure_format", "svg")
        names = ", ".join(f"{name}.{form}" for name in write_figures(result.charts(), figures, form))
        say(f"Figures: {figures} ({names or 'none'})")


def escaped(text: str) -> str:
    """For a rich console: not read as markup, and without control characters that a file may have put there."""
    from rich.markup import escape

    from anaphora.workbench.results.vocabulary import clean

    return escape(clean(text))
