"""The command `errors`."""

from typing import Annotated

from anaphora.experiments.cli.options import (
    Json,
    PerDocument,
    Report,
    Responses,
    RightChains,
    To,
    at_least,
    judging,
    with_scoring_settings,
    writing,
)
from anaphora.experiments.cli.output import deliver, require_folder, warn, write_report
from anaphora.experiments.setup.configuration import Configuration

_SHAPING = (
    "match",
    "singletons",
    "duplicates",
    "zeros",
    "format",
    "response_format",
    "ignore_words",
    "extra_documents",
    "preset",
)


@with_scoring_settings(only=_SHAPING, singletons="drop")
def command(
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
    *,
    settings: Configuration,
) -> None:
    """Classify the errors of responses in chains and links, with the gain of correcting each kind.

    Example: anaphora errors key.conll mine=response.conll other.conllu --list 5 --json errors.json
    """
    from anaphora.experiments.scoring.errors import errors
    from anaphora.experiments.scoring.score import named_responses
    from anaphora.workbench.results.error_tables import tables

    require_folder(report, json_to)
    given = named_responses(responses)
    result = errors(key, given, settings, tree, denotation)  # type: ignore[arg-type]
    warn(result.warnings)
    deliver(result, tables(result, per_document, listed), to, json_to)
    if report:
        from anaphora.experiments import findings
        from anaphora.experiments.scoring.score import score

        write_report(findings.of_scores(score(key, given, settings.changed(per_document=True)), result), report)
