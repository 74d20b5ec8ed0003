"""Commands on chains: score, agree."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import Format, Json, Seed, listed
from experiments.commands.output import escaped, messages, require_folder, write_json
from workbench.errors import OptionError


def score(
    key: Annotated[Path, typer.Argument(help="A corpus file or folder with the right chains.")],
    responses: Annotated[list[str], typer.Argument(metavar="RESPONSE...", help="Files or folders, or NAME=PATH.")],
    measures: Annotated[str | None, typer.Option(help="Names, separated by commas; all by default.")] = None,
    match: Annotated[str, typer.Option(help="Which spans stand for each other: strict, partial or head.")] = "strict",
    singletons: Annotated[str, typer.Option(help="keep, or drop those of each side first.")] = "keep",
    duplicates: Annotated[
        str,
        typer.Option(help="Spans that stand twice: response (keep the first there, not in the key), first, refuse."),
    ] = "response",
    to: Annotated[str, typer.Option(help="table, markdown or latex.")] = "table",
    per_document: Annotated[bool, typer.Option("--per-document", help="Add a row for each document.")] = False,
    long: Annotated[
        bool, typer.Option("--long", help="Of several responses show recall, precision and intervals too.")
    ] = False,
    format: Format = None,
    response_format: Annotated[
        str | None, typer.Option(help="The format of the responses, if it is not to be recognised.")
    ] = None,
    ignore_words: Annotated[
        bool, typer.Option("--ignore-words", help="Accept other words than the key's if they are as many.")
    ] = False,
    extra_documents: Annotated[
        bool, typer.Option("--extra-documents", help="Leave out documents that the key has not.")
    ] = False,
    resamples: Annotated[int, typer.Option(help="Bootstrap samples and random exchanges; 0 for none.")] = 10_000,
    seed: Annotated[int, typer.Option(help="For the samples and exchanges.", min=0)] = 0,
    json_to: Json = None,
) -> None:
    """Score responses by every coreference measure, with intervals, and compare them.

    Example: anaphora score key.conll mine=response.conll other.conllu --json scores.json
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than to score
    from experiments.pairing import Options
    from experiments.score import Settings, named_responses
    from experiments.score import score as run
    from workbench.render import scores as render

    if to not in render.FORMATS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(render.FORMATS)}.")
    options = Options(singletons, duplicates, ignore_words, extra_documents, format, response_format)
    settings = Settings(listed(measures), "strict" if match == "exact" else match, options, resamples, seed)
    require_folder(json_to)
    result = run(key, named_responses(responses), settings)
    for warning in result.warnings:
        messages().print(f"[yellow]warning[/]: {escaped(warning)}", soft_wrap=True, highlight=False)
    if json_to:
        write_json(result.as_json(per_document), json_to)
    if json_to != "-":
        sys.stdout.write(render.text(result, to, per_document, long))


def agree(
    annotators: Annotated[list[str], typer.Argument(metavar="A B", help="Two files or folders, or NAME=PATH.")],
    match: Annotated[
        str, typer.Option(help="Which mentions stand for each other: strict, partial or head.")
    ] = "strict",
    singletons: Annotated[str, typer.Option(help="keep, or drop those of each side first.")] = "keep",
    to: Annotated[str, typer.Option(help="table, markdown, latex or csv.")] = "table",
    per_document: Annotated[bool, typer.Option("--per-document", help="Add a row for each document.")] = False,
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
    from experiments.agree import Settings
    from experiments.agree import agree as run
    from experiments.score import named_responses
    from workbench.render import agreement as render

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
