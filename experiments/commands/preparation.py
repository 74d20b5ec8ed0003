"""Commands on single stages of preprocessing: evaluate-it, evaluate-mentions, evaluate-agreement."""

from typing import Annotated

import typer

from experiments.commands.options import (
    Anaphors,
    Corpora,
    Format,
    Input,
    ItFilter,
    Json,
    Match,
    NoCache,
    Perfect,
    Pipeline,
    SkipBad,
    Window,
    comparison_settings,
    listed,
    named,
)
from experiments.commands.output import deliver, progress, require_folder


def evaluate_it(
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
    from experiments.compare import Settings
    from experiments.evaluate_it import evaluate_it as run

    settings = Settings(cached=not no_cache, format=format, skip_bad=skip_bad, **named(pipeline=pipeline))
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, filters=listed(filters), inputs=listed(input_mode), progress=advance)
    deliver(result.as_json(), json_to, result.as_table)


def evaluate_agreement(
    corpus: Corpora = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    match: Match = "strict",
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    it_filter: ItFilter = "learned",
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """How many right and wrong candidates agreement removes, by feature and by evidence.

    Example: anaphora evaluate-agreement my_corpus/ --perfect annotation
    """
    from experiments.evaluate_agreement import evaluate_agreement as run

    require_folder(json_to)
    settings = comparison_settings(
        None, pipeline, input_mode, perfect, match, "chain", window, anaphors, it_filter, format, 0, skip_bad, no_cache
    )
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, progress=advance)
    deliver(result.as_json(), json_to, result.as_table)


def evaluate_mentions(
    corpus: Corpora = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    it_filter: ItFilter = "learned",
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """Recall and precision of noun phrases against the key mentions, and the errors by class.

    Example: anaphora evaluate-mentions my_corpus/ --perfect annotation
    """
    from experiments.evaluate_mentions import evaluate_mentions as run

    require_folder(json_to)
    settings = comparison_settings(
        None, pipeline, input_mode, perfect, "strict", "chain", 3, "all", it_filter, format, 0, skip_bad, no_cache
    )
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, progress=advance)
    deliver(result.as_json(), json_to, result.as_table)
