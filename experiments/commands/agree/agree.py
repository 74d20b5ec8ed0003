"""`anaphora agree`: the agreement of two annotators or more in mentions and chains."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Unpack

from anaphora.experiments.commands.agree.annotators import annotators_agreement, write_majority
from anaphora.experiments.commands.agree.projects import annotators_of, is_project
from anaphora.experiments.commands.score.counting import named_responses
from anaphora.experiments.run.arguments import Corpus, single_path
from anaphora.experiments.run.command import JSON, PER_DOCUMENT, REPORT, TO, Command, PathLike, flag
from anaphora.experiments.run.configuration import Configuration, Options, Singletons, configure, takes
from anaphora.experiments.show.result import Result
from anaphora.workbench.agreement.annotators import Agreement
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.results import agreement_tables


def _annotators(texts: Sequence[str]) -> Path | Mapping[str, Path]:
    """Return a project, or files by name, as the command line names them."""
    by_name = named_responses(texts)
    return next(iter(by_name.values())) if len(by_name) == 1 else by_name


@takes(
    "match",
    "singletons",
    "zeros",
    "format",
    "ignore_words",
    "resamples",
    "seed",
    "per_document",
    choices={"singletons": Singletons},
)
def agree(
    first: Annotated[
        PathLike | Corpus | Mapping[str, PathLike],
        About(
            "Files or folders, or NAME=PATH; or a WebAnno or INCEpTION project.",
            metavar="A B",
            kind=list[str],
            read=_annotators,
        ),
    ],
    *others: PathLike | Corpus,
    majority: Annotated[
        PathLike | None, About("Write the chains that most of three or more annotators have.", OUTPUT, "FILE")
    ] = None,
    force: Annotated[bool, About("Replace the file of --majority.", OUTPUT)] = False,
    **options: Unpack[Options],
) -> Result[Agreement]:
    """Measure the agreement of annotators in mentions and chains, corrected for chance, and list differences.

    They are paths, a mapping of names to paths, or the export of a WebAnno or INCEpTION project: a ZIP file or a folder
    with `annotation/DOCUMENT/ANNOTATOR.tsv`. Of three or more there is each pair; then `majority` is a file to
    write, with the chains that most of them have; `force` replaces it. Other arguments and errors are those of `score`,
    for files; no annotator is the key.
    """
    settings = configure(**options)
    if isinstance(first, Mapping):
        return _agreement({name: Path(path) for name, path in first.items()}, settings, majority, force)
    files = [single_path(path) for path in (first, *others)]
    if len(files) == 1 and is_project(files[0]):
        with annotators_of(files[0]) as by_name:
            return _agreement(by_name, settings, majority, force, project=files[0])
    names = [file.stem for file in files]
    if len(set(names)) < len(names):
        names = ["first", "second", *(f"annotator {number}" for number in range(3, len(names) + 1))][: len(names)]
    return _agreement(dict(zip(names, files, strict=True)), settings, majority, force)


def _agreement(
    by_name: Mapping[str, Path],
    settings: Configuration,
    majority: PathLike | None,
    force: bool,
    project: Path | None = None,
) -> Result[Agreement]:
    if majority is not None and len(by_name) <= 2:
        raise OptionError("Most of two annotators are both. Name three for --majority.", code="not-two-annotators")
    agreement = annotators_agreement(by_name, settings)
    if project:  # its files were unpacked
        agreement = replace(agreement, texts=tuple(replace(text, file=str(project)) for text in agreement.texts))
    if majority is not None:
        write_majority(agreement, Path(majority), force)

    def page() -> str:
        from anaphora.experiments.commands.agree.page import annotators_page

        return annotators_page(agreement)

    return Result(
        agreement,
        agreement.signature,
        partial(agreement_tables.tables, agreement, per_document=settings.judging.per_document),
        frames={"differences": partial(agreement_tables.differences_table, agreement)},
        figures=partial(agreement_tables.figures, agreement),
        json=partial(agreement_tables.as_json, agreement),
        page=page,
        warnings=agreement.warnings,
    )


COMMAND = Command(
    agree,
    example="anaphora agree ann=first.tsv ben=second.tsv eve=third.tsv --majority agreed.conllu --report agree.html",
    offers=(
        TO, JSON, REPORT, PER_DOCUMENT,
        flag(
            "listed", "Show so many disagreements of each kind; in CSV, them alone.",
            default=0, names=("--list",), least=0, kind=int,
        ),
    ),
    written=("majority",),
    work="Comparing",
)  # fmt: skip
