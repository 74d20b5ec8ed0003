"""The kind of a mention from its words alone: for texts without tags (Trouilleux et al. 2000, section 4).

The closed list of pronouns and capital letters tell it, as far as they go.
"""

from collections.abc import Container, Sequence

from anaphora.workbench.document import Kind
from anaphora.workbench.english.pronouns import pronoun

_AFTER_HEAD = frozenset((
    ",", "--", "(", "at", "by", "for", "from", "in", "into", "of", "on", "that", "to", "which", "who", "whose", "with",
))  # fmt: skip
_NO_HEAD = frozenset(("'s", "’s", "'", "’", '"', "”", ".", ")"))


def kind_of(words: Sequence[str], used: Container[str]) -> Kind:
    """The kind of a mention; `used` are the words of its text, as they are written there.

    A mention of one word of the list of pronouns is one. It is a name if the last word before a comma, a preposition or
    a relative pronoun begins with a capital letter and is written with a small one nowhere in the text; others are
    nominals.
    """
    if len(words) == 1 and pronoun(words[0].lower()):
        return "pronoun"
    end = next((place for place, word in enumerate(words) if place and word in _AFTER_HEAD), len(words))
    head = next((word for word in reversed(words[:end]) if word not in _NO_HEAD), words[0])
    return "name" if head[:1].isupper() and head.lower() not in used else "nominal"
