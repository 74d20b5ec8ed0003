"""The command `agree`."""

from typing import Annotated

import typer

from anaphora.experiments.cli.options import Format, Json, PerDocument, Seed, Singletons, Spans
from anaphora.experiments.cli.output import deliver, require_folder, warn
from anaphora.workbench.errors import OptionError


def command(
    annotators: Annotated[list[str], typer.Argument(metavar="A B", help="Two files or folders, or NAME=PATH.")],
    match: Spans = "strict",
    singletons: Singletons = "keep",
    to: Annotated[str, typer.Option(help="table, markdown, latex or csv.")] = "table",
    per_document: PerDocument = False,
    format: Format = None,
    ignore_words: Annotated[
        bool, typer.Option("--ignore-words", help="Accept texts with different words if they are as many.")
    ] = False,
    resamples: Annotated[int, typer.Option(help="Bootstrap samples; 0 for no intervals.")] = 10_000,
    seed: Seed = 0,
    json_to: Json = None,
) -> None:
    """Agreement of two annotators in mentions and chains, corrected for chance, and where they differ.

    Example: anaphora agree ann=first.tsv ben=second.tsv --json agreement.json
    """
    from anaphora.experiments.scoring.agree import agree
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.experiments.scoring.settings import Settings
    from anaphora.experiments.terminal import agreement as render

    if to not in render.FORMATS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(render.FORMATS)}.")
    require_folder(json_to)
    settings = Settings(
        match=match, singletons=singletons, ignore_words=ignore_words, format=format,
        resamples=resamples, seed=seed,
    )  # fmt: skip
    result = agree(named_responses(annotators), settings)
    warn(result.warnings)
    deliver(result.as_json, json_to, lambda: render.text(result, to, per_document))
