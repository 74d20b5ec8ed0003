"""The command `evaluate-mentions`."""

from typing import TYPE_CHECKING

from anaphora.experiments.cli.options import SERIAL, Corpora, Json, comparing
from anaphora.experiments.cli.output import deliver, progress, require_folder

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings


@comparing("resolvers", "match", "antecedent", "window", "anaphors", "seed", *SERIAL, anaphors="all")
def command(
    corpus: Corpora = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """Recall and precision of noun phrases against the key mentions, and the errors by class.

    Example: anaphora evaluate-mentions my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate_mentions import evaluate_mentions

    require_folder(json_to)
    with progress(corpus, settings.format) as advance:
        result = evaluate_mentions(corpus or [], settings, progress=advance)
    deliver(result.as_json, json_to, result.as_table)
