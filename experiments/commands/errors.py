"""`anaphora errors`: what kinds of errors responses make, and what correcting each kind would gain."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Unpack, cast

import numpy as np

from anaphora import corpora
from anaphora.experiments.commands.score.counting import evidence_of, named_responses, paths_by_name, score_files
from anaphora.experiments.commands.score.pairing import DocumentBatch, match_documents, read, signature
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.commands.score.shared_text import SharedText, words_of
from anaphora.experiments.run.arguments import Corpus, single_path
from anaphora.experiments.run.command import JSON, PER_DOCUMENT, REPORT, TO, Command, PathLike, Strict, flag
from anaphora.experiments.run.configuration import Configuration, Options, Singletons, configure, takes
from anaphora.experiments.run.documents import digest
from anaphora.experiments.show.report.page import Page
from anaphora.experiments.show.report.scores import scores_page
from anaphora.experiments.show.result import Result, require_no_warning
from anaphora.workbench.chains.texts import BLANKS
from anaphora.workbench.error_analysis.analysis import (
    ChainErrors,
    Denotations,
    ResponseErrors,
    denotations,
    response_errors,
)
from anaphora.workbench.error_analysis.beyond_identity import JudgedExpression, judge
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.error_analysis.steps import TREES, Tree
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import JUDGED, OUTPUT, About, require_choice
from anaphora.workbench.progress import reading, tell
from anaphora.workbench.results import error_tables
from anaphora.workbench.results.table import Table

OF_ERRORS = configure(singletons="drop")
"""Chains of one mention have no links to be wrong."""
_NOTHING = dict.fromkeys(BLANKS)
_ENDS = frozenset(".?!")


def classify_errors(
    key: Path,
    responses: Mapping[str, Path],
    settings: Configuration = OF_ERRORS,
    tree: Tree = "accessibility",
    denotation: bool = False,
) -> ChainErrors:
    """The errors of every response, by the names given to them; `tree` says which links are expected.

    Chains are those of single documents, even if they were scored across documents. Reference beyond identity is judged
    with singletons and split antecedents in any case. With `denotation` the denotation assignments are counted, too.

    Raises:
        FormatError: a file is malformed, a text differs from the key's, or a span occurs twice where it may not.
        OptionError: there is no such tree, or no response.
        UnknownNameError: there is no such format.
    """
    # a text of errors is one document, and its steps move mentions, not sets of entities, which are judged beside them
    settings = settings.changed(across_documents=False, split_antecedents="ignore")
    require_choice("tree", tree, TREES)
    if not responses:
        raise OptionError("There is no response. Name the key first, then one or more responses.", code="no-response")
    right = read(key, settings.preparation.format)
    name_of_key = settings.preparation.name or key.name
    signed_key = f"{name_of_key}@{digest(right.documents)}"
    systems: dict[str, ResponseErrors] = {}
    assigned: dict[str, Denotations] = {}
    beyond: dict[str, tuple[JudgedExpression, ...]] = {}
    digests: dict[str, str] = {}
    mended: dict[str, Mapping[str, int]] = {}
    warnings: list[str] = []
    for number, (name, path) in enumerate(responses.items()):
        with reading(number / len(responses), 0.5 / len(responses), path):
            answer = read(path, settings.judging.response_format or settings.preparation.format, response=True)
        notes = ResponseWarnings(path)
        evidence = evidence_of(right, answer, settings, notes)
        mended[name] = notes.mended
        warnings += notes.warnings(key, settings.judging.match, settings.judging.singletons)
        texts = list(_texts(right, answer, settings))
        systems[name] = response_errors(evidence, texts, tree)
        if denotation:
            typed = evidence_of(right, answer, settings, ResponseWarnings(path), kinds_by_words=True)
            assigned[name] = denotations(typed, texts)
        if _is_beyond_identity(right) or _is_beyond_identity(answer):
            whole = settings.changed(singletons="keep", split_antecedents="count")
            beyond[name] = judge(evidence_of(right, answer, whole, ResponseWarnings(path)), texts)
        digests[name] = digest(answer.documents)
        tell((number + 1) / len(responses))
    return ChainErrors(
        key=name_of_key,
        signature=signature(signed_key, len(right.documents), digests, settings, tree=tree),
        documents=tuple(document.id for document in right.documents),
        systems=systems,
        tree=tree,
        singletons=settings.judging.singletons == "keep",
        warnings=tuple(dict.fromkeys(warnings)),
        shown=lambda: list(_shown(right, settings.preparation.format)),
        beyond_identity=beyond,
        denotations=assigned,
        mended=mended,
    )


def _is_beyond_identity(side: DocumentBatch) -> bool:
    return any(document.mentions.split or document.mentions.layers for document in side.documents)


def _shown(key: DocumentBatch, format: str | None) -> Iterator[DocumentText]:
    """The key's texts with white space and sentences, for which the key is read again."""
    documents = {document.id: document for document, _ in corpora.read(key.path, format)}
    for annotated in key.documents:
        document, words = documents[annotated.id], words_of(annotated)
        starts = document.sentence_starts
        yield DocumentText(document.id, words, None, document.spaces, starts if len(starts) > 1 else _sentences(words))


def _sentences(words: Sequence[str]) -> list[int]:
    """Guess where sentences begin if the format does not say it: behind a full stop, question or exclamation mark."""
    return [0, *(number for number in range(1, len(words)) if words[number - 1] in _ENDS)]


def _texts(key: DocumentBatch, response: DocumentBatch, settings: Configuration) -> Iterator[DocumentText]:
    """The key's words, with the word of each character where the response divides them differently."""
    for document, answer in match_documents(key, response, settings, ResponseWarnings(response.path)):
        words = words_of(document)
        shared = SharedText.of(document, answer, settings)
        units = None
        if shared.divided:
            units = np.repeat(np.arange(len(words)), [len(word.translate(_NOTHING)) for word in words])
        if line := shared.line:
            word = line.before if units is None else np.append(units, len(words))[line.before]
            yield DocumentText(document.id, words, word, empty=line.empty)
        else:
            yield DocumentText(document.id, words, units)


@takes(
    "match", "singletons", "zeros", "format", "ignore_words", "duplicates", "response_format", "extra_documents",
    "preset", "name", "per_document",
    choices={"singletons": Singletons},
    singletons="drop",
    split_antecedents="ignore",
)  # fmt: skip
def errors(
    key: Annotated[PathLike | Corpus, About("The key (gold chains): a file or folder.", kind=Path)],
    responses: Annotated[
        object,
        About("Files or folders, or NAME=PATH.", metavar="RESPONSE...", kind=list[str], read=named_responses),
    ],
    *,
    tree: Annotated[
        str, About("Which links are expected: accessibility (names first), or closest.", JUDGED)
    ] = "accessibility",
    denotation: Annotated[
        bool, About("Show which chains correspond, and each denotation assignment.", OUTPUT, names=("--denotation",))
    ] = False,
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
    files = paths_by_name(responses)
    settings = configure(**options)
    classified = classify_errors(file, files, settings, cast("Tree", tree), denotation)
    require_no_warning(classified.warnings, strict)
    return Result(
        classified,
        classified.signature,
        partial(_tables, classified, per_document=settings.judging.per_document, listed=listed),
        figures=partial(_figures, classified, per_document=settings.judging.per_document, listed=listed),
        json=lambda **_: error_tables.as_json(classified),
        page=partial(_page, file, files, settings, classified),
        warnings=classified.warnings,
    )


def _page(key: Path, responses: Mapping[str, Path], settings: Configuration, classified: ChainErrors) -> Page:
    return scores_page(score_files(key, responses, settings.changed(per_document=True)), classified)


def _tables(classified: ChainErrors, *, per_document: bool = False, listed: int = 0) -> Sequence[Table]:
    return error_tables.tables(classified, per_document, listed)


def _figures(classified: ChainErrors, *, per_document: bool = False, listed: int = 0) -> Table:
    return error_tables.figures(classified, per_document, listed)


COMMAND = Command(
    errors,
    group="Scoring",
    example="anaphora errors key.conll mine=response.conll other.conllu --list 5 --json errors.json",
    offers=(
        TO, JSON, REPORT, PER_DOCUMENT,
        flag("listed", "Show so many errors of each type.", default=0, names=("--list",), least=0, kind=int),
    ),
    work="Classifying",
)  # fmt: skip
