"""Quotations, and whose words are whose: who speaks each, and to whom.

A quotation without a reporting verb has the speaker and addressee of the one before it in its paragraph; one in another
quotation has its own.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from anaphora.resolvers.parameters import read_tables
from anaphora.resolvers.syntax.binding import children_of
from anaphora.workbench.document import Mention, Prepared, Span, once

_CLOSING: Mapping[str, str] = {'"': '"', "“": "”", "``": "''", "«": "»", "‘": "’"}
_SINGLE = "'"
_FAR = 400
"""Tokens after which a quotation mark that nothing closes is taken for a slip."""
_ENDS = frozenset({"?", "!"})
_NEAR = 100
"""Tokens before and after a quotation among which the verb stands that reports it."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation: its tokens, the token of the verb that reports it, and those that head its speaker and addressee.

    What is not known is -1. It is `nested` if it stands in another; `tokens` are those in no quotation inside it.
    """

    span: Span
    verb: int = -1
    speaker: int = -1
    addressee: int = -1
    tokens: Sequence[int] = ()
    nested: bool = False


def quotes(prepared: Prepared) -> list[Quote]:
    """The quotations of a document in text order, the outer first; one that nothing closes ends with its paragraph."""
    spans = sorted(_spans(prepared), key=lambda span: (span.start, -span.end))
    innermost: dict[int, int] = {}
    for number, span in enumerate(spans):
        innermost |= dict.fromkeys(span, number)
    quoted = []
    for number, span in enumerate(spans):
        around = innermost.get(span.start - 1, -1)  # of the mark that opens it
        beside = [token for token in _around(prepared, span) if innermost.get(token, -1) == around]
        tokens = [token for token in span if innermost[token] == number]
        quoted.append(replace(_find_report(prepared, span, beside), tokens=tokens, nested=around >= 0))
    return quoted


def _spans(prepared: Prepared) -> Iterator[Span]:
    """The tokens between quotation marks; those of another kind nest, straight single ones only inside others."""
    paragraphs = {*prepared.document.paragraph_starts, len(prepared.document.words)}
    opened: dict[str, int] = {}  # where, by the mark that closes it
    for token, word in enumerate((*prepared.document.words, "")):
        first = next(iter(opened.values()), token)
        if token in paragraphs or token - first > _FAR:
            if token in paragraphs and token > first + 1:
                yield Span(first + 1, token)
            opened = {}
        opens = word == _SINGLE and bool(opened)
        if opens:  # white space before a straight single mark that opens, and none behind
            before, behind = prepared.document.spaces[token - 1 : token + 1]
            opens = bool(before) and not behind
        if word in opened and not opens:
            if token > opened[word] + 1:
                yield Span(opened[word] + 1, token)
            opened = {mark: start for mark, start in opened.items() if start < opened[word]}
        elif word in _CLOSING or opens:
            closing = _CLOSING.get(word, word)
            opened = {**(opened if closing not in opened else {}), closing: token}


def _find_report(prepared: Prepared, span: Span, around: Sequence[int]) -> Quote:
    """A quotation with the verb that reports it: one the tree ties to it, or the nearest of the tokens around it."""
    annotation = prepared.annotation
    reporting = read_tables("quotations.toml", __package__)["reporting"]["verbs"]
    tied = {annotation.head[token] for token in span} | {token for token in around if annotation.head[token] in span}
    beside = [
        token for token in around if annotation.lemma[token].lower() in reporting and annotation.pos[token] == "VERB"
    ]
    verbs = sorted(beside, key=lambda token: (token not in tied, min(abs(token - span.start), abs(token - span.end))))
    for verb in verbs:
        if (speaker := _child(prepared, verb, ("nsubj",))) >= 0 and speaker not in span:
            return Quote(span, verb, speaker, _addressee(prepared, verb, span))
    return Quote(span, addressee=_vocative(prepared, span))


def _around(prepared: Prepared, span: Span) -> Sequence[int]:
    """The tokens outside a quotation, and not far from it, in the sentences where it begins and ends.

    Behind a question or exclamation the next one may report it: "Are you ill?" Ann asked.
    """
    annotation = prepared.annotation
    total = len(prepared.document.words)
    first = annotation.sentence_of(span.start)
    last = annotation.sentence_of(min(span.end, total - 1))
    ends = (*annotation.sentence_starts, total)
    if prepared.document.words[span.end - 1] in _ENDS and ends[last + 1] not in (
        total,
        *prepared.document.paragraph_starts,
    ):
        last += 1
    start = max(ends[first], span.start - _NEAR)
    end = min(ends[last + 1], span.end + _NEAR)
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


@dataclass(frozen=True, slots=True)
class Turn:
    """Speech of one to another: the mentions in a quotation, and the mentions of who speaks and who is spoken to.

    Who is not known is -1. What stands in no quotation is one turn, the last, which is not `quoted`.
    """

    mentions: Sequence[int]
    speaker: int = -1
    addressee: int = -1
    quoted: bool = True


@once
def turns(prepared: Prepared) -> Sequence[Turn]:
    """The turns of a document, in text order."""
    by_head = {mention.head: number for number, mention in reversed(list(enumerate(prepared.mentions)))}
    within: dict[int, list[int]] = defaultdict(list)
    for number, mention in enumerate(prepared.mentions):
        within[mention.head].append(number)
    outside = set(range(len(prepared.mentions)))
    made: list[Turn] = []
    speaker, addressee, paragraph = -1, -1, -1
    for quote in quotes(prepared):
        inside = [number for token in quote.tokens for number in within.get(token, ())]
        outside.difference_update(inside)
        told_by, told_to = by_head.get(quote.speaker, -1), by_head.get(quote.addressee, -1)
        if quote.nested:
            made.append(Turn(inside, told_by, told_to))
            continue
        here = bisect_right(prepared.document.paragraph_starts, quote.span.start)
        if quote.verb >= 0 or here != paragraph:
            speaker, addressee = told_by, told_to
        elif quote.addressee >= 0:
            addressee = told_to
        paragraph = here
        made.append(Turn(inside, speaker, addressee))
    return [*made, Turn(sorted(outside), quoted=False)]


def speech_pronouns(
    mentions: Sequence[Mention], numbers: Sequence[int], person: int, plural: bool | None = None
) -> list[int]:
    """The pronouns of a person among mentions, of either number or of one."""

    def is_wanted(mention: Mention) -> bool:
        return mention.kind == "pronoun" and mention.person == person and plural in (None, mention.number == "plural")

    return [number for number in numbers if is_wanted(mentions[number])]
