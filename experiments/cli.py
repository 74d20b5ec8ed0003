"""The command line `anaphora`: thin commands over importable functions. Only this module prints."""

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench import __version__
from workbench.errors import FormatError, OptionError, UnknownNameError, WorkbenchError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from experiments.compare import Settings
    from workbench.document import Document

app = typer.Typer(
    name="anaphora",
    help="Compare, profile and explain anaphora resolvers on one shared preprocessing.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Corpora = Annotated[list[Path] | None, typer.Argument(help="Files or folders; the bundled corpus if none is named.")]
Json = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="Write the figures as JSON (- for stdout).")]
Resolvers = Annotated[str | None, typer.Option(help="Names, separated by commas; all by default.")]
Pipeline = Annotated[
    str | None, typer.Option(help="An installed spaCy pipeline or its folder; the bundled one by default.")
]
Input = Annotated[str, typer.Option("--input", help="automatic, or perfect: every layer from the key.")]
Perfect = Annotated[
    str | None, typer.Option(help="Only these layers from the key: annotation,mentions,pleonastic,agreement.")
]
Match = Annotated[str, typer.Option(help="When a span counts as a key mention: strict, partial or head.")]
Antecedent = Annotated[str, typer.Option(help="Which answers are right: chain, nominal or nearest.")]
Window = Annotated[int, typer.Option(help="Sentences before the anaphor's own.", min=0)]
Anaphors = Annotated[str, typer.Option(help="third-person, personal or all.")]
Format = Annotated[str | None, typer.Option("--format", help="The corpus format, if it is not to be recognised.")]
Seed = Annotated[int, typer.Option(help="For the resolvers that draw at random.", min=0)]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Pass over bad files and report them.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Analyse anew instead of reading stored analyses.")]


def main() -> None:
    """Run the command line: exit code 0 done, 1 the input was bad, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace"
            )  # whatever the locale says: corpora and JSON are UTF-8
    try:
        app()
    except WorkbenchError as error:
        _messages().print(f"[bold red]error[/]: {_escaped(str(error))}", soft_wrap=True, highlight=False)
        sys.exit(2 if isinstance(error, (OptionError, UnknownNameError)) else 1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # such as a full disk behind standard output
        sys.stderr.write(f"error: the result cannot be written ({error.strerror or error}).\n")
        sys.stderr.close()
        os._exit(1)  # the interpreter would try to write again


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"anaphora-workbench {__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Compare, profile and explain anaphora resolvers on one shared preprocessing."""


@app.command()
def compare(
    corpus: Corpora = None,
    resolvers: Resolvers = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    match: Match = "strict",
    antecedent: Antecedent = "chain",
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    format: Format = None,
    seed: Seed = 0,
    report: Annotated[Path | None, typer.Option(help="Write the HTML report to this file.")] = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """Compare resolvers on the same candidate lists: success rates, upper bound MAX, losses per stage.

    Example: anaphora compare my_corpus/ --resolvers mitkov,most_recent --report result.html
    """
    from experiments.compare import compare as run
    from workbench.files import write_text_atomically
    from workbench.render import html, terminal

    _require_folder(report, json_to)
    settings = _settings(
        resolvers, pipeline, input_mode, perfect, match, antecedent, window, anaphors, format, seed, skip_bad, no_cache
    )
    with _progress(corpus, format) as advance:
        result = run(corpus or [], settings, keep=report is not None, progress=advance)
    if report:
        write_text_atomically(report, html.report(result))
    _deliver(result.as_json(), json_to, lambda: terminal.comparison(result))
    if report:
        _messages().print(f"Report: {report}", highlight=False)


@app.command()
def resolve(
    file: Annotated[Path | None, typer.Argument(help="A plain text file; standard input if none is named.")] = None,
    resolvers: Resolvers = None,
    to: Annotated[str, typer.Option(help="text, json, conll2012, corefud or html.")] = "text",
    pipeline: Pipeline = None,
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    seed: Seed = 0,
    json_to: Json = None,
) -> None:
    """Resolve the pronouns of a plain text.

    The corpus formats hold the chains of the first resolver named (mitkov if none is).

    Example: echo "Press the key and hold it down." | anaphora resolve
    """
    from corpora import conll2012, corefud, plain, recognise
    from experiments import resolve as job
    from experiments.compare import Settings
    from preprocess import Options
    from workbench.render import html

    if to not in job.OUTPUTS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(job.OUTPUTS)}.")
    if to not in ("text", "json") and json_to:
        raise OptionError(f"--to {to} and --json exclude each other; run the command twice for both.")
    if file and (found := recognise(file)) != "plain":
        cure = "Use 'anaphora compare', or pass its text on standard input."
        raise FormatError(file, None, f"this is a corpus ({found}), not a plain text", cure)
    document = next(iter(plain.read(file)))[0] if file else plain.document(_standard_input(), "standard input")
    names = _names(resolvers)
    settings = Settings(resolvers=names, options=Options(window, anaphors), seed=seed, **_named(pipeline=pipeline))
    result = job.resolve(document, settings)
    if to in ("conll2012", "corefud"):
        module = conll2012 if to == "conll2012" else corefud
        sys.stdout.write(module.write([job.as_key(result, names[0] if names else "mitkov")]))
    elif to == "html":
        sys.stdout.write(html.answers(job.as_json(result)))
    else:
        figures = job.as_json(result)
        _deliver(figures, "-" if to == "json" else json_to, lambda: job.as_table(figures))


@app.command()
def profile(
    corpus: Corpora = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    match: Match = "strict",
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """How hard a corpus is: anaphors, candidates, distances, pleonastic "it", chance.

    Example: anaphora profile my_corpus/ --json profile.json
    """
    from experiments.profile import profile as run

    settings = _settings(
        None, pipeline, input_mode, perfect, match, "chain", window, anaphors, format, 0, skip_bad, no_cache
    )
    with _progress(corpus, format) as advance:
        result = run(corpus or [], settings, progress=advance)
    _deliver(result.as_json(), json_to, result.as_table)


@app.command()
def score(
    key: Annotated[Path, typer.Argument(help="A corpus file or folder with the right chains.")],
    responses: Annotated[list[str], typer.Argument(metavar="RESPONSE...", help="Files or folders, or NAME=PATH.")],
    measures: Annotated[str | None, typer.Option(help="Names, separated by commas; all by default.")] = None,
    match: Annotated[str, typer.Option(help="Which spans stand for each other: strict, partial or head.")] = "strict",
    singletons: Annotated[str, typer.Option(help="keep, or drop those of each side first.")] = "keep",
    duplicates: Annotated[
        str,
        typer.Option(help="Spans that stand twice: response (keep the first there, not in the key), first, refuse."),
    ] = "response",
    to: Annotated[str, typer.Option(help="table, markdown or latex.")] = "table",
    per_document: Annotated[bool, typer.Option("--per-document", help="Add a row for each document.")] = False,
    long: Annotated[
        bool, typer.Option("--long", help="Of several responses show recall, precision and intervals too.")
    ] = False,
    format: Format = None,
    response_format: Annotated[
        str | None, typer.Option(help="The format of the responses, if it is not to be recognised.")
    ] = None,
    ignore_words: Annotated[
        bool, typer.Option("--ignore-words", help="Accept other words than the key's if they are as many.")
    ] = False,
    extra_documents: Annotated[
        bool, typer.Option("--extra-documents", help="Leave out documents that the key has not.")
    ] = False,
    resamples: Annotated[int, typer.Option(help="Bootstrap samples and random exchanges; 0 for none.")] = 10_000,
    seed: Annotated[int, typer.Option(help="For the samples and exchanges.", min=0)] = 0,
    json_to: Json = None,
) -> None:
    """Score responses by every coreference measure, with intervals, and compare them.

    Example: anaphora score key.conll mine=response.conll other.conllu --json scores.json
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than to score
    from experiments.pairing import Options
    from experiments.score import Settings, named_responses
    from experiments.score import score as run
    from workbench.render import scores as render

    if to not in render.FORMATS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(render.FORMATS)}.")
    options = Options(singletons, duplicates, ignore_words, extra_documents, format, response_format)
    settings = Settings(_names(measures), "strict" if match == "exact" else match, options, resamples, seed)
    _require_folder(json_to)
    result = run(key, named_responses(responses), settings)
    for warning in result.warnings:
        _messages().print(f"[yellow]warning[/]: {_escaped(warning)}", soft_wrap=True, highlight=False)
    if json_to:
        _write_json(result.as_json(per_document), json_to)
    if json_to != "-":
        sys.stdout.write(render.text(result, to, per_document, long))


@app.command()
def agree(
    annotators: Annotated[list[str], typer.Argument(metavar="A B", help="Two files or folders, or NAME=PATH.")],
    match: Annotated[
        str, typer.Option(help="Which mentions stand for each other: strict, partial or head.")
    ] = "strict",
    singletons: Annotated[str, typer.Option(help="keep, or drop those of each side first.")] = "keep",
    to: Annotated[str, typer.Option(help="table, markdown, latex or csv.")] = "table",
    per_document: Annotated[bool, typer.Option("--per-document", help="Add a row for each document.")] = False,
    format: Format = None,
    ignore_words: Annotated[
        bool, typer.Option("--ignore-words", help="Accept texts with different words if they are as many.")
    ] = False,
    resamples: Annotated[int, typer.Option(help="Bootstrap samples; 0 for no intervals.")] = 10_000,
    seed: Seed = 0,
    json_to: Json = None,
) -> None:
    """Agreement of two annotators in mentions and chains, corrected for chance, and where they differ.

    Example: anaphora agree ann=first.tsv ben=second.tsv --json agreement.json
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # to start its threads takes longer than to count
    from experiments.agree import Settings
    from experiments.agree import agree as run
    from experiments.score import named_responses
    from workbench.render import agreement as render

    if to not in render.FORMATS:
        raise OptionError(f"There is no output {to!r}; choose from {', '.join(render.FORMATS)}.")
    _require_folder(json_to)
    match = "strict" if match == "exact" else match
    result = run(named_responses(annotators), Settings(match, singletons, ignore_words, format, resamples, seed))
    for warning in result.warnings:
        _messages().print(f"[yellow]warning[/]: {_escaped(warning)}", soft_wrap=True, highlight=False)
    if json_to:
        _write_json(result.as_json(), json_to)
    if json_to != "-":
        sys.stdout.write(render.text(result, to, per_document))


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A corpus file or folder, in any format.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="A file, or (a name without extension) a folder, one file a document.")
    ],
    to: Annotated[str | None, typer.Option(help="The format to write, if the name of OUT does not tell.")] = None,
    format: Format = None,
    drop: Annotated[bool, typer.Option("--drop", help="Leave out mentions that the format cannot express.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file OUT, or the files of the same names in it.")
    ] = False,
    json_to: Json = None,
) -> None:
    """Write a corpus in another format, and tell what was lost: all that is written is read again and compared.

    Example: anaphora convert my_corpus/ my_corpus.conll --to conll2012
    """
    from experiments.convert import convert as run

    _require_folder(target, json_to)
    with _messages().status("Converting") as status:
        result = run(
            source,
            target,
            to,
            format,
            drop,
            force,
            lambda document: status.update(f"Converting {_escaped(document.id[:40])}"),
        )
    _deliver(result.as_json(), json_to, result.as_table)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Corpus files or folders.")],
    format: Format = None,
    json_to: Json = None,
) -> None:
    """Validate corpus files: every problem with file and line; exit code 1 if there is an error.

    Example: anaphora check my_corpus/ more.conllu
    """
    from experiments.listing import findings_table, validate

    result = validate(files, format)
    _deliver(result, json_to, lambda: findings_table(result))
    if result["errors"]:
        raise typer.Exit(1)


@app.command(name="list")
def list_(
    what: Annotated[
        str, typer.Argument(help="resolvers, measures, formats, indicators, corpora or pipelines.")
    ] = "all",
    json_to: Json = None,
) -> None:
    """What there is, each with its one-line source.

    Example: anaphora list resolvers
    """
    from experiments.listing import inventory, inventory_table

    result = inventory(what)
    _deliver(result, json_to, lambda: inventory_table(result))


def _settings(
    resolvers: str | None,
    pipeline: str | None,
    input_mode: str,
    perfect: str | None,
    match: str,
    antecedent: str,
    window: int,
    anaphors: str,
    format: str | None,
    seed: int,
    skip_bad: bool,
    no_cache: bool,
) -> "Settings":
    from experiments.compare import Settings
    from experiments.upper_bound import LAYERS
    from preprocess import Options
    from workbench.trace import Criteria

    if input_mode not in ("automatic", "perfect"):
        raise OptionError(f"There is no input {input_mode!r}; choose automatic or perfect.")
    layers = _names(perfect) or (LAYERS if input_mode == "perfect" else ())
    return Settings(
        resolvers=_names(resolvers),
        perfect=layers,
        criteria=Criteria(match, antecedent, anaphors),
        options=Options(window, anaphors),
        seed=seed,
        cached=not no_cache,
        format=format,
        skip_bad=skip_bad,
        **_named(pipeline=pipeline),
    )


def _require_folder(*places: str | Path | None) -> None:
    """Say before the work, not after it, that there is no place for its result."""
    for place in places:
        if place and str(place) != "-" and not Path(place).parent.is_dir():
            raise WorkbenchError(
                f"{place} cannot be written: there is no folder {Path(place).parent}. Create it first."
            )


def _names(given: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (given or "").split(",") if name.strip())


def _named(**given: Any) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _standard_input() -> str:
    if sys.stdin.isatty():
        _messages().print("Reading the text from standard input; end it with Ctrl-D.", highlight=False)
    try:
        return sys.stdin.buffer.read().decode("utf8")
    except UnicodeDecodeError as error:
        raise WorkbenchError(
            f"Standard input is not UTF-8 text (byte {error.start}). Convert it, e.g. with iconv."
        ) from None


@cache
def _messages() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


@contextmanager
def _progress(corpus: Sequence[Path] | None, format: str | None) -> Iterator[Callable[["Document"], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from experiments.compare import corpus_files

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=_messages(), transient=True) as bar:
        total = len(corpus_files(corpus or [], format))
        task = bar.add_task("Analysing", total=total)

        def advance(document: "Document") -> None:
            bar.update(task, advance=1, description=f"Analysing {_escaped(document.id[:40])}")

        yield advance


def _deliver(figures: dict[str, Any], json_to: str | None, table: Callable[[], Any]) -> None:
    """Print the table, or write the figures as JSON to standard output or a file."""
    if json_to:
        _write_json(figures, json_to)
    if json_to != "-":
        _print(table())


def _write_json(figures: dict[str, Any], place: str) -> None:
    import json

    from workbench.files import write_text_atomically

    text = json.dumps(figures, ensure_ascii=False, indent=2) + "\n"
    if place == "-":
        sys.stdout.write(text)
    else:
        write_text_atomically(Path(place), text)


def _print(shown: "RenderableType") -> None:
    from rich.console import Console

    # where the terminal is narrower than a table it wraps the lines, but no figure is cut
    Console(width=max(Console().width, _width_of_tables(shown))).print(shown)


def _width_of_tables(shown: "RenderableType") -> int:
    from rich.console import Console, Group
    from rich.table import Table

    if isinstance(shown, Group):
        return max(map(_width_of_tables, shown.renderables), default=0)
    return Console(width=1000).measure(shown).minimum if isinstance(shown, Table) else 0


def _escaped(text: str) -> str:
    """For a rich console: not read as markup, and without control characters that a file may have put there."""
    from rich.markup import escape

    from workbench.render._words import clean

    return escape(clean(text))
