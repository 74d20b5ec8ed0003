"""The command `agree`."""

from typing import Annotated

import typer

from anaphora.experiments.cli.options import Json, PerDocument, To, with_scoring_settings
from anaphora.experiments.cli.output import deliver, require_folder, warn
from anaphora.experiments.setup.configuration import Configuration


@with_scoring_settings(only=("match", "singletons", "zeros", "format", "ignore_words", "resamples", "seed"))
def command(
    annotators: Annotated[list[str], typer.Argument(metavar="A B", help="Two files or folders, or NAME=PATH.")],
    to: To = "table",
    per_document: PerDocument = False,
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Measure the agreement of two annotators in mentions and chains, corrected for chance, and list differences.

    Example: anaphora agree ann=first.tsv ben=second.tsv --json agreement.json
    """
    from anaphora.experiments.scoring.agree import agree
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.workbench.results.agreement_tables import tables

    require_folder(json_to)
    result = agree(named_responses(annotators), settings)
    warn(result.warnings)
    deliver(result, tables(result, per_document, tidy=to == "csv"), to, json_to)
