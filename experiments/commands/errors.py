"""`anaphora errors`: what kinds of errors responses make, and what correcting each kind would gain."""

from functools import partial
from typing import Annotated, Unpack, cast

from anaphora.experiments.commands.score.chain_errors import classify_errors
from anaphora.experiments.commands.score.counting import named_responses, score_files
from anaphora.experiments.run.arguments import Corpus, single_path
from anaphora.experiments.run.command import FIGURES, JSON, PER_DOCUMENT, REPORT, TO, Command, PathLike, Strict, flag
from anaphora.experiments.run.configuration import Options, Singletons, configure, takes
from anaphora.experiments.show.charts.scores import charts_of_errors
from anaphora.experiments.show.report.page import Page
from anaphora.experiments.show.report.scores import scores_page
from anaphora.experiments.show.result import Result, require_no_warning
from anaphora.workbench.error_analysis.analysis import ChainErrors
from anaphora.workbench.error_analysis.steps import Tree
from anaphora.workbench.options import JUDGED, OUTPUT, About
from anaphora.workbench.results import error_tables


@takes(
    "match", "singletons", "zeros", "format", "ignore_words", "duplicates", "response_format", "extra_documents",
    "preset", "name", "per_document",
    choices={"singletons": Singletons},
    singletons="drop",
    split_antecedents="ignore",
)  # fmt: skip
def errors(
    key: Annotated[PathLike | Corpus, About("The key (gold chains): a file or folder.")],
    responses: Annotated[
        object, About("Files or folders, or NAME=PATH.", metavar="RESPONSE", kind=list[str], read=named_responses)
    ],
    *,
    tree: Annotated[
        str, About("Which links are expected: accessibility (names first), or closest.", JUDGED)
    ] = "accessibility",
    denotation: Annotated[bool, About("Show which chains correspond, and each denotation assignment.", OUTPUT)] = False,
    listed: int = 0,
    strict: Strict = False,
    **options: Unpack[Options],
) -> Result[ChainErrors]:
    """Classify the errors of responses in chains and links, with the gain of correcting each kind.

    `tree` says which links are expected of a chain; with `denotation` the denotation assignments are listed too.
    Tables have rows `per_document`, and so many errors of each type as `listed`. Other arguments and errors are those
    of `score`, for files.
    """
    file = single_path(key)
    files = named_responses(responses)
    settings = configure(**options)
    classified = classify_errors(file, files, settings, cast("Tree", tree), denotation)
    require_no_warning(classified.warnings, strict)

    def page() -> Page:
        return scores_page(score_files(file, files, settings.changed(per_document=True)), classified)

    per_document = settings.judging.per_document
    return Result(
        classified,
        classified.signature,
        partial(error_tables.tables, classified, per_document=per_document, listed=listed),
        figures=partial(error_tables.figures, classified, per_document=per_document, listed=listed),
        json=lambda **_: error_tables.as_json(classified),
        charts=partial(charts_of_errors, classified),
        page=page,
        warnings=classified.warnings,
    )


COMMAND = Command(
    errors,
    example="anaphora errors key.conll mine=response.conll other.conllu --list 5 --json errors.json",
    offers=(
        TO, JSON, REPORT, FIGURES, PER_DOCUMENT,
        flag("listed", "Show so many errors of each type.", default=0, names=("--list",), least=0, kind=int),
    ),
    work="Classifying",
)  # fmt: skip
