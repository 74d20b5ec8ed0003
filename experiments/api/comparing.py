"""Comparing, ablating, resolving and learning: functions of the names of the commands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, Unpack, get_args

from anaphora.experiments.api.corpus import Corpus, PathLike, paths_of
from anaphora.experiments.api.results import (
    Result,
    of_answers,
    of_chains,
    of_comparison,
    of_help_and_harm,
    of_rewriting,
)
from anaphora.experiments.commands.rewrite.manner import MIN_PROBABILITY, Each, Manner
from anaphora.experiments.run.configuration import (
    ChainOptions,
    ComparisonOptions,
    Configuration,
    CoreferenceOptions,
    EvaluationOptions,
    NamedOptions,
    ProfileOptions,
    TextOptions,
    configure,
    takes,
)
from anaphora.workbench.errors import OptionError
from anaphora.workbench.language.anaphors import PRONOUNS
from anaphora.workbench.spec import parse_resolver

if TYPE_CHECKING:
    from anaphora.experiments.commands.ablate.ablate import Ablated
    from anaphora.experiments.commands.ablate.component_ablation import ComponentAblation
    from anaphora.experiments.commands.chains.chains import Chained
    from anaphora.experiments.commands.coref.coref import Coreference
    from anaphora.experiments.commands.evaluate.choices import Examined
    from anaphora.experiments.commands.evaluate.help_and_harm import HelpAndHarm
    from anaphora.experiments.commands.evaluate.it import ItFigures
    from anaphora.experiments.commands.evaluate.mentions import AgreementFigures, MentionFigures
    from anaphora.experiments.commands.losses import Losses
    from anaphora.experiments.commands.optimise import Optimised
    from anaphora.experiments.commands.profile import Profile, Shown
    from anaphora.experiments.commands.resolve.resolve import Resolution
    from anaphora.experiments.commands.rewrite.rewrite import Rewritten
    from anaphora.experiments.commands.train import Trained
    from anaphora.workbench.decision import Resolver
    from anaphora.workbench.document import Document
    from anaphora.workbench.results.comparison import Comparison

CorpusLike: TypeAlias = Corpus | PathLike | Iterable[PathLike] | None
ResolverLike: TypeAlias = "str | Resolver"
Resolvers: TypeAlias = "ResolverLike | Iterable[ResolverLike] | Mapping[str, ResolverLike]"
Progress: TypeAlias = "Callable[[Document], None] | None"
"""A function that is called after each document; `None` for none."""
Stage: TypeAlias = Literal["it", "mentions", "agreement", "rewriting", "choices"]
_LONGEST_PATH = 250
REWRITERS = ("neural_ranker", "ranker")
"""Resolvers that say how sure they are."""


@takes(ComparisonOptions)
def compare(
    corpus: CorpusLike = None,
    resolvers: Resolvers = (),
    *,
    keep: bool | None = None,
    sample: str | None = None,
    repeats: int = 1000,
    responses: PathLike | None = None,
    journal: PathLike | None = None,
    progress: Progress = None,
    **options: Unpack[ComparisonOptions],
) -> "Result[Comparison]":
    """Compare resolvers on the same candidate lists of the same documents.

    Args:
        corpus: A path, several paths or what `read` gives; the bundled corpus by default.
        resolvers: Names with options (`"mars"`, `"hobbs(agreement=no)"`, `"Mine=./mine.py"`) or objects with a method
            `resolve(prepared) -> list[Decision]`, or a mapping from the name to show to either; all by default.
        keep: Keep texts and candidates, which `report` needs; `False` saves memory on large corpora. By default they
            are kept unless there is a journal, which cannot hold them.
        sample: Also success rates on subsamples: `"gap=100"` for anaphors at least 100 sentences apart.
        repeats: The number of subsamples to average.
        responses: A folder for each resolver's links as chains, for `score`.
        journal: A file that each document's result is appended to, and from which an interrupted comparison resumes.
        progress: Called with each document when it is done.
        options: Everything else that shapes the figures, as in `anaphora compare --help`: `window=3`,
            `perfect=["mentions"]`, `match="head"`, ...

    Raises:
        WorkbenchError: bad input, an unknown name or a value out of range.
        TypeError: there is no such option.
    """
    from anaphora.experiments.commands.compare import compare as work
    from anaphora.experiments.commands.score.write_chains import of_pronouns, write_responses
    from anaphora.workbench.statistics.spaced_sampling import parse_sample

    settings = configuration(resolvers, corpus, options)
    spaced = parse_sample(sample, repeats, settings.execution.seed) if sample is not None else None
    with write_responses(Path(responses)) if responses else nullcontext() as write:
        data = work(
            paths_of(corpus),
            settings,
            keep=journal is None if keep is None else keep,
            confidences=True,
            progress=progress,
            hooks=[of_pronouns(write)] if write else [],
            journal=Path(journal) if journal else None,
        )
    return of_comparison(data.with_sample(spaced) if spaced else data, settings)


@takes(ComparisonOptions)
def ablate(
    corpus: CorpusLike = None,
    resolver: ResolverLike = "mars",
    *,
    keep: bool | None = None,
    journal: PathLike | None = None,
    progress: Progress = None,
    **options: Unpack[ComparisonOptions],
) -> "Result[Ablated] | Result[ComponentAblation]":
    """Measure the worth of each indicator, rule, salience factor or component: decision power, importance, ...

    Arguments and errors are those of `compare`. The components of a chain resolver are ablated by one worker, without a
    journal; their result has no report.
    """
    settings = configuration((), corpus, options)
    if ablates_components(resolver, settings):
        from anaphora.experiments.commands.ablate.component_ablation import component_ablation

        if keep or journal:
            problem = "--report and --journal are about pronouns"
            raise OptionError(f"{problem}; of a chain resolver use --json or the table.")
        if settings.execution.how != "serial":
            raise OptionError("The components of a chain resolver are ablated by one worker. Leave out --jobs.")
        components = component_ablation(
            paths_of(corpus), resolver, settings.changed(singletons="auto"), progress=progress
        )
        return Result(components, components.signature, components.tables)
    from anaphora.experiments.commands.ablate.ablate import ablate as work

    keep = journal is None if keep is None else keep
    path = Path(journal) if journal else None
    ablation = work(paths_of(corpus), resolver, settings, keep=keep, progress=progress, journal=path)
    return Result(
        ablation, ablation.signature, ablation.tables, _findings=lambda findings: findings.of_ablation(ablation)
    )


def ablates_components(resolver: ResolverLike, settings: Configuration) -> bool:
    """Return whether `ablate` ablates components, by one worker: of chain resolvers if pronouns are the anaphors."""
    from anaphora.resolvers.specs import find

    return find(resolver).of_chains and settings.preparation.anaphors in PRONOUNS


@takes(ComparisonOptions)
def losses(
    corpus: CorpusLike = None,
    resolvers: Resolvers = (),
    *,
    progress: Progress = None,
    **options: Unpack[ComparisonOptions],
) -> "Result[Losses]":
    """Measure what each stage costs: the anaphors lost there, and the success rates were it perfect.

    Arguments and errors are those of `compare`.
    """
    from anaphora.experiments.commands.losses import losses as work

    settings = configuration(resolvers, corpus, options)
    lost = work(paths_of(corpus), settings, progress=progress)
    return Result(
        lost,
        lost.base.signature,
        lost.tables,
        _findings=lambda findings: findings.of_comparison(lost.base, settings),
    )


@takes(NamedOptions)
def profile(
    corpus: CorpusLike = None,
    *,
    show: "Sequence[Shown]" = (),
    by: str | None = None,
    progress: Progress = None,
    **options: Unpack[NamedOptions],
) -> "Result[Profile]":
    """Describe what a key holds and how hard its anaphors are: candidates, distances, pleonastic "it", chance.

    `show` names what is wanted: "difficulty" (of English corpora), "key" and "mentions", a row each. `by` is "genre" or
    "document" for figures of each. Other arguments and errors are those of `compare`.
    """
    from anaphora.experiments.commands.profile import profile as work

    settings = configuration((), corpus, options)
    profiled = work(paths_of(corpus), settings, show=show, by=by, progress=progress)
    listed = {"mentions": partial(profiled.mentions_table, whole=True)} if "mentions" in profiled.shown else {}
    return Result(profiled, profiled.signature, profiled.tables, listed)


@takes(TextOptions)
def resolve(
    text: "str | Path | Document", resolvers: Resolvers = (), **options: Unpack[TextOptions]
) -> "Result[Resolution]":
    """Resolve the pronouns of a plain text (a string, or the `Path` of a file), each answer with its explanation.

    Other arguments and errors are those of `compare`.
    """
    from anaphora.experiments.commands.resolve.resolve import resolve as work

    return of_answers(work(_document(text, "text"), configuration(resolvers, None, options)))


@takes(ChainOptions, singletons="drop")
def chains(
    texts: "str | Path | Document | Iterable[str | Path | Document]",
    resolver: "ResolverLike | None" = None,
    *,
    entity: str | None = None,
    progress: Progress = None,
    **options: Unpack[ChainOptions],
) -> "Result[Chained]":
    """Find the entities of plain texts (strings, or the `Path`s of files): all mentions of each, with its best name.

    The resolver is by default `neural_ranker`, and in other languages than English `lappin_leass+word_match`.
    `entity` is one of them, by any of its names; `UnknownNameError` says that there is none.

    The result's `data.texts` are the texts with their entities, its main table has a row for each entity, and
    `as_json()` the places of all mentions. "I" and "you" count with `anaphors="personal"`; entities of one mention with
    `singletons="keep"`. Other arguments and errors are those of `resolve` and `coref`.
    """
    from anaphora.experiments.commands.chains.chains import chains as work

    chosen = configuration([resolver] if resolver else (), None, options)
    chained = work(_documents(texts), chosen, progress)
    return of_chains(chained if entity is None else chained.named(entity))


@takes(TextOptions)
def rewrite(
    texts: "str | Path | Document | Iterable[str | Path | Document]",
    resolver: ResolverLike = "neural_ranker",
    *,
    min_probability: float = MIN_PROBABILITY,
    each: Each = "sentence",
    progress: Progress = None,
    **options: Unpack[TextOptions],
) -> "Result[Rewritten]":
    """Replace pronouns with the names of their entities, in plain texts (strings, or the `Path`s of files).

    Replacements are at least as probable as `min_probability`; resolvers that do not say how sure they are need 0. An
    entity is named once in `each` sentence, paragraph or text, or chunk of so many words at most. The result's
    `data.texts` have `rewritten`, the replacements, and the pronouns that were left with their reasons; its main table
    has a row for each replacement, `left()` one for each other pronoun. Other arguments and errors are those of
    `chains`.
    """
    from anaphora.experiments.commands.rewrite.rewrite import rewrite as work

    manner = Manner(min_probability, each)
    return of_rewriting(work(_documents(texts), configuration([resolver], None, options), manner, progress))


def _documents(texts: "str | Path | Document | Iterable[str | Path | Document]") -> "list[Document]":
    """Texts as documents; raises `OptionError` if there is none."""
    several = [texts] if isinstance(texts, (str, Path)) or not isinstance(texts, Iterable) else texts
    documents = [_document(text, f"text {number}") for number, text in enumerate(several, start=1)]
    if not documents:
        raise OptionError("No text is given. Name one, as a string, a Path or a Document.", code="no-text")
    return documents


def _document(text: "str | Path | Document", id: str) -> "Document":
    """A text as a document: a string is the text itself, called by the id, a `Path` is that of a file.

    Raises `OptionError` for what is neither, and for a string that is the name of a file.
    """
    from anaphora.corpora import plain
    from anaphora.experiments.run.documents import in_own_words
    from anaphora.workbench.document import Document

    if isinstance(text, str):
        if _names_file(text):
            cure = f"Give Path({text!r}) for what is in it, or a Document for these words."
            raise OptionError(f"The string {text!r} is the name of a file, not a text. {cure}", code="path-for-text")
        return in_own_words(plain.document(text, id))
    if isinstance(text, Path):
        return in_own_words(next(iter(plain.read(text)))[0])
    if not isinstance(text, Document):
        problem = f"A text is a string, the Path of a file or a Document, not {type(text).__name__}."
        raise OptionError(f"{problem} For several call anaphora.chains, or resolve each.", code="no-text")
    return text


def _names_file(text: str) -> bool:
    """Return whether a string is the path of a file, or one word with the suffix of a text file."""
    word = text.strip()
    if len(word) > _LONGEST_PATH or "\n" in word:
        return False
    return (" " not in word and word.endswith((".txt", ".md", ".text"))) or Path(word).expanduser().is_file()


@takes(CoreferenceOptions, singletons="auto")
def coref(
    corpus: CorpusLike = None,
    resolvers: Resolvers = (),
    *,
    keep: bool = False,
    responses: PathLike | None = None,
    across_documents: float | None = None,
    progress: Progress = None,
    **options: Unpack[CoreferenceOptions],
) -> "Result[Coreference]":
    """Score resolvers as coreference systems, pronouns and chains side by side.

    By default these are all chain resolvers that read the language; except in English, `lappin_leass+word_match` too.
    `keep` holds all chains in memory, which `report` needs. `responses` is a folder for each resolver's chains as they
    are scored, so with singletons where these count; `across_documents` gives them ids that hold for all documents, by
    a similarity from 0 to 1. Other arguments and errors are those of `compare`.
    """
    from anaphora.experiments.commands.coref.chain_collector import keeps_singletons
    from anaphora.experiments.commands.coref.coref import coreference
    from anaphora.experiments.commands.score.write_chains import write_responses

    if across_documents is not None and responses is None:
        raise OptionError(
            "--across-documents gives ids to the chains that are written. Name a folder: --responses FOLDER.",
            code="no-folder",
        )
    settings = configuration(resolvers, corpus, options)
    singletons = keeps_singletons(settings)
    folder = Path(responses) if responses else None
    with write_responses(folder, across_documents, singletons=singletons) if folder else nullcontext() as write:
        scored = coreference(paths_of(corpus), settings, progress=progress, observe=write, with_errors=keep)

    return Result(
        scored,
        scored.signature,
        scored.tables,
        _findings=lambda findings: findings.of_scores(scored.scores, scored.errors),
    )


@takes(ComparisonOptions)
def optimise(
    corpus: CorpusLike = None,
    resolver: ResolverLike = "mars",
    *,
    protocol: str = "kfold",
    folds: int = 10,
    test: CorpusLike = None,
    progress: Progress = None,
    searching: Callable[[int, int], None] | None = None,
    **options: Unpack[ComparisonOptions],
) -> "Optimised":
    """Optimise the scores of a resolver's indicators, and report them on documents held out.

    `protocol` is "kfold" with `folds` parts, "loo" (one document at a time) or "self" (an upper bound); with `test` the
    report is on that corpus. `searching` is called with the number of each search and of all. The result's `as_toml()`
    is a file for `NAME(weights=FILE)`. Other arguments and errors are those of `compare`.
    """
    from anaphora.experiments.commands.optimise import Plan
    from anaphora.experiments.commands.optimise import optimise as work

    settings = configuration((), corpus, options)
    plan = Plan(protocol, folds)
    return work(paths_of(corpus), resolver, settings, plan, test=paths_of(test), progress=progress, searching=searching)


@takes(ProfileOptions, match="partial")
def train(
    resolver: ResolverLike,
    corpus: CorpusLike,
    *,
    also_perfect: bool = False,
    progress: Progress = None,
    **options: Unpack[ProfileOptions],
) -> "Trained":
    """Train a resolver; the result's `as_text()` is a file for `NAME(parameters=FILE)` or `dagan_itai(counts=FILE)`.

    `also_perfect` lets it learn from perfect input, too. Other arguments and errors are those of `compare`.
    """
    from anaphora.experiments.commands.train import train as work

    settings = configuration((), corpus, options)
    return work(resolver, paths_of(corpus), settings, also_perfect=also_perfect, progress=progress)


@takes(EvaluationOptions)
def evaluate(
    stage: Stage,
    corpus: CorpusLike = None,
    *,
    filters: Iterable[str] = (),
    inputs: Iterable[str] = (),
    per_document: bool = False,
    resolvers: Resolvers = REWRITERS,
    min_probability: float = MIN_PROBABILITY,
    each: Each = "sentence",
    questions: PathLike | None = None,
    answers: "Mapping[str, PathLike] | None" = None,
    progress: Progress = None,
    **options: Unpack[EvaluationOptions],
) -> "Result[ItFigures] | Result[MentionFigures] | Result[AgreementFigures] | Result[HelpAndHarm] | Result[Examined]":
    """Evaluate filters of "it", noun phrases ("mentions"), agreement, rewriting, or answers to "choices".

    `filters` (all by default), `inputs` ("automatic", "perfect"; both by default) and figures `per_document` are for
    "it". Rewriting is evaluated by what the texts of `resolvers` help to find, and what is wrong in them:
    `min_probability` and `each` are those of `rewrite`, and the key is a corpus of chains. For "choices", `answers`
    (files by the names of systems) to `questions` that `export(choices=...)` wrote are scored, and `resolvers` on the
    same questions. Other arguments and errors are those of `compare`.
    """
    if stage == "choices":
        from anaphora.experiments.commands.evaluate.choices import examine

        if questions is None:
            raise OptionError(
                "Name the questions that 'export --choices' wrote: --questions FILE.", code="no-questions"
            )
        files = {name: Path(path) for name, path in (answers or {}).items()}
        chosen = configuration(() if resolvers is REWRITERS else resolvers, corpus, options)
        examined = examine(paths_of(corpus), Path(questions), files, chosen)
        return Result(examined, examined.signature, examined.tables)
    if stage == "rewriting":
        from anaphora.experiments.commands.evaluate.help_and_harm import help_and_harm

        chosen = configuration(resolvers, corpus, options)
        manner = Manner(min_probability, each)
        return of_help_and_harm(help_and_harm(paths_of(corpus), chosen, manner, progress))
    settings = configuration((), corpus, options)
    if stage == "it":
        from anaphora.experiments.commands.evaluate.it import evaluate_it

        found = evaluate_it(paths_of(corpus), settings, filters=tuple(filters), inputs=tuple(inputs), progress=progress)
        return Result(found, found.signature, partial(found.tables, per_document))
    if stage == "mentions":
        from anaphora.experiments.commands.evaluate.mentions import evaluate_mentions

        phrases = evaluate_mentions(paths_of(corpus), settings.changed(anaphors="all"), progress=progress)
        return Result(phrases, phrases.signature, phrases.tables)
    if stage == "agreement":
        from anaphora.experiments.commands.evaluate.mentions import evaluate_agreement

        removed = evaluate_agreement(paths_of(corpus), settings, progress=progress)
        return Result(removed, removed.signature, removed.tables)
    raise OptionError(f"There is no stage {stage!r}; choose from {', '.join(get_args(Stage))}.", code="stage")


def configuration(
    resolvers: Resolvers,
    corpus: CorpusLike,
    options: (
        ChainOptions
        | ComparisonOptions
        | CoreferenceOptions
        | EvaluationOptions
        | NamedOptions
        | ProfileOptions
        | TextOptions
    ),
) -> Configuration:
    """The configuration of a run: a corpus that was read as a format stays one."""
    if isinstance(corpus, Corpus) and corpus.format:
        options = {"format": corpus.format, **options}
    if isinstance(resolvers, Mapping):
        resolvers = [replace(parse_resolver(spec), label=label) for label, spec in resolvers.items()]  # type: ignore[misc]
    return configure(resolvers, **options)
