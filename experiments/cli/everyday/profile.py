"""The command `profile`."""

from typing import Annotated, Literal

from anaphora.experiments.cli.options import Corpora, Json, To, with_settings, writing
from anaphora.experiments.cli.output import deliver, progress
from anaphora.experiments.setup.configuration import Configuration


@with_settings(without=("resolvers", "antecedent", "seed", "execution"))
def command(
    corpus: Corpora = None,
    by: Annotated[Literal["genre", "document"] | None, writing(help="Break results down by genre or document.")] = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Measure the difficulty of a corpus: anaphors, candidates, distances, pleonastic "it", chance, design effect.

    Example: anaphora profile my_corpus/ --by genre --json profile.json
    """
    from anaphora.experiments.comparison.profile import profile

    with progress(corpus, settings.preparation.format) as advance:
        result = profile(corpus or [], settings, by=by, progress=advance)
    deliver(result, result.tables(), to, json_to)
