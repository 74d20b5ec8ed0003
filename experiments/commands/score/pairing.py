"""Pairing of two annotations of the same texts: documents by id, mentions over the same tokens."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument, in_text_order
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.commands.score.shared_text import (
    Pair,
    SharedText,
    if_swapped,
    in_order,
    letters,
    of_equal_text,
    word_by_word,
    words_of,
)
from anaphora.experiments.commands.score.slips import NO_MENTIONS, common_spans
from anaphora.experiments.run.configuration import Configuration, configure, signature_of
from anaphora.experiments.run.documents import Digest, named_digests
from anaphora.workbench.arrays import Integers
from anaphora.workbench.chains.alignment import merge_documents, without_singletons
from anaphora.workbench.chains.overlap import MentionColumns, Side, columns, duplicates, in_two_chains, select, stack
from anaphora.workbench.chains.texts import (
    as_copied,
    describe,
    describe_by_words,
    difference,
    in_characters,
    in_runs,
    in_sequence,
    offsets,
    on_words,
    spans,
    words_only,
)
from anaphora.workbench.document import Annotation, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.mending import place_quotes
from anaphora.workbench.key import Clusters
from anaphora.workbench.progress import tell_read
from anaphora.workbench.results.vocabulary import counted

_ANOTHER_TEXT = 0.5
BATCH = 1_000
"""Documents of a side that are held in memory at once."""
_LEAVE_OUT = ", or leave them out: --extra-documents"


@dataclass(frozen=True, slots=True)
class DocumentBatch:
    """The documents of one file or folder, or some of them: then `others` counts those that are already matched.

    `numbers` are the places of some documents among all.
    """

    path: Path
    documents: Sequence[AnnotatedDocument]
    others: int = 0
    numbers: Sequence[int] = ()

    @property
    def size(self) -> int:
        """The number of all documents."""
        return len(self.documents) + self.others


def read(path: Path, format: str | None, response: bool = False) -> DocumentBatch:
    """The documents of a file or folder; of a `response` what a system wrote, where the key stands beside it.

    Raises:
        FormatError: a file is malformed, two documents have the same id, or there is none.
    """
    return DocumentBatch(path, list(_stream(path, format, response)))


def _stream(path: Path, format: str | None, response: bool) -> Iterator[AnnotatedDocument]:
    """The documents of a file or folder as they are read; errors are those of `read`."""
    seen: dict[str, Path] = {}
    for document in corpora.read_annotated(path, format, response):
        if document.id in seen:
            problem = f"two documents are called '{document.id}', in {seen[document.id]} and {document.path}"
            raise FormatError(path, None, problem, "Give each document of a corpus its own id.", code="duplicate-id")
        seen[document.id] = document.path
        tell_read()
        yield document
    if not seen:
        raise FormatError(path, None, "it has no document", "Check that it was written completely.", code="empty")


def batches(
    key: Path,
    response: Path,
    settings: Configuration,
    seen: tuple[Digest, Digest],
    whole: list[AnnotatedDocument] | None = None,
) -> Iterator[tuple[DocumentBatch, DocumentBatch]]:
    """Key and response, some documents of the same ids at a time; in the end what is left of both.

    A corpus of up to `BATCH` documents is one batch, and so is any whose entities hold across documents. Documents come
    when both sides have them, with their `numbers`; those whose partner has not come yet are kept, so that memory is
    flat where both sides have the same order. What is read of key and response is taken into the digests `seen`. A key
    of one batch is left in `whole`, where the next call with it finds it. Errors are those of `read`.
    """
    of_key = enumerate(seen[0].watch(whole or _stream(key, settings.preparation.format, False)))
    answers = seen[1].watch(_stream(response, settings.judging.response_format or settings.preparation.format, True))
    waiting: dict[str, tuple[int, AnnotatedDocument]] = {}
    partners: dict[str, AnnotatedDocument] = {}
    done = 0
    size = sys.maxsize if settings.judging.across_documents else BATCH
    while True:
        more = [*islice(of_key, size)]
        if whole is not None and not done and not waiting and len(more) < size:
            whole[:] = (document for _, document in more)
        others = [*islice(answers, size)]
        waiting |= {document.id: (number, document) for number, document in more}
        partners |= {document.id: document for document in others}
        if len(more) < size and len(others) < size:
            break
        both = [id for id in waiting if id in partners]
        if both:
            yield _some(key, [waiting.pop(id) for id in both], done), _others(response, partners, both, done)
            done += len(both)
    if waiting or partners:
        yield _some(key, [*waiting.values()], done), _others(response, partners, [*partners], done)


def _some(path: Path, documents: Sequence[tuple[int, AnnotatedDocument]], done: int) -> DocumentBatch:
    numbers = [number for number, _ in documents]
    return DocumentBatch(path, [document for _, document in documents], done, numbers)


def _others(path: Path, partners: dict[str, AnnotatedDocument], ids: Sequence[str], done: int) -> DocumentBatch:
    return DocumentBatch(path, [partners.pop(id) for id in ids], done)


def sides(
    key: DocumentBatch,
    response: DocumentBatch,
    settings: Configuration,
    notes: ResponseWarnings,
    kinds_by_words: bool = False,
) -> tuple[Side, Side]:
    """The mentions of the key's documents on both sides, without the duplicates and singletons that are excluded.

    Documents are matched by id, where ids differ by equal text. One that the response lacks is empty there. What is odd
    but no error is added to `notes`. If asked for, kinds that neither corpus nor tree tells are those that words do.

    Raises:
        FormatError: a text differs from the key's, a document is not in the key, or a span occurs twice.
    """
    matched = list(match_documents(key, response, settings, notes))
    both: tuple[list[MentionColumns], list[MentionColumns]] = [], []
    for document, answer in matched:
        shared = SharedText.of(document, answer, settings)
        right = shared.place(_described(document, document.annotation, kinds_by_words), document)
        answered = NO_MENTIONS
        if answer:
            tree = answer.annotation or (document.annotation if document.words == answer.words else None)
            if document.words != answer.words and not shared.divided:
                _require_alike(document, answer, settings, notes, matched)
            answered = shared.place(_described(answer, tree, kinds_by_words), answer)
            if shared.divided and not document.in_characters:
                notes.see_divided(answer.id, common_spans(right, answered), len(answer.mentions.start))
        both[0].append(right)
        both[1].append(answered)
    stacked = stack(*both, split=settings.judging.split_antecedents == "count")
    ids = _entities(key, *both, notes) if settings.judging.across_documents else (None, None)
    of_key, of_response = (
        _prepare(side, name, path, key, settings, notes, entities)
        for side, name, path, entities in zip(stacked, ("key", "response"), (key.path, response.path), ids, strict=True)
    )
    notes.see_zeros(*both)
    notes.see(of_key, of_response)
    notes.examine(*both, settings.judging.match, settings.judging.singletons == "keep", key.path)
    return of_key, of_response


def _entities(
    key: DocumentBatch, of_key: Sequence[MentionColumns], of_response: Sequence[MentionColumns], notes: ResponseWarnings
) -> tuple[list[str], list[str]]:
    """The ids of all chains of key and response, empty where a response has none."""
    ids: tuple[list[str], list[str]] = [], []
    for side, listed in zip((of_key, of_response), ids, strict=True):
        for document, mentions in zip(key.documents, side, strict=True):
            chains = int(mentions.chain.max(initial=-1)) + 1
            if chains and not mentions.ids and side is of_key:
                problem = f"its chains in {document.id} have no ids that hold across documents"
                cure = "CorefUD has them as eid, JSON lines as cluster_ids; numbers of CoNLL hold for one document."
                raise FormatError(key.path, None, problem, cure, code="no-ids-across-documents")
            if chains and not mentions.ids:
                notes.add(notes.odd, "chains without ids, each an entity of its own,", document.id)
            listed += (*mentions.ids, *[""] * chains)[:chains]
    documents_of = Counter(ids[0])
    notes.entities = len(documents_of), sum(count > 1 for count in documents_of.values())
    return ids


def _prepare(
    side: Side,
    name: str,
    path: Path,
    key: DocumentBatch,
    settings: Configuration,
    notes: ResponseWarnings,
    ids: Sequence[str] | None,
) -> Side:
    """A side without the duplicates and singletons that the settings exclude; chains of the same id are merged."""
    merged = side if ids is None else merge_documents(side, ids)
    twice = duplicates(side)
    if twice.any():
        first = int(np.flatnonzero(twice)[0])
        document = key.documents[side.document[first]]
        count = int(twice.sum())
        where = f"duplicate spans in the {name}: {count}, the first in {document.id}"
        if settings.judging.duplicates == "refuse" or (settings.judging.duplicates == "response" and name == "key"):
            cure = "Repair it ('anaphora check' gives words and lines), or keep the first of each: --duplicates first."
            raise FormatError(path, None, where, cure, code="duplicate-span")
        ambiguous = in_two_chains(side) if name == "key" else np.zeros_like(twice)
        for marked, what in ((twice & ~ambiguous, name), (ambiguous, f"{name}, in two chains")):
            if marked.any():
                first = key.documents[side.document[np.flatnonzero(marked)[0]]]
                notes.add(notes.twice, what, first.id, int(marked.sum()))
        merged = select(merged, ~twice)
    if settings.judging.singletons == "drop":
        merged = without_singletons(merged)
    return merged


def match_documents(
    key: DocumentBatch, response: DocumentBatch, settings: Configuration, notes: ResponseWarnings
) -> Iterator[tuple[AnnotatedDocument, AnnotatedDocument | None]]:
    """Each key document with that of the response: of the same id, else the only one left with the same words."""
    ids = {document.id for document in key.documents}
    by_id = {document.id: document for document in response.documents}
    missing = [document for document in key.documents if document.id not in by_id]
    extra = [document for document in response.documents if document.id not in ids]
    matches = {document.id: answer for document, answer in of_equal_text(missing, extra)}
    if key.size == response.size == 1 and extra:
        matches[key.documents[0].id] = extra[0]
    matches |= by_order(missing, extra, matches)
    renamed = {answer.id for answer in matches.values()}
    left = [document.id for document in extra if document.id not in renamed]
    absent = [document.id for document in missing if document.id not in matches]
    if left and (not settings.judging.extra_documents or len(left) == response.size):
        lacking = f"; of the key's documents '{absent[0]}' is missing here" if absent else ""
        problem = f"not in the key: {counted(len(left), 'document')}, the first '{left[0]}'{lacking}"
        example = f", such as '{key.documents[0].id}'," if key.documents else ""
        cure = f"Give them the key's ids{example} and its words" + ("" if len(left) == response.size else _LEAVE_OUT)
        if not absent and not key.others:
            cure += f", or swap key and response: {if_swapped(key.documents, by_id, settings)}"
        raise FormatError(response.path, None, problem, f"{cure}.", code="extra-document")
    if absent:
        notes.missing = absent[0], len(absent)
    for document in key.documents:
        answer = by_id.get(document.id) or matches.get(document.id)
        yield alike(document, answer, settings, notes) if answer else (document, None)


def place_on(texts: DocumentBatch, response: DocumentBatch) -> Iterator[tuple[str, list[list[Span]], Counter[str]]]:
    """The chains of a response in whole words of the texts: id, chains, and what was mended in each document.

    Raises:
        FormatError: there is a document of none of the texts, or of another.
    """
    settings = configure(ignore_words=False)
    notes = ResponseWarnings(response.path)
    before: Counter[str] = Counter()
    for text, answer in match_documents(texts, response, settings, notes):
        if answer is None:
            continue
        if answer.words != text.words:
            if letters(text) != letters(answer):
                _require_alike(text, answer, settings, notes, [])
            else:
                moved = in_characters(answer.mentions, answer.words)
                answer = _on_words(text, answer, moved, offsets(text.words), notes)
        mentions = words_only(answer.mentions)
        chains: dict[int, list[Span]] = {}
        for chain, span in zip(mentions.chain.tolist(), spans(mentions), strict=True):
            chains.setdefault(chain, []).append(span)
        yield text.id, list(chains.values()), Counter(notes.mended) - before
        before = Counter(notes.mended)


def by_order(
    missing: Sequence[AnnotatedDocument], extra: Sequence[AnnotatedDocument], found: Mapping[str, AnnotatedDocument]
) -> dict[str, AnnotatedDocument]:
    """Match a response's documents without names, in their order, with those of the key that have no other."""
    taken = {answer.id for answer in found.values()}
    left = [document for document in extra if document.id not in taken]
    absent = [document for document in missing if document.id not in found]
    if len(left) > len(absent) or any(document.is_named for document in left):
        return {}
    return {document.id: answer for document, answer in zip(absent, left, strict=False)}


def alike(
    mine: AnnotatedDocument, theirs: AnnotatedDocument, settings: Configuration, notes: ResponseWarnings
) -> tuple[AnnotatedDocument, AnnotatedDocument]:
    """Both documents, with the words of the first if a language model copied them, and empty nodes at like places.

    Where the two have other sentences, or one has none, empty nodes between the same words are the same in their order.
    """
    notes.see_mended(theirs.mended)
    if theirs.quotes or (theirs.is_answer and not theirs.words):
        theirs = _with_quotes(mine, theirs, notes)
    ignored = settings.judging.ignore_words and mine.words.count(b"\t") == theirs.words.count(b"\t")
    if mine.words != theirs.words and not ignored:
        is_same = letters(mine) == letters(theirs)
        is_other = theirs.is_answer and mine.words.count(b"\t") != theirs.words.count(b"\t")
        has_offsets = theirs.is_answer and theirs.in_characters
        if not is_same and (theirs.is_copy or has_offsets or is_other):
            theirs = _as_copied(mine, theirs, notes)
        elif is_same and has_offsets:
            moved = in_characters(theirs.mentions, theirs.words)
            theirs = _on_words(mine, theirs, moved, offsets(mine.words), notes)
    if mine.sentences == theirs.sentences or not (mine.nodes or theirs.nodes):
        return mine, theirs
    if mine.words != theirs.words and mine.sentences and theirs.sentences:
        return mine, theirs
    left, right = (replace(document, nodes=in_sequence(document.nodes), sentences=()) for document in (mine, theirs))
    return left, right


def _with_quotes(text: AnnotatedDocument, answer: AnnotatedDocument, notes: ResponseWarnings) -> AnnotatedDocument:
    """Give an answer whose mentions are but quoted words the words of a text, and its mentions there."""
    counts: Counter[str] = Counter()
    placed = place_quotes(words_of(text), answer.quotes, counts)
    notes.see_mended(counts)
    chains = in_text_order([[Span(*pair) for pair in chain] for chain in placed])
    return replace(answer, words=text.words, mentions=columns(Clusters(answer.id, chains)), quotes=())


def _on_words(
    text: AnnotatedDocument,
    answer: AnnotatedDocument,
    mentions: MentionColumns,
    borders: Integers,
    notes: ResponseWarnings,
) -> AnnotatedDocument:
    """Give an answer the words of a text, with its mentions, which count smaller units, on whole words."""
    whole, cut = on_words(mentions, borders)
    notes.see_mended({"cut": cut})
    return replace(answer, words=text.words, mentions=whole, sentences=(), annotation=None)


def _as_copied(document: AnnotatedDocument, copy: AnnotatedDocument, notes: ResponseWarnings) -> AnnotatedDocument:
    """Give a copy the words of its text, with its mentions there; it stays as it is if it copies another text."""
    from anaphora.workbench.external.mending import align

    text = words_of(document)
    copied = words_of(copy)
    mentions = copy.mentions
    borders = None
    if copy.in_characters:  # its words are divided by our rules for English
        text, borders = in_runs(text)
        copied, before = in_runs(copied)
        mentions = replace(mentions, start=before[mentions.start], end=before[mentions.end])
    aligned = align(text, copied)
    if 2 * aligned.unchanged[-1] < len(copied):
        return copy
    nodes = tuple(replace(node, place=aligned.gap(node.place)) for node in copy.nodes)
    placed, lost = as_copied(mentions, aligned)
    notes.see_copied(copy.id, aligned.dropped, aligned.added, aligned.changed, lost, len(mentions.start))
    copy = replace(copy, words=document.words, mentions=placed, nodes=nodes, sentences=(), annotation=None)
    return copy if borders is None else _on_words(document, copy, placed, borders, notes)


def _described(document: AnnotatedDocument, annotation: Annotation | None, by_words: bool) -> MentionColumns:
    """The mentions of a document with the heads and kinds that a tree gives them, or, if asked for, their words."""
    mentions = describe(document.mentions, annotation)
    return describe_by_words(mentions, document.words) if by_words else mentions


def _require_alike(
    document: AnnotatedDocument,
    answer: AnnotatedDocument,
    settings: Configuration,
    notes: ResponseWarnings,
    matched: Sequence[Pair],
) -> None:
    """Note words that differ one for one if they may; else raise a `FormatError` that says what may be wrong."""
    differing = difference(document.words, answer.words)
    same_length = differing.lengths[0] == differing.lengths[1]
    if same_length and (settings.judging.ignore_words or differing.share <= _ANOTHER_TEXT):
        notes.add(notes.odd, notes.other_words, f"{answer.id} ({differing.text})")
        return
    lead = (
        "Give both annotators one text." if notes.beside else "A response has the words of its key, in the same order."
    )
    cure = in_order(matched, settings) or f"{lead} {word_by_word(document, answer)}".rstrip()
    cure += " If only their spelling differs, pass --ignore-words." if same_length else ""
    raise FormatError(
        answer.path, None, f"{notes.other_words} in {answer.id} ({differing.text})", cure, code="other-text"
    )


def signature(key: str, documents: int, responses: Mapping[str, str], settings: Configuration, **others: object) -> str:
    """One line that says everything that shaped the figures; `key` and `responses` (by name) are digests."""
    return signature_of(settings, key=key, responses=named_digests(responses), documents=documents, **others)
