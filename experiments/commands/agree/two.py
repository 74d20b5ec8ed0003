"""`anaphora agree`: how far two annotators of the same texts agree in mentions and chains."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.commands.score.pairing import DocumentBatch, alike, by_order, read, sides
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.commands.score.shared_text import SharedText, letters, of_equal_text, words_of
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.fingerprint import digest, named_digests, signature_of
from anaphora.workbench.agreement.annotators import (
    Agreement,
    DescribedDisagreement,
    Disagreement,
    Evidence,
    MarkedMention,
    count,
    count_by,
    disagreements,
    evidence,
)
from anaphora.workbench.chains.overlap import Side
from anaphora.workbench.chains.texts import Axis
from anaphora.workbench.document import ZERO
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.progress import reading

_SAME_EDITION = 0.98
"""The share of equal words from which on two texts are the same but for slips of the pen."""
Pairs = list[tuple[AnnotatedDocument, AnnotatedDocument]]


def annotators_agreement(annotators: Mapping[str, Path], settings: Configuration) -> Agreement:
    """The agreement of two annotators, by the names given to them.

    Documents are matched by id, and where ids differ, by equal text. Those that one of them has not are left out.
    `match` says which mentions chains are compared by (`pair_mentions` in `workbench.agreement.annotators`). Spans that
    an annotator marked twice count once, in their first chain. Texts may differ in a few words, with a warning.

    Raises:
        FormatError: a file is malformed, texts differ, or no document is in both.
        OptionError: there are not two annotators.
    """
    if len(annotators) != 2:
        folders = (f" If {path} has a file of each, name {path}/*." for path in annotators.values() if path.is_dir())
        problem = f"Name two annotators, A and B; there are {len(annotators)}.{next(folders, '')}"
        raise OptionError(problem, code="not-two-annotators")
    with reading(0, 0.5, *annotators.values()):
        first, second = (read(path, settings.preparation.format) for path in annotators.values())
    warnings: list[str] = []
    notes = ResponseWarnings(second.path, beside=first.path)
    pairs = _with_trees([placed(*pair, settings, notes) for pair in matched(first, second, warnings)])
    left = DocumentBatch(first.path, [document for document, _ in pairs])
    right = DocumentBatch(second.path, [replace(copy, id=document.id) for document, copy in pairs])
    overlaps = evidence(*sides(left, right, settings.changed(duplicates="first"), notes), settings.judging.match)
    warnings += notes.texts(first.path)
    if settings.judging.match == "head" and (overlaps.first.head < 0).all() and (overlaps.second.head < 0).all():
        warnings.append("No heads are known, so only equal spans are aligned; try --match partial.")
    first_name, second_name = annotators
    digests = (digest([pair[side] for pair in pairs]) for side in (0, 1))
    return Agreement(
        names=(first_name, second_name),
        signature=signature_of(
            annotators=named_digests(dict(zip(annotators, digests, strict=True))),
            documents=len(pairs),
            match=settings.judging.match,
            singletons=settings.judging.singletons,
            words="ignored" if settings.judging.ignore_words else "compared",
            resamples=settings.judging.resamples,
            seed=settings.execution.seed,
            zeros=settings.judging.zeros,
        ),
        documents=tuple(document.id for document, _ in pairs),
        counts=count(overlaps),
        by_kind=count_by(overlaps, "kind"),
        by_type=count_by(overlaps, "type"),
        disagreements=tuple(_rows(overlaps, pairs, settings)),
        warnings=tuple(dict.fromkeys(warnings)),
        resamples=settings.judging.resamples,
        seed=settings.execution.seed,
        zeros=(notes.zeros[0], notes.zeros[1]),
    )


def matched(first: DocumentBatch, second: DocumentBatch, warnings: list[str]) -> Pairs:
    """The documents that both have: of the same id, else of the same text or, without names, in the same place."""
    by_id = {document.id: document for document in second.documents}
    ids = by_id.keys() & {document.id for document in first.documents}
    common = {id: by_id[id] for id in ids}
    left = [[document for document in side.documents if document.id not in ids] for side in (first, second)]
    common |= {document.id: copy for document, copy in of_equal_text(*left)}
    common |= by_order(left[0], left[1], common)
    if len(first.documents) == len(second.documents) == 1:
        common = {first.documents[0].id: second.documents[0]}
    if not common:
        problem = f"none of its documents is in {first.path}, which has '{first.documents[0].id}'"
        cure = f"Here it is '{second.documents[0].id}'. Give the same text the same id."
        raise FormatError(second.path, None, problem, cure, code="no-common-document")
    used = {document.id for document in common.values()}
    for path, alone in (
        (first.path, [document.id for document in left[0] if document.id not in common]),
        (second.path, [document.id for document in left[1] if document.id not in used]),
    ):
        if alone:
            warnings.append(f"{path}: {len(alone)} documents are only here, '{alone[0]}' first; they are left out.")
    return [(document, common[document.id]) for document in first.documents if document.id in common]


def placed(
    mine: AnnotatedDocument, theirs: AnnotatedDocument, settings: Configuration, notes: ResponseWarnings
) -> tuple[AnnotatedDocument, AnnotatedDocument]:
    """Two annotations of a text; a copy with some other words, as of a corrected edition, has those of the first.

    What is lost by that is in the notes.
    """
    if mine.words != theirs.words and letters(mine) != letters(theirs):
        from anaphora.workbench.external.mending import align

        text, copied = words_of(mine), words_of(theirs)
        same = int(align(text, copied).unchanged[-1])
        theirs = replace(theirs, is_copy=theirs.is_copy or same >= _SAME_EDITION * max(len(text), len(copied)))
    return alike(mine, theirs, settings, notes)


def _with_trees(pairs: Pairs) -> Pairs:
    """The tree that came with one of two equal texts serves both, so that it makes no difference whose it is."""
    documents = []
    for first, second in pairs:
        if first.words == second.words:
            left, right = first.annotation or second.annotation, second.annotation or first.annotation
            documents.append((replace(first, annotation=left), replace(second, annotation=right)))
        else:
            documents.append((first, second))
    return documents


def _rows(overlaps: Evidence, pairs: Pairs, settings: Configuration) -> Iterator[DescribedDisagreement]:
    """Every disagreement with its text.

    Offsets count words, end exclusive, or characters without blanks where the two texts are divided differently.
    """

    @cache
    def pieces(document: int) -> _Pieces:
        shared = SharedText.of(*pairs[document], settings)
        return list(_pieces(pairs[document][0], shared)), shared.line

    for case in disagreements(overlaps):
        words = pieces(case.document)
        first, second = _shares(case)
        yield DescribedDisagreement(
            pairs[case.document][0].id,
            case.what,
            tuple(_place(overlaps.first, *pair, words) for pair in zip(case.first, first, strict=True)),
            tuple(_place(overlaps.second, *pair, words) for pair in zip(case.second, second, strict=True)),
        )


def _shares(case: Disagreement) -> tuple[Sequence[int | None], Sequence[int | None]]:
    """Return how many mentions each chain shares with those of the other side; `None` where mentions differ."""
    parts = list(case.shared)
    whole = [sum(case.shared)]
    if case.what == "split":
        return whole, parts
    return (parts, whole) if case.what == "merged" else ([None] * len(case.first), [None] * len(case.second))


_Pieces = tuple[list[str], Axis | None]


def _place(side: Side, mention: int, share: int | None, shown: _Pieces) -> MarkedMention:
    pieces, line = shown
    start, first = int(side.position[mention]), int(side.start[mention])
    end = start + int(side.end[mention]) - first
    ends = [start, *(token - first + start for gap in side.gaps.get(mention, ()) for token in gap), end]
    parts = ("".join(pieces[start:end]) for start, end in zip(ends[::2], ends[1::2], strict=True))
    text = " ...".join(parts).strip()
    if line:  # a zero has no words, and begins and ends at its place
        start, end = int(line.before[start]), int(line.before[end])
    return MarkedMention(text, start, end, share)


def _pieces(document: AnnotatedDocument, shared: SharedText) -> Iterator[str]:
    """The first text in the units that spans are counted in, with a blank before each word, and its empty nodes."""
    words = (f" {word}" for word in words_of(document))
    units = (piece for word in words for piece in (word[:2], *word[2:])) if shared.divided else words
    yield from (f" {ZERO}" if empty else next(units) for empty in shared.line.empty[:-1]) if shared.line else units
