"""Quoted speech: "I" in a quotation is who speaks, "you" who is spoken to, "we" the speaker's organisation.

A quotation without a reporting verb has the speaker and addressee of the one before it in its paragraph; one in another
quotation has its own. Where nobody is known, the pronouns of one quotation still corefer. "He" in a quotation is not
who speaks it, by which pronouns are resolved later. With a narrator, "I" outside quotations is one person through the
whole text.
"""

from collections.abc import Sequence

from anaphora.resolvers.chains._camp.markup import CampOptions, Markup
from anaphora.resolvers.chains._camp.properties import is_probably
from anaphora.resolvers.chains._camp.quotes import quotes
from anaphora.workbench.document import Mention

COMPONENT = "quotations"
_BACK = 100
"""Mentions before a speaker among which the speaker's organisation is looked for."""


def run(markup: Markup, options: CampOptions) -> None:
    """Link the pronouns of the first and second person in quotations, and with a narrator the "I" outside."""
    by_head = {mention.head: number for number, mention in reversed(list(enumerate(markup.mentions)))}
    within = _numbers_by_head(markup)
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


def _numbers_by_head(markup: Markup) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {}
    for number, mention in enumerate(markup.mentions):
        numbers.setdefault(mention.head, []).append(number)
    return numbers


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


def _join(markup: Markup, pronouns: Sequence[int], other: int, rule: str) -> None:
    """Link pronouns with who they mean, or with the first of them where that is not known."""
    for number in pronouns:
        markup.link(other if other >= 0 else pronouns[0], number, COMPONENT, rule)


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
