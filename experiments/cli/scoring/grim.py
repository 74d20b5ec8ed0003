"""The command `grim`."""

from typing import Annotated

import typer

from anaphora.experiments.cli.options import Json
from anaphora.experiments.cli.output import deliver, require_folder


def command(
    figures: Annotated[
        list[str], typer.Argument(metavar="PERCENT N...", help="A percentage as printed, and of how many; and so on.")
    ],
    json_to: Json = None,
) -> None:
    """Whether published percentages can be k of n for a whole number k (GRIM).

    Example: anaphora grim 62.5 426 59.02 426
    """
    from rich.text import Text

    from anaphora.workbench.statistics.grim import claims

    require_folder(json_to)
    found = claims(figures)
    lines = "\n".join(claim.in_words() for claim in found)
    deliver(lambda: {"claims": [claim.as_json() for claim in found]}, json_to, lambda: Text(lines))
