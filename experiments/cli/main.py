"""The command line `anaphora`."""

import io
import os
import sys
from typing import Annotated

import typer

from anaphora.experiments.cli import (
    anaphors,
    chains,
    coreference,
    corpora,
    literature,
    live,
    outside,
    preparation,
    studies,
)
from anaphora.experiments.cli.output import escaped, messages
from anaphora.experiments.running.execution import collect_rarely
from anaphora.workbench import __version__
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError

app = typer.Typer(
    name="anaphora",
    help="Compare, profile and explain anaphora resolvers on one shared preprocessing.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    anaphors.compare, coreference.coref, anaphors.resolve, anaphors.profile, anaphors.ablate, anaphors.losses,
    anaphors.train,
    preparation.evaluate_it, preparation.evaluate_mentions, preparation.evaluate_agreement,
    studies.optimise, studies.run, chains.score, chains.errors, chains.agree, corpora.convert, corpora.check,
    literature.grim, live.serve, outside.export,
):  # fmt: skip
    app.command()(command)
app.command(name="list")(corpora.list_)
app.command(name="import")(outside.import_)


def main() -> None:
    """Run the command line: exit code 0 done, 1 the input was bad, 2 wrong usage."""
    collect_rarely()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace"
            )  # whatever the locale says: corpora and JSON are UTF-8
    try:
        app()
    except WorkbenchError as error:
        messages().print(f"[bold red]error[/]: {escaped(str(error))}", soft_wrap=True, highlight=False)
        sys.exit(2 if isinstance(error, (OptionError, UnknownNameError)) else 1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # such as a full disk behind standard output
        sys.stderr.write(f"error: the result cannot be written ({error.strerror or error}).\n")
        sys.stderr.close()
        os._exit(1)  # the interpreter would try to write again


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"anaphora-workbench {__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Compare, profile and explain anaphora resolvers on one shared preprocessing."""
