"""The command `evaluate-agreement`."""

from typing import TYPE_CHECKING

from anaphora.experiments.cli.options import SERIAL, Corpora, Json, comparing
from anaphora.experiments.cli.output import deliver, progress, require_folder

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings


@comparing("resolvers", "antecedent", "seed", *SERIAL)
def command(
    corpus: Corpora = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """How many right and wrong candidates agreement removes, by feature and by evidence.

    Example: anaphora evaluate-agreement my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate_agreement import evaluate_agreement

    require_folder(json_to)
    with progress(corpus, settings.format) as advance:
        result = evaluate_agreement(corpus or [], settings, progress=advance)
    deliver(result.as_json, json_to, result.as_table)
