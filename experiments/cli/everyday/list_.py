"""The command `list`."""

from typing import Annotated

import typer

from anaphora.experiments.cli.options import Json
from anaphora.experiments.cli.output import deliver


def command(
    what: Annotated[
        str, typer.Argument(help="resolvers, measures, formats, indicators, corpora, pipelines or cards.")
    ] = "all",
    json_to: Json = None,
) -> None:
    """What there is, each with its one-line source.

    Example: anaphora list resolvers
    """
    from anaphora.experiments.listing import inventory, inventory_table

    result = inventory(what)
    deliver(lambda: result, json_to, lambda: inventory_table(result))
