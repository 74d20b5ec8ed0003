"""Commands on pronouns: compare, resolve, profile."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import (
    Anaphors,
    Antecedent,
    Corpora,
    Format,
    Input,
    ItFilter,
    Json,
    Match,
    NoCache,
    Perfect,
    Pipeline,
    Resolvers,
    Seed,
    SkipBad,
    Window,
    comparison_settings,
    listed,
    named,
)
from experiments.commands.output import deliver, messages, progress, require_folder, write_json
from workbench.errors import FormatError, OptionError, WorkbenchError


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
    it_filter: ItFilter = "learned",
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

    require_folder(report, json_to)
    settings = comparison_settings(
        resolvers,
        pipeline,
        input_mode,
        perfect,
        match,
        antecedent,
        window,
        anaphors,
        it_filter,
        format,
        seed,
        skip_bad,
        no_cache,
    )
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, keep=report is not None, progress=advance)
    if report:
        write_text_atomically(report, html.report(result))
    deliver(result.as_json(), json_to, lambda: terminal.comparison(result))
    if report:
        messages().print(f"Report: {report}", highlight=False)


def resolve(
    file: Annotated[Path | None, typer.Argument(help="A plain text file; standard input if none is named.")] = None,
    resolvers: Resolvers = None,
    to: Annotated[str, typer.Option(help="text, json, conll2012, corefud or html.")] = "text",
    pipeline: Pipeline = None,
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    it_filter: ItFilter = "learned",
    seed: Seed = 0,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say in words why each resolver decided so (text and JSON).")
    ] = False,
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
    names = listed(resolvers)
    settings = Settings(
        resolvers=names, options=Options(window, anaphors, it_filter), seed=seed, **named(pipeline=pipeline)
    )
    result = job.resolve(document, settings)
    if to in ("conll2012", "corefud"):
        module = conll2012 if to == "conll2012" else corefud
        sys.stdout.write(module.write([job.as_key(result, names[0] if names else "mitkov")]))
    elif to == "html":
        sys.stdout.write(html.answers(job.as_json(result)))
    else:
        figures = job.as_json(result, explain)
        shown = job.as_explanation if explain else job.as_table
        deliver(figures, "-" if to == "json" else json_to, lambda: shown(figures))


def profile(
    corpus: Corpora = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    match: Match = "strict",
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    it_filter: ItFilter = "learned",
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """How hard a corpus is: anaphors, candidates, distances, pleonastic "it", chance.

    Example: anaphora profile my_corpus/ --json profile.json
    """
    from experiments.profile import profile as run

    settings = comparison_settings(
        None, pipeline, input_mode, perfect, match, "chain", window, anaphors, it_filter, format, 0, skip_bad, no_cache
    )
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, progress=advance)
    deliver(result.as_json(), json_to, result.as_table)


def evaluate_it(
    corpus: Corpora = None,
    filters: Annotated[str | None, typer.Option(help="Names, separated by commas; all by default.")] = None,
    input_mode: Annotated[
        str | None, typer.Option("--input", help="The parse: automatic or perfect; both by default.")
    ] = None,
    pipeline: Pipeline = None,
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """How well filters tell pleonastic, clausal and anaphoric "it" apart: accuracy, precision, recall, F.

    Example: anaphora evaluate-it my_corpus/ --filters rules,memory,learned
    """
    from experiments.compare import Settings
    from experiments.evaluate_it import evaluate_it as run

    settings = Settings(cached=not no_cache, format=format, skip_bad=skip_bad, **named(pipeline=pipeline))
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, filters=listed(filters), inputs=listed(input_mode), progress=advance)
    deliver(result.as_json(), json_to, result.as_table)


def train(
    resolver: Annotated[str, typer.Argument(help="A trainable resolver, such as ge_hale_charniak.")],
    corpus: Annotated[list[Path], typer.Argument(help="Files or folders to learn from.")],
    output: Annotated[Path, typer.Option(help="The file of parameters to write (JSON).")],
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    match: Match = "partial",
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    it_filter: ItFilter = "learned",
    format: Format = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """Train a resolver on corpora, to be used as "NAME(parameters=FILE)" or "dagan_itai(counts=FILE)".

    Example: anaphora train ge_hale_charniak my_corpus/ --output parameters.json
    """
    from experiments.train import train as run

    require_folder(output)
    settings = comparison_settings(
        None, pipeline, input_mode, perfect, match, "chain", window, anaphors, it_filter, format, 0, skip_bad, no_cache
    )
    with progress(corpus, format) as advance:
        learned = run(resolver, corpus, settings, progress=advance)
    write_json(learned, str(output))
    messages().print(f"{learned['provenance']['documents']} documents; parameters: {output}", highlight=False)


def _standard_input() -> str:
    if sys.stdin.isatty():
        messages().print("Reading the text from standard input; end it with Ctrl-D.", highlight=False)
    try:
        return sys.stdin.buffer.read().decode("utf8")
    except UnicodeDecodeError as error:
        raise WorkbenchError(
            f"Standard input is not UTF-8 text (byte {error.start}). Convert it, e.g. with iconv."
        ) from None
