"""Commands on single stages of preprocessing: evaluate-it, evaluate-mentions, evaluate-agreement."""

from typing import TYPE_CHECKING, Annotated

import typer

from anaphora.experiments.cli.options import (
    SERIAL,
    Corpora,
    Format,
    Json,
    NoCache,
    Pipeline,
    SkipBad,
    comparing,
    listed,
    named,
)
from anaphora.experiments.cli.output import deliver, progress, require_folder

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings


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
    from anaphora.experiments.comparison.compare import Settings
    from anaphora.experiments.preprocessing.evaluate_it import evaluate_it as run

    settings = Settings(cached=not no_cache, format=format, skip_bad=skip_bad, **named(pipeline=pipeline))
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, filters=listed(filters), inputs=listed(input_mode), progress=advance)
    deliver(result.as_json(), json_to, result.as_table)


@comparing("resolvers", "antecedent", "seed", *SERIAL)
def evaluate_agreement(
    corpus: Corpora = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """How many right and wrong candidates agreement removes, by feature and by evidence.

    Example: anaphora evaluate-agreement my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate_agreement import evaluate_agreement as run

    require_folder(json_to)
    with progress(corpus, settings.format) as advance:
        result = run(corpus or [], settings, progress=advance)
    deliver(result.as_json(), json_to, result.as_table)


@comparing("resolvers", "match", "antecedent", "window", "anaphors", "seed", *SERIAL, anaphors="all")
def evaluate_mentions(
    corpus: Corpora = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """Recall and precision of noun phrases against the key mentions, and the errors by class.

    Example: anaphora evaluate-mentions my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate_mentions import evaluate_mentions as run

    require_folder(json_to)
    with progress(corpus, settings.format) as advance:
        result = run(corpus or [], settings, progress=advance)
    deliver(result.as_json(), json_to, result.as_table)
