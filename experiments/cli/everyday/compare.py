"""The command `compare`."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from anaphora.experiments.cli.options import (
    ChartFormat,
    Charts,
    Corpora,
    Journaled,
    Json,
    PerDocument,
    Report,
    To,
    at_least,
    judging,
    with_settings,
    writing,
)
from anaphora.experiments.cli.output import deliver, progress, require_folder, write_charts, write_report
from anaphora.experiments.setup.configuration import Configuration


@with_settings()
def command(
    corpus: Corpora = None,
    report: Report = None,
    figures: Charts = None,
    figure_format: ChartFormat = "svg",
    responses: Annotated[
        Path | None, writing(metavar="FOLDER", help="Write each resolver's links as chains, for 'anaphora score'.")
    ] = None,
    sample: Annotated[
        str | None,
        judging(
            metavar="gap=N", help="Also success rates on subsamples whose anaphors are at least N sentences apart."
        ),
    ] = None,
    repeats: Annotated[int, judging(help="Number of subsamples to average.", **at_least(1))] = 1000,
    losses: Annotated[bool, writing("--losses", help="Also print the anaphors that each stage loses.")] = False,
    coverage: Annotated[
        bool, writing("--coverage", help="Also print the precision of the surest answers, and calibration.")
    ] = False,
    per_document: PerDocument = False,
    details: Annotated[bool, writing("--all", help="Print every figure, pair of resolvers, and stage.")] = False,
    journal: Journaled = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Compare resolvers on the same candidate lists: success rates, upper bound MAX, significant differences.

    Example: anaphora compare my_corpus/ --resolvers mitkov,most_recent --report result.html
    """
    from anaphora.experiments.comparison.compare import compare
    from anaphora.experiments.scoring.write_chains import of_pronouns, write_responses
    from anaphora.workbench.statistics import spaced_sampling

    require_folder(report, figures, responses, json_to)
    far_apart = spaced_sampling.parse_sample(sample, repeats, settings.execution.seed) if sample is not None else None
    with (
        write_responses(responses) if responses else nullcontext() as write,
        progress(corpus, settings.preparation.format) as advance,
    ):
        hooks = [of_pronouns(write)] if write else []
        result = compare(
            corpus or [],
            settings,
            keep=bool(report),
            confidences=coverage,
            progress=advance,
            hooks=hooks,
            journal=journal,
        )
    if far_apart:
        result = result.with_sample(far_apart)
    if report:
        from anaphora.experiments import findings

        write_report(findings.of_comparison(result, settings), report)
    write_charts(result, figures, figure_format)
    shown = result.tables(differences=details, losses=losses or details, coverage=coverage, per_document=per_document)
    deliver(result, shown, to, json_to, details=details)
