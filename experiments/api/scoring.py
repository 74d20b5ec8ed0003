"""Scoring chains, in files or in memory, and comparing annotators."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar, Unpack, cast, overload

from anaphora.experiments.api.corpus import Corpus, PathLike, paths_of
from anaphora.experiments.api.results import Result, of_datasets, of_scores
from anaphora.experiments.run.configuration import (
    AgreementOptions,
    Configuration,
    DetailedScoreOptions,
    ErrorOptions,
    configure,
    takes,
)
from anaphora.workbench.errors import OptionError, WorkbenchError

if TYPE_CHECKING:
    from anaphora.experiments.commands.score.datasets.macro import MacroScores
    from anaphora.experiments.commands.score.memory import Documents
    from anaphora.workbench.agreement.annotators import Agreement
    from anaphora.workbench.agreement.panel import Panel
    from anaphora.workbench.error_analysis import ChainErrors, Tree
    from anaphora.workbench.results.scores import Scores

Scored = TypeVar("Scored", "Result[Scores]", "Result[MacroScores]")
KeyLike: TypeAlias = "PathLike | Corpus | Documents"
Listed: TypeAlias = Mapping[str, Mapping[str, str | Path]]
"""By dataset the path of the key and of each system's response."""


@overload
def score(
    key: "KeyLike",
    responses: object,
    *,
    datasets: None = None,
    strict: bool = False,
    journal: PathLike | None = None,
    **settings: Unpack[DetailedScoreOptions],
) -> "Result[Scores]": ...


@overload
def score(
    key: None = None,
    responses: None = None,
    *,
    datasets: str | Path | Listed,
    strict: bool = False,
    progress: Callable[[str], None] | None = None,
    **settings: Unpack[DetailedScoreOptions],
) -> "Result[MacroScores]": ...


@takes(DetailedScoreOptions)
def score(
    key: "KeyLike | None" = None,
    responses: object = None,
    *,
    datasets: str | Path | Listed | None = None,
    strict: bool = False,
    journal: PathLike | None = None,
    progress: Callable[[str], None] | None = None,
    **settings: Unpack[DetailedScoreOptions],
) -> "Result[Scores] | Result[MacroScores]":
    """Score responses against a key by every coreference measure, with intervals and tests over documents.

    Args:
        key: A file or folder of any known format, or chains in memory: sets of anything hashable, for one document or
            for several (a list or a mapping by name).
        responses: A path, several paths, paths by name; or chains in memory, as for the key, or those by name.
        datasets: Many datasets instead of one key: a folder that has `key` and a folder for each system, a list in
            TOML, or a mapping by name, `{"en_gum": {"key": path, "mine": path}}`.
        strict: Treat warnings as errors.
        journal: A file that the counts of each batch of documents are appended to, and from which an interrupted
            score resumes (of files only).
        progress: Called with the name of each of many datasets.
        settings: Everything else that shapes the figures, as in `anaphora score --help`: `measures=["muc", "conll"]`,
            `match="head"`, `singletons="drop"`, `preset="crac2024"`, ...

    Raises:
        WorkbenchError: bad input, an unknown name or a value out of range.
        TypeError: there is no such setting.
    """
    chosen = configure(**settings)
    if datasets is not None:
        if key is not None or responses is not None:
            raise OptionError("Give a key and responses, or datasets, not both.", code="datasets")
        return _strict(_score_datasets(datasets, chosen, progress), strict)
    if key is None or responses is None:
        raise OptionError("Give a key and responses, or datasets.", code="no-response")
    if not isinstance(key, str | Path | Corpus):
        from anaphora.experiments.commands.score.memory import score_chains

        named = responses if _is_named(responses, key) else {"response": responses}
        macro = score_chains(key, cast("Mapping[str, Documents]", named), chosen)
        asked = macro if chosen.judging.measures else macro.standard()
        return _strict(of_scores(macro, wide=partial(asked.wide_table, filled=True)), strict)
    from anaphora.experiments.commands.score.score import score as work

    file, files = _single(key), _named(responses)
    scored = work(file, files, chosen, Path(journal) if journal else None)
    return _strict(of_scores(scored, lambda findings: findings.errors_beside(file, files, chosen)), strict)


def _strict(scores: Scored, strict: bool) -> Scored:
    require_no_warning(scores.data.warnings, strict)
    return scores


def require_no_warning(warnings: Sequence[str], strict: bool, *, shown: bool = False) -> None:
    """Raise `WorkbenchError` for warnings if they are errors; it repeats them unless they were `shown`."""
    if strict and warnings:
        details = "see above." if shown else " ".join(warnings)
        raise WorkbenchError(f"Warnings are errors (strict): {len(warnings)}, {details}", code="strict")


def _score_datasets(
    source: str | Path | Listed, settings: Configuration, progress: Callable[[str], None] | None
) -> "Result[MacroScores]":
    from anaphora.experiments.commands.score.datasets.places import find_datasets
    from anaphora.experiments.commands.score.datasets.score import score_datasets

    datasets = find_datasets(Path(source) if isinstance(source, str) else source)
    return of_datasets(score_datasets(datasets, settings, progress))


@takes(ErrorOptions, singletons="drop", split_antecedents="ignore")
def errors(
    key: PathLike | Corpus,
    responses: object,
    *,
    tree: "Tree" = "accessibility",
    denotation: bool = False,
    per_document: bool = False,
    listed: int = 0,
    strict: bool = False,
    **settings: Unpack[ErrorOptions],
) -> "Result[ChainErrors]":
    """Classify the errors of responses in mentions, chains and links, with the gain of correcting each kind.

    `tree` says which links are expected of a chain; with `denotation` the denotation assignments are listed too.
    Tables have rows `per_document`, and so many errors of each type as `listed`. Other arguments and errors are those
    of `score`, for files.
    """
    from anaphora.experiments.commands.errors import errors as work
    from anaphora.experiments.commands.score.score import score as scored
    from anaphora.workbench.results import error_tables

    file = _single(key)
    files = _named(responses)
    chosen = configure(**settings)
    classified = work(file, files, chosen, tree, denotation)
    require_no_warning(classified.warnings, strict)
    return Result(
        classified,
        classified.signature,
        partial(error_tables.tables, classified, per_document, listed),
        _findings=lambda findings: findings.of_scores(
            scored(file, files, chosen.changed(per_document=True)), classified
        ),
    )


@takes(AgreementOptions)
def agree(
    first: PathLike | Corpus | Mapping[str, PathLike],
    *others: PathLike | Corpus,
    per_document: bool = False,
    majority: PathLike | None = None,
    force: bool = False,
    **settings: Unpack[AgreementOptions],
) -> "Result[Agreement] | Result[Panel]":
    """Agreement of two annotators or more of the same texts in mentions and chains, corrected for chance.

    They are paths, a mapping of names to paths, or the export of a WebAnno or INCEpTION project: a ZIP file or a folder
    with `annotation/DOCUMENT/ANNOTATOR.tsv`. Three or more give a `Panel` with each pair; then `majority` is a file to
    write, with the chains that most of them have; `force` replaces it. Other arguments and errors are those of `score`,
    for files; no annotator is the key.
    """
    from anaphora.experiments.commands.agree.panel import annotators_of, is_project

    if isinstance(first, Mapping):
        return _agreement({name: Path(path) for name, path in first.items()}, per_document, majority, force, settings)
    files = [_single(path) for path in (first, *others)]
    if len(files) == 1 and is_project(files[0]):
        with annotators_of(files[0]) as by_name:
            return _agreement(by_name, per_document, majority, force, settings)
    names = [file.stem for file in files]
    if len(set(names)) < len(names):
        names = ["first", "second", *(f"annotator {number}" for number in range(3, len(names) + 1))][: len(names)]
    return _agreement(dict(zip(names, files, strict=True)), per_document, majority, force, settings)


def _agreement(
    by_name: Mapping[str, Path],
    per_document: bool,
    majority: PathLike | None,
    force: bool,
    settings: AgreementOptions,
) -> "Result[Agreement] | Result[Panel]":
    from anaphora.workbench.results import agreement_tables, panel_tables

    if len(by_name) <= 2:
        from anaphora.experiments.commands.agree.agree import agree as work

        if majority is not None:
            raise OptionError("Most of two annotators are both. Name three for --majority.", code="not-two-annotators")
        agreement = work(by_name, configure(**settings))
        return Result(agreement, agreement.signature, partial(agreement_tables.tables, agreement, per_document))
    from anaphora.experiments.commands.agree.panel import annotators_panel, texts_of, write_majority

    path = next(iter(by_name.values()))
    configuration = configure(**settings)
    panel = annotators_panel(by_name, configuration)
    texts = texts_of(panel, path, configuration.preparation.format)
    if majority is not None:
        write_majority(panel, texts, Path(majority), force)

    def page() -> str:
        from anaphora.experiments.show.report.annotators import annotators_page

        return annotators_page(panel, texts)

    return Result(panel, panel.signature, partial(panel_tables.tables, panel, per_document), _page=page)


def _single(source: PathLike | Corpus) -> Path:
    file, *others = paths_of(source)
    if others:
        raise OptionError("A key is one file or folder; put several files into a folder.", code="several-keys")
    return file


def _named(responses: object) -> dict[str, Path]:
    from anaphora.experiments.commands.score.score import named_responses

    if isinstance(responses, Mapping):
        return {str(name): _single(path) for name, path in responses.items()}
    return named_responses(list(map(str, paths_of(responses))))


def _is_named(responses: object, key: object) -> bool:
    """Return whether chains in memory are those of several systems by name; a mapping may also name documents."""
    if not isinstance(responses, Mapping):
        return False
    return not isinstance(key, Mapping) or all(isinstance(value, Mapping) for value in responses.values())
