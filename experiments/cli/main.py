"""The command line `anaphora`."""

import copy
import io
import os
import sys
import warnings
from typing import Annotated

import typer

from anaphora.experiments.cli import comparing, files, scoring
from anaphora.experiments.cli.options import GroupedCommand
from anaphora.experiments.cli.output import errors, escaped, outlets, warn
from anaphora.experiments.running.garbage import collect_rarely
from anaphora.experiments.running.interruption import Interrupted, end_workers, interruptible, tell
from anaphora.workbench import __version__
from anaphora.workbench.errors import GateError, OptionError, UnknownNameError, WorkbenchError

app = typer.Typer(
    name="anaphora",
    help="Compare, profile and explain anaphora resolvers on one shared preprocessing.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
GROUPS = {
    "Everyday": (
        comparing.compare, comparing.resolve, comparing.ablate, comparing.losses, comparing.profile, files.serve,
        files.list_,
    ),
    "Scoring": (scoring.score, comparing.coref, scoring.errors, scoring.agree),
    "Corpora": (files.check, files.convert),
    "Studies": (files.run, comparing.optimise, comparing.train),
    "External systems": (files.export, files.import_),
    "Contributing": (files.new,),
}  # fmt: skip
"""The commands as `anaphora --help` shows them; each is called like the public function that it calls."""
for group, commands in GROUPS.items():
    for command in commands:
        app.command(command.__name__.strip("_"), cls=GroupedCommand, rich_help_panel=group)(command)
evaluation = typer.Typer(help="Evaluate one stage of preprocessing.", no_args_is_help=True)
for command in (comparing.it, comparing.mentions, comparing.agreement):
    evaluation.command(command.__name__, cls=GroupedCommand)(command)
app.add_typer(evaluation, name="evaluate", rich_help_panel="Preprocessing")


def main() -> None:
    """Run the command line: exit code 0 done, 1 the input was bad, 2 wrong usage, 3 a gate was missed.

    It is 130 after Ctrl-C and 143 after SIGTERM. A reader that reads no further, such as `head`, changes nothing.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than a small score
    collect_rarely()
    warnings.showwarning = lambda warning, *_, **__: warn([str(warning)])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace"
            )  # whatever the locale says: corpora and JSON are UTF-8
    with outlets():
        _run()


def _run() -> None:
    try:
        with interruptible():
            try:
                _with_one_command(sys.argv[1:2])(prog_name="anaphora")
            finally:
                sys.stdout.flush()
    except Interrupted as interrupted:
        from anaphora.workbench.files.atomic import WRITTEN

        errors().print(escaped(tell(interrupted, WRITTEN)), soft_wrap=True, highlight=False)
        end_workers()
        sys.exit(interrupted.code)
    except WorkbenchError as error:
        errors().print(f"[bold red]error[/]: {escaped(str(error))}", soft_wrap=True, highlight=False)
        sys.exit(2 if isinstance(error, (OptionError, UnknownNameError)) else 3 if isinstance(error, GateError) else 1)
    except OSError as error:  # such as a full disk behind standard output
        sys.stderr.write(f"error: the result cannot be written ({error.strerror or error}).\n")
        sys.stderr.close()
        os._exit(1)  # the interpreter would try to write again


def _with_one_command(called: list[str]) -> typer.Typer:
    """The command line with the command that is called; to prepare the others would take longer than a small score."""
    prepared = copy.copy(app)
    if commands := [command for command in app.registered_commands if command.name in called]:
        prepared.registered_commands, prepared.registered_groups = commands, []
    return prepared


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"anaphora-workbench {__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Compare, profile and explain anaphora resolvers on one shared preprocessing."""
