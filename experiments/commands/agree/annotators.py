"""Reading and comparing the files of annotators, and the chains that most of them have."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument, Mender
from anaphora.experiments.commands.score.pairing import (
    DocumentBatch,
    SharedText,
    alike,
    by_order,
    letters,
    of_equal_text,
    read,
    sides,
    words_of,
)
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.run.configuration import Configuration, signature_of
from anaphora.experiments.run.documents import digest, named_digests
from anaphora.workbench.agreement.annotators import Agreement, TwoAnnotations, compare, count, count_by, count_marks
from anaphora.workbench.agreement.differences import Disagreement, LocatedText, MarkedMention, differences, disputes
from anaphora.workbench.arrays import Integers
from anaphora.workbench.chains.overlap import Side
from anaphora.workbench.chains.texts import Axis, in_characters, offsets, on_words, spans, words_only
from anaphora.workbench.document import ZERO, Span
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import content, replacing
from anaphora.workbench.key import Clusters
from anaphora.workbench.progress import reading
from anaphora.workbench.results.vocabulary import counted

_SAME_EDITION = 0.98
"""The share of equal words from which on two texts are the same but for slips of the pen."""
Pairs = list[tuple[AnnotatedDocument, AnnotatedDocument]]


def annotators_agreement(annotators: Mapping[str, Path], settings: Configuration) -> Agreement:
    """The agreement of two annotators or more, by the names given to them.

    Documents are matched by id, and where ids differ, by equal text. Those that one of them has not are left out.
    `match` says which mentions chains of two are compared by (`pair_mentions` in `workbench.agreement.annotators`).
    Spans that an annotator marked twice count once, in their first chain. Texts of two may differ in a few words, with
    a warning. More than two are compared pair by pair, and all together over equal spans of the words of the first;
    zeros are left out there, and so are brackets without a partner, with a warning.

    Raises:
        FormatError: a file is malformed, texts differ, or no document is in all of them.
        OptionError: there are fewer than two annotators.
    """
    if len(annotators) < 2:
        folders = (f" If {path} has a file of each, name {path}/*." for path in annotators.values() if path.is_dir())
        problem = f"Name two annotators, A and B; there are {len(annotators)}.{next(folders, '')}"
        raise OptionError(problem, code="not-two-annotators")
    warnings: list[str] = []
    format = settings.preparation.format
    with TemporaryDirectory() as folder, reading(0, 0.5, *annotators.values()):
        paths = _readable(annotators, format, Path(folder), warnings) if len(annotators) > 2 else annotators
        batches = {name: read(path, format) for name, path in paths.items()}
        texts = _texts(next(iter(annotators.values())), next(iter(paths.values())), format)
    pairs = {
        (first, second): _of_two({first: batches[first], second: batches[second]}, settings)
        for first, second in combinations(batches, 2)
    }
    agreement = _of_several(batches, pairs, warnings, settings) if len(pairs) > 1 else next(iter(pairs.values()))
    return replace(agreement, texts=tuple(texts[id] for id in agreement.documents))


def _signature(names: Iterable[str], texts: Sequence[Sequence[AnnotatedDocument]], settings: Configuration) -> str:
    """One line that says everything that shaped the figures; `texts` has each document of each annotator."""
    digests = {name: digest([text[number] for text in texts]) for number, name in enumerate(names)}
    return signature_of(settings, annotators=named_digests(digests), documents=len(texts))


# ---- two annotators


def _of_two(batches: Mapping[str, DocumentBatch], settings: Configuration) -> Agreement:
    first, second = batches.values()
    warnings: list[str] = []
    notes = ResponseWarnings(second.path, beside=first.path)
    pairs = _with_trees([placed(*pair, settings, notes) for pair in matched(first, second, warnings)])
    left = DocumentBatch(first.path, [document for document, _ in pairs])
    right = DocumentBatch(second.path, [copy._replace(id=document.id) for document, copy in pairs])
    both = compare(*sides(left, right, settings.changed(duplicates="first"), notes), settings.judging.match)
    warnings += notes.texts(first.path)
    if settings.judging.match == "head" and (both.first.head < 0).all() and (both.second.head < 0).all():
        warnings.append("No heads are known, so only equal spans are aligned; try --match partial.")
    return Agreement(
        names=tuple(batches),
        signature=_signature(batches, pairs, settings),
        documents=tuple(document.id for document, _ in pairs),
        counts=count(both),
        by_kind=count_by(both, "kind"),
        by_type=count_by(both, "type"),
        disagreements=tuple(_described(both, pairs, settings)),
        marks=tuple(
            (_marks(document, settings), _marks(_in_words_of(document, copy), settings)) for document, copy in pairs
        ),
        warnings=tuple(dict.fromkeys(warnings)),
        resamples=settings.judging.resamples,
        seed=settings.execution.seed,
        zeros=tuple(notes.zeros),
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
    first: AnnotatedDocument, copy: AnnotatedDocument, settings: Configuration, notes: ResponseWarnings
) -> tuple[AnnotatedDocument, AnnotatedDocument]:
    """Two annotations of a text; a copy with some other words, as of a corrected edition, has those of the first.

    What is lost by that is in the notes.
    """
    if first.words != copy.words and letters(first) != letters(copy):
        from anaphora.workbench.external.mending import align

        text, copied = words_of(first), words_of(copy)
        same = int(align(text, copied).unchanged[-1])
        copy = copy._replace(is_copy=copy.is_copy or same >= _SAME_EDITION * max(len(text), len(copied)))
    return alike(first, copy, settings, notes)


def _with_trees(pairs: Pairs) -> Pairs:
    """The tree that came with one of two equal texts serves both, so that it makes no difference whose it is."""
    documents = []
    for first, second in pairs:
        if first.words == second.words:
            left, right = first.annotation or second.annotation, second.annotation or first.annotation
            documents.append((first._replace(annotation=left), second._replace(annotation=right)))
        else:
            documents.append((first, second))
    return documents


def _described(both: TwoAnnotations, pairs: Pairs, settings: Configuration) -> Iterator[Disagreement]:
    """Every disagreement with its text.

    Offsets count words, end exclusive, or characters without blanks where the two texts are divided differently.
    """

    @cache
    def pieces(document: int) -> _Pieces:
        shared = SharedText.of(*pairs[document], settings)
        return list(_pieces(pairs[document][0], shared)), shared.line

    @cache
    def borders(document: int) -> Integers | None:
        text, copy = pairs[document]
        return offsets(text.words) if text.words != copy.words else None

    for case in differences(both.overlapping, both.chains):
        shown = pieces(case.document)
        first = tuple(_marked(both.first, *row, shown) for row in case.first)
        second = tuple(_marked(both.second, *row, shown) for row in case.second)
        span = (*first, *second)[0].span
        if (border := borders(case.document)) is not None:
            start = int(np.searchsorted(border, span.start, "right")) - 1
            span = Span(start, int(np.searchsorted(border, span.end, "left")))
        yield Disagreement(pairs[case.document][0].id, case.what, (first, second), words=span)


_Pieces = tuple[list[str], Axis | None]


def _marked(side: Side, mention: int, share: int | None, shown: _Pieces) -> MarkedMention:
    pieces, line = shown
    start, first = int(side.position[mention]), int(side.start[mention])
    end = start + int(side.end[mention]) - first
    ends = [start, *(token - first + start for gap in side.gaps.get(mention, ()) for token in gap), end]
    parts = ("".join(pieces[start:end]) for start, end in zip(ends[::2], ends[1::2], strict=True))
    text = " ...".join(parts).strip()
    if line:  # a zero has no words, and begins and ends at its place
        start, end = int(line.before[start]), int(line.before[end])
    return MarkedMention(text, Span(start, end), share)


def _pieces(document: AnnotatedDocument, shared: SharedText) -> Iterator[str]:
    """The first text in the units that spans are counted in, with a blank before each word, and its empty nodes."""
    words = (f" {word}" for word in words_of(document))
    units = (piece for word in words for piece in (word[:2], *word[2:])) if shared.divided else words
    yield from (f" {ZERO}" if empty else next(units, "") for empty in shared.line.empty[:-1]) if shared.line else units


def _in_words_of(text: AnnotatedDocument, copy: AnnotatedDocument) -> AnnotatedDocument:
    """The copy with its mentions over the words of the text, where the same letters are divided differently."""
    if copy.words == text.words:
        return copy
    words = words_only(copy.mentions) if copy.nodes else copy.mentions
    mentions, _ = on_words(in_characters(words, copy.words), offsets(text.words))
    return copy._replace(words=text.words, mentions=mentions._replace(gaps=None), nodes=())


# ---- three annotators or more


def _of_several(
    batches: Mapping[str, DocumentBatch],
    pairs: Mapping[tuple[str, str], Agreement],
    warnings: Sequence[str],
    settings: Configuration,
) -> Agreement:
    texts = _common(list(batches.values()), settings)
    marks = tuple(tuple(_marks(document, settings) for document in text) for text in texts)
    return Agreement(
        names=tuple(batches),
        signature=_signature(batches, texts, settings),
        documents=tuple(text[0].id for text in texts),
        counts=count_marks(marks),
        disagreements=tuple(
            disagreement
            for text, chains in zip(texts, marks, strict=True)
            for disagreement in _disputes(text[0], chains)
        ),
        pairs=pairs,
        marks=marks,
        warnings=tuple(dict.fromkeys([*warnings, *(text for pair in pairs.values() for text in pair.warnings)])),
        resamples=settings.judging.resamples,
        seed=settings.execution.seed,
    )


def _disputes(document: AnnotatedDocument, marks: Sequence[Mapping[Span, int]]) -> Iterator[Disagreement]:
    words = words_of(document)

    def show(span: Span) -> MarkedMention:
        return MarkedMention(" ... ".join(" ".join(words[part.start : part.stop]) for part in span.ranges()), span)

    return disputes(document.id, marks, show)


def _common(batches: Sequence[DocumentBatch], settings: Configuration) -> list[tuple[AnnotatedDocument, ...]]:
    """The documents that all annotators have, in the order of the first."""
    first, *others = batches
    texts = {document.id: [document] for document in first.documents}
    for batch in others:
        for document, copy in matched(first, batch, []):
            _, copy = placed(document, copy, settings, ResponseWarnings(batch.path))
            if copy.words != document.words:
                problem = f"its words of '{document.id}' are not those of {first.path}"
                raise FormatError(batch.path, None, problem, "Give all annotators one text.", code="other-text")
            texts[document.id].append(copy)
    common = [tuple(text) for text in texts.values() if len(text) == len(batches)]
    if not common:
        problem = "no document is in the files of all annotators"
        raise FormatError(first.path, None, problem, "Give the same text the same id.", code="no-common-document")
    return common


def _marks(document: AnnotatedDocument, settings: Configuration) -> Mapping[Span, int]:
    """The mentions of one annotator with their chains; of equal ones the first."""
    mentions = words_only(document.mentions) if document.nodes else document.mentions
    chains = mentions.chain.tolist()
    marks: dict[Span, int] = {}
    for span, chain in zip(spans(mentions), chains, strict=True):
        marks.setdefault(span, chain)
    if settings.judging.singletons == "drop":
        marks = {span: chain for span, chain in marks.items() if chains.count(chain) > 1}
    return marks


def _readable(annotators: Mapping[str, Path], format: str | None, folder: Path, warnings: list[str]) -> dict[str, Path]:
    """The files of each annotator; where brackets do not match a copy without those, and a warning that says so."""
    readable = {}
    for name, path in annotators.items():
        readable[name] = path
        findings = [finding for finding in corpora.check(path, format) if finding.severity != "note"]
        broken = {finding.path for finding in findings if finding.code in ("unclosed", "unopened")}
        if broken:
            readable[name] = folder / str(len(readable)) / path.name
            _write_without(path, format, readable[name], broken)
        if findings:
            first = findings[0]
            where = f"{first.path}:{first.line}" if first.line else first.path
            left = "; brackets without a partner are left out" if broken else ""
            warnings.append(
                f"{name}: {counted(len(findings), 'finding')} of 'anaphora check'{left}. {where}: {first.text}"
            )
    return readable


def _write_without(path: Path, format: str | None, target: Path, broken: set[str]) -> None:
    """Copy the files that there are to read, mended, and without the brackets that cannot be mended."""
    for file, form in corpora.files(path, format):
        copy = target / file.relative_to(path) if path.is_dir() else target
        copy.parent.mkdir(parents=True, exist_ok=True)
        raw = content(file)
        if str(file) in broken and form.mend:
            mender = Mender.of(file, {}, drops=True)
            form.mend(mender)
            raw = "".join(mender.lines).encode()
        copy.write_bytes(raw)


# ---- the texts, and the chains that most have


def _texts(path: Path, readable: Path, format: str | None) -> dict[str, LocatedText]:
    """The texts of an annotator by their ids; the `readable` files have the same lines as those of `path`."""
    texts: dict[str, LocatedText] = {}
    for file, form in corpora.files(readable, format):
        lines = form.token_lines(file) if form.token_lines else []
        marked = {span.start: line for span, line in form.mention_lines(file).items()} if form.mention_lines else {}
        original = str(path / file.relative_to(readable))
        done = 0
        for document, _ in form.read(file):
            end = done + len(document.words)
            line_of = dict(enumerate(lines[done:end])) or marked
            texts[document.id] = LocatedText(replace(document, nodes=()), original, line_of)
            done = end
    return texts


def write_majority(agreement: Agreement, target: Path, force: bool = False) -> None:
    """Write the texts with the chains that most annotators have, in the format of the target's name.

    Raises:
        OptionError: no format that can be written has such a name, or the file exists and `force` does not replace it.
        FormatError: the format cannot express a mention.
    """
    fitting = [form for form in corpora.formats().values() if form.write and form.recognises("", target)]
    if len(fitting) != 1:
        cure = "Write .conllu or .jsonl, for example."
        raise OptionError(f"The extension of {target} names no format to write. {cure}", code="ambiguous-format")
    if target.exists() and not (force and target.is_file()):
        raise OptionError(f"{target} exists. Name another file, or replace it with --force.", code="exists")
    texts = [text.document for text in agreement.texts]
    keys = (Clusters(text.id, chains) for text, chains in zip(texts, agreement.majority, strict=True))
    with replacing(target) as temporary, temporary.open("wb") as file:
        file.writelines(fitting[0].pieces(zip(texts, keys, strict=True)))
