"""Pairing of two annotations of the same texts: documents by id, mentions over the same tokens."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.running.fingerprint import Digest, named_digests, signature_of
from anaphora.experiments.scoring.response_warnings import ResponseWarnings
from anaphora.experiments.setup.configuration import Configuration
from anaphora.workbench.coreference.alignment import merge_documents, without_singletons
from anaphora.workbench.coreference.overlap import Columns, Side, duplicates, in_two_chains, select, stack
from anaphora.workbench.coreference.texts import (
    BLANKS,
    as_copied,
    describe,
    describe_by_words,
    difference,
    in_characters,
    nodes_in_characters,
)
from anaphora.workbench.coreference.zeros import Axis, axis, in_sequence, on_axis, words_only
from anaphora.workbench.document import FIRST_NODE, EmptyNode
from anaphora.workbench.error_analysis.slips import (
    NO_MENTIONS,
    common_spans,
    common_words,
    conll_values,
    score_pairs,
)
from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.written import align
from anaphora.workbench.results.vocabulary import counted

_ANOTHER_TEXT = 0.5
BATCH = 1_000
"""Documents of a side that are held in memory at once."""
_OTHER_WORDS = "words differ from the key's"
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
        yield document
    if not seen:
        raise FormatError(path, None, "it has no document", "Check that it was written completely.", code="empty")


def batches(
    key: Path, response: Path, settings: Configuration, seen: tuple[Digest, Digest]
) -> Iterator[tuple[DocumentBatch, DocumentBatch]]:
    """Key and response, some documents of the same ids at a time; in the end what is left of both.

    A corpus of up to `BATCH` documents is one batch, and so is any whose entities hold across documents. Documents come
    when both sides have them, with their `numbers`; those whose partner has not come yet are kept, so that memory is
    flat where both sides have the same order. What is read of key and response is taken into the digests `seen`. Errors
    are those of `read`.
    """
    mine = enumerate(seen[0].watch(_stream(key, settings.preparation.format, False)))
    theirs = seen[1].watch(_stream(response, settings.judging.response_format or settings.preparation.format, True))
    waiting: dict[str, tuple[int, AnnotatedDocument]] = {}
    partners: dict[str, AnnotatedDocument] = {}
    done = 0
    size = sys.maxsize if settings.judging.across_documents else BATCH
    while True:
        more = [*islice(mine, size)]
        others = [*islice(theirs, size)]
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
    pairs = [_same_tokens(*pair, settings, notes, matched, kinds_by_words) for pair in matched]
    both = [mine for mine, _ in pairs], [theirs for _, theirs in pairs]
    stacked = stack(*both)
    ids = _entities(key, *both, notes) if settings.judging.across_documents else (None, None)
    one, other = (
        _prepare(side, name, path, key, settings, notes, entities)
        for side, name, path, entities in zip(stacked, ("key", "response"), (key.path, response.path), ids, strict=True)
    )
    notes.see_zeros(*both)
    notes.see(one, other)
    notes.examine(*both, settings.judging.match, settings.judging.singletons == "keep", key.path)
    return one, other


def _entities(
    key: DocumentBatch, mine: Sequence[Columns], theirs: Sequence[Columns], notes: ResponseWarnings
) -> tuple[list[str], list[str]]:
    """The ids of all chains of key and response, empty where a response has none."""
    ids: tuple[list[str], list[str]] = [], []
    for side, found in zip((mine, theirs), ids, strict=True):
        for document, columns in zip(key.documents, side, strict=True):
            chains = int(columns.chain.max(initial=-1)) + 1
            if chains and not columns.ids and side is mine:
                problem = f"its chains in {document.id} have no ids that hold across documents"
                cure = "CorefUD has them as eid, JSON lines as cluster_ids; numbers of CoNLL hold for one document."
                raise FormatError(key.path, None, problem, cure, code="no-ids-across-documents")
            if chains and not columns.ids:
                notes.add(notes.odd, "chains without ids, each an entity of its own,", document.id)
            found += (*columns.ids, *[""] * chains)[:chains]
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
        document, count = key.documents[side.document[first]], int(twice.sum())
        where = f"duplicate spans in the {name}: {count}, the first in {document.id}"
        if settings.judging.duplicates == "refuse" or (settings.judging.duplicates == "response" and name == "key"):
            cure = "Repair it ('anaphora check' gives words and lines), or keep the first of each: --duplicates first."
            raise FormatError(path, None, where, cure, code="duplicate-span")
        ambiguous = in_two_chains(side) if name == "key" else np.zeros_like(twice)
        for found, what in ((twice & ~ambiguous, name), (ambiguous, f"{name}, in two chains")):
            if found.any():
                first = key.documents[side.document[np.flatnonzero(found)[0]]]
                notes.add(notes.twice, what, first.id, int(found.sum()))
        merged = select(merged, ~twice)
    if settings.judging.singletons == "drop":
        merged = without_singletons(merged)
    return merged


def match_documents(
    key: DocumentBatch, response: DocumentBatch, settings: Configuration, notes: ResponseWarnings
) -> Iterator[tuple[AnnotatedDocument, AnnotatedDocument | None]]:
    """Each key document with that of the response: of the same id, else the only one left with the same words."""
    known = {document.id for document in key.documents}
    by_id = {document.id: document for document in response.documents}
    missing = [document for document in key.documents if document.id not in by_id]
    extra = [document for document in response.documents if document.id not in known]
    found = {document.id: other for document, other in of_equal_text(missing, extra)}
    if key.size == response.size == 1 and extra:
        found[key.documents[0].id] = extra[0]
    found |= by_order(missing, extra, found)
    renamed = {other.id for other in found.values()}
    left = [document.id for document in extra if document.id not in renamed]
    absent = [document.id for document in missing if document.id not in found]
    if left and (not settings.judging.extra_documents or len(left) == response.size):
        lacking = f"; of the key's documents '{absent[0]}' is missing here" if absent else ""
        problem = f"not in the key: {counted(len(left), 'document')}, the first '{left[0]}'{lacking}"
        example = f", such as '{key.documents[0].id}'," if key.documents else ""
        cure = f"Give them the key's ids{example} and its words" + ("" if len(left) == response.size else _LEAVE_OUT)
        if not absent and not key.others:
            cure += f", or swap key and response: {_if_swapped(by_id, key, settings)}"
        raise FormatError(response.path, None, problem, f"{cure}.", code="extra-document")
    if absent:
        notes.missing = absent[0], len(absent)
    for document in key.documents:
        other = by_id.get(document.id) or found.get(document.id)
        yield alike(document, other, settings, notes) if other else (document, None)


def by_order(
    missing: Sequence[AnnotatedDocument], extra: Sequence[AnnotatedDocument], found: Mapping[str, AnnotatedDocument]
) -> dict[str, AnnotatedDocument]:
    """Documents of a response without names, in the order of those of the key that have no other."""
    taken = {other.id for other in found.values()}
    left = [document for document in extra if document.id not in taken]
    absent = [document for document in missing if document.id not in found]
    if len(left) > len(absent) or any(document.is_named for document in left):
        return {}
    return {document.id: other for document, other in zip(absent, left, strict=False)}


def alike(
    mine: AnnotatedDocument, theirs: AnnotatedDocument, settings: Configuration, notes: ResponseWarnings
) -> tuple[AnnotatedDocument, AnnotatedDocument]:
    """Both documents, with the words of the first if a language model copied them, and empty nodes at like places.

    Where the two have other sentences, or one has none, empty nodes between the same words are the same in their order.
    """
    if theirs.mended:
        notes.see_mended(theirs.id, theirs.mended)
    ignored = settings.judging.ignore_words and mine.words.count(b"\t") == theirs.words.count(b"\t")
    if theirs.is_copy and mine.words != theirs.words and not ignored and letters(mine) != letters(theirs):
        theirs = _as_copied(mine, theirs, notes)
    if mine.sentences == theirs.sentences or not (mine.nodes or theirs.nodes):
        return mine, theirs
    if mine.words != theirs.words and mine.sentences and theirs.sentences:
        return mine, theirs
    one, other = (replace(document, nodes=in_sequence(document.nodes), sentences=()) for document in (mine, theirs))
    return one, other


def _as_copied(mine: AnnotatedDocument, theirs: AnnotatedDocument, notes: ResponseWarnings) -> AnnotatedDocument:
    """A copy of a text with that text's words, and its mentions there; as it is, if it is a copy of another text."""
    words, copied = (document.words.decode("utf-8", "replace").split("\t")[:-1] for document in (mine, theirs))
    copy = align(words, copied)
    if 2 * copy.unchanged[-1] < len(copied):
        return theirs
    nodes = tuple(replace(node, place=copy.gap(node.place)) for node in theirs.nodes)
    mentions, lost = as_copied(theirs.mentions, copy)
    notes.see_copied(theirs.id, copy.dropped, copy.added, copy.changed, lost, len(theirs.mentions.start))
    return replace(theirs, words=mine.words, mentions=mentions, nodes=nodes, sentences=(), annotation=None)


def _if_swapped(responses: Mapping[str, AnnotatedDocument], key: DocumentBatch, settings: Configuration) -> str:
    """What the score would be if the response, which has all documents of the key and more, was the key."""
    known = {document.id: document for document in key.documents}
    others = [known[id].mentions if id in known else NO_MENTIONS for id in responses]
    mine = [document.mentions for document in responses.values()]
    _, counts = score_pairs(mine, others, "strict", singletons=settings.judging.singletons == "keep")
    return f"then conll is {conll_values(counts)[2]:.2f}, the missing documents counted as empty"


def of_equal_text(
    missing: Sequence[AnnotatedDocument], extra: Sequence[AnnotatedDocument]
) -> Iterator[tuple[AnnotatedDocument, AnnotatedDocument]]:
    """Documents with equal text, if no two documents of a side have the same."""
    mine = {letters(document): document for document in missing}
    theirs = {letters(document): document for document in extra}
    if len(mine) == len(missing) and len(theirs) == len(extra):
        yield from ((mine[text], theirs[text]) for text in mine if text in theirs)


def letters(document: AnnotatedDocument) -> bytes:
    """The text of a document without blanks, however its words are divided."""
    return document.words.translate(None, BLANKS)


Pair = tuple[AnnotatedDocument, AnnotatedDocument | None]


def _same_tokens(
    mine: AnnotatedDocument,
    theirs: AnnotatedDocument | None,
    settings: Configuration,
    notes: ResponseWarnings,
    matched: Sequence[Pair],
    kinds_by_words: bool,
) -> tuple[Columns, Columns]:
    """Both sides over the same tokens, or where words are divided differently, over characters without blanks."""
    key = describe(mine.mentions, mine.annotation)
    key = describe_by_words(key, mine.words) if kinds_by_words else key
    line = axis_of(mine, theirs, settings)
    if theirs is None:
        return _placed(key, mine, line, settings), NO_MENTIONS
    own = None if mine.words != theirs.words else theirs.annotation or mine.annotation
    response = describe(theirs.mentions, own or theirs.annotation)
    response = describe_by_words(response, theirs.words) if kinds_by_words else response
    if mine.words == theirs.words:
        return _placed(key, mine, line, settings), _placed(response, theirs, line, settings)
    if letters(mine) == letters(theirs):
        characters = (
            _placed(in_characters(key, mine.words), mine, line, settings, divided=True),
            _placed(in_characters(response, theirs.words), theirs, line, settings, divided=True),
        )
        notes.see_divided(theirs.id, common_spans(*characters), len(response.start))
        return characters
    found = difference(mine.words, theirs.words)
    same_length = found.lengths[0] == found.lengths[1]
    if same_length and (settings.judging.ignore_words or found.share <= _ANOTHER_TEXT):
        notes.add(notes.odd, _OTHER_WORDS, f"{theirs.id} ({found.text})")
        return _placed(key, mine, line, settings), _placed(response, theirs, line, settings)
    problem = f"{_OTHER_WORDS} in {theirs.id} ({found.text})"
    cure = _in_order(matched, settings) or _word_by_word(mine, theirs)
    cure += " If only their spelling differs, pass --ignore-words." if same_length else ""
    raise FormatError(theirs.path, None, problem, cure, code="other-text")


def axis_of(mine: AnnotatedDocument, theirs: AnnotatedDocument | None, settings: Configuration) -> Axis | None:
    """The words of both (or characters, where words are divided differently) and their empty nodes in one order.

    `None` if there is no zero, or zeros are ignored: then words alone are the order, and mentions that only hold an
    empty node, as in English treebanks, are those of their words.
    """
    other = theirs or mine
    zeros = ((document.mentions.head >= FIRST_NODE).any() for document in (mine, other) if document.nodes)
    if settings.judging.zeros == "ignore" or not any(zeros):
        return None
    divided = is_divided(mine, theirs)
    size = len(letters(mine).decode("utf-8", "replace")) if divided else mine.words.count(b"\t")
    return axis(size, nodes_of(mine, divided), nodes_of(other, divided))


def is_divided(mine: AnnotatedDocument, theirs: AnnotatedDocument | None) -> bool:
    """Whether two documents have the same text, but other words."""
    return theirs is not None and mine.words != theirs.words and letters(mine) == letters(theirs)


def nodes_of(document: AnnotatedDocument, divided: bool) -> Sequence[EmptyNode]:
    """The empty nodes of a document, `divided` into characters if need be."""
    return nodes_in_characters(document.nodes, document.words) if divided else document.nodes


def _placed(
    mentions: Columns, document: AnnotatedDocument, line: Axis | None, settings: Configuration, divided: bool = False
) -> Columns:
    """The mentions on the axis that both sides share, and how long it is."""
    units = len(letters(document).decode("utf-8", "replace")) if divided else document.words.count(b"\t")
    if line:
        placed = on_axis(mentions, nodes_of(document, divided), line, settings.judging.zeros == "dependent")
        return replace(placed, units=units + len(line.places))
    return replace(words_only(mentions) if document.nodes else mentions, units=units)


def _in_order(matched: Sequence[Pair], settings: Configuration) -> str:
    """What the score would be with each document of the response under the id of its text; empty if some have none."""
    both = [(mine, theirs) for mine, theirs in matched if theirs]
    found = list(of_equal_text([mine for mine, _ in both], [theirs for _, theirs in both]))
    if len(found) < len(both) or any(mine.words != theirs.words for mine, theirs in found):
        return ""
    own = {mine.id: theirs.id for mine, theirs in found}
    wrong = sum(theirs.id != own[mine.id] for mine, theirs in both)
    key, response = [mine.mentions for mine, _ in found], [theirs.mentions for _, theirs in found]
    count, counts = score_pairs(key, response, "strict", singletons=settings.judging.singletons == "keep")
    mentions = sum(len(mentions.start) for mentions in response)
    return (
        f"The documents are shuffled: {wrong} of the response have the text of another document. Under the ids of "
        f"their texts {count} of {mentions} mentions match and conll is {conll_values(counts)[2]:.2f}."
    )


def _word_by_word(mine: AnnotatedDocument, theirs: AnnotatedDocument) -> str:
    words, others = (document.words.decode("utf-8", "replace").split("\t")[:-1] for document in (mine, theirs))
    mentions = (words_only(document.mentions) if document.nodes else document.mentions for document in (mine, theirs))
    key, response = mentions
    count = common_words(key, words, response, others)
    cure = "A response has the words of its key, in the same order."
    if count is None:
        return cure
    return f"{cure} Aligned word by word, {count} of {len(theirs.mentions.start)} mentions match."


def signature(key: str, documents: int, responses: Mapping[str, str], settings: Configuration, **others: object) -> str:
    """One line that says everything that shaped the figures; `key` and `responses` (by name) are digests."""
    return signature_of(
        key=key,
        responses=named_digests(responses),
        documents=documents,
        match=settings.judging.match,
        singletons=settings.judging.singletons,
        duplicates=settings.judging.duplicates,
        words="ignored" if settings.judging.ignore_words else "compared",
        extra="left-out" if settings.judging.extra_documents else "refused",
        **others,
        zeros=settings.judging.zeros,
        **({"preset": settings.judging.applied_preset} if settings.judging.preset else {}),
    )
