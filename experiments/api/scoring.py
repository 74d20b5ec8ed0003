"""Scoring chains, in files or in memory, and comparing annotators."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar, Unpack, cast, overload

from anaphora.experiments.api.corpus import Corpus, PathLike, paths_of
from anaphora.experiments.api.results import Result, of_datasets, of_scores
from anaphora.experiments.setup.configuration import (
    AgreementOptions,
    Configuration,
    DetailedScoreOptions,
    ErrorOptions,
    configure,
    takes,
)
from anaphora.workbench.errors import OptionError, WorkbenchError

if TYPE_CHECKING:
    from anaphora.experiments.scoring.datasets.macro import MacroScores
    from anaphora.experiments.scoring.memory import Documents
    from anaphora.workbench.agreement.annotators import Agreement
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
        from anaphora.experiments.scoring.memory import score_chains

        named = responses if _is_named(responses, key) else {"response": responses}
        return _strict(of_scores(score_chains(key, cast("Mapping[str, Documents]", named), chosen)), strict)
    from anaphora.experiments.scoring.score import score as work

    file, files = _single(key), _named(responses)
    scored = work(file, files, chosen, Path(journal) if journal else None)
    return _strict(of_scores(scored, lambda findings: findings.errors_beside(file, files, chosen)), strict)


def _strict(scores: Scored, strict: bool) -> Scored:
    require_no_warning(scores.data.warnings, strict)
    return scores


def require_no_warning(warnings: Sequence[str], strict: bool, *, shown: bool = False) -> None:
    """Raise `WorkbenchError` for warnings if they are errors; it repeats them unless they were `shown`."""
    if strict and warnings:
        told = "see above." if shown else " ".join(warnings)
        raise WorkbenchError(f"Warnings are errors (strict): {len(warnings)}, {told}", code="strict")


def _score_datasets(
    given: str | Path | Listed, settings: Configuration, progress: Callable[[str], None] | None
) -> "Result[MacroScores]":
    from anaphora.experiments.scoring.datasets.places import find_datasets
    from anaphora.experiments.scoring.datasets.score import score_datasets

    found = find_datasets(Path(given) if isinstance(given, str) else given)
    return of_datasets(score_datasets(found, settings, progress))


@takes(ErrorOptions, singletons="drop")
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
    """What kinds of errors responses make in mentions, chains and links, and what correcting each kind would gain.

    `tree` says which links are expected of a chain; with `denotation` the denotation assignments are listed too.
    Tables have rows `per_document`, and so many errors of each type as `listed`. Other arguments and errors are those
    of `score`, for files.
    """
    from anaphora.experiments.scoring.errors import errors as work
    from anaphora.experiments.scoring.score import score as scored
    from anaphora.workbench.results import error_tables

    file, files, chosen = _single(key), _named(responses), configure(**settings)
    found = work(file, files, chosen, tree, denotation)
    require_no_warning(found.warnings, strict)
    return Result(
        found,
        found.signature,
        partial(error_tables.tables, found, per_document, listed),
        _findings=lambda findings: findings.of_scores(scored(file, files, chosen.changed(per_document=True)), found),
    )


@takes(AgreementOptions)
def agree(
    first: PathLike | Corpus | Mapping[str, PathLike],
    second: PathLike | Corpus | None = None,
    *,
    per_document: bool = False,
    **settings: Unpack[AgreementOptions],
) -> "Result[Agreement]":
    """Agreement of two annotators of the same texts in mentions and chains, corrected for chance.

    They are two paths, or a mapping of two names to paths. Other arguments and errors are those of `score`, for files;
    neither annotator is the key.
    """
    from anaphora.experiments.scoring.agree import agree as work
    from anaphora.workbench.results import agreement_tables

    if isinstance(first, Mapping):
        by_name = {name: Path(path) for name, path in first.items()}
    elif second is None:
        raise OptionError("Name two annotators; there is 1.", code="not-two-annotators")
    else:
        files = {"first": _single(first), "second": _single(second)}
        names = [file.stem for file in files.values()]
        by_name = dict(zip(names if len(set(names)) == 2 else files, files.values(), strict=True))
    found = work(by_name, configure(**settings))
    return Result(found, found.signature, partial(agreement_tables.tables, found, per_document))


def _single(given: PathLike | Corpus) -> Path:
    file, *others = paths_of(given)
    if others:
        raise OptionError("A key is one file or folder; put several files into a folder.", code="several-keys")
    return file


def _named(given: object) -> dict[str, Path]:
    from anaphora.experiments.scoring.score import named_responses

    if isinstance(given, Mapping):
        return {str(name): _single(path) for name, path in given.items()}
    return named_responses(list(map(str, paths_of(given))))


def _is_named(responses: object, key: object) -> bool:
    """Whether chains in memory are those of several systems by name; a mapping may also name documents."""
    if not isinstance(responses, Mapping):
        return False
    return not isinstance(key, Mapping) or all(isinstance(value, Mapping) for value in responses.values())
