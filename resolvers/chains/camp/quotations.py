"""Quoted speech: "I" in a quotation is who speaks, "you" who is spoken to, "we" the speaker's organisation.

Where nobody is known, the pronouns of one quotation still corefer. "He" in a quotation is not who speaks it, by which
pronouns are resolved later. With a narrator, "I" outside quotations is one person through the whole text.
"""

from collections.abc import Sequence

from anaphora.resolvers.chains.camp.markup import CampOptions, Markup, is_probably
from anaphora.resolvers.discourse.quotations import Turn, speech_pronouns, turns

_BACK = 100
"""Mentions before a speaker among which the speaker's organisation is looked for."""


def link_quoted_speech(markup: Markup, options: CampOptions) -> None:
    """Link the pronouns of the first and second person in quotations, and with a narrator the "I" outside."""
    for turn in turns(markup.prepared):
        if turn.quoted:
            _link(markup, turn)
        elif options.narrator:
            _join(markup, speech_pronouns(markup.mentions, turn.mentions, 1, plural=False), -1, "narrator")


def _link(markup: Markup, turn: Turn) -> None:
    speaker, mentions = turn.speaker, markup.mentions
    _join(markup, speech_pronouns(mentions, turn.mentions, 1, plural=False), speaker, "speaker")
    _join(markup, speech_pronouns(mentions, turn.mentions, 2), turn.addressee, "addressee")
    if speaker >= 0:
        markup.speakers.update({mentions[number].head: speaker for number in turn.mentions})
        several = speech_pronouns(mentions, turn.mentions, 1, plural=True)
        _join(markup, several, _organization(markup, speaker), "speaker's organisation")


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
