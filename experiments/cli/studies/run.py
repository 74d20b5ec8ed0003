"""The command `run`."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Jobs, Report, Scheduler, Workers, comparing, execution, writing
from anaphora.experiments.cli.output import escaped, messages, require_folder, show
from anaphora.workbench.errors import OptionError


def command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A TOML file, or the name of a bundled study.")],
    to: Annotated[Path | None, writing(metavar="FOLDER", help="Where results go; build/NAME by default.")] = None,
    corpus: Annotated[
        list[str] | None, comparing(metavar="NAME=PATH", help="Where a corpus of the study is; repeatable.")
    ] = None,
    report: Report = None,
    jobs: Jobs = None,
    executor: Workers = None,
    scheduler: Scheduler = "",
) -> None:
    """Run a study declared in a TOML file; finished parts are not run again.

    Example: anaphora run literature --corpus gum_dev=GUM/dev/
    """
    from anaphora.experiments.study.study import run

    require_folder(report)
    with messages().status("Checking") as status:
        ran = run(
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
    if ran.tables:
        show([result.table for result in ran.tables])
    for name, reason in ran.skipped.items():
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
