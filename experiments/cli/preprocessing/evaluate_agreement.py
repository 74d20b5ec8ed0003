"""The command `evaluate-agreement`."""

from anaphora.experiments.cli.options import Corpora, Json, To, with_settings
from anaphora.experiments.cli.output import deliver, progress, require_folder
from anaphora.experiments.setup.configuration import Configuration


@with_settings(without=("resolvers", "antecedent", "seed", "execution"))
def command(
    corpus: Corpora = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Count the right and wrong candidates that agreement removes, by feature and by evidence.

    Example: anaphora evaluate-agreement my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate_agreement import evaluate_agreement

    require_folder(json_to)
    with progress(corpus, settings.preparation.format) as advance:
        result = evaluate_agreement(corpus or [], settings, progress=advance)
    deliver(result, result.tables(), to, json_to)
