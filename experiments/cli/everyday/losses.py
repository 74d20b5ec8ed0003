"""The command `losses`."""

from anaphora.experiments.cli.options import ChartFormat, Charts, Corpora, Json, To, with_settings
from anaphora.experiments.cli.output import deliver, progress, require_folder, write_charts
from anaphora.experiments.setup.configuration import Configuration


@with_settings(without=("input_mode",))
def command(
    corpus: Corpora = None,
    figures: Charts = None,
    figure_format: ChartFormat = "svg",
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Measure the cost of each stage: the anaphors it loses, and the success rates if it alone were perfect.

    Example: anaphora losses my_corpus/ --resolvers mitkov,lappin_leass --figures figures
    """
    from anaphora.experiments.comparison.losses import losses

    require_folder(figures, json_to)
    with progress(corpus, settings.preparation.format) as advance:
        result = losses(corpus or [], settings, progress=advance)
    write_charts(result, figures, figure_format)
    deliver(result, result.tables(), to, json_to)
