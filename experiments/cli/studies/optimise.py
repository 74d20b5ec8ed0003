"""The command `optimise`."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Corpora, Json, To, with_settings
from anaphora.experiments.cli.output import deliver, escaped, messages, require_folder
from anaphora.experiments.comparison.settings import Settings


@with_settings(without=("resolvers",))
def command(
    corpus: Corpora = None,
    resolver: Annotated[str, typer.Option(help="mars or mitkov, with options such as mars(scope=window).")] = "mars",
    optimiser: Annotated[str, typer.Option(help="genetic, differential_evolution or ranking.")] = "genetic",
    protocol: Annotated[
        str, typer.Option(help="What is reported: kfold, loo (one document at a time) or self (an upper bound).")
    ] = "kfold",
    folds: Annotated[int, typer.Option(help="The parts of kfold.")] = 10,
    test: Annotated[
        list[Path] | None, typer.Option(help="Report on this corpus instead; may be given several times.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="Write the scores, trained on all of CORPUS, for NAME(weights=FILE).")
    ] = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Settings,
) -> None:
    """Search better scores for a resolver's indicators, and report them on documents they were not trained on.

    Example: anaphora optimise train/ --test dev/ --resolver "mars(scope=window)" --output weights.toml
    """
    from anaphora.experiments.comparison.optimise import Plan, optimise
    from anaphora.workbench.files.atomic import write_text_atomically

    require_folder(output, json_to)
    plan = Plan(optimiser, protocol, folds)
    with messages().status("Reading") as status:
        result = optimise(
            corpus or [],
            resolver,
            settings,
            plan,
            test=test or (),
            progress=lambda document: status.update(f"Analysed {escaped(document.id[:40])}"),
            searching=lambda number, total: status.update(f"Search {number} of {total}"),
        )
    if output:
        write_text_atomically(output, result.as_toml())
    deliver(result, result.tables(), to, json_to)
    if output:
        messages().print(f"Scores: {output}", highlight=False)
