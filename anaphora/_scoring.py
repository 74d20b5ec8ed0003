"""Scoring chains, in files or in memory, and comparing annotators."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Unpack, cast, overload

from anaphora._corpus import Corpus, PathLike, paths_of
from anaphora._results import Result, of_datasets, of_scores
from anaphora.experiments.scoring.memory import Documents
from anaphora.experiments.setup.configuration import (
    AgreementOptions,
    Configuration,
    ErrorOptions,
    ScoreOptions,
    configure,
    takes,
)
from anaphora.workbench.error_analysis import ChainErrors, Tree
from anaphora.workbench.errors import OptionError

if TYPE_CHECKING:
    from anaphora.experiments.scoring.datasets.macro import MacroScores
    from anaphora.workbench.agreement.annotators import Agreement
    from anaphora.workbench.results.scores import Scores

KeyLike: TypeAlias = PathLike | Corpus | Documents
Listed: TypeAlias = Mapping[str, Mapping[str, str | Path]]
"""By dataset the path of the key and of each system's response."""


@overload
def score(
    key: KeyLike, responses: object, *, datasets: None = None, **settings: Unpack[ScoreOptions]
) -> "Result[Scores]": ...


@overload
def score(
    key: None = None, responses: None = None, *, datasets: str | Path | Listed, **settings: Unpack[ScoreOptions]
) -> "Result[MacroScores]": ...


@takes(ScoreOptions)
def score(
    key: KeyLike | None = None,
    responses: object = None,
    *,
    datasets: str | Path | Listed | None = None,
    **settings: Unpack[ScoreOptions],
) -> "Result[Scores] | Result[MacroScores]":
    """Score responses against a key by every coreference measure, with intervals and tests over documents.

    Args:
        key: A file or folder of any known format, or chains in memory: sets of anything hashable, for one document or
            for several (a list or a mapping by name).
        responses: A path, several paths, paths by name; or chains in memory, as for the key, or those by name.
        datasets: Many datasets instead of one key: a folder that has `key` and a folder for each system, a list in
            TOML, or a mapping by name, `{"en_gum": {"key": path, "mine": path}}`.
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
        return _score_datasets(datasets, chosen)
    if key is None or responses is None:
        raise OptionError("Give a key and responses, or datasets.", code="no-response")
    if not isinstance(key, str | Path | Corpus):
        from anaphora.experiments.scoring.memory import score_chains

        named = responses if _is_named(responses, key) else {"response": responses}
        return of_scores(score_chains(key, cast(Mapping[str, Documents], named), chosen))
    from anaphora.experiments.scoring import score as work

    place, named_files = _single(key), _named(responses)
    return of_scores(work.score(place, named_files, chosen), partial(_errors, place, named_files, chosen))


def _score_datasets(given: str | Path | Listed, settings: Configuration) -> "Result[MacroScores]":
    from anaphora.experiments.scoring.datasets.places import find_datasets
    from anaphora.experiments.scoring.datasets.score import score_datasets

    found = find_datasets(Path(given) if isinstance(given, str) else given)
    return of_datasets(score_datasets(found, settings))


def _errors(key: Path, responses: Mapping[str, Path], settings: Configuration) -> ChainErrors | None:
    from anaphora.experiments import findings

    return findings.errors_beside(key, responses, settings)


@takes(ErrorOptions, singletons="drop")
def errors(
    key: PathLike | Corpus,
    responses: object,
    *,
    tree: Tree = "accessibility",
    denotation: bool = False,
    **settings: Unpack[ErrorOptions],
) -> Result[ChainErrors]:
    """What kinds of errors responses make in mentions, chains and links, and what correcting each kind would gain.

    `tree` says which links are expected of a chain; with `denotation` the denotation assignments are listed too. Other
    arguments and errors are those of `score`, for files.
    """
    from anaphora.experiments.scoring import errors as work
    from anaphora.workbench.results import error_tables

    found = work.errors(_single(key), _named(responses), configure(**settings), tree, denotation)
    return Result(found, found.signature, partial(error_tables.tables, found))


@takes(AgreementOptions)
def agree(
    first: PathLike | Corpus, second: PathLike | Corpus, **settings: Unpack[AgreementOptions]
) -> "Result[Agreement]":
    """Agreement of two annotators of the same texts in mentions and chains, corrected for chance.

    Arguments and errors are those of `score`, for files; neither annotator is the key.
    """
    from anaphora.experiments.scoring import agree as work
    from anaphora.workbench.results import agreement_tables

    places = {"first": _single(first), "second": _single(second)}
    names = [place.stem for place in places.values()]
    by_name = dict(zip(names if len(set(names)) == 2 else places, places.values(), strict=True))
    found = work.agree(by_name, configure(**settings))
    return Result(found, found.signature, partial(agreement_tables.tables, found))


def _single(given: PathLike | Corpus) -> Path:
    place, *others = paths_of(given)
    if others:
        raise OptionError("A key is one file or folder; put several files into a folder.", code="several-keys")
    return place


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
