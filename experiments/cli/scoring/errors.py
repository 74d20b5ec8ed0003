"""The command `errors`."""

from dataclasses import replace
from typing import Annotated

from anaphora.experiments.cli.options import (
    Duplicates,
    ExtraDocuments,
    Format,
    IgnoreWords,
    Json,
    PerDocument,
    Report,
    ResponseFormat,
    Responses,
    RightChains,
    Singletons,
    Spans,
    To,
    Zeros,
    at_least,
    judging,
    writing,
)
from anaphora.experiments.cli.output import deliver, require_folder, warn, write_report


def command(
    key: RightChains,
    responses: Responses,
    match: Spans = "strict",
    singletons: Singletons = "drop",
    duplicates: Duplicates = "first",
    zeros: Zeros = "dependent",
    tree: Annotated[
        str, judging(help="Which links are expected: accessibility (names first), or closest.")
    ] = "accessibility",
    to: To = "table",
    per_document: PerDocument = False,
    denotation: Annotated[
        bool, writing("--denotation", help="Show which chains correspond, and each denotation assignment.")
    ] = False,
    listed: Annotated[int, writing("--list", help="Show so many errors of each type.", **at_least(0))] = 0,
    format: Format = None,
    response_format: ResponseFormat = None,
    ignore_words: IgnoreWords = False,
    extra_documents: ExtraDocuments = False,
    report: Report = None,
    json_to: Json = None,
) -> None:
    """Classify the errors of responses in chains and links, with the gain of correcting each kind.

    Example: anaphora errors key.conll mine=response.conll other.conllu --list 5 --json errors.json
    """
    from anaphora.experiments.scoring.errors import errors
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.experiments.scoring.settings import Settings

    settings = Settings(
        (), match, singletons, duplicates, ignore_words, extra_documents, format, response_format,
        zeros=zeros,
    )  # fmt: skip
    from anaphora.workbench.results.error_tables import tables

    require_folder(report, json_to)
    given = named_responses(responses)
    result = errors(key, given, settings, tree, denotation)  # type: ignore[arg-type]
    warn(result.warnings)
    deliver(result, tables(result, per_document, listed), to, json_to)
    if report:
        from anaphora.experiments.report import gather
        from anaphora.experiments.scoring.score import score

        write_report(gather.of_scores(score(key, given, replace(settings, per_document=True)), result), report)
