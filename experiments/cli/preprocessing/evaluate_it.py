"""The command `evaluate-it`."""

from typing import Annotated

import typer

from anaphora.experiments.cli.options import Corpora, Format, Json, NoCache, Pipeline, SkipBad, listed, named
from anaphora.experiments.cli.output import deliver, progress


def command(
    corpus: Corpora = None,
    filters: Annotated[str | None, typer.Option(help="Names, separated by commas; all by default.")] = None,
    input_mode: Annotated[
        str | None, typer.Option("--input", help="The parse: automatic or perfect; both by default.")
    ] = None,
    pipeline: Pipeline = None,
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """How well filters tell pleonastic, clausal and anaphoric "it" apart: accuracy, precision, recall, F.

    Example: anaphora evaluate-it my_corpus/ --filters rules,memory,learned
    """
    from anaphora.experiments.comparison.compare import Settings
    from anaphora.experiments.preprocessing.evaluate_it import evaluate_it

    settings = Settings(cached=not no_cache, format=format, skip_bad=skip_bad, **named(pipeline=pipeline))
    with progress(corpus, format) as advance:
        result = evaluate_it(
            corpus or [], settings, filters=listed(filters), inputs=listed(input_mode), progress=advance
        )
    deliver(result.as_json, json_to, result.as_table)
