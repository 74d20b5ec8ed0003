"""The command `coref`."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Literal

from anaphora.experiments.cli.options import (
    Corpora,
    Json,
    Preset,
    Report,
    Resamples,
    To,
    judging,
    split_names,
    with_settings,
    writing,
)
from anaphora.experiments.cli.output import deliver, progress, require_folder, warn, write_report
from anaphora.experiments.comparison.settings import Settings
from anaphora.workbench.errors import OptionError
from anaphora.workbench.statistics.defaults import RESAMPLES


@with_settings()
def command(
    corpus: Corpora = None,
    measures: Annotated[str | None, judging(help="Names, separated by commas; muc to conll by default.")] = None,
    singletons: Annotated[
        Literal["auto", "keep", "drop"],
        judging(help="keep, or drop those of each side; auto keeps them with perfect mentions."),
    ] = "auto",
    preset: Preset = None,
    responses: Annotated[
        Path | None, writing(metavar="FOLDER", help="Write each resolver's chains, for 'anaphora score'.")
    ] = None,
    across_documents: Annotated[
        float | None,
        writing(metavar="THRESHOLD", help="Give chains of --responses ids across documents, by similarity (0 to 1)."),
    ] = None,
    to: To = "table",
    long: Annotated[bool, writing("--long", help="Show recall, precision and intervals too.")] = False,
    resamples: Resamples = RESAMPLES,
    report: Report = None,
    json_to: Json = None,
    *,
    settings: Settings,
) -> None:
    """Score resolvers as coreference systems: pronouns and chains in one table; all chain resolvers by default.

    Example: anaphora coref my_corpus/ --perfect mentions --resolvers mars+head_match,head_match,mention_pair
    """
    from anaphora.experiments.scoring.chain_collector import MEASURES, ChainOptions
    from anaphora.experiments.scoring.coref import coreference
    from anaphora.experiments.scoring.write_chains import write_responses

    require_folder(responses, report, json_to)
    if across_documents is not None and responses is None:
        raise OptionError(
            "--across-documents gives ids to the chains that are written. Name a folder: --responses FOLDER.",
            code="no-folder",
        )
    options = ChainOptions(split_names(measures) or MEASURES, singletons, resamples, preset)
    with (
        write_responses(responses, across_documents) if responses else nullcontext() as write,
        progress(corpus, settings.format) as advance,
    ):
        result = coreference(
            corpus or [], settings, options, progress=advance, observe=write, with_errors=report is not None
        )
    warn(result.scores.warnings)
    deliver(result, result.tables(long), to, json_to)
    if report:
        from anaphora.experiments import findings

        write_report(findings.of_scores(result.scores, result.errors), report)
