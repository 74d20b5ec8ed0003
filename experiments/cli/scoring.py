"""Commands that score chains in files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Unpack, cast

import typer

from anaphora.experiments.api import scoring as api
from anaphora.experiments.cli import options as cli
from anaphora.experiments.cli import output as console
from anaphora.experiments.run.configuration import AgreementOptions, ErrorOptions, ScoreOptions, configure
from anaphora.workbench.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from anaphora.experiments.api.results import Result
    from anaphora.experiments.commands.score.datasets.macro import MacroScores
    from anaphora.workbench.error_analysis import Tree
    from anaphora.workbench.results.scores import Scores


_Key = Annotated[Path | None, typer.Argument(help="The key (gold chains): a file or folder.", show_default=False)]
_Responses = Annotated[
    list[str] | None, typer.Argument(metavar="[RESPONSE...]", help="Files or folders, or NAME=PATH.")
]
_Datasets = Annotated[
    Path | None,
    cli.comparing(
        "--datasets",
        metavar="FOLDER|TOML",
        help="Many datasets instead: a folder with key/ and a folder for each system, or a list in TOML.",
    ),
]
_Long = Annotated[
    bool, cli.writing("--long", help="With several responses, also show recall, precision, and intervals.")
]
_Show = Annotated[
    str | None, cli.writing(metavar="NAMES", help="Add tables: fractions (k/n), links, spread, variants.")
]


@console.command(api.score)
def score(
    key: _Key = None,
    responses: _Responses = None,
    datasets: _Datasets = None,
    to: cli.To = "table",
    per_document: cli.PerDocument = False,
    long: _Long = False,
    show: _Show = None,
    report: cli.Report = None,
    figures: cli.Charts = None,
    figure_format: cli.ChartFormat = "svg",
    journal: cli.Journaled = None,
    json_to: cli.Json = None,
    strict: cli.Strict = False,
    fail_under: cli.FailUnder = None,
    no_worse_than: cli.NoWorseThan = None,
    **options: Unpack[ScoreOptions],
) -> None:
    """Score responses by every coreference measure, with intervals, and compare them.

    Example: anaphora score key.conll mine=response.conll other.conllu --json scores.json
    """
    from anaphora.experiments.commands.score.gates import parse_gates, require_at_least, require_scored, require_test
    from anaphora.workbench.measures import STANDARD, chain_measures

    details = _details(show)
    judging = configure(**options).judging
    chosen = judging.measures
    if "all" in chosen:
        options["measures"] = tuple(chain_measures()) if datasets else tuple(name for name in chosen if name != "all")
    gates = parse_gates(fail_under or ())
    console.require_folder(report, figures, json_to)
    require_test(no_worse_than, judging.resamples)
    scored: Result[Scores] | Result[MacroScores]
    if datasets is not None:
        scored = _score_datasets(datasets, options, without={
            "KEY and RESPONSE": key, "--journal": journal, "--show": show, "--by": judging.by,
            "--per-document": per_document, "--long": long,
        })  # fmt: skip
        baseline = no_worse_than
        shown = scored.data.tables()
    else:
        file, named = _key_and_responses(key, responses, no_worse_than)
        printed = to not in ("csv", "json") and not (json_to or report or figures or journal)
        scored = single = _score_responses(
            file,
            named,
            options,
            details,
            journal=journal,
            per_document=per_document or report is not None or "spread" in details,
            usual=printed and not chosen and {*gates} <= {*STANDARD},
        )
        baseline = [*named][-1] if no_worse_than else None
        shown = single.data.tables(
            per_document=per_document, long=long, details=details, usual=not chosen, tidy=to == "csv"
        )
    require_scored(scored.data, gates)
    console.warn(scored.data.warnings, strict)
    console.write_files(scored, report, figures, figure_format)
    held = scored.data.against(baseline) if baseline else None
    console.deliver_held(scored.data, shown, held, to, json_to, strict=strict)
    require_at_least(scored.data, gates)


def _details(show: str | None) -> tuple[str, ...]:
    """The tables of `--show`."""
    from anaphora.workbench.results.scores import DETAILS

    names = cli.split_names(show)
    for name in names:
        if name not in DETAILS:
            raise unknown_name("table", name, DETAILS)
    return names


def _score_datasets(datasets: Path, options: ScoreOptions, without: Mapping[str, object]) -> "Result[MacroScores]":
    """Score many datasets; options of single keys, by their names, are refused if they are given."""
    if names := [name for name, value in without.items() if value]:
        problem = f"--datasets does not go with {', '.join(names)}. Score the dataset alone for that."
        raise OptionError(problem, code="datasets")
    with console.metered("Scoring", lambda: 1, at_once=False):
        return api.score(datasets=datasets, **options)


def _key_and_responses(
    key: Path | None, responses: Sequence[str] | None, baseline: str | None
) -> tuple[Path, dict[str, Path]]:
    """The key, and the responses by name, of which the last is the baseline, if there is one."""
    from anaphora.experiments.commands.score.score import named_responses

    if key is None or not responses:
        raise OptionError("Name the key, then each RESPONSE; or many datasets by --datasets.", code="no-response")
    return key, named_responses([*responses, baseline] if baseline else responses)


def _score_responses(
    key: Path,
    responses: Mapping[str, Path],
    options: ScoreOptions,
    details: Sequence[str],
    *,
    journal: Path | None,
    per_document: bool,
    usual: bool,
) -> "Result[Scores]":
    from anaphora.experiments.run.documents import BUNDLED

    with console.metered("Scoring", lambda: 1, at_once=False):
        return api.score(
            BUNDLED if str(key) == "bundled" else key,
            responses,
            journal=journal,
            per_document=per_document,
            links="links" in details,
            variants="variants" in details,
            usual=usual,
            **options,
        )


@console.command(api.errors)
def errors(
    key: cli.RightChains,
    responses: cli.Responses,
    tree: Annotated[
        str, cli.judging(help="Which links are expected: accessibility (names first), or closest.")
    ] = "accessibility",
    to: cli.To = "table",
    per_document: cli.PerDocument = False,
    denotation: Annotated[
        bool, cli.writing("--denotation", help="Show which chains correspond, and each denotation assignment.")
    ] = False,
    listed: Annotated[int, cli.writing("--list", help="Show so many errors of each type.", **cli.at_least(0))] = 0,
    report: cli.Report = None,
    json_to: cli.Json = None,
    strict: cli.Strict = False,
    **options: Unpack[ErrorOptions],
) -> None:
    """Classify the errors of responses in chains and links, with the gain of correcting each kind.

    Example: anaphora errors key.conll mine=response.conll other.conllu --list 5 --json errors.json
    """
    from anaphora.experiments.commands.score.score import named_responses

    console.require_folder(report, json_to)
    with console.metered("Classifying", lambda: 1, at_once=False):
        result = api.errors(
            key,
            named_responses(responses),
            tree=cast("Tree", tree),
            denotation=denotation,
            per_document=per_document,
            listed=listed,
            **options,
        )
    console.warn(result.data.warnings, strict)
    console.write_files(result, report)
    console.deliver(result.data, result.tables(), to, json_to)


@console.command(api.agree)
def agree(
    annotators: Annotated[
        list[str],
        typer.Argument(metavar="A B...", help="Files or folders, or NAME=PATH; or a WebAnno or INCEpTION project."),
    ],
    to: cli.To = "table",
    per_document: cli.PerDocument = False,
    majority: Annotated[
        Path | None, cli.writing(metavar="FILE", help="Write the chains that most of three or more annotators have.")
    ] = None,
    force: Annotated[bool, cli.writing("--force", help="Replace the file of --majority.")] = False,
    report: cli.Report = None,
    json_to: cli.Json = None,
    **options: Unpack[AgreementOptions],
) -> None:
    """Measure the agreement of annotators in mentions and chains, corrected for chance, and list differences.

    Example: anaphora agree ann=first.tsv ben=second.tsv eve=third.tsv --majority agreed.conllu --report agree.html
    """
    from anaphora.experiments.commands.score.score import named_responses
    from anaphora.workbench.agreement.panel import Panel
    from anaphora.workbench.results import agreement_tables, panel_tables

    console.require_folder(json_to, report, majority)
    named = named_responses(annotators)
    with console.metered("Comparing", lambda: 1, at_once=False):
        annotated = next(iter(named.values())) if len(named) == 1 else named
        result = api.agree(annotated, majority=majority, force=force, **options)
    data = result.data
    console.warn(data.warnings)
    if isinstance(data, Panel):
        shown = panel_tables.tables(data, per_document, tidy=to == "csv")
    elif report:
        problem = "A report shows three annotators or more. The differences of two: anaphora errors A B --report FILE."
        raise OptionError(problem, code="not-two-annotators")
    else:
        shown = agreement_tables.tables(data, per_document, tidy=to == "csv")
    if report:
        result.report(report)
        console.say(f"Report: {report}")
    console.deliver(data, shown, to, json_to)
