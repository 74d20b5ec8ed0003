"""The command `evaluate-it`."""

from functools import partial
from typing import Annotated

from anaphora.experiments.cli.options import Corpora, Json, PerDocument, To, comparing, split_names, with_settings
from anaphora.experiments.cli.output import deliver, progress
from anaphora.experiments.setup.configuration import Configuration


@with_settings(only=("pipeline", "language", "format", "skip_bad", "cached"))
def command(
    corpus: Corpora = None,
    filters: Annotated[str | None, comparing(help="Names, separated by commas; all by default.")] = None,
    input_mode: Annotated[
        str | None, comparing("--input", help="The parse: automatic or perfect; both by default.")
    ] = None,
    per_document: PerDocument = False,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Evaluate filters of pleonastic and clausal "it": accuracy, precision, recall, F.

    Example: anaphora evaluate-it my_corpus/ --filters rules,memory,learned
    """
    from anaphora.experiments.preprocessing.evaluate_it import evaluate_it

    with progress(corpus, settings.preparation.format) as advance:
        result = evaluate_it(
            corpus or [], settings, filters=split_names(filters), inputs=split_names(input_mode), progress=advance
        )
    deliver(result, result.tables(per_document), to, json_to, figures=partial(result.as_json, per_document))
