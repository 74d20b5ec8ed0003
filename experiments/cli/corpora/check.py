"""The command `check`."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Format, Json
from anaphora.experiments.cli.output import deliver


def command(
    files: Annotated[list[Path], typer.Argument(help="Corpus files or folders.")],
    format: Format = None,
    json_to: Json = None,
) -> None:
    """Validate corpus files: every problem with file and line; exit code 1 if there is an error.

    Example: anaphora check my_corpus/ more.conllu
    """
    from anaphora.experiments.conversion.check import check_files

    result = check_files(files, format)
    deliver(result, result.tables(), json_to=json_to)
    if result.errors:
        raise typer.Exit(1)
