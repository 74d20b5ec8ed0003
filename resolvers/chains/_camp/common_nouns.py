"""CogNIAC on common nouns: the same head with modifiers that do not conflict, or the kind of thing that a name is.

An anaphor is definite, demonstrative or without determiner. It is linked with the only entity within a window of
sentences before it that has a mention of the same head and all its modifiers. Without a determiner, or with something
behind its head ("the question of ..."), it wants the very same words. Else, if "the" and a noun that names a kind are
all there is ("the company"), it is linked with the only name of that type in the prior sentence and before it in its
own.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from anaphora.resolvers.chains._camp.markup import CampOptions, Markup
from anaphora.resolvers.chains._camp.properties import is_probably
from anaphora.resolvers.chains._camp.word_lists import words
from anaphora.resolvers.chains._matching.words import REMOVED, bare_words
from anaphora.workbench.document import Mention

COMPONENT = "common_nouns"
_ANAPHORIC = frozenset({"definite", "bare"})


@dataclass(slots=True)
class _Read:
    """What has been read: noun phrases by the lemma of their heads, and names, in text order."""

    by_head: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    names: list[int] = field(default_factory=list)


def run(markup: Markup, options: CampOptions) -> None:
    """Link noun phrases from left to right; the window counts sentences."""
    read = _Read()
    coordinations = {mention.coordination for mention in markup.mentions if mention.coordination}
    for number, mention in enumerate(markup.mentions):
        if mention.span in coordinations or mention.kind == "pronoun":
            continue
        if mention.kind == "name":
            read.names.append(number)
            continue
        if mention.definiteness in _ANAPHORIC:
            _resolve(markup, number, read, options.window)
        read.by_head[mention.lemma].append(number)


def _resolve(markup: Markup, anaphor: int, read: _Read, window: int) -> None:
    mentions, entity_of = markup.mentions, markup.entities.entity_of
    mention = mentions[anaphor]
    alike: dict[int, int] = {}
    for number in reversed(read.by_head[mention.lemma]):
        if mention.sentence - mentions[number].sentence > window:
            break
        if entity_of[number] not in alike and _matches(markup, number, anaphor):
            alike[entity_of[number]] = number
    if len(alike) == 1:
        markup.link(alike.popitem()[1], anaphor, COMPONENT, "same head")
    elif not alike:
        _by_kind(markup, anaphor, read.names)


def _matches(markup: Markup, antecedent: int, anaphor: int) -> bool:
    first, second = markup.mentions[antecedent], markup.mentions[anaphor]
    if first.span.encloses(second.span) or second.span.encloses(first.span) or not markup.sureness(antecedent, anaphor):
        return False
    if _is_plural(markup, first) != _is_plural(markup, second):
        return False
    whole = second.definiteness == "bare" or second.span.end > second.base.end
    if whole:
        return _whole(markup, first) == _whole(markup, second)
    return set(bare_words(markup.prepared, second)[:-1]) <= set(bare_words(markup.prepared, first)[:-1])


def _is_plural(markup: Markup, mention: Mention) -> bool:
    """By form: the record leaves open the number of what "they" may take up."""
    return "Number=Plur" in markup.prepared.annotation.morphology[mention.head]


def _whole(markup: Markup, mention: Mention) -> list[str]:
    tokens = (markup.prepared.document.words[token].lower() for token in mention.span)
    return [word for word in tokens if word not in REMOVED]


def _by_kind(markup: Markup, anaphor: int, names: Sequence[int]) -> None:
    mentions, entity_of = markup.mentions, markup.entities.entity_of
    mention = mentions[anaphor]
    kind = words().kinds.get(mention.lemma)
    if kind is None or mention.number == "plural" or mention.definiteness != "definite" or len(mention.span) != 2:
        return
    near: dict[int, int] = {}
    for number in reversed(names):
        if mention.sentence - mentions[number].sentence > 1:
            break
        if is_probably(markup.may_be[entity_of[number]]) == kind and markup.sureness(number, anaphor):
            near.setdefault(entity_of[number], number)
    if len(near) == 1:
        markup.link(near.popitem()[1], anaphor, COMPONENT, f"kind: {kind}")
