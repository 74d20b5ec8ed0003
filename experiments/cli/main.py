"""The command line `anaphora`."""

import io
import os
import sys
from typing import Annotated

import typer

from anaphora.experiments.cli.command import GroupedCommand, with_common
from anaphora.experiments.cli.corpora import check, convert
from anaphora.experiments.cli.everyday import ablate, compare, list_, losses, profile, resolve, serve
from anaphora.experiments.cli.output import errors, escaped
from anaphora.experiments.cli.preprocessing import evaluate
from anaphora.experiments.cli.scoring import agree, coref, score
from anaphora.experiments.cli.scoring import errors as classify_errors
from anaphora.experiments.cli.studies import optimise, run, train
from anaphora.experiments.cli.systems import export, import_
from anaphora.experiments.running.execution import collect_rarely
from anaphora.workbench import __version__
from anaphora.workbench.errors import GateError, OptionError, UnknownNameError, WorkbenchError

app = typer.Typer(
    name="anaphora",
    help="Compare, profile and explain anaphora resolvers on one shared preprocessing.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
GROUPS = {
    "Everyday": (compare, resolve, ablate, losses, profile, serve, list_),
    "Scoring": (score, coref, classify_errors, agree),
    "Corpora": (check, convert),
    "Studies": (run, optimise, train),
    "External systems": (export, import_),
}
"""The commands as `anaphora --help` shows them: each is a module, named like it, with a function `command`."""
for group, modules in GROUPS.items():
    for module in modules:
        name = module.__name__.rpartition(".")[2].strip("_").replace("_", "-")
        app.command(name, cls=GroupedCommand, rich_help_panel=group)(with_common(module.command))
evaluation = typer.Typer(help="Evaluate one stage of preprocessing.", no_args_is_help=True)
for name, command in {"it": evaluate.it, "mentions": evaluate.mentions, "agreement": evaluate.agreement}.items():
    evaluation.command(name, cls=GroupedCommand)(with_common(command))
app.add_typer(evaluation, name="evaluate", rich_help_panel="Preprocessing")


def main() -> None:
    """Run the command line: exit code 0 done, 1 the input was bad, 2 wrong usage, 3 a gate was missed."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than a small score
    collect_rarely()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace"
            )  # whatever the locale says: corpora and JSON are UTF-8
    try:
        app(prog_name="anaphora")
    except WorkbenchError as error:
        errors().print(f"[bold red]error[/]: {escaped(str(error))}", soft_wrap=True, highlight=False)
        sys.exit(2 if isinstance(error, (OptionError, UnknownNameError)) else 3 if isinstance(error, GateError) else 1)
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
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Compare, profile and explain anaphora resolvers on one shared preprocessing."""
