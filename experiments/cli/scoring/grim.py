"""The command `grim`."""

import sys
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Json
from anaphora.experiments.cli.output import require_folder, write_json


def command(
    figures: Annotated[
        list[str],
        typer.Argument(metavar="PERCENT N...", help="Pairs of reported percentage and sample size: 62.5 426."),
    ],
    json_to: Json = None,
) -> None:
    """Test whether published percentages can be k of n for a whole number k (GRIM).

    Example: anaphora grim 62.5 426 59.02 426
    """
    from anaphora.workbench.statistics.grim import claims

    require_folder(json_to)
    found = claims(figures)
    lines = "".join(f"{claim.in_words()}\n" for claim in found)
    if json_to:
        write_json({"claims": [claim.as_json() for claim in found]}, json_to)
    if json_to != "-":
        sys.stdout.write(lines)
