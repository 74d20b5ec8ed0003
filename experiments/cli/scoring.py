"""Commands that score chains in files."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Unpack, cast

import typer

from anaphora.experiments.api import scoring as api
from anaphora.experiments.cli.options import (
    ChartFormat,
    Charts,
    Journaled,
    Json,
    PerDocument,
    Report,
    Responses,
    RightChains,
    To,
    at_least,
    comparing,
    judging,
    split_names,
    writing,
)
from anaphora.experiments.cli.output import (
    command,
    deliver,
    escaped,
    messages,
    require_folder,
    warn,
    write_charts,
    write_report,
)
from anaphora.experiments.setup.configuration import AgreementOptions, ErrorOptions, ScoreOptions, configure
from anaphora.workbench.errors import OptionError, WorkbenchError, unknown_name
from anaphora.workbench.results.vocabulary import counted

if TYPE_CHECKING:
    from anaphora.workbench.error_analysis import Tree


@command(api.score)
def score(
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
    **options: Unpack[ScoreOptions],
) -> None:
    """Score responses by every coreference measure, with intervals, and compare them.

    Example: anaphora score key.conll mine=response.conll other.conllu --json scores.json
    """
    from anaphora.experiments.scoring.gates import parse_gates, require_at_least, require_scored
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.experiments.setup.documents import BUNDLED
    from anaphora.workbench.measures import chain_measures
    from anaphora.workbench.results.scores import DETAILS

    details = split_names(show)
    for name in details:
        if name not in DETAILS:
            raise unknown_name("table", name, DETAILS)
    judging = configure(**options).judging
    chosen = judging.measures
    require_folder(report, figures, json_to)
    if datasets is not None:
        unfit = {
            "KEY and RESPONSE": key, "--journal": journal, "--show": show, "--by": judging.by,
            "--per-document": per_document, "--long": long, "--fail-under": fail_under,
        }  # fmt: skip
        if given := [name for name, value in unfit.items() if value]:
            cure = "Score the dataset alone for that."
            raise OptionError(f"--datasets does not go with {', '.join(given)}. {cure}", code="datasets")
        if "all" in chosen:
            options["measures"] = tuple(chain_measures())
        with messages().status("Scoring") as status:
            macro = api.score(
                datasets=datasets, progress=lambda name: status.update(f"Scoring {escaped(name[:40])}"), **options
            )
        _tell(macro.data.warnings, strict)
        deliver(macro.data, macro.data.tables(), to, json_to)
        write_report(macro, report)
        write_charts(macro.data, figures, figure_format)
        return
    if key is None or not responses:
        raise OptionError("Name the key, then each RESPONSE; or many datasets by --datasets.", code="no-response")
    gates = parse_gates(fail_under or ())
    if "all" in chosen:
        options["measures"] = tuple(name for name in chosen if name != "all")
    key = BUNDLED if str(key) == "bundled" else key
    result = api.score(
        key,
        named_responses(responses),
        journal=journal,
        per_document=per_document or report is not None or "spread" in details,
        links="links" in details,
        variants="variants" in details,
        **options,
    )
    require_scored(result.data, gates)
    _tell(result.data.warnings, strict)
    shown = result.data.tables(
        per_document=per_document, long=long, details=details, usual=not chosen, tidy=to == "csv"
    )
    deliver(result.data, shown, to, json_to)
    write_report(result, report)
    write_charts(result.data, figures, figure_format)
    for name, least in gates.items():
        require_at_least(result.data, name, least)


def _tell(warnings: Sequence[str], strict: bool) -> None:
    warn(warnings)
    if strict and warnings:
        raise WorkbenchError(f"--strict: {counted(len(warnings), 'warning')}, see above.", code="strict")


@command(api.errors)
def errors(
    key: RightChains,
    responses: Responses,
    tree: Annotated[
        str, judging(help="Which links are expected: accessibility (names first), or closest.")
    ] = "accessibility",
    to: To = "table",
    per_document: PerDocument = False,
    denotation: Annotated[
        bool, writing("--denotation", help="Show which chains correspond, and each denotation assignment.")
    ] = False,
    listed: Annotated[int, writing("--list", help="Show so many errors of each type.", **at_least(0))] = 0,
    report: Report = None,
    json_to: Json = None,
    **options: Unpack[ErrorOptions],
) -> None:
    """Classify the errors of responses in chains and links, with the gain of correcting each kind.

    Example: anaphora errors key.conll mine=response.conll other.conllu --list 5 --json errors.json
    """
    from anaphora.experiments.scoring.score import named_responses

    require_folder(report, json_to)
    result = api.errors(
        key,
        named_responses(responses),
        tree=cast("Tree", tree),
        denotation=denotation,
        per_document=per_document,
        listed=listed,
        **options,
    )
    warn(result.data.warnings)
    deliver(result.data, result.tables(), to, json_to)
    write_report(result, report)


@command(api.agree)
def agree(
    annotators: Annotated[list[str], typer.Argument(metavar="A B", help="Two files or folders, or NAME=PATH.")],
    to: To = "table",
    per_document: PerDocument = False,
    json_to: Json = None,
    **options: Unpack[AgreementOptions],
) -> None:
    """Measure the agreement of two annotators in mentions and chains, corrected for chance, and list differences.

    Example: anaphora agree ann=first.tsv ben=second.tsv --json agreement.json
    """
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.workbench.results.agreement_tables import tables

    require_folder(json_to)
    result = api.agree(named_responses(annotators), **options)
    warn(result.data.warnings)
    deliver(result.data, tables(result.data, per_document, tidy=to == "csv"), to, json_to)
