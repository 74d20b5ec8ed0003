"""The command `optimise`."""

from pathlib import Path
from typing import Annotated

from anaphora.experiments.cli.options import Corpora, Json, OneResolver, To, at_least, judging, with_settings, writing
from anaphora.experiments.cli.output import deliver, escaped, messages, require_folder
from anaphora.experiments.setup.configuration import Configuration


@with_settings(without=("resolvers",))
def command(
    corpus: Corpora = None,
    resolver: OneResolver = "mars",
    protocol: Annotated[
        str, judging(help="What is reported: kfold, loo (one document at a time) or self (an upper bound).")
    ] = "kfold",
    folds: Annotated[int, judging(help="Number of folds of kfold.", **at_least(2))] = 10,
    test: Annotated[list[Path] | None, judging(help="Report on this corpus instead; repeatable.")] = None,
    output: Annotated[
        Path | None,
        writing("--output", "-o", help="Write the scores, trained on all of CORPUS, for NAME(weights=FILE)."),
    ] = None,
    to: To = "table",
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Optimise the scores of a resolver's indicators, and report them on documents held out.

    Example: anaphora optimise train/ --test dev/ --resolvers "mars(scope=window)" --output weights.toml
    """
    from anaphora.experiments.comparison.optimise import Plan, optimise
    from anaphora.workbench.files.atomic import write_text_atomically

    require_folder(output, json_to)
    plan = Plan(protocol, folds)
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
