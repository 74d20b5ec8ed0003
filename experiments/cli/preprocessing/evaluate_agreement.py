"""The command `evaluate-agreement`."""

from anaphora.experiments.cli.options import Corpora, Json, with_settings
from anaphora.experiments.cli.output import deliver, progress, require_folder
from anaphora.experiments.comparison.settings import Settings


@with_settings(without=("resolvers", "antecedent", "seed", "execution"))
def command(
    corpus: Corpora = None,
    json_to: Json = None,
    *,
    settings: Settings,
) -> None:
    """How many right and wrong candidates agreement removes, by feature and by evidence.

    Example: anaphora evaluate-agreement my_corpus/ --perfect annotation
    """
    from anaphora.experiments.preprocessing.evaluate_agreement import evaluate_agreement
    from anaphora.experiments.terminal.render import to_text

    require_folder(json_to)
    with progress(corpus, settings.format) as advance:
        result = evaluate_agreement(corpus or [], settings, progress=advance)
    deliver(result.as_json, json_to, lambda: to_text(result.tables()))
