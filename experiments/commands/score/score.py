"""`anaphora score`: responses compared with a key by every coreference measure; files, chains in memory, datasets."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Unpack, cast, overload

from anaphora.experiments.commands.score.counting import join_response, named_responses, score_files
from anaphora.experiments.run.arguments import Corpus, Journaled, single_path
from anaphora.experiments.run.command import (
    FIGURES,
    GATES,
    JSON,
    PER_DOCUMENT,
    REPORT,
    TO,
    Command,
    PathLike,
    Strict,
    Wanted,
    flag,
    split_typed,
)
from anaphora.experiments.run.configuration import (
    Configuration,
    Judging,
    Options,
    Singletons,
    configure,
    fields_of,
    takes,
)
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.show.result import Result, require_no_warning
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.measures import STANDARD
from anaphora.workbench.options import COMPARED, About
from anaphora.workbench.results.scores import DETAILS, Scores

if TYPE_CHECKING:
    from anaphora.experiments.commands.score.memory import Documents
    from anaphora.experiments.show.charts.chart import Plans
    from anaphora.experiments.show.report.page import Page
    from anaphora.workbench.error_analysis.analysis import ChainErrors
    from anaphora.workbench.results.macro import MacroScores

Listed: TypeAlias = Mapping[str, Mapping[str, str | Path]]
"""By dataset the path of the key and of each system's response."""
KeyLike: TypeAlias = "PathLike | Corpus | Documents"


def bundled_or(key: Path) -> Path:
    """Return the bundled corpus for its name, else the path."""
    return BUNDLED if str(key) == "bundled" else key


Key = Annotated[
    "KeyLike | None",
    About("The key (gold chains): a file or folder.", metavar="KEY", shows_default=False, kind=Path, read=bundled_or),
]
Responses = Annotated[
    object,
    About(
        "Files or folders, or NAME=PATH.", metavar="RESPONSE", kind=list[str], read=named_responses, join=join_response
    ),
]
OF_SCORES = (*fields_of(Judging, without=["antecedent", "clausal"]), "format", "name", "seed")


@overload
def score(
    key: "KeyLike",
    responses: object,
    *,
    datasets: None = None,
    strict: bool = False,
    journal: PathLike | None = None,
    **options: Unpack[Options],
) -> Result[Scores]: ...


@overload
def score(
    key: None = None,
    responses: None = None,
    *,
    datasets: str | Path | Listed,
    strict: bool = False,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[Options],
) -> "Result[MacroScores]": ...


@takes(*OF_SCORES, choices={"singletons": Singletons})
def score(
    key: Key = None,
    responses: Responses = None,
    *,
    datasets: Annotated[
        str | Path | Listed | None,
        About(
            "Many datasets instead: a folder with key/ and a folder for each system, or a list in TOML.",
            COMPARED,
            "FOLDER|TOML",
        ),
    ] = None,
    strict: Strict = False,
    journal: Journaled = None,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[Options],
) -> "Result[Scores] | Result[MacroScores]":
    """Score responses by every coreference measure, with intervals, and compare them.

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
        options: Everything else that shapes the figures, as in `anaphora score --help`: `measures=["muc", "conll"]`,
            `match="head"`, `singletons="drop"`, `preset="crac2024"`, ...

    Raises:
        WorkbenchError: bad input, an unknown name or a value out of range.
        TypeError: there is no such setting.
    """
    settings = configure(**options)
    if datasets is not None:
        _require_datasets_alone(settings, key=key, responses=responses, journal=journal)
        return _scored_datasets(datasets, settings, strict, progress)
    if key is None or responses is None:
        raise OptionError("Name the key, then each RESPONSE; or many datasets by --datasets.", code="no-response")
    if not isinstance(key, str | Path | Corpus):
        from anaphora.experiments.commands.score.memory import score_chains

        by_name = responses if _is_by_name(responses, key) else {"response": responses}
        scores = score_chains(key, cast("Mapping[str, Documents]", by_name), settings)
        shown = scores if settings.judging.measures else scores.standard()
        require_no_warning(scores.warnings, strict)
        return scores_result(scores, settings, wide=partial(shown.wide_table, filled=True))
    file = single_path(key)
    files = named_responses(responses)
    scores = score_files(file, files, settings, Path(journal) if journal else None)
    require_no_warning(scores.warnings, strict)
    return scores_result(scores, settings, errors=partial(_errors_beside, file, files, settings))


def _is_by_name(responses: object, key: object) -> bool:
    """Return whether chains in memory are those of several systems by name; a mapping may also name documents."""
    if not isinstance(responses, Mapping):
        return False
    return not isinstance(key, Mapping) or all(isinstance(value, Mapping) for value in responses.values())


def scores_result(
    scores: Scores,
    settings: Configuration,
    *,
    wide: Callable[[], Any] | None = None,
    errors: "Callable[[], ChainErrors | None]" = lambda: None,
) -> Result[Scores]:
    """Responses scored against a key; the data hold the counts of each measure, document by document.

    `wide` makes the main DataFrame, if not the one with all measures; `errors` finds the errors for the report.
    """
    return Result(
        scores,
        scores.signature,
        partial(scores.tables, usual=not settings.judging.measures),
        {
            "table": wide or scores.wide_table,
            "differences": scores.differences_table,
            "documents": scores.documents_table,
        },
        figures=scores.figures,
        json=scores.as_json,
        charts=partial(_charts, scores),
        further_charts=partial(_charts, scores, of_measures=True),
        page=partial(_page, scores, errors),
        warnings=scores.warnings,
        gate=scores,
        headline=scores.headline,
    )


def _charts(scores: Scores, *, of_measures: bool = False) -> "Plans":
    from anaphora.experiments.show.charts import scores as charts  # a small score draws none

    return charts.charts_of_measures(scores) if of_measures else charts.charts_of_scores(scores)


def _page(scores: Scores, errors: "Callable[[], ChainErrors | None]") -> "Page":
    from anaphora.experiments.show.report.scores import scores_page

    return scores_page(scores, errors())


def _errors_beside(key: Path, responses: Mapping[str, Path], settings: Configuration) -> "ChainErrors | None":
    from anaphora.experiments.commands.score.chain_errors import errors_beside

    return errors_beside(key, responses, settings)


def _require_datasets_alone(settings: Configuration, **others: object) -> None:
    judging = settings.judging
    alone = {**others, "by": judging.by, "per_document": judging.per_document}
    if names := [name for name, value in alone.items() if value]:
        problem = f"Many datasets do not go with {', '.join(names)}. Score the dataset alone for that."
        raise OptionError(problem, code="datasets")


def _scored_datasets(
    source: str | Path | Listed, settings: Configuration, strict: bool, progress: Callable[[str], None] | None
) -> "Result[MacroScores]":
    from anaphora.experiments.commands.score.datasets import find_datasets, score_datasets
    from anaphora.experiments.show.charts.scores import charts_of_datasets
    from anaphora.experiments.show.report.scores import datasets_page
    from anaphora.workbench.results import macro

    datasets = find_datasets(Path(source) if isinstance(source, str) else source)
    scores = score_datasets(datasets, settings, progress)
    require_no_warning(scores.warnings, strict)
    return Result(
        scores,
        scores.signature,
        scores.tables,
        {
            "datasets": partial(macro.datasets_table, scores),
            "ranks": partial(macro.ranks_table, scores),
            "wins": partial(macro.wins_table, scores),
            "differences": partial(macro.pairs_table, scores),
            "differences_by_dataset": partial(macro.differences_table, scores),
        },
        by_row=("datasets", "ranks", "wins"),
        figures=scores.figures,
        json=scores.as_json,
        charts=partial(charts_of_datasets, scores),
        page=partial(datasets_page, scores),
        in_papers=len(scores.tables()),
        warnings=scores.warnings,
        gate=scores,
        headline=scores.headline,
    )


def details_of(text: str) -> Sequence[str]:
    """The names of the tables of `--show`; raises `UnknownNameError` for another one."""
    names = split_typed(text)
    for name in names:
        if name not in DETAILS:
            raise unknown_name("table", name, DETAILS)
    return names


def _implied(wanted: Wanted) -> Mapping[str, object]:
    """Keywords that the outputs imply: only what is printed is counted, if nothing else is asked for."""
    if wanted.arguments.get("datasets"):
        return {}
    show = cast("Sequence[str]", wanted.flags.get("show", ()))
    written = wanted.json or wanted.report or wanted.figures or wanted.to == "csv" or wanted.arguments.get("journal")
    return {
        "per_document": bool(wanted.flags.get("per_document")) or wanted.report or "spread" in show,
        "links": "links" in show,
        "variants": "variants" in show,
        "usual": not written and not wanted.arguments.get("measures") and {*wanted.gates} <= {*STANDARD},
    }


COMMAND = Command(
    score,
    example="anaphora score key.conll mine=response.conll other.conllu --json scores.json",
    offers=(
        TO, JSON, REPORT, FIGURES, GATES, PER_DOCUMENT,
        flag("long", "With several responses, also show recall, precision, and intervals."),
        flag(
            "show",
            "Add tables: fractions (k/n), links, spread, variants.",
            metavar="NAMES",
            default=None,
            read=details_of,
        ),
    ),
    implied=_implied,
    work="Scoring",
)  # fmt: skip
