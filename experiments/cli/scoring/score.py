"""The command `score`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphora.experiments.cli.options import (
    ChartFormat,
    Charts,
    Journaled,
    Json,
    Output,
    PerDocument,
    Report,
    To,
    comparing,
    judging,
    split_names,
    with_scoring_settings,
    writing,
)
from anaphora.experiments.cli.output import deliver, escaped, messages, require_folder, warn, write_charts, write_report
from anaphora.experiments.setup.configuration import Configuration
from anaphora.workbench.errors import OptionError, WorkbenchError, unknown_name
from anaphora.workbench.results.vocabulary import counted

if TYPE_CHECKING:
    from anaphora.experiments.scoring.datasets.macro import MacroScores


@with_scoring_settings()
def command(
    key: Annotated[
        Path | None, typer.Argument(help="The key (gold chains): a file or folder.", show_default=False)
    ] = None,
    responses: Annotated[
        list[str] | None, typer.Argument(metavar="[RESPONSE...]", help="Files or folders, or NAME=PATH.")
    ] = None,
    datasets: Annotated[
        Path | None,
        comparing(
            "--datasets",
            metavar="FOLDER|TOML",
            help="Many datasets instead: a folder with key/ and a folder for each system, or a list in TOML.",
        ),
    ] = None,
    to: To = "table",
    per_document: PerDocument = False,
    long: Annotated[
        bool, writing("--long", help="With several responses, also show recall, precision, and intervals.")
    ] = False,
    show: Annotated[
        str | None, writing(metavar="NAMES", help="Add tables: fractions (k/n), links, spread, variants.")
    ] = None,
    report: Report = None,
    figures: Charts = None,
    figure_format: ChartFormat = "svg",
    journal: Journaled = None,
    json_to: Json = None,
    strict: Annotated[bool, judging("--strict", help="Treat warnings as errors.")] = False,
    fail_under: Annotated[
        list[str] | None,
        judging("--fail-under", metavar="MEASURE=VALUE", help="Exit with 3 if a system scores less; may be repeated."),
    ] = None,
    *,
    settings: Configuration,
) -> None:
    """Score responses by every coreference measure, with intervals, and compare them.

    Example: anaphora score key.conll mine=response.conll other.conllu --json scores.json
    """
    from anaphora.experiments.cli.scoring._gate import parse_gates, require_at_least, require_scored
    from anaphora.experiments.scoring.score import named_responses, score
    from anaphora.experiments.setup.documents import BUNDLED
    from anaphora.workbench.measures import chain_measures
    from anaphora.workbench.results.scores import DETAILS

    details = split_names(show)
    for name in details:
        if name not in DETAILS:
            raise unknown_name("table", name, DETAILS)
    chosen = settings.judging.measures
    settings = settings.changed(
        measures=tuple(name for name in chosen if name != "all"),
        per_document=per_document or report is not None or "spread" in details,
        links="links" in details,
        variants="variants" in details,
    )
    require_folder(report, figures, json_to)
    if datasets is not None:
        unfit = {
            "KEY and RESPONSE": key, "--journal": journal, "--show": show, "--by": settings.judging.by,
            "--per-document": per_document, "--long": long, "--fail-under": fail_under,
        }  # fmt: skip
        every = tuple(chain_measures()) if "all" in chosen else settings.judging.measures
        macro = _score_datasets(datasets, settings.changed(measures=every, per_document=False), unfit)
        _tell(macro.warnings, strict)
        _deliver_datasets(macro, to, json_to, report)
        write_charts(macro, figures, figure_format)
        return
    if key is None or not responses:
        raise OptionError("Name the key, then each RESPONSE; or many datasets by --datasets.", code="no-response")
    gates = parse_gates(fail_under or ())
    given = named_responses(responses)
    key = BUNDLED if str(key) == "bundled" else key
    result = score(key, given, settings, journal)
    require_scored(result, gates)
    _tell(result.warnings, strict)
    shown = result.tables(per_document=per_document, long=long, details=details, usual=not chosen, tidy=to == "csv")
    deliver(result, shown, to, json_to)
    if report:
        from anaphora.experiments import findings

        write_report(findings.of_scores(result, findings.errors_beside(key, given, settings)), report)
    write_charts(result, figures, figure_format)
    for name, least in gates.items():
        require_at_least(result, name, least)


def _tell(warnings: Sequence[str], strict: bool) -> None:
    warn(warnings)
    if strict and warnings:
        raise WorkbenchError(f"--strict: {counted(len(warnings), 'warning')}, see above.", code="strict")


def _score_datasets(place: Path, settings: Configuration, unfit: Mapping[str, object]) -> "MacroScores":
    from anaphora.experiments.scoring.datasets.places import find_datasets
    from anaphora.experiments.scoring.datasets.score import score_datasets

    if given := [name for name, value in unfit.items() if value]:
        cure = "Score the dataset alone for that."
        raise OptionError(f"--datasets does not go with {', '.join(given)}. {cure}", code="datasets")
    with messages().status("Scoring") as status:
        return score_datasets(
            find_datasets(place), settings, lambda name: status.update(f"Scoring {escaped(name[:40])}")
        )


def _deliver_datasets(macro: "MacroScores", to: Output, json_to: str | None, report: Path | None) -> None:
    from anaphora.experiments.findings import of_datasets

    deliver(macro, macro.tables(), to, json_to)
    if report:
        write_report(of_datasets(macro), report)
