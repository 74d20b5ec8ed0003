"""Pairing of two annotations of the same texts: documents by id, mentions over the same tokens."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument, in_text_order
from anaphora.experiments.commands.score.response_warnings import (
    ResponseWarnings,
    common_spans,
    common_words,
    conll_values,
    score_pairs,
)
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import Digest
from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.chains.alignment import merge_documents, without_singletons
from anaphora.workbench.chains.overlap import (
    NO_MENTIONS,
    MentionColumns,
    Side,
    columns,
    duplicates,
    in_two_chains,
    select,
    stack,
)
from anaphora.workbench.chains.texts import (
    BLANKS,
    Axis,
    as_copied,
    axis,
    describe,
    describe_by_words,
    difference,
    in_characters,
    in_runs,
    in_sequence,
    nodes_in_characters,
    offsets,
    on_axis,
    on_words,
    words_only,
)
from anaphora.workbench.document import FIRST_NODE, Annotation, EmptyNode, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Clusters
from anaphora.workbench.progress import tell_read
from anaphora.workbench.results.vocabulary import counted

Pair: TypeAlias = tuple[AnnotatedDocument, AnnotatedDocument | None]
"""A document of the key, and that of the response, if it has it."""
BATCH = 1_000
"""Documents of a side that are held in memory at once."""
_SHAPES = (
    'no chains are found in an answer (JSON of "entities", "clusters" or "chains", objects of "pronoun" and '
    '"refers_to", and lists such as "- Ann: Ann Lee; she" are read)'
)
_ANOTHER_TEXT = 0.5
"""The share of words that may differ from the key's: if there are more, the text is another one."""


class DocumentBatch(NamedTuple):
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
    digests: tuple[Digest, Digest],
    kept: list[AnnotatedDocument] | None = None,
) -> Iterator[tuple[DocumentBatch, DocumentBatch]]:
    """Key and response, some documents of the same ids at a time; in the end what is left of both.

    A corpus of up to `BATCH` documents is one batch, and so is any whose entities hold across documents. Documents come
    when both sides have them, with their `numbers`; those whose partner has not come yet wait, so that memory is flat
    where both sides have the same order. What is read of key and response is taken into the `digests`. A key of one
    batch is left in `kept`, where the next call with it finds it. Errors are those of `read`.
    """
    format = settings.preparation.format
    of_key = enumerate(digests[0].watch(kept or _stream(key, format, False)))
    of_response = digests[1].watch(_stream(response, settings.judging.response_format or format, True))
    waiting: dict[str, tuple[int, AnnotatedDocument]] = {}
    answers: dict[str, AnnotatedDocument] = {}
    done = 0
    size = sys.maxsize if settings.judging.across_documents else BATCH

    def take(key_ids: Sequence[str], response_ids: Sequence[str]) -> tuple[DocumentBatch, DocumentBatch]:
        numbered = [waiting.pop(id) for id in key_ids]
        taken = DocumentBatch(key, [document for _, document in numbered], done, [number for number, _ in numbered])
        return taken, DocumentBatch(response, [answers.pop(id) for id in response_ids], done)

    while True:
        more = [*islice(of_key, size)]
        if kept is not None and not done and not waiting and len(more) < size:
            kept[:] = (document for _, document in more)
        more_answers = [*islice(of_response, size)]
        waiting |= {document.id: (number, document) for number, document in more}
        answers |= {document.id: document for document in more_answers}
        if len(more) < size and len(more_answers) < size:
            break
        if common := [id for id in waiting if id in answers]:
            yield take(common, common)
            done += len(common)
    if waiting or answers:
        yield take([*waiting], [*answers])


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
    of_key: list[MentionColumns] = []
    of_response: list[MentionColumns] = []
    for document, answer in matched:
        shared = SharedText.of(document, answer, settings)
        of_key.append(shared.place(_described(document, document.annotation, kinds_by_words), document))
        if answer is None:
            of_response.append(NO_MENTIONS)
            continue
        if document.words != answer.words and not shared.divided:
            require_alike(document, answer, settings, notes, matched)
        tree = answer.annotation or (document.annotation if document.words == answer.words else None)
        of_response.append(shared.place(_described(answer, tree, kinds_by_words), answer))
        if shared.divided and not document.in_characters:
            notes.see_divided(answer.id, common_spans(of_key[-1], of_response[-1]), len(answer.mentions.start))
    key_side, response_side = stack(of_key, of_response, split=settings.judging.split_antecedents == "count")
    across = settings.judging.across_documents
    key_ids, response_ids = _entities(key, of_key, of_response, notes) if across else (None, None)
    key_side = _prepare(key_side, "key", key.path, key, settings, notes, key_ids)
    response_side = _prepare(response_side, "response", response.path, key, settings, notes, response_ids)
    notes.see_key(of_key)
    notes.see_zeros(of_key, of_response)
    notes.see(key_side, response_side)
    notes.examine(of_key, of_response, settings.judging.match, settings.judging.singletons == "keep", key.path)
    return key_side, response_side


def _described(document: AnnotatedDocument, annotation: Annotation | None, by_words: bool) -> MentionColumns:
    """The mentions of a document with the heads and kinds that a tree gives them, or, if asked for, their words."""
    mentions = describe(document.mentions, annotation)
    return describe_by_words(mentions, document.words) if by_words else mentions


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

    def first_of(rows: Flags) -> str:
        return key.documents[int(side.document[np.flatnonzero(rows)[0]])].id

    if twice.any():
        if settings.judging.duplicates == "refuse" or (settings.judging.duplicates == "response" and name == "key"):
            problem = f"duplicate spans in the {name}: {int(twice.sum())}, the first in {first_of(twice)}"
            cure = "Repair it ('anaphora check' gives words and lines), or keep the first of each: --duplicates first."
            raise FormatError(path, None, problem, cure, code="duplicate-span")
        ambiguous = in_two_chains(side) if name == "key" else np.zeros_like(twice)
        for marked, what in ((twice & ~ambiguous, name), (ambiguous, f"{name}, in two chains")):
            if marked.any():
                notes.add(notes.twice, what, first_of(marked), int(marked.sum()))
        merged = select(merged, ~twice)
    if settings.judging.singletons == "drop":
        merged = without_singletons(merged)
    return merged


def match_documents(
    key: DocumentBatch, response: DocumentBatch, settings: Configuration, notes: ResponseWarnings
) -> Iterator[Pair]:
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
        leave_out = "" if len(left) == response.size else ", or leave them out: --extra-documents"
        cure = f"Give them the key's ids{example} and its words{leave_out}"
        if not absent and not key.others:
            cure += f", or swap key and response: {if_swapped(key.documents, by_id, settings)}"
        raise FormatError(response.path, None, problem, f"{cure}.", code="extra-document")
    if absent:
        notes.missing = absent[0], len(absent)
    for document in key.documents:
        answer = by_id.get(document.id) or matches.get(document.id)
        yield alike(document, answer, settings, notes) if answer else (document, None)


def by_order(
    missing: Sequence[AnnotatedDocument], extra: Sequence[AnnotatedDocument], matches: Mapping[str, AnnotatedDocument]
) -> dict[str, AnnotatedDocument]:
    """Match a response's documents without names, in their order, with those of the key that have no other."""
    taken = {answer.id for answer in matches.values()}
    left = [document for document in extra if document.id not in taken]
    absent = [document for document in missing if document.id not in matches]
    if len(left) > len(absent) or any(document.is_named for document in left):
        return {}
    return {document.id: answer for document, answer in zip(absent, left, strict=False)}


def alike(
    text: AnnotatedDocument, answer: AnnotatedDocument, settings: Configuration, notes: ResponseWarnings
) -> tuple[AnnotatedDocument, AnnotatedDocument]:
    """Both documents, with the words of the first if a language model copied them, and empty nodes at like places.

    Where the two have other sentences, or one has none, empty nodes between the same words are the same in their order.
    """
    notes.see_mended(answer.mended)
    if "unreadable" in answer.mended:
        notes.add(notes.odd, _SHAPES, answer.id)
    if answer.quotes or (answer.is_answer and not answer.words):
        answer = _with_quotes(text, answer, notes)
    if text.words != answer.words:
        answer = _in_words_of(text, answer, settings, notes)
    differ = text.sentences != answer.sentences and (text.nodes or answer.nodes)
    if not differ or (text.words != answer.words and text.sentences and answer.sentences):
        return text, answer
    left, right = (document._replace(nodes=in_sequence(document.nodes), sentences=()) for document in (text, answer))
    return left, right


def _in_words_of(
    text: AnnotatedDocument, answer: AnnotatedDocument, settings: Configuration, notes: ResponseWarnings
) -> AnnotatedDocument:
    """Give an answer of a language model, or a copy, the words of its text; other documents stay as they are."""
    as_long = text.words.count(b"\t") == answer.words.count(b"\t")
    if settings.judging.ignore_words and as_long:
        return answer
    has_offsets = answer.is_answer and answer.in_characters
    if letters(text) == letters(answer):
        return with_words(text, answer, notes) if has_offsets else answer
    is_changed = answer.is_copy or has_offsets or (answer.is_answer and not as_long)
    return _as_copied(text, answer, notes) if is_changed else answer


def _with_quotes(text: AnnotatedDocument, answer: AnnotatedDocument, notes: ResponseWarnings) -> AnnotatedDocument:
    """Give an answer whose mentions are but quoted words the words of a text, and its mentions there."""
    from anaphora.workbench.external.mending import place_quotes

    counts: Counter[str] = Counter()
    placed = place_quotes(words_of(text), answer.quotes, counts)
    notes.see_mended(counts)
    chains = in_text_order([[Span(*pair) for pair in chain] for chain in placed])
    return answer._replace(words=text.words, mentions=columns(Clusters(answer.id, chains)), quotes=())


def with_words(text: AnnotatedDocument, answer: AnnotatedDocument, notes: ResponseWarnings) -> AnnotatedDocument:
    """Give an answer that has the letters of a text its words, and its mentions there."""
    return _on_words(text, answer, in_characters(answer.mentions, answer.words), offsets(text.words), notes)


def _on_words(
    text: AnnotatedDocument,
    answer: AnnotatedDocument,
    mentions: MentionColumns,
    borders: Integers,
    notes: ResponseWarnings,
) -> AnnotatedDocument:
    """Give an answer the words of a text, with its mentions, which count smaller units, as far as they are words."""
    placed, cut = on_words(mentions, borders)
    notes.see_mended({"cut": cut})
    return answer._replace(words=text.words, mentions=placed, sentences=(), annotation=None)


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
        mentions = mentions._replace(start=before[mentions.start], end=before[mentions.end])
    aligned = align(text, copied)
    if 2 * aligned.unchanged[-1] < len(copied):
        return copy
    nodes = tuple(node._replace(place=aligned.gap(node.place)) for node in copy.nodes)
    placed, lost = as_copied(mentions, aligned)
    notes.see_copied(copy.id, aligned.dropped, aligned.added, aligned.changed, lost, len(mentions.start))
    copy = copy._replace(words=document.words, mentions=placed, nodes=nodes, sentences=(), annotation=None)
    return copy if borders is None else _on_words(document, copy, placed, borders, notes)


def require_alike(
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


# Shared text


def words_of(document: AnnotatedDocument) -> list[str]:
    """The words of a document."""
    return document.words.decode("utf-8", "replace").split("\t")[:-1]


def letters(document: AnnotatedDocument) -> bytes:
    """The text of a document without blanks, however its words are divided."""
    return document.words.translate(None, BLANKS)


def of_equal_text(
    missing: Sequence[AnnotatedDocument], extra: Sequence[AnnotatedDocument]
) -> Iterator[tuple[AnnotatedDocument, AnnotatedDocument]]:
    """Documents with equal text, if no two documents of a side have the same."""
    by_text = {letters(document): document for document in missing}
    answers = {letters(document): document for document in extra}
    if len(by_text) == len(missing) and len(answers) == len(extra):
        yield from ((document, answers[text]) for text, document in by_text.items() if text in answers)


class SharedText(NamedTuple):
    """The text that the mentions of a key document and of the response's are placed on.

    That is words, or characters without blanks where words are `divided` differently. `line` has them and the empty
    nodes of both in one order; `None` if there is no zero, or zeros are ignored: then mentions that only hold an empty
    node, as in English treebanks, are those of their words. `dependent` zeros are found by their governors.
    """

    divided: bool
    line: Axis | None
    dependent: bool

    @classmethod
    def of(cls, document: AnnotatedDocument, answer: AnnotatedDocument | None, settings: Configuration) -> "SharedText":
        """Find the text that a pair of documents shares."""
        other = answer or document
        divided = document.words != other.words and letters(document) == letters(other)
        zeros = ((side.mentions.head >= FIRST_NODE).any() for side in (document, other) if side.nodes)
        looked_up = settings.judging.looks_up and (document.nodes or other.nodes)
        line = None
        if settings.judging.zeros != "ignore" and (looked_up or any(zeros)):
            size = max(_size(document, divided), _size(other, divided))  # a copy may have other words
            line = axis(size, _nodes(document, divided), _nodes(other, divided))
        return cls(divided, line, settings.judging.zeros == "dependent")

    def place(self, mentions: MentionColumns, document: AnnotatedDocument) -> MentionColumns:
        """The mentions of one of the two documents in the units of the shared text, and how long that is."""
        placed = self._place(mentions, document)
        layers = {name: self._place(layer, document) for name, layer in mentions.layers.items()}
        return placed._replace(layers=layers) if layers else placed

    def _place(self, mentions: MentionColumns, document: AnnotatedDocument) -> MentionColumns:
        mentions = in_characters(mentions, document.words) if self.divided else mentions
        units = _size(document, self.divided)
        if self.line:
            placed = on_axis(mentions, _nodes(document, self.divided), self.line, self.dependent)
            return placed._replace(units=units + len(self.line.places))
        return (words_only(mentions) if document.nodes else mentions)._replace(units=units)


def _size(document: AnnotatedDocument, divided: bool) -> int:
    return len(letters(document).decode("utf-8", "replace")) if divided else document.words.count(b"\t")


def _nodes(document: AnnotatedDocument, divided: bool) -> Sequence[EmptyNode]:
    return nodes_in_characters(document.nodes, document.words) if divided else document.nodes


def if_swapped(
    key: Sequence[AnnotatedDocument], responses: Mapping[str, AnnotatedDocument], settings: Configuration
) -> str:
    """Say what the score would be if the response, which has all documents of the key and more, was the key."""
    mentions_of = {document.id: document.mentions for document in key}
    as_response = [mentions_of.get(id, NO_MENTIONS) for id in responses]
    as_key = [document.mentions for document in responses.values()]
    _, counts = score_pairs(as_key, as_response, "strict", singletons=settings.judging.singletons == "keep")
    return f"then conll is {conll_values(counts)[2]:.2f}, the missing documents counted as empty"


def in_order(matched: Sequence[Pair], settings: Configuration) -> str:
    """Say what the score would be with the response's documents under the ids of their texts; empty if one has none."""
    both = [(document, answer) for document, answer in matched if answer]
    pairs = list(of_equal_text([document for document, _ in both], [answer for _, answer in both]))
    if len(pairs) < len(both) or any(document.words != answer.words for document, answer in pairs):
        return ""
    right_id = {document.id: answer.id for document, answer in pairs}
    wrong = sum(answer.id != right_id[document.id] for document, answer in both)
    key, response = [document.mentions for document, _ in pairs], [answer.mentions for _, answer in pairs]
    count, counts = score_pairs(key, response, "strict", singletons=settings.judging.singletons == "keep")
    mentions = sum(len(mentions.start) for mentions in response)
    return (
        f"The documents are shuffled: {wrong} have the text of another document. Under the ids of "
        f"their texts {count} of {mentions} mentions match and conll is {conll_values(counts)[2]:.2f}."
    )


def word_by_word(document: AnnotatedDocument, answer: AnnotatedDocument) -> str:
    """Say how many mentions match if the words of both are aligned; empty if they cannot be."""
    key, response = (words_only(side.mentions) if side.nodes else side.mentions for side in (document, answer))
    count = common_words(key, words_of(document), response, words_of(answer))
    return "" if count is None else f"Aligned word by word, {count} of {len(answer.mentions.start)} mentions match."
