"""The command `profile`."""

from typing import TYPE_CHECKING, Annotated

import typer

from anaphora.experiments.cli.options import SERIAL, Corpora, Json, comparing
from anaphora.experiments.cli.output import deliver, progress

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings


@comparing("resolvers", "antecedent", "seed", *SERIAL)
def command(
    corpus: Corpora = None,
    by: Annotated[str | None, typer.Option(help="Figures apart for each genre or document.")] = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """How hard a corpus is: anaphors, candidates, distances, pleonastic "it", chance, how far results carry.

    Example: anaphora profile my_corpus/ --by genre --json profile.json
    """
    from anaphora.experiments.comparison.profile import profile

    with progress(corpus, settings.format) as advance:
        result = profile(corpus or [], settings, by=by, progress=advance)
    deliver(result.as_json, json_to, result.as_tables)
