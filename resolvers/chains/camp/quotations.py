"""Quoted speech: "I" in a quotation is who speaks, "you" who is spoken to, "we" the speaker's organisation.

A quotation without a reporting verb has the speaker and addressee of the one before it in its paragraph; one in another
quotation has its own. Where nobody is known, the pronouns of one quotation still corefer. "He" in a quotation is not
who speaks it, by which pronouns are resolved later. With a narrator, "I" outside quotations is one person through the
whole text.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from anaphora.resolvers.chains.camp.markup import CampOptions, Markup, is_probably, words
from anaphora.resolvers.syntax.binding import children_of
from anaphora.workbench.document import Mention, Prepared, Span

_CLOSING: Mapping[str, str] = {'"': '"', "“": "”", "``": "''", "«": "»", "‘": "’"}
_SINGLE = "'"
_FAR = 400
"""Tokens after which a quotation mark that nothing closes is taken for a slip."""
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
    reporting = words().reporting
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
    """The tokens outside a quotation, and not far from it, in the sentences where it begins and ends."""
    annotation = prepared.annotation
    total = len(prepared.document.words)
    first = annotation.sentence_of(span.start)
    last = annotation.sentence_of(min(span.end, total - 1))
    ends = (*annotation.sentence_starts, total)
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


_BACK = 100
"""Mentions before a speaker among which the speaker's organisation is looked for."""


def link_quoted_speech(markup: Markup, options: CampOptions) -> None:
    """Link the pronouns of the first and second person in quotations, and with a narrator the "I" outside."""
    by_head = {mention.head: number for number, mention in reversed(list(enumerate(markup.mentions)))}
    within: dict[int, list[int]] = defaultdict(list)
    for number, mention in enumerate(markup.mentions):
        within[mention.head].append(number)
    outside = set(range(len(markup.mentions)))
    speaker, addressee, paragraph = -1, -1, -1
    for quote in quotes(markup.prepared):
        inside = [number for token in quote.tokens for number in within.get(token, ())]
        if quote.nested:
            outside.difference_update(inside)
            _link(markup, inside, by_head.get(quote.speaker, -1), by_head.get(quote.addressee, -1))
            continue
        here = markup.mentions[inside[0]].paragraph if inside else paragraph
        if quote.verb >= 0 or here != paragraph:
            speaker, addressee = by_head.get(quote.speaker, -1), by_head.get(quote.addressee, -1)
        elif quote.addressee >= 0:
            addressee = by_head.get(quote.addressee, -1)
        paragraph = here
        outside.difference_update(inside)
        _link(markup, inside, speaker, addressee)
    if options.narrator:
        _join(markup, _pronouns(markup, sorted(outside), 1, plural=False), -1, "narrator")


def _link(markup: Markup, inside: Sequence[int], speaker: int, addressee: int) -> None:
    _join(markup, _pronouns(markup, inside, 1, plural=False), speaker, "speaker")
    _join(markup, _pronouns(markup, inside, 2), addressee, "addressee")
    if speaker >= 0:
        markup.speakers.update({markup.mentions[number].head: speaker for number in inside})
        _join(
            markup, _pronouns(markup, inside, 1, plural=True), _organization(markup, speaker), "speaker's organisation"
        )


def _pronouns(markup: Markup, numbers: Sequence[int], person: int, plural: bool | None = None) -> list[int]:
    def is_wanted(mention: Mention) -> bool:
        return mention.kind == "pronoun" and mention.person == person and plural in (None, mention.number == "plural")

    return [number for number in numbers if is_wanted(markup.mentions[number])]


def _join(markup: Markup, pronouns: Sequence[int], antecedent: int, rule: str) -> None:
    """Link pronouns with who they mean, or with the first of them where that is not known."""
    for number in pronouns:
        markup.link(antecedent if antecedent >= 0 else pronouns[0], number, "quotations", rule)


def _organization(markup: Markup, speaker: int) -> int:
    """The only organisation that is named before the speaker in the sentence, else -1."""
    mentions, entity_of = markup.mentions, markup.entities.entity_of
    organizations = {
        entity_of[number]: number
        for number in range(max(0, speaker - _BACK), min(speaker + _BACK, len(mentions)))
        if mentions[number].sentence == mentions[speaker].sentence
        and is_probably(markup.may_be[entity_of[number]]) == "organization"
    }
    return next(iter(organizations.values())) if len(organizations) == 1 else -1
