"""The command `agree`."""

from typing import Annotated

import typer

from anaphora.experiments.cli.options import (
    Format,
    Json,
    PerDocument,
    Seed,
    Singletons,
    Spans,
    To,
    Zeros,
    comparing,
    judging,
)
from anaphora.experiments.cli.output import deliver, require_folder, warn
from anaphora.workbench.statistics.defaults import RESAMPLES


def command(
    annotators: Annotated[list[str], typer.Argument(metavar="A B", help="Two files or folders, or NAME=PATH.")],
    match: Spans = "strict",
    singletons: Singletons = "keep",
    zeros: Zeros = "dependent",
    to: To = "table",
    per_document: PerDocument = False,
    format: Format = None,
    ignore_words: Annotated[
        bool, comparing("--ignore-words", help="Accept texts with different words if they are as many.")
    ] = False,
    resamples: Annotated[int, judging(help="Bootstrap samples; 0 for no intervals.")] = RESAMPLES,
    seed: Seed = 0,
    json_to: Json = None,
) -> None:
    """Measure the agreement of two annotators in mentions and chains, corrected for chance, and list differences.

    Example: anaphora agree ann=first.tsv ben=second.tsv --json agreement.json
    """
    from anaphora.experiments.scoring.agree import agree
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.experiments.scoring.settings import Settings
    from anaphora.workbench.results.agreement_tables import figures_table, tables

    require_folder(json_to)
    settings = Settings(
        match=match, singletons=singletons, zeros=zeros, ignore_words=ignore_words, format=format,
        resamples=resamples, seed=seed,
    )  # fmt: skip
    result = agree(named_responses(annotators), settings)
    warn(result.warnings)
    shown = [figures_table(result)] if to == "csv" else tables(result, per_document)
    deliver(result, shown, to, json_to)
