"""The command `coref`."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from anaphora.experiments.cli.options import (
    Corpora,
    Json,
    Report,
    To,
    with_settings,
    writing,
)
from anaphora.experiments.cli.output import deliver, progress, require_folder, warn, write_report
from anaphora.experiments.setup.configuration import Configuration, CoreferenceOptions
from anaphora.workbench.errors import OptionError


@with_settings(options=CoreferenceOptions, singletons="auto")
def command(
    corpus: Corpora = None,
    responses: Annotated[
        Path | None, writing(metavar="FOLDER", help="Write each resolver's chains, for 'anaphora score'.")
    ] = None,
    across_documents: Annotated[
        float | None,
        writing(metavar="THRESHOLD", help="Give chains of --responses ids across documents, by similarity (0 to 1)."),
    ] = None,
    to: To = "table",
    long: Annotated[bool, writing("--long", help="Show recall, precision and intervals too.")] = False,
    report: Report = None,
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Score resolvers as coreference systems: pronouns and chains in one table; all chain resolvers by default.

    Example: anaphora coref my_corpus/ --perfect mentions --resolvers mars+head_match,head_match,mention_pair
    """
    from anaphora.experiments.comparison.coref import coreference
    from anaphora.experiments.scoring.write_chains import write_responses

    require_folder(responses, report, json_to)
    if across_documents is not None and responses is None:
        raise OptionError(
            "--across-documents gives ids to the chains that are written. Name a folder: --responses FOLDER.",
            code="no-folder",
        )
    with (
        write_responses(responses, across_documents) if responses else nullcontext() as write,
        progress(corpus, settings.preparation.format) as advance,
    ):
        result = coreference(corpus or [], settings, progress=advance, observe=write, with_errors=report is not None)
    warn(result.scores.warnings)
    deliver(result, result.tables(long), to, json_to)
    if report:
        from anaphora.experiments import findings

        write_report(findings.of_scores(result.scores, result.errors), report)
