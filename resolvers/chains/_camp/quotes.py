"""Quotations: what stands between quotation marks, who says it and to whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from anaphora.resolvers._syntax.disjoint import children_of
from anaphora.resolvers.chains._camp.word_lists import words
from anaphora.workbench.document import Prepared, Span

_CLOSING: Mapping[str, str] = {'"': '"', "“": "”", "``": "''", "«": "»", "‘": "’"}
_FAR = 400
"""Tokens after which a quotation mark that nothing closes is taken for a slip."""
_NEAR = 100
"""Tokens before and after a quotation among which the verb stands that reports it."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation: its tokens, the token of the verb that reports it, and those that head its speaker and addressee.

    What is not known is -1.
    """

    span: Span
    verb: int = -1
    speaker: int = -1
    addressee: int = -1


def quotes(prepared: Prepared) -> list[Quote]:
    """The quotations of a document in text order; one that nothing closes ends with its paragraph."""
    spans = list(_spans(prepared))
    inside = {token for span in spans for token in span}
    return [_find_report(prepared, span, inside) for span in spans]


def _spans(prepared: Prepared) -> Iterator[Span]:
    paragraphs = {*prepared.document.paragraph_starts, len(prepared.document.words)}
    start, closing = -1, ""
    for token, word in enumerate((*prepared.document.words, "")):
        if start >= 0 and (token in paragraphs or token - start > _FAR):
            if token in paragraphs and token > start + 1:
                yield Span(start + 1, token)
            start = -1
        if start >= 0 and word == closing:
            if token > start + 1:
                yield Span(start + 1, token)
            start = -1
        elif word in _CLOSING and (start < 0 or _CLOSING[word] == closing):
            start, closing = token, _CLOSING[word]


def _find_report(prepared: Prepared, span: Span, inside: set[int]) -> Quote:
    """A quotation with the verb that reports it: one the tree ties to it, or the nearest beside it in its sentences."""
    annotation, reporting = prepared.annotation, words().reporting
    around = _around(prepared, span)
    tied = {annotation.head[token] for token in span} | {token for token in around if annotation.head[token] in span}
    beside = [
        token
        for token in around
        if token not in inside and annotation.lemma[token].lower() in reporting and annotation.pos[token] == "VERB"
    ]
    verbs = sorted(beside, key=lambda token: (token not in tied, min(abs(token - span.start), abs(token - span.end))))
    for verb in verbs:
        if (speaker := _child(prepared, verb, ("nsubj",))) >= 0 and speaker not in span:
            return Quote(span, verb, speaker, _addressee(prepared, verb, span))
    return Quote(span, addressee=_vocative(prepared, span))


def _around(prepared: Prepared, span: Span) -> Sequence[int]:
    """The tokens outside a quotation, and not far from it, in the sentences where it begins and ends."""
    annotation, total = prepared.annotation, len(prepared.document.words)
    first, last = annotation.sentence_of(span.start), annotation.sentence_of(min(span.end, total - 1))
    ends = (*annotation.sentence_starts, total)
    start, end = max(ends[first], span.start - _NEAR), min(ends[last + 1], span.end + _NEAR)
    return [*range(start, span.start), *range(span.end, end)]


def _addressee(prepared: Prepared, verb: int, span: Span) -> int:
    """The addressee: the object of the verb, its complement with "to", or a vocative."""
    annotation = prepared.annotation
    addressee = _child(prepared, verb, ("iobj", "obj"))
    if addressee >= 0 and addressee not in span:
        return addressee
    for child in children_of(prepared).get(verb, ()):
        if annotation.relation[child].startswith("obl") and child not in span:
            cases = [case for case in children_of(prepared).get(child, ()) if annotation.relation[case] == "case"]
            if any(annotation.lemma[case].lower() == "to" for case in cases):
                return child
    return _vocative(prepared, span)


def _vocative(prepared: Prepared, span: Span) -> int:
    return next((token for token in span if prepared.annotation.relation[token] == "vocative"), -1)


def _child(prepared: Prepared, verb: int, relations: Sequence[str]) -> int:
    relation = prepared.annotation.relation
    children = (
        child for child in children_of(prepared).get(verb, ()) if relation[child].partition(":")[0] in relations
    )
    return next(children, -1)
