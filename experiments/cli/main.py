"""The command line `anaphora`."""

import io
import os
import sys
from typing import Annotated, NoReturn

import typer

from anaphora.experiments.cli.options import GroupedCommand, GroupedGroup, typer_function
from anaphora.experiments.cli.output import Messages, outlets, perform
from anaphora.experiments.commands import summaries
from anaphora.experiments.run.command import COMMANDS, Command, load_command, load_stage
from anaphora.experiments.run.process import Interrupted, end_workers, interruptible, tell
from anaphora.workbench import __version__
from anaphora.workbench.errors import GateError, OptionError, UnknownNameError, WorkbenchError


def main() -> None:
    """Run the command line: exit code 0 done, 1 the input was bad, 2 wrong usage, 3 a gate was missed.

    It is 130 after Ctrl-C and 143 after SIGTERM. A reader that reads no further, such as `head`, changes nothing.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than a small score
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.FileIO):
        # unbuffered, it would drop without a word what a full disk does not take at once
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.buffer), write_through=True)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # whatever the locale says: corpora and JSON are UTF-8
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    with outlets():
        _run()


def _run() -> None:
    try:
        with interruptible():
            try:
                application(next(iter(sys.argv[1:2]), ""))(prog_name="anaphora")
            finally:
                sys.stdout.flush()
    except Interrupted as interrupted:
        from anaphora.workbench.files import WRITTEN

        Messages().say(tell(interrupted, WRITTEN))
        end_workers()
        sys.exit(interrupted.code)
    except WorkbenchError as error:
        refuse(error)
    except MemoryError:
        Messages().refuse("The memory is used up. Use fewer workers (--jobs 1), shorter texts, or a larger machine.")
        sys.exit(1)
    except OSError as error:  # such as a full disk behind standard output
        from anaphora.workbench.files import unwritable

        Messages().refuse(str(unwritable(error.filename or "the result", error)))
        sys.stderr.close()
        os._exit(1)  # the interpreter would try to write again


def refuse(error: WorkbenchError) -> NoReturn:
    """End for bad input, wrong usage or a missed gate, with what is wrong on standard error."""
    Messages().refuse(str(error))
    if isinstance(error, (OptionError, UnknownNameError)):
        sys.exit(2)
    sys.exit(3 if isinstance(error, GateError) else 1)


def application(called: str | None = None) -> typer.Typer:
    """The command line; if one command is `called`, with that alone: to load the others takes longer than to score.

    With an empty name, as for the help that lists all, those of this project have their lines from `summaries`, and are
    not loaded.
    """
    names = {name.strip("_"): name for name in COMMANDS.names()}
    app = typer.Typer(
        name="anaphora",
        help="Compare, profile and explain anaphora resolvers on one shared preprocessing.",
        no_args_is_help=True,
        cls=GroupedGroup,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        callback=options,
    )
    if called is None or called in names:
        for word in [called] if called else names:
            command = load_command(names[word])
            if command.stages:
                app.add_typer(_stages(command), name=word)
            else:
                app.command(word, cls=GroupedCommand)(typer_function(command, perform))
        return app
    listed = summaries()
    others = [load_command(name) for word, name in names.items() if word not in listed]
    for word, (group, summary) in (listed | {other.name: (other.group, other.help) for other in others}).items():
        app.command(word, cls=GroupedCommand, rich_help_panel=group, help=summary)(lambda: None)
    return app


def _stages(command: Command) -> typer.Typer:
    """The commands of single stages, such as `anaphora evaluate it`."""
    app = typer.Typer(help=command.help, no_args_is_help=True, cls=GroupedGroup, rich_markup_mode=None)
    for stage in command.stages:
        app.command(stage, cls=GroupedCommand)(typer_function(load_stage(command, stage), perform))
    return app


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"anaphora-workbench {__version__}\n")
        raise typer.Exit


def options(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Compare, profile and explain anaphora resolvers on one shared preprocessing."""
