"""The command line `anaphora`."""

import io
import os
import sys
import warnings
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from anaphora.experiments.cli.options import Command, GroupedCommand, GroupedGroup
from anaphora.experiments.cli.output import errors, escaped, outlets, warn
from anaphora.experiments.run.garbage import collect_rarely
from anaphora.experiments.run.interruption import Interrupted, end_workers, interruptible, tell
from anaphora.workbench import __version__
from anaphora.workbench.errors import GateError, OptionError, UnknownNameError, WorkbenchError

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Everyday": {
        "compare": "comparing", "resolve": "comparing", "chains": "comparing",
        "rewrite": "comparing", "ablate": "comparing", "losses": "comparing", "profile": "comparing",
        "serve": "files", "list_": "files",
    },
    "Scoring": {"score": "scoring", "coref": "comparing", "errors": "scoring", "agree": "scoring"},
    "Corpora": {"check": "files", "convert": "files"},
    "Studies": {"run": "files", "optimise": "comparing", "train": "comparing"},
    "External systems": {"export": "files", "import_": "files"},
    "Contributing": {"new": "files"},
}  # fmt: skip
"""The commands as `anaphora --help` shows them, each with its module; they are called like the public functions."""
_STAGES = ("it", "mentions", "agreement", "rewriting", "choices")


def main() -> None:
    """Run the command line: exit code 0 done, 1 the input was bad, 2 wrong usage, 3 a gate was missed.

    It is 130 after Ctrl-C and 143 after SIGTERM. A reader that reads no further, such as `head`, changes nothing.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than a small score
    collect_rarely()
    warnings.showwarning = lambda warning, *_, **__: warn([str(warning)])
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
                application(*sys.argv[1:2])(prog_name="anaphora")
            finally:
                sys.stdout.flush()
    except Interrupted as interrupted:
        from anaphora.workbench.files import WRITTEN

        errors().print(escaped(tell(interrupted, WRITTEN)), soft_wrap=True, highlight=False)
        end_workers()
        sys.exit(interrupted.code)
    except WorkbenchError as error:
        refuse(error)
    except OSError as error:  # such as a full disk behind standard output
        sys.stderr.write(f"error: the result cannot be written ({error.strerror or error}).\n")
        sys.stderr.close()
        os._exit(1)  # the interpreter would try to write again


def refuse(error: WorkbenchError) -> NoReturn:
    """End for bad input, wrong usage or a missed gate, with what is wrong on standard error."""
    errors().print(f"[bold red]error[/]: {escaped(str(error))}", soft_wrap=True, highlight=False)
    if isinstance(error, (OptionError, UnknownNameError)):
        sys.exit(2)
    sys.exit(3 if isinstance(error, GateError) else 1)


def application(called: str = "") -> typer.Typer:
    """The command line; if one command is `called`, with that alone: to load the others takes longer than to score."""
    names = {name.strip("_"): (group, name, home) for group, homes in GROUPS.items() for name, home in homes.items()}
    app = typer.Typer(
        name="anaphora",
        help="Compare, profile and explain anaphora resolvers on one shared preprocessing.",
        no_args_is_help=True,
        cls=GroupedGroup,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        callback=options,
    )
    for word in [called] if called in names else names:
        group, name, home = names[word]
        app.command(word, cls=GroupedCommand, rich_help_panel=group)(_command(home, name))
    if called not in names:
        about = "Evaluate one stage of preprocessing, rewriting, or answers to questions."
        evaluation = typer.Typer(help=about, no_args_is_help=True, cls=GroupedGroup, rich_markup_mode=None)
        for name in _STAGES:
            evaluation.command(name, cls=GroupedCommand)(_command("comparing", name))
        app.add_typer(evaluation, name="evaluate", rich_help_panel="Preprocessing")
    return app


def _command(home: str, name: str) -> Command:
    command: Command = getattr(import_module(f"anaphora.experiments.cli.{home}"), name)
    return command


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
