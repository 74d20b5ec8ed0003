"""Commands that run resolvers on corpora and texts."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Unpack, cast

import typer

from anaphora.experiments.api import comparing as api
from anaphora.experiments.cli import options as cli
from anaphora.experiments.cli import output as console
from anaphora.experiments.commands.rewrite.manner import MIN_PROBABILITY
from anaphora.experiments.run.configuration import (
    ChainOptions,
    ComparisonOptions,
    CoreferenceOptions,
    EvaluationOptions,
    MentionOptions,
    NamedOptions,
    ProfileOptions,
    ReadingOptions,
    RewritingOptions,
    TextOptions,
    configure,
)
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.spec import parse_resolver

if TYPE_CHECKING:
    from anaphora.experiments.commands.evaluate.choices import Examined
    from anaphora.experiments.commands.evaluate.help_and_harm import HelpAndHarm
    from anaphora.experiments.commands.profile import Shown
    from anaphora.workbench.document import Document


@console.command(api.compare)
def compare(
    corpus: cli.Corpora = None,
    resolvers: cli.Resolvers = None,
    report: cli.Report = None,
    figures: cli.Charts = None,
    figure_format: cli.ChartFormat = "svg",
    responses: Annotated[
        Path | None, cli.writing(metavar="FOLDER", help="Write links as chains, for 'anaphora score'.")
    ] = None,
    sample: Annotated[
        str | None,
        cli.judging(
            metavar="gap=N",
            hidden=True,
            help="Also success rates on subsamples whose anaphors are at least N sentences apart.",
        ),
    ] = None,
    repeats: Annotated[
        int, cli.judging(hidden=True, help="Number of subsamples to average.", **cli.at_least(1))
    ] = 1000,
    losses: Annotated[bool, cli.writing("--losses", help="Add the anaphors that each stage loses.")] = False,
    coverage: Annotated[
        bool, cli.writing("--coverage", help="Add precision of the surest answers, calibration.")
    ] = False,
    per_document: cli.PerDocument = False,
    details: Annotated[bool, cli.writing("--all", help="Print every figure, pair of resolvers, and stage.")] = False,
    journal: cli.Journaled = None,
    to: cli.To = "table",
    json_to: cli.Json = None,
    no_worse_than: cli.NoWorseThan = None,
    **options: Unpack[ComparisonOptions],
) -> None:
    """Compare resolvers on the same candidate lists: success rates, upper bound MAX, significant differences.

    Example: anaphora compare corpus/ --resolvers mitkov,mars --report result.html
    """
    console.require_folder(report, figures, responses, json_to)
    names, baseline = _with_baseline(resolvers, no_worse_than)
    with console.progress(corpus, options.get("format")) as advance:
        result = api.compare(
            corpus,
            names,
            keep=report is not None,
            sample=sample,
            repeats=repeats,
            responses=responses,
            journal=journal,
            progress=advance,
            **options,
        )
    console.write_files(result, report, figures, figure_format)
    shown = result.data.tables(
        differences=details, losses=losses or details, coverage=coverage, per_document=per_document
    )
    held = result.data.against(baseline) if baseline else None
    console.deliver_held(result.data, shown, held, to, json_to, details=details)


def _with_baseline(resolvers: str | None, baseline: str | None) -> tuple[tuple[str, ...], str]:
    """The resolvers that are asked for, with the baseline that they are held against, and the label of that."""
    names = cli.split_names(resolvers)
    if not baseline:
        return names, ""
    if not names:
        cure = "Name those that may not be worse, too: --resolvers NAME,NAME."
        raise OptionError(f"--no-worse-than {baseline} stands alone. {cure}", code="no-resolver")
    return (*names, *({baseline} - {*names})), parse_resolver(baseline).label


@console.command(api.resolve, without=("noun_window", "cached"))
def resolve(
    file: Annotated[Path | None, typer.Argument(help="A plain text file; standard input if none is named.")] = None,
    resolvers: cli.Resolvers = None,
    to: Annotated[
        Literal["text", "json", "conll2012", "corefud", "html"], cli.writing(help="The form of the answers.")
    ] = "text",
    details: Annotated[bool, cli.writing("--all", help="Print what each resolver answers.")] = False,
    explain: Annotated[bool, cli.writing("--explain", help="Explain each decision in words (text and JSON).")] = False,
    json_to: cli.Json = None,
    **options: Unpack[TextOptions],
) -> None:
    """Resolve the pronouns of a plain text: whom or what each means, and how many resolvers say so.

    Corpus formats get the chains of the first resolver named (default: mitkov).

    Example: echo "Press the key and hold it down." | anaphora resolve
    """
    from anaphora.corpora import conll2012, corefud
    from anaphora.experiments.commands.resolve.answers import as_text, explanation
    from anaphora.experiments.live.saved import answers_page
    from anaphora.workbench.results.table import to_json

    if to not in ("text", "json") and json_to:
        raise OptionError(f"--to {to} and --json exclude each other; run the command twice for both.")
    if to not in ("text", "json") and explain:
        raise OptionError(f"--explain needs --to text or --to json; --to {to} has no room for it.", code="explain-form")
    document = _read(file, "resolve")
    named = cli.split_names(resolvers)
    words = len(document.words)
    with console.metered(f"Resolving {words:,} words", lambda: words):
        result = api.resolve(document, named, **options).data
    if to in ("conll2012", "corefud"):
        module = conll2012 if to == "conll2012" else corefud
        sys.stdout.writelines(module.write([result.chains(next(iter(result.decisions)) if named else "mitkov")]))
    elif to == "html":
        sys.stdout.write(answers_page(result))
    else:
        target = "-" if to == "json" else json_to
        if target:
            console.write_json(to_json([result.whole(explain)]), target)
        if target != "-" and explain:
            sys.stdout.write(explanation(result))
        elif target != "-":
            sys.stdout.write(as_text(result, console.width(), details=details, bold=console.in_colour()))


@console.command(api.chains, without=("noun_window", "cached"))
def chains(
    files: cli.Texts = None,
    resolver: cli.ResolverOrDefault = None,
    to: cli.ToCorpora = "table",
    mentions: Annotated[bool, cli.writing("--mentions", help="A row for each mention, not for each entity.")] = False,
    entity: Annotated[str | None, cli.writing(metavar="NAME", help="Only what has this name: Elizabeth.")] = None,
    details: Annotated[bool, cli.writing("--all", help="Print all entities and columns.")] = False,
    folder: cli.TextFolder = None,
    json_to: cli.Json = None,
    **options: Unpack[ChainOptions],
) -> None:
    """Find the entities of plain texts: who and what is mentioned, by which names, how often, and where.

    Example: anaphora chains novel.txt --to csv --mentions
    """
    from anaphora.experiments.commands.chains.writing import SUFFIXES, tables_for, write_folder, written
    from anaphora.experiments.show.report.entities import entities_page

    if json_to and (folder or to in ("html", "corefud", "conll2012")):
        problem = f"{'--folder' if folder else f'--to {to}'} and --json exclude each other"
        raise OptionError(f"{problem}; run the command twice for both.", code="two-outputs")
    console.require_folder(folder, json_to)
    documents = [_read(file, "chains") for file in files or (None,)]
    words = sum(len(document.words) for document in documents)
    with console.metered(f"Reading {words:,} words", lambda: words) as meter:
        result = api.chains(
            documents,
            resolver,
            entity=entity,
            progress=lambda document: meter.finish(len(document.words)),
            **options,
        )
    noted = to in ("table", "markdown", "latex") and not mentions and not details
    if not noted and (warning := result.data.warning()):
        console.warn([warning])
    write = entities_page if to == "html" else partial(written, form=to, mentions=mentions, details=details)
    if folder:
        write_folder(result.data, folder, SUFFIXES[to], write)
    elif to == "html" or to == "corefud" or to == "conll2012":
        sys.stdout.write(write(result.data))
    else:
        tables = tables_for(result.data, to, mentions=mentions, details=details)
        console.deliver(result, tables, to, json_to, details=details)


@console.command(api.rewrite, without=("noun_window", "cached"))
def rewrite(
    files: cli.Texts = None,
    resolver: cli.OneResolver = "neural_ranker",
    min_probability: cli.MinProbability = MIN_PROBABILITY,
    each: cli.EachUnit = "sentence",
    to: Annotated[
        Literal["diff", "text", "csv", "json"],
        cli.writing(help="The changed sentences, the whole text, or the replacements."),
    ] = "diff",
    details: Annotated[bool, cli.writing("--all", help="Print all changed sentences.")] = False,
    folder: cli.TextFolder = None,
    json_to: cli.Json = None,
    **options: Unpack[TextOptions],
) -> None:
    """Replace the pronouns of plain texts with the names they stand for, where that is sure; all others stay.

    Example: anaphora rewrite report.txt --to text > resolved.txt
    """
    from anaphora.experiments.commands.chains.writing import REWRITE_SUFFIXES, write_folder, written_texts

    console.require_folder(folder, json_to)
    documents = [_read(file, "rewrite") for file in files or (None,)]
    words = sum(len(document.words) for document in documents)
    with console.metered(f"Reading {words:,} words", lambda: words) as meter:
        result = api.rewrite(
            documents,
            resolver,
            min_probability=min_probability,
            each=each,
            progress=lambda document: meter.finish(len(document.words)),
            **options,
        )
    if json_to:
        console.write_json(result.as_json(), json_to)
    if folder:
        write_folder(result.data, folder, REWRITE_SUFFIXES[to], partial(written_texts, form=to, details=details))
    elif json_to != "-":
        sys.stdout.write(written_texts(result.data, to, details=details, colour=console.in_colour()))


def _read(file: Path | None, command: str) -> "Document":
    """A plain text as a document, standard input without a file; raises `WorkbenchError` for anything else."""
    from anaphora.corpora import plain, recognise
    from anaphora.experiments.run.documents import in_own_words

    if file is None:
        return in_own_words(plain.document(_standard_input(), "standard input"))
    if " " in str(file) and not file.exists():
        cure = f'Pass a text on standard input: echo "{file}" | anaphora {command}'
        raise OptionError(f"There is no file called {str(file)!r}. {cure}", code="text-for-file")
    try:
        format = recognise(file)
    except FormatError as error:
        if error.code != "unknown-format":
            raise
        cure = f"Let its name end in .txt, or pass it on standard input: anaphora {command} < {file}"
        raise FormatError(file, None, "its name does not say that it is plain text", cure, code=error.code) from None
    if format != "plain":
        cure = f"Use 'anaphora {'compare' if command == 'resolve' else 'coref'}', or pass its text on standard input."
        raise FormatError(file, None, f"this is a corpus ({format}), not a plain text", cure, code="corpus-for-text")
    return in_own_words(next(iter(plain.read(file)))[0])


def _standard_input() -> str:
    if sys.stdin.isatty():
        console.say("Reading the text from standard input; end it with Ctrl-D.")
    try:
        return sys.stdin.buffer.read().decode("utf8")
    except UnicodeDecodeError as error:
        raise WorkbenchError(
            f"Standard input is not UTF-8 text (byte {error.start}). Convert it, e.g. with iconv."
        ) from None


@console.command(api.ablate, without=("seed",))
def ablate(
    corpus: cli.Corpora = None,
    resolver: cli.OneResolver = "mars",
    report: cli.Report = None,
    figures: cli.Charts = None,
    figure_format: cli.ChartFormat = "svg",
    journal: cli.Journaled = None,
    details: Annotated[bool, cli.writing("--all", help="Print every figure.")] = False,
    to: cli.To = "table",
    json_to: cli.Json = None,
    **options: Unpack[ComparisonOptions],
) -> None:
    """Measure what each indicator, rule, salience factor or component of a resolver contributes.

    Example: anaphora ablate my_corpus/ --resolvers mitkov
    """
    console.require_folder(report, figures, json_to)
    with console.progress(corpus, options.get("format")) as advance:
        result = api.ablate(corpus, resolver, keep=report is not None, journal=journal, progress=advance, **options)
    console.write_files(result, report, figures, figure_format)
    console.deliver(result, result.tables(), to, json_to, details=details)


@console.command(api.losses, without=("input_mode",))
def losses(
    corpus: cli.Corpora = None,
    resolvers: cli.Resolvers = None,
    figures: cli.Charts = None,
    figure_format: cli.ChartFormat = "svg",
    to: cli.To = "table",
    json_to: cli.Json = None,
    **options: Unpack[ComparisonOptions],
) -> None:
    """Measure the cost of each stage: the anaphors it loses, and the success rates if it alone were perfect.

    Example: anaphora losses my_corpus/ --resolvers mitkov,lappin_leass --figures figures
    """
    from anaphora.experiments.commands.losses import CURES

    console.require_folder(figures, json_to)
    with console.progress(corpus, options.get("format"), times=1 + len(CURES)) as advance:
        result = api.losses(corpus, cli.split_names(resolvers), progress=advance, **options)
    console.write_files(result, None, figures, figure_format)
    console.deliver(result, result.tables(), to, json_to)


@console.command(api.profile)
def profile(
    corpus: cli.Corpora = None,
    show: Annotated[
        str | None, cli.writing(metavar="NAMES", help="difficulty (default; English only), key, mentions.")
    ] = None,
    by: Annotated[
        Literal["genre", "document"] | None, cli.writing(help="Break results down by genre or document.")
    ] = None,
    to: cli.To = "table",
    json_to: cli.Json = None,
    **options: Unpack[NamedOptions],
) -> None:
    """Describe a corpus: what its key holds, and how hard its anaphors are.

    Example: anaphora profile my_corpus/ --show mentions --to csv
    """
    chosen = cast("tuple[Shown, ...]", cli.split_names(show))
    with console.progress(corpus, options.get("format")) as advance:
        result = api.profile(corpus, show=chosen, by=by, progress=advance, **options)
    console.deliver(result.data, result.data.tables(tidy=to == "csv"), to, json_to)


@console.command(api.coref)
def coref(
    corpus: cli.Corpora = None,
    resolvers: cli.Resolvers = None,
    responses: Annotated[
        Path | None, cli.writing(metavar="FOLDER", help="Write each resolver's chains, for 'anaphora score'.")
    ] = None,
    across_documents: Annotated[
        float | None,
        cli.writing(
            metavar="THRESHOLD", help="Give chains of --responses ids across documents, by similarity (0 to 1)."
        ),
    ] = None,
    to: cli.To = "table",
    long: Annotated[bool, cli.writing("--long", help="Show recall, precision and intervals too.")] = False,
    differences: Annotated[
        bool, cli.writing("--differences", help="Add each pair of resolvers, with its test.")
    ] = False,
    details: Annotated[bool, cli.writing("--all", help="Print every measure, size and pair of resolvers.")] = False,
    report: cli.Report = None,
    json_to: cli.Json = None,
    strict: cli.Strict = False,
    fail_under: cli.FailUnder = None,
    no_worse_than: cli.NoWorseThan = None,
    **options: Unpack[CoreferenceOptions],
) -> None:
    """Score resolvers as coreference systems: pronouns and chains in one table.

    By default these are all chain resolvers that read the language; except in English, lappin_leass+word_match too.

    Example: anaphora coref my_corpus/ --perfect mentions --resolvers mars+head_match,head_match,mention_pair
    """
    from anaphora.experiments.commands.score.gates import parse_gates, require_at_least, require_scored, require_test

    console.require_folder(responses, report, json_to)
    gates = parse_gates(fail_under or ())
    require_test(no_worse_than, configure(**options).judging.resamples)
    names, baseline = _with_baseline(resolvers, no_worse_than)
    with console.progress(corpus, options.get("format")) as advance:
        result = api.coref(
            corpus,
            names,
            keep=report is not None,
            responses=responses,
            across_documents=across_documents,
            progress=advance,
            **options,
        )
    scores = result.data.scores
    require_scored(scores, gates)
    console.warn((*scores.warnings, *result.data.comparison.warnings) if strict else scores.warnings, strict)
    console.write_files(result, report)
    held = scores.against(baseline) if baseline else None
    shown = result.data.tables(long, differences=differences or details)
    console.deliver_held(result.data, shown, held, to, json_to, details=details, strict=strict)
    require_at_least(scores, gates)


@console.command(api.optimise)
def optimise(
    corpus: cli.Corpora = None,
    resolver: cli.OneResolver = "mars",
    protocol: Annotated[
        str, cli.judging(help="What is reported: kfold, loo (one document at a time) or self (an upper bound).")
    ] = "kfold",
    folds: Annotated[int, cli.judging(help="Number of folds of kfold.", **cli.at_least(2))] = 10,
    test: Annotated[list[Path] | None, cli.judging(help="Report on this corpus instead; repeatable.")] = None,
    output: Annotated[
        Path | None,
        cli.writing("--output", "-o", help="Write the scores, trained on all of CORPUS, for NAME(weights=FILE)."),
    ] = None,
    to: cli.To = "table",
    json_to: cli.Json = None,
    **options: Unpack[ComparisonOptions],
) -> None:
    """Optimise the scores of a resolver's indicators, and report them on documents held out.

    Example: anaphora optimise train/ --test dev/ --resolvers "mars(scope=window)" --output weights.toml
    """
    from anaphora.experiments.run.documents import words_of
    from anaphora.workbench.files import write_text_atomically

    console.require_folder(output, json_to)
    read = [*(corpus or []), *(test or [])]
    with console.metered("Analysing", lambda: words_of(read, options.get("format"))) as meter:

        def searching(number: int, total: int) -> None:
            meter.restart(total)
            meter.reach(number - 1)

        result = api.optimise(
            corpus,
            resolver,
            protocol=protocol,
            folds=folds,
            test=test,
            progress=lambda document: meter.finish(len(document.words)),
            searching=searching,
            **options,
        )
    if output:
        write_text_atomically(output, result.as_toml())
    console.deliver(result, result.tables(), to, json_to)
    if output:
        console.say(f"Scores: {output}")


@console.command(api.train)
def train(
    resolver: Annotated[str, typer.Argument(help="A trainable resolver, such as ge_hale_charniak.")],
    corpus: Annotated[list[Path], typer.Argument(help="Files or folders to learn from.")],
    output: Annotated[Path, cli.writing("--output", "-o", help="The file of parameters to write (JSON).")],
    licence: Annotated[str | None, cli.writing(help="Licence note to store in the file.")] = None,
    also_perfect: Annotated[bool, cli.writing(help="Learn from perfect input, too.")] = False,
    **options: Unpack[ProfileOptions],
) -> None:
    """Train a resolver, for use as "NAME(parameters=FILE)" or "dagan_itai(counts=FILE)".

    Example: anaphora train ge_hale_charniak my_corpus/ --output parameters.json
    """
    from anaphora.workbench.files import write_text_atomically
    from anaphora.workbench.results.vocabulary import counted

    console.require_folder(output)
    with console.progress(corpus, options.get("format")) as advance:
        result = api.train(resolver, corpus, also_perfect=also_perfect, progress=advance, **options)
    write_text_atomically(output, result.as_text(licence))
    for message in result.skipped:
        console.say(f"Skipped: {message}")
    console.say(f"{counted(result.documents, 'document')}; parameters: {output}")


@console.command(ReadingOptions)
def it(
    corpus: cli.Corpora = None,
    filters: Annotated[str | None, cli.comparing(help="Names, separated by commas; all by default.")] = None,
    parses: Annotated[
        str | None, cli.comparing("--input", help="The parse: automatic or perfect; both by default.")
    ] = None,
    per_document: cli.PerDocument = False,
    to: cli.To = "table",
    json_to: cli.Json = None,
    **options: Unpack[ReadingOptions],
) -> None:
    """Evaluate filters of pleonastic and clausal "it": accuracy, precision, recall, F.

    Example: anaphora evaluate it my_corpus/ --filters rules,memory,learned
    """
    with console.progress(corpus, options.get("format")) as advance:
        result = api.evaluate(
            "it",
            corpus,
            filters=cli.split_names(filters),
            inputs=cli.split_names(parses),
            per_document=per_document,
            progress=advance,
            **options,
        )
    console.deliver(result, result.tables(), to, json_to)


@console.command(MentionOptions)
def mentions(
    corpus: cli.Corpora = None, to: cli.To = "table", json_to: cli.Json = None, **options: Unpack[MentionOptions]
) -> None:
    """Evaluate noun phrases against the key mentions: recall, precision, and errors by class.

    Example: anaphora evaluate mentions my_corpus/ --perfect annotation
    """
    console.require_folder(json_to)
    with console.progress(corpus, options.get("format")) as advance:
        result = api.evaluate("mentions", corpus, progress=advance, **options)
    console.deliver(result, result.tables(), to, json_to)


@console.command(NamedOptions)
def agreement(
    corpus: cli.Corpora = None, to: cli.To = "table", json_to: cli.Json = None, **options: Unpack[NamedOptions]
) -> None:
    """Count the right and wrong candidates that agreement removes, by feature and by evidence.

    Example: anaphora evaluate agreement my_corpus/ --perfect annotation
    """
    console.require_folder(json_to)
    with console.progress(corpus, options.get("format")) as advance:
        result = api.evaluate("agreement", corpus, progress=advance, **options)
    console.deliver(result, result.tables(), to, json_to)


@console.command(RewritingOptions, without=("noun_window", "cached"))
def rewriting(
    corpus: cli.Corpora = None,
    resolvers: cli.Resolvers = None,
    min_probability: cli.MinProbability = MIN_PROBABILITY,
    each: cli.EachUnit = "sentence",
    report: cli.Report = None,
    figures: cli.Charts = None,
    figure_format: cli.ChartFormat = "svg",
    details: Annotated[bool, cli.writing("--all", help="Print every figure, and those over the probability.")] = False,
    to: cli.To = "table",
    json_to: cli.Json = None,
    **options: Unpack[RewritingOptions],
) -> None:
    """Evaluate names in place of pronouns: what they help to find, and how many are wrong.

    Example: anaphora evaluate rewriting my_corpus/ --resolvers neural_ranker,ranker --figures figures
    """
    console.require_folder(report, figures, json_to)
    with console.progress(corpus, options.get("format"), "Rewriting") as advance:
        result = api.evaluate(
            "rewriting",
            corpus,
            resolvers=cli.split_names(resolvers) or api.REWRITERS,
            min_probability=min_probability,
            each=each,
            progress=advance,
            **options,
        )
    data = cast("HelpAndHarm", result.data)
    console.warn(data.scores.warnings)
    console.write_files(result, report, figures, figure_format)
    console.deliver(data, data.tables(details), to, json_to, details=details)


@console.command(EvaluationOptions, without=("resamples", "name", "skip_bad"))
def choices(
    questions: Annotated[Path, typer.Argument(help="The questions that 'anaphora export --choices' wrote.")],
    answers: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ANSWERS...]", help="Recorded answers, or NAME=PATH: JSON lines or CSV."),
    ] = None,
    key: Annotated[
        list[Path] | None,
        cli.comparing("--key", help="The corpus that they were made of; repeatable (default: the bundled one)."),
    ] = None,
    resolvers: cli.Resolvers = None,
    to: cli.To = "table",
    json_to: cli.Json = None,
    **options: Unpack[EvaluationOptions],
) -> None:
    """Score answers to questions with choices, and resolvers on the very same questions.

    Example: anaphora evaluate choices questions.jsonl model=answers.jsonl --key my_corpus/ --resolvers mars,ranker
    """
    from anaphora.experiments.commands.score.score import named_responses

    console.require_folder(json_to)
    named = named_responses(answers or ())
    with console.metered("Examining", lambda: 1):
        result = api.evaluate(
            "choices", key, questions=questions, answers=named, resolvers=cli.split_names(resolvers), **options
        )
    console.warn(cast("Examined", result.data).warnings)
    console.deliver(result.data, result.tables(), to, json_to)
