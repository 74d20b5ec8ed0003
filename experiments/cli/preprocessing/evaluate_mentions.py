"""The command `evaluate-mentions`."""

from anaphora.experiments.cli.options import Corpora, Json, To, with_settings
from anaphora.experiments.cli.output import deliver, progress, require_folder
from anaphora.experiments.setup.configuration import Configuration


@with_settings(without=("resolvers", "match", "antecedent", "window", "anaphors", "seed", "execution"), anaphors="all")
def command(
    corpus: Corpora = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Evaluate noun phrases against the key mentions: recall, precision, and errors by class.

    Example: anaphora evaluate-mentions my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate_mentions import evaluate_mentions

    require_folder(json_to)
    with progress(corpus, settings.preparation.format) as advance:
        result = evaluate_mentions(corpus or [], settings, progress=advance)
    deliver(result, result.tables(), to, json_to)
