"""Commands on files, external systems and studies, the live page, and the list of what there is."""

from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Annotated, Literal, Unpack

import typer

from anaphora.experiments.api import corpus as api
from anaphora.experiments.cli import options as cli
from anaphora.experiments.cli import output as console
from anaphora.experiments.run.configuration import ExecutionOptions, PreparationOptions, ServiceOptions, configure
from anaphora.experiments.run.interruption import Interrupted
from anaphora.workbench.errors import OptionError, WorkbenchError, needs_extra

if TYPE_CHECKING:
    from uvicorn import Server

HOST = "127.0.0.1"


@console.command(ServiceOptions)
def serve(
    resolvers: cli.Resolvers = None,
    port: Annotated[int, cli.running(help="The port on 127.0.0.1.", **cli.at_least(1, 65535))] = 8765,
    open_page: Annotated[bool, cli.running("--open/--no-open", help="Open the page in the browser.")] = True,
    **options: Unpack[ServiceOptions],
) -> None:
    """Serve the live page on this machine: paste a text, see what each resolver answers and why, change the weights.

    Nothing leaves the machine, nothing is stored. Example: anaphora serve --resolvers mars,mitkov,lappin_leass
    """
    from anaphora.experiments.live.analysis import analyst

    with needs_extra("live"):
        from anaphora.experiments.live.app import application, make_server
    from anaphora.preprocess import pipeline

    settings = configure(cli.split_names(resolvers), **options)
    asked = analyst(settings)
    if settings.preparation.pipeline != pipeline.BUNDLED:
        pipeline.load(settings.preparation.pipeline)  # a wrong name is reported here; the bundled one loads later
    _require_free(port)
    address = f"http://{HOST}:{port}/"
    console.say(f"The live page is at {address} (Ctrl-C ends it).")
    if open_page:
        _open_soon(address)
    _serve_until_interrupted(make_server(application(asked), HOST, port))


def _serve_until_interrupted(server: "Server") -> None:
    """Serve in another thread, since a thread that analyses a text cannot be told to stop; nothing is lost by it."""
    import os
    import threading

    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    try:
        serving.join()
    except Interrupted as interrupted:
        server.should_exit = True
        serving.join(0.5)
        if interrupted.number == SIGINT:  # which is how a user ends it
            os._exit(0)
        raise
    raise typer.Exit(1)  # it could not begin, and said why


def _require_free(port: int) -> None:
    import socket

    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, port))
        except OSError as error:
            raise WorkbenchError(
                f"Port {port} cannot be used ({error.strerror}). Name another: anaphora serve --port {port % 65535 + 1}"
            ) from error


def _open_soon(address: str) -> None:
    """Open the page in the browser, a moment later than the server starts."""
    import threading
    import webbrowser

    timer = threading.Timer(0.8, webbrowser.open, (address,))
    timer.daemon = True
    timer.start()


@console.command()
def list_(
    what: Annotated[
        str,
        typer.Argument(
            help="resolvers, measures, formats, indicators, corpora, pipelines or cards; or a resolver's name."
        ),
    ] = "all",
    bibtex: Annotated[bool, cli.writing("--bibtex", help="Print sources as BibTeX: all, or those of these.")] = False,
    resolvers: Annotated[
        str | None, cli.comparing(metavar="NAMES", help="Resolvers whose sources to give (--bibtex).")
    ] = None,
    measures: Annotated[
        str | None, cli.comparing(metavar="NAMES", help="Measures whose sources to give (--bibtex).")
    ] = None,
    formats: Annotated[
        str | None, cli.comparing(metavar="NAMES", help="Formats whose sources to give (--bibtex).")
    ] = None,
    presets: Annotated[
        str | None, cli.comparing(metavar="NAMES", help="Presets whose papers to give (--bibtex).")
    ] = None,
    to: cli.To = "table",
    json_to: cli.Json = None,
) -> None:
    """List what is available, each with its one-line source; for a resolver its options, source and card.

    Examples: anaphora list mars; anaphora list --bibtex --resolvers mars,hobbs --measures conll
    """
    from anaphora.experiments.commands.list_.list_ import inventory_table
    from anaphora.experiments.commands.list_.list_ import list_ as listed

    console.require_folder(json_to)
    of_sources = {"--resolvers": resolvers, "--measures": measures, "--formats": formats, "--presets": presets}
    if bibtex:
        from anaphora.experiments.commands.list_.bibliography import bibtex as sources

        typer.echo(sources(**{name[2:]: cli.split_names(names) for name, names in of_sources.items()}), nl=False)
        return
    if named := [name for name, value in of_sources.items() if value]:
        raise OptionError(f"{', '.join(named)} goes with --bibtex only.", code="no-bibtex")
    result = listed(what)
    if json_to or to == "json":
        console.write_json(result, json_to or "-")
    if json_to != "-" and to != "json":
        console.show([inventory_table(result)], to)


@console.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Corpus files or folders.")],
    format: cli.Format = None,
    repair: Annotated[
        Path | None, cli.writing("--repair", metavar="FOLDER", help="Write a copy in which what is certain is mended.")
    ] = None,
    json_to: cli.Json = None,
) -> None:
    """Validate corpus files: every problem with file and line; exit code 1 if there is an error.

    Example: anaphora check my_corpus/ more.conllu --repair mended/
    """
    console.require_folder(repair, json_to)
    with console.metered("Checking", lambda: 1, at_once=False):
        result = api.check(files, format=format, repair=repair)
    console.deliver(result, result.tables(), json_to=json_to)
    if result.errors:
        raise typer.Exit(1)


@console.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A corpus file or folder, in any format.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="A file, or (a name without extension) a folder, one file a document.")
    ],
    to: Annotated[str | None, cli.writing(help="The format to write, if the extension of OUT does not say.")] = None,
    format: cli.Format = None,
    drop: Annotated[bool, cli.writing("--drop", help="Leave out mentions that the format cannot express.")] = False,
    force: Annotated[
        bool, cli.writing("--force", help="Replace the file OUT, or the files of the same names in it.")
    ] = False,
    json_to: cli.Json = None,
) -> None:
    """Write a corpus in another format, and report what was lost: the output is read again and compared.

    Example: anaphora convert my_corpus/ my_corpus.conll --to conll2012
    """
    console.require_folder(target, json_to)
    with console.progress([source], format, "Converting") as advance:
        result = api.convert(source, target, to, format=format, drop=drop, force=force, progress=advance)
    console.deliver(result, result.tables(), json_to=json_to)


@console.command()
def new(
    kind: Annotated[Literal["resolver", "format", "measure", "language"], typer.Argument(help="What is to be added.")],
    name: Annotated[str, typer.Argument(help="Its name, in lower case; of a language its code.")],
) -> None:
    """Write the files of a new resolver, format, measure or language into a checkout of this project, from templates.

    Example: anaphora new resolver my_resolver
    """
    from anaphora.experiments.commands.new import new

    for path in new(kind, name):
        console.say(str(path))
    tests = {"resolver": "tests/resolvers", "format": "tests/corpora tests/fuzz", "measure": "tests/workbench/measures"}
    tests["language"] = "tests/preprocess/test_by_tables.py"
    page = "The page contribute/language says what each table means. " if kind == "language" else ""
    cure = f"Make them yours, the 'Author year' too; then .venv/bin/pytest tests/contracts {tests[kind]}"
    console.say(page + cure)


@console.command(ExecutionOptions)
def run(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A TOML file, or the name of a bundled study.")],
    to: Annotated[Path | None, cli.writing(metavar="FOLDER", help="Where results go; build/NAME by default.")] = None,
    corpus: Annotated[
        list[str] | None, cli.comparing(metavar="NAME=PATH", help="Where a corpus of the study is; repeatable.")
    ] = None,
    report: cli.Report = None,
    trust: Annotated[
        bool, cli.running("--trust", help="Run code that the study names: own resolvers, pipelines in folders.")
    ] = False,
    **options: Unpack[ExecutionOptions],
) -> None:
    """Run a study declared in a TOML file; finished parts are not run again.

    Example: anaphora run literature --corpus gum_dev=GUM/dev/
    """
    from anaphora.experiments.commands.run.run import run as run_study

    console.require_folder(report)
    with console.metered("Running", lambda: 1):
        ran = run_study(
            study,
            to,
            _paths_by_name(corpus or []),
            report=report,
            trust=trust,
            tell=lambda part, fresh: console.say(f"{part}: {'done' if fresh else 'unchanged'}"),
            **options,
        )
    if ran.tables:
        console.show([result.table for result in ran.tables])
    for name, reason in ran.skipped.items():
        console.say(f"{name}: passed over. {reason}")
    console.say(f"Results: {ran.folder / 'README.md'}")
    if report:
        console.say(f"Report: {report}")


def _paths_by_name(texts: list[str]) -> dict[str, Path]:
    paths: dict[str, Path] = {}
    for text in texts:
        name, equals, path = text.partition("=")
        if not equals or not name or not path or name in paths:
            raise OptionError(f"--corpus {text} gives no place. Write --corpus NAME=PATH, each name once.")
        paths[name] = Path(path)
    return paths


@console.command(api.export)
def export(
    corpus: cli.Corpora = None,
    output: Annotated[Path, cli.writing("--output", "-o", metavar="FILE", help="The JSON lines to write.")] = Path(
        "input.jsonl"
    ),
    mentions: Annotated[
        bool, cli.writing("--mentions", help="Add our candidate mentions, with their records.")
    ] = False,
    questions: Annotated[bool, cli.writing("--questions", help="Add each anaphor and its candidates.")] = False,
    choices: Annotated[
        int | None,
        cli.writing(
            "--choices", help="Write questions with so many choices of entities instead.", **cli.at_least(2, 25)
        ),
    ] = None,
    none: Annotated[
        float, cli.writing("--none", metavar="SHARE", help="The share of them in which none of these is right.")
    ] = 0.2,
    shuffles: Annotated[int, cli.writing("--shuffles", help="Orders of the choices.", **cli.at_least(1))] = 2,
    swap: Annotated[
        str | None,
        cli.writing("--swap", metavar="NAMES", help="Ask again with other names: gender, Indian, Arabic ..."),
    ] = None,
    distance: Annotated[
        str | None, cli.writing("--distance", metavar="N-M", help="Sentences to the nearest mention of the right one.")
    ] = None,
    system: Annotated[
        str | None, cli.writing("--for", metavar="SYSTEM", help="Copy the script that runs this system beside it.")
    ] = None,
    json_to: cli.Json = None,
    **options: Unpack[PreparationOptions],
) -> None:
    """Write the input of an external system: tokens, sentences, a hash of the text; never the key.

    Example: anaphora export my_corpus/ --for fastcoref --output input.jsonl
    """
    from anaphora.experiments.commands.export.export import copy_script, script

    console.require_folder(output, json_to)
    if system:
        script(system)
    with console.progress(corpus, options.get("format")) as advance:
        result = api.export(
            corpus,
            output,
            mentions=mentions,
            questions=questions,
            choices=choices,
            none=none,
            shuffles=shuffles,
            swap=cli.split_names(swap),
            distance=_range(distance),
            progress=advance,
            **options,
        )
    if system:
        copied, left = copy_script(system, output.parent)
    console.deliver(result, result.tables(), json_to=json_to)
    if system:
        for file in left:
            console.say(f"{file} differs from this version's; it was left unchanged.")
        console.say(f"In the system's environment: python {copied} {output} predictions.jsonl")


def _range(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    least, _, most = text.partition("-")
    if not (least.isdecimal() and most.isdecimal() and len(text) < 20 and int(least) <= int(most)):
        raise OptionError(f"--distance {text} is no range of sentences. Write 0-3.", code="distance")
    return int(least), int(most)


@console.command()
def import_(
    given: Annotated[Path, typer.Argument(metavar="INPUT", help="What the system read, from 'anaphora export'.")],
    predictions: Annotated[Path, typer.Argument(metavar="PREDICTIONS", help="What the system predicted.")],
    output: Annotated[
        Path, cli.writing("--output", "-o", metavar="FILE", help="Output file for the validated predictions.")
    ] = Path("recorded.jsonl"),
    dropped: Annotated[
        str, cli.judging(help="Documents without predictions: refuse, or empty (no mentions).")
    ] = "refuse",
    strict: Annotated[bool, cli.judging("--strict", help="Reject what would otherwise be repaired.")] = False,
    json_to: cli.Json = None,
) -> None:
    """Check the predictions of an external system and align them with our tokens, for recorded(file=...).

    Example: anaphora import input.jsonl predictions.jsonl --output fcoref.jsonl
    """
    console.require_folder(output, json_to)
    with console.metered("Importing", lambda: 1, at_once=False):
        result = api.import_(given, predictions, output, dropped=dropped, strict=strict)
    console.deliver(result, result.tables(), json_to=json_to)
