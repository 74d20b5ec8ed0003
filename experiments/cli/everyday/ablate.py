"""The command `ablate`."""

from pathlib import Path
from typing import TYPE_CHECKING

from anaphora.experiments.cli.options import (
    ChartFormat,
    Charts,
    Corpora,
    Journaled,
    Json,
    OneResolver,
    Report,
    To,
    with_settings,
)
from anaphora.experiments.cli.output import deliver, progress, require_folder, write_charts, write_report
from anaphora.experiments.setup.configuration import Configuration
from anaphora.workbench.english.pronouns import PRONOUNS
from anaphora.workbench.errors import OptionError

if TYPE_CHECKING:
    from anaphora.experiments.comparison.component_ablation import ComponentAblation


@with_settings(without=("resolvers", "seed"))
def command(
    corpus: Corpora = None,
    resolver: OneResolver = "mars",
    report: Report = None,
    figures: Charts = None,
    figure_format: ChartFormat = "svg",
    journal: Journaled = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Measure what each indicator, rule, salience factor or component of a resolver contributes.

    Example: anaphora ablate my_corpus/ --resolvers mitkov
    """
    from anaphora.experiments.comparison.ablate import ablate
    from anaphora.resolvers.specs import find

    require_folder(report, figures, json_to)
    if find(resolver).of_chains and settings.preparation.anaphors in PRONOUNS:
        if report or journal:
            problem = "--report and --journal are about pronouns"
            raise OptionError(f"{problem}; of a chain resolver use --json or the table.")
        if settings.execution.how != "serial":
            raise OptionError("The components of a chain resolver are ablated by one worker. Leave out --jobs.")
        chains = _ablate_chains(corpus, resolver, settings)
        write_charts(chains, figures, figure_format)
        deliver(chains, chains.tables(), to, json_to)
        return
    with progress(corpus, settings.preparation.format) as advance:
        result = ablate(corpus or [], resolver, settings, keep=bool(report), progress=advance, journal=journal)
    if report:
        from anaphora.experiments import findings

        write_report(findings.of_ablation(result), report)
    write_charts(result, figures, figure_format)
    deliver(result, result.tables(), to, json_to)


def _ablate_chains(corpus: list[Path] | None, resolver: str, settings: Configuration) -> "ComponentAblation":
    from anaphora.experiments.comparison.component_ablation import component_ablation

    with progress(corpus, settings.preparation.format) as advance:
        return component_ablation(corpus or [], resolver, settings, progress=advance)
