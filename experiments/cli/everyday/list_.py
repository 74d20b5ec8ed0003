"""The command `list`."""

from typing import Annotated

import typer

from anaphora.experiments.cli.options import Json
from anaphora.experiments.cli.output import show, write_json


def command(
    what: Annotated[
        str,
        typer.Argument(
            help="resolvers, measures, formats, indicators, corpora, pipelines or cards; or the name of a resolver."
        ),
    ] = "all",
    json_to: Json = None,
) -> None:
    """List what is available, each with its one-line source; for a resolver its options, source and card.

    Example: anaphora list mars
    """
    from anaphora.experiments.listing import inventory, inventory_table

    result = inventory(what)
    if json_to:
        write_json(result, json_to)
    if json_to != "-":
        show([inventory_table(result)])
