"""Commands on chains: score, errors, agree."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Charts, Format, Journaled, Json, Report, Seed, listed
from anaphora.experiments.cli.output import escaped, messages, require_folder, write_json, write_report
from anaphora.workbench.errors import OptionError

RightChains = Annotated[Path, typer.Argument(help="A corpus file or folder with the right chains.")]
Responses = Annotated[list[str], typer.Argument(metavar="RESPONSE...", help="Files or folders, or NAME=PATH.")]
Spans = Annotated[str, typer.Option(help="Which spans stand for each other: strict, partial or head.")]
Duplicates = Annotated[
    str,
    typer.Option(help="Spans that stand twice: response (keep the first there, not in the key), first, refuse."),
]
To = Annotated[str, typer.Option(help="table, markdown or latex.")]
PerDocument = Annotated[bool, typer.Option("--per-document", help="Add a row for each document.")]
ResponseFormat = Annotated[str | None, typer.Option(help="The format of the responses, if it is not to be recognised.")]
IgnoreWords = Annotated[
    bool, typer.Option("--ignore-words", help="Accept other words than the key's if they are as many.")
]
ExtraDocuments = Annotated[bool, typer.Option("--extra-documents", help="Leave out documents that the key has not.")]


def score(
    key: RightChains,
    responses: Responses,
    measures: Annotated[str | None, typer.Option(help="Names, separated by commas; all by default.")] = None,
    match: Spans = "strict",
    singletons: Annotated[str, typer.Option(help="keep, or drop those of each side first.")] = "keep",
    duplicates: Duplicates = "response",
    to: To = "table",
    per_document: PerDocument = False,
    long: Annotated[
        bool, typer.Option("--long", help="Of several responses show recall, precision and intervals too.")
    ] = False,
    format: Format = None,
    response_format: ResponseFormat = None,
    ignore_words: IgnoreWords = False,
    extra_documents: ExtraDocuments = False,
    resamples: Annotated[int, typer.Option(help="Bootstrap samples and random exchanges; 0 for none.")] = 10_000,
    seed: Annotated[int, typer.Option(help="For the samples and exchanges.", min=0)] = 0,
    report: Report = None,
    figures: Charts = None,
    journal: Journaled = None,
    json_to: Json = None,
) -> None:
    """Score responses by every coreference measure, with intervals, and compare them.

    Example: anaphora score key.conll mine=response.conll other.conllu --json scores.json
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than to score
    from anaphora.experiments.scoring.pairing import Options
    from anaphora.experiments.scoring.score import Settings, named_responses
    from anaphora.experiments.scoring.score import score as run
    from anaphora.experiments.terminal import scores as render

    if to not in render.FORMATS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(render.FORMATS)}.")
    options = Options(singletons, duplicates, ignore_words, extra_documents, format, response_format)
    every = per_document or report is not None
    settings = Settings(listed(measures), "strict" if match == "exact" else match, options, resamples, seed, every)
    require_folder(report, figures, json_to)
    given = named_responses(responses)
    result = run(key, given, settings, journal)
    for warning in result.warnings:
        messages().print(f"[yellow]warning[/]: {escaped(warning)}", soft_wrap=True, highlight=False)
    if json_to:
        write_json(result.as_json(per_document), json_to)
    if json_to != "-":
        sys.stdout.write(render.text(result, to, per_document, long))
    if report or figures:
        from anaphora.experiments.report import gather

        write_report(gather.of_scores(result, gather.errors_beside(key, given, settings)), report, figures)


def errors(
    key: RightChains,
    responses: Responses,
    match: Spans = "strict",
    singletons: Annotated[str, typer.Option(help="drop those of each side first, or keep.")] = "drop",
    duplicates: Duplicates = "response",
    tree: Annotated[
        str, typer.Option(help="Which links are expected: accessibility (names first), or closest.")
    ] = "accessibility",
    to: To = "table",
    per_document: PerDocument = False,
    listed: Annotated[int, typer.Option("--list", help="Show so many errors of each type.", min=0)] = 0,
    format: Format = None,
    response_format: ResponseFormat = None,
    ignore_words: IgnoreWords = False,
    extra_documents: ExtraDocuments = False,
    json_to: Json = None,
) -> None:
    """What kinds of errors responses make in chains and links, and what correcting each kind would gain.

    Example: anaphora errors key.conll mine=response.conll other.conllu --list 5 --json errors.json
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than to count
    from anaphora.experiments.scoring.errors import Settings
    from anaphora.experiments.scoring.errors import errors as run
    from anaphora.experiments.scoring.pairing import Options
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.experiments.terminal import errors as render

    if to not in render.FORMATS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(render.FORMATS)}.")
    options = Options(singletons, duplicates, ignore_words, extra_documents, format, response_format)
    require_folder(json_to)
    result = run(key, named_responses(responses), Settings("strict" if match == "exact" else match, tree, options))
    for warning in result.warnings:
        messages().print(f"[yellow]warning[/]: {escaped(warning)}", soft_wrap=True, highlight=False)
    if json_to:
        write_json(result.as_json(), json_to)
    if json_to != "-":
        sys.stdout.write(render.text(result, to, per_document, listed))


def agree(
    annotators: Annotated[list[str], typer.Argument(metavar="A B", help="Two files or folders, or NAME=PATH.")],
    match: Annotated[
        str, typer.Option(help="Which mentions stand for each other: strict, partial or head.")
    ] = "strict",
    singletons: Annotated[str, typer.Option(help="keep, or drop those of each side first.")] = "keep",
    to: Annotated[str, typer.Option(help="table, markdown, latex or csv.")] = "table",
    per_document: PerDocument = False,
    format: Format = None,
    ignore_words: Annotated[
        bool, typer.Option("--ignore-words", help="Accept texts with different words if they are as many.")
    ] = False,
    resamples: Annotated[int, typer.Option(help="Bootstrap samples; 0 for no intervals.")] = 10_000,
    seed: Seed = 0,
    json_to: Json = None,
) -> None:
    """Agreement of two annotators in mentions and chains, corrected for chance, and where they differ.

    Example: anaphora agree ann=first.tsv ben=second.tsv --json agreement.json
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than to count
    from anaphora.experiments.scoring.agree import Settings
    from anaphora.experiments.scoring.agree import agree as run
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.experiments.terminal import agreement as render

    if to not in render.FORMATS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(render.FORMATS)}.")
    require_folder(json_to)
    match = "strict" if match == "exact" else match
    result = run(named_responses(annotators), Settings(match, singletons, ignore_words, format, resamples, seed))
    for warning in result.warnings:
        messages().print(f"[yellow]warning[/]: {escaped(warning)}", soft_wrap=True, highlight=False)
    if json_to:
        write_json(result.as_json(), json_to)
    if json_to != "-":
        sys.stdout.write(render.text(result, to, per_document))
