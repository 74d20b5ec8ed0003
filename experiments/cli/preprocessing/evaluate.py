"""The commands `evaluate it`, `evaluate mentions` and `evaluate agreement`: how good one stage of preprocessing is."""

from typing import Annotated

from anaphora.experiments.cli.options import Corpora, Json, PerDocument, To, comparing, split_names, with_settings
from anaphora.experiments.cli.output import deliver, progress, require_folder
from anaphora.experiments.setup.configuration import Configuration


@with_settings(only=("pipeline", "language", "format", "skip_bad", "cached"))
def it(
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

    Example: anaphora evaluate it my_corpus/ --filters rules,memory,learned
    """
    from anaphora.experiments.preprocessing.evaluate_it import evaluate_it

    with progress(corpus, settings.preparation.format) as advance:
        result = evaluate_it(
            corpus or [], settings, filters=split_names(filters), inputs=split_names(input_mode), progress=advance
        )
    deliver(result, result.tables(per_document), to, json_to)


@with_settings(without=("resolvers", "match", "antecedent", "window", "anaphors", "seed", "execution"), anaphors="all")
def mentions(
    corpus: Corpora = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Evaluate noun phrases against the key mentions: recall, precision, and errors by class.

    Example: anaphora evaluate mentions my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate import evaluate_mentions

    require_folder(json_to)
    with progress(corpus, settings.preparation.format) as advance:
        result = evaluate_mentions(corpus or [], settings, progress=advance)
    deliver(result, result.tables(), to, json_to)


@with_settings(without=("resolvers", "antecedent", "seed", "execution"))
def agreement(
    corpus: Corpora = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Count the right and wrong candidates that agreement removes, by feature and by evidence.

    Example: anaphora evaluate agreement my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate import evaluate_agreement

    require_folder(json_to)
    with progress(corpus, settings.preparation.format) as advance:
        result = evaluate_agreement(corpus or [], settings, progress=advance)
    deliver(result, result.tables(), to, json_to)
