"""The command `losses`."""

from pathlib import Path
from typing import Annotated

from anaphora.experiments.cli.options import Corpora, Json, To, with_settings, writing
from anaphora.experiments.cli.output import deliver, progress, require_folder
from anaphora.experiments.comparison.settings import Settings


@with_settings(without=("input_mode",))
def command(
    corpus: Corpora = None,
    svg: Annotated[Path | None, writing(help="Draw the waterfall into this file.")] = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Settings,
) -> None:
    """Measure the cost of each stage: the anaphors it loses, and the success rates if it alone were perfect.

    Example: anaphora losses my_corpus/ --resolvers mitkov,lappin_leass --svg losses.svg
    """
    from anaphora.experiments.comparison.losses import losses
    from anaphora.experiments.report import drawing
    from anaphora.experiments.report.charts import waterfall
    from anaphora.workbench.files.atomic import write_text_atomically

    require_folder(svg, json_to)
    with progress(corpus, settings.format) as advance:
        result = losses(corpus or [], settings, progress=advance)
    if svg:
        write_text_atomically(svg, drawing.file(waterfall.drawing(result.base)))
    deliver(result, result.tables(), to, json_to)
