"""Commands on pronouns: compare, resolve, profile, ablate, losses, train."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphora.experiments.cli.options import (
    SERIAL,
    Anaphors,
    Charts,
    Corpora,
    ItFilter,
    Journaled,
    Json,
    Pipeline,
    Report,
    Resolvers,
    Seed,
    Window,
    comparing,
    listed,
    named,
)
from anaphora.experiments.cli.output import (
    deliver,
    escaped,
    messages,
    progress,
    require_folder,
    write_json,
    write_report,
)
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings


@comparing()
def compare(
    corpus: Corpora = None,
    report: Report = None,
    figures: Charts = None,
    responses: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write each resolver's links as chains, for 'anaphora score'.")
    ] = None,
    sample: Annotated[
        str | None,
        typer.Option(metavar="gap=N", help="Also the rates on samples of anaphors that stand N sentences apart."),
    ] = None,
    repeats: Annotated[int, typer.Option(help="How many samples --sample draws and averages.", min=1)] = 1000,
    journal: Journaled = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """Compare resolvers on the same candidate lists: success rates, upper bound MAX, losses per stage.

    Example: anaphora compare my_corpus/ --resolvers mitkov,most_recent --report result.html
    """
    from anaphora.experiments.comparison.compare import compare as run
    from anaphora.experiments.scoring.write_chains import of_pronouns, writing
    from anaphora.experiments.terminal import terminal
    from anaphora.workbench.statistics import spaced_sampling

    require_folder(report, figures, responses, json_to)
    far_apart = spaced_sampling.asked(sample, repeats, settings.seed) if sample is not None else None
    with writing(responses) if responses else nullcontext() as write, progress(corpus, settings.format) as advance:
        observe = of_pronouns(write) if write else None
        result = run(
            corpus or [],
            settings,
            keep=bool(report or figures),
            progress=advance,
            observe=observe,
            journal=journal,
        )
    if far_apart:
        result = result.with_sample(far_apart)
    if report or figures:
        from anaphora.experiments.report import gather

        write_report(gather.of_comparison(result, settings), report, figures)
    deliver(result.as_json(), json_to, lambda: terminal.comparison(result))


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
    from anaphora.corpora import conll2012, corefud, plain, recognise
    from anaphora.experiments.comparison import resolve as job
    from anaphora.experiments.comparison.compare import Settings
    from anaphora.experiments.report.answers import answers
    from anaphora.preprocess import Options

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
        sys.stdout.write(answers(job.as_json(result)))
    else:
        figures = job.as_json(result, explain)
        shown = job.as_explanation if explain else job.as_table
        deliver(figures, "-" if to == "json" else json_to, lambda: shown(figures))


@comparing("resolvers", "antecedent", "seed", *SERIAL)
def profile(
    corpus: Corpora = None,
    by: Annotated[str | None, typer.Option(help="Figures apart for each genre or document.")] = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """How hard a corpus is: anaphors, candidates, distances, pleonastic "it", chance, how far results carry.

    Example: anaphora profile my_corpus/ --by genre --json profile.json
    """
    from anaphora.experiments.comparison.profile import profile as run

    with progress(corpus, settings.format) as advance:
        result = run(corpus or [], settings, by=by, progress=advance)
    deliver(result.as_json(), json_to, result.as_tables)


@comparing("resolvers", "seed")
def ablate(
    corpus: Corpora = None,
    resolver: Annotated[str, typer.Option(help="One resolver, with options if need be: mars(scope=window).")] = "mars",
    report: Report = None,
    figures: Charts = None,
    journal: Journaled = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """What each indicator, rule or salience factor of a resolver is worth; of a chain resolver each component.

    Example: anaphora ablate my_corpus/ --resolver mitkov
    """
    from anaphora.experiments.comparison.ablate import ablate as run
    from anaphora.experiments.comparison.ablate import as_tables
    from anaphora.resolvers.specs import is_chain_resolver
    from anaphora.workbench.spec import parsed

    require_folder(report, figures, json_to)
    if is_chain_resolver(parsed(resolver)[0]):
        if report or figures or journal:
            told = "--report, --figures and --journal are about pronouns"
            raise OptionError(f"{told}; of a chain resolver use --json or the table.")
        if settings.execution.executor != "serial":
            raise OptionError("The components of a chain resolver are ablated by one worker. Leave out --jobs.")
        _ablate_chains(corpus, resolver, settings, json_to)
        return
    keep = bool(report or figures)
    with progress(corpus, settings.format) as advance:
        found = run(corpus or [], resolver, settings, keep=keep, progress=advance, journal=journal)
    if report or figures:
        from anaphora.experiments.report import gather

        write_report(gather.of_ablation(found), report, figures)
    deliver(found.as_json(), json_to, lambda: as_tables(found))


def _ablate_chains(corpus: list[Path] | None, resolver: str, settings: "Settings", json_to: str | None) -> None:
    from anaphora.experiments.comparison.component_ablation import component_ablation
    from anaphora.experiments.terminal.components import components

    with progress(corpus, settings.format) as advance:
        found = component_ablation(corpus or [], resolver, settings, progress=advance)
    figures = found.as_json()
    if json_to:
        write_json(figures, json_to)
    if json_to != "-":
        sys.stdout.write(components(figures, found.scores.key))


@comparing("input_mode")
def losses(
    corpus: Corpora = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the waterfall into this file.")] = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """What each stage costs: charged where anaphors are lost, and if only this stage were perfect.

    Example: anaphora losses my_corpus/ --resolvers mitkov,lappin_leass --svg losses.svg
    """
    from anaphora.experiments.comparison.losses import as_tables
    from anaphora.experiments.comparison.losses import losses as run
    from anaphora.experiments.report import drawing
    from anaphora.experiments.report.charts import waterfall
    from anaphora.workbench.files.atomic import write_text_atomically

    require_folder(svg, json_to)
    with progress(corpus, settings.format) as advance:
        found = run(corpus or [], settings, progress=advance)
    if svg:
        write_text_atomically(svg, drawing.file(waterfall.drawing(found.base)))
    deliver(found.as_json(), json_to, lambda: as_tables(found))


@comparing("resolvers", "antecedent", "seed", *SERIAL, match="partial")
def train(
    resolver: Annotated[str, typer.Argument(help="A trainable resolver, such as ge_hale_charniak.")],
    corpus: Annotated[list[Path], typer.Argument(help="Files or folders to learn from.")],
    output: Annotated[Path, typer.Option(help="The file of parameters to write (JSON).")],
    licence: Annotated[str | None, typer.Option(help="A note on the licence of the corpus, to stand in it.")] = None,
    *,
    settings: "Settings",
) -> None:
    """Train a resolver on corpora, to be used as "NAME(parameters=FILE)" or "dagan_itai(counts=FILE)".

    Example: anaphora train ge_hale_charniak my_corpus/ --output parameters.json
    """
    from anaphora.experiments.comparison.train import as_text
    from anaphora.experiments.comparison.train import train as run
    from anaphora.experiments.terminal.vocabulary import counted
    from anaphora.workbench.files.atomic import write_text_atomically

    require_folder(output)
    with progress(corpus, settings.format) as advance:
        learned = run(resolver, corpus, settings, progress=advance)
    write_text_atomically(output, as_text(learned | ({"licence": licence} if licence else {})))
    for message in learned["provenance"]["skipped"]:
        messages().print(f"Skipped: {escaped(message)}", highlight=False, soft_wrap=True)
    messages().print(
        f"{counted(learned['provenance']['documents'], 'document')}; parameters: {output}", highlight=False
    )


def _standard_input() -> str:
    if sys.stdin.isatty():
        messages().print("Reading the text from standard input; end it with Ctrl-D.", highlight=False)
    try:
        return sys.stdin.buffer.read().decode("utf8")
    except UnicodeDecodeError as error:
        raise WorkbenchError(
            f"Standard input is not UTF-8 text (byte {error.start}). Convert it, e.g. with iconv."
        ) from None
