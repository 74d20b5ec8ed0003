"""Commands on resolvers themselves, and whole studies: optimise, run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphora.experiments.cli.options import Corpora, Executor, Jobs, Json, Report, Scheduler, comparing, execution
from anaphora.experiments.cli.output import deliver, escaped, messages, require_folder
from anaphora.workbench.errors import OptionError

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings


@comparing("resolvers")
def optimise(
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
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """Search better scores for a resolver's indicators, and report them on documents they were not trained on.

    Example: anaphora optimise train/ --test dev/ --resolver "mars(scope=window)" --output weights.toml
    """
    from anaphora.experiments.comparison.optimise import Plan, as_tables
    from anaphora.experiments.comparison.optimise import optimise as run
    from anaphora.workbench.files.atomic import write_text_atomically

    require_folder(output, json_to)
    plan = Plan(optimiser, protocol, folds)
    with messages().status("Reading") as status:
        found = run(
            corpus or [],
            resolver,
            settings,
            plan,
            test=test or (),
            progress=lambda document: status.update(f"Analysed {escaped(document.id[:40])}"),
            searching=lambda number, total: status.update(f"Search {number} of {total}"),
        )
    if output:
        write_text_atomically(output, found.as_toml())
    deliver(found.as_json(), json_to, lambda: as_tables(found))
    if output:
        messages().print(f"Scores: {output}", highlight=False)


def run(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A TOML file, or the name of a bundled study.")],
    to: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where results go; build/NAME by default.")] = None,
    corpus: Annotated[
        list[str] | None, typer.Option(metavar="NAME=PATH", help="Where a corpus of the study is; repeatable.")
    ] = None,
    report: Report = None,
    jobs: Jobs = None,
    executor: Executor = None,
    scheduler: Scheduler = "",
) -> None:
    """Run a declared study; what was finished before is not done again.

    Example: anaphora run literature --corpus gum_dev=GUM/dev/
    """
    from anaphora.experiments.study.study import run as run_study

    require_folder(report)
    with messages().status("Checking") as status:
        ran = run_study(
            study,
            to,
            _places(corpus or []),
            report=report,
            tell=lambda part, fresh: messages().print(
                f"{escaped(part)}: {'done' if fresh else 'unchanged'}", highlight=False
            ),
            progress=lambda document: status.update(f"Analysed {escaped(document.id[:40])}"),
            execution=execution(jobs, executor, scheduler),
        )
    for name, reason in ran.passed_over.items():
        messages().print(f"{escaped(name)}: passed over. {escaped(reason)}", soft_wrap=True, highlight=False)
    if not ran.parquet:
        messages().print("No Parquet: pyarrow is not installed (the extra 'parquet').", highlight=False)
    messages().print(f"Results: {escaped(str(ran.folder / 'README.md'))}", soft_wrap=True, highlight=False)
    if report:
        messages().print(f"Report: {escaped(str(report))}", soft_wrap=True, highlight=False)


def _places(given: list[str]) -> dict[str, Path]:
    places: dict[str, Path] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or not name or not path or name in places:
            raise OptionError(f"--corpus {text} gives no place. Write --corpus NAME=PATH, each name once.")
        places[name] = Path(path)
    return places
