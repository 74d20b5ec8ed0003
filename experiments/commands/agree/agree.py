"""`anaphora agree`: the agreement of two annotators or more in mentions and chains."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Unpack

from anaphora.experiments.commands.agree.panel import (
    annotators_of,
    annotators_panel,
    is_project,
    texts_of,
    write_majority,
)
from anaphora.experiments.commands.agree.two import annotators_agreement
from anaphora.experiments.commands.score.counting import named_responses
from anaphora.experiments.commands.score.score import single_path
from anaphora.experiments.run.arguments import Corpus
from anaphora.experiments.run.command import JSON, PER_DOCUMENT, REPORT, TO, Command, PathLike
from anaphora.experiments.run.configuration import Configuration, Options, Singletons, configure, takes
from anaphora.experiments.show.result import Result
from anaphora.workbench.agreement.annotators import (
    Agreement,
)
from anaphora.workbench.agreement.panel import Panel
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import OUTPUT, About


def _annotators(texts: Sequence[str]) -> Path | Mapping[str, Path]:
    """What the command line names: a project, or files by name."""
    by_name = named_responses(texts)
    return next(iter(by_name.values())) if len(by_name) == 1 else by_name


@takes(
    "match", "singletons", "zeros", "format", "ignore_words", "resamples", "seed", choices={"singletons": Singletons}
)
def agree(
    first: Annotated[
        PathLike | Corpus | Mapping[str, PathLike],
        About(
            "Files or folders, or NAME=PATH; or a WebAnno or INCEpTION project.",
            metavar="A B...",
            kind=list[str],
            read=_annotators,
        ),
    ],
    *others: PathLike | Corpus,
    per_document: bool = False,
    majority: Annotated[
        PathLike | None,
        About("Write the chains that most of three or more annotators have.", OUTPUT, "FILE", kind=Path),
    ] = None,
    force: Annotated[bool, About("Replace the file of --majority.", OUTPUT, names=("--force",))] = False,
    **options: Unpack[Options],
) -> "Result[Agreement] | Result[Panel]":
    """Measure the agreement of annotators in mentions and chains, corrected for chance, and list differences.

    They are paths, a mapping of names to paths, or the export of a WebAnno or INCEpTION project: a ZIP file or a folder
    with `annotation/DOCUMENT/ANNOTATOR.tsv`. Three or more give a `Panel` with each pair; then `majority` is a file to
    write, with the chains that most of them have; `force` replaces it. Other arguments and errors are those of `score`,
    for files; no annotator is the key.
    """
    settings = configure(**options)
    if isinstance(first, Mapping):
        return _agreement({name: Path(path) for name, path in first.items()}, majority, force, settings)
    files = [single_path(path) for path in (first, *others)]
    if len(files) == 1 and is_project(files[0]):
        with annotators_of(files[0]) as by_name:
            return _agreement(by_name, majority, force, settings)
    names = [file.stem for file in files]
    if len(set(names)) < len(names):
        names = ["first", "second", *(f"annotator {number}" for number in range(3, len(names) + 1))][: len(names)]
    return _agreement(dict(zip(names, files, strict=True)), majority, force, settings)


def _agreement(
    by_name: Mapping[str, Path], majority: PathLike | None, force: bool, settings: Configuration
) -> "Result[Agreement] | Result[Panel]":
    from anaphora.workbench.results import agreement_tables, panel_tables

    if len(by_name) <= 2:
        if majority is not None:
            raise OptionError("Most of two annotators are both. Name three for --majority.", code="not-two-annotators")
        agreement = annotators_agreement(by_name, settings)
        return Result(
            agreement,
            agreement.signature,
            lambda per_document=False, **_: agreement_tables.tables(agreement, per_document),
            figures=lambda **_: agreement_tables.figures_table(agreement),
            warnings=agreement.warnings,
        )
    path = next(iter(by_name.values()))
    panel = annotators_panel(by_name, settings)
    texts = texts_of(panel, path, settings.preparation.format)
    if majority is not None:
        write_majority(panel, texts, Path(majority), force)

    def page() -> str:
        from anaphora.experiments.show.report.annotators import annotators_page

        return annotators_page(panel, texts)

    return Result(
        panel,
        panel.signature,
        lambda per_document=False, **_: panel_tables.tables(panel, per_document),
        page=page,
        warnings=panel.warnings,
    )


COMMAND = Command(
    agree,
    group="Scoring",
    example="anaphora agree ann=first.tsv ben=second.tsv eve=third.tsv --majority agreed.conllu --report agree.html",
    offers=(TO, JSON, REPORT, PER_DOCUMENT),
    written=("majority",),
    work="Comparing",
)
