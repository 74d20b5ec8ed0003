"""Which noun phrases count as anaphors: definite descriptions and names.

Mitkov 2001, section 5.1, says that the success rates apply to them as well as to pronouns; Mitkov 2002, section 1.4,
names these two as the lexical noun phrases that are anaphors.
"""

from collections.abc import Sequence

from anaphora.workbench.document import Kind

NOUN_PHRASES = ("nominal", "names", "all-mentions")
"""The sets of anaphors that have noun phrases in them: see `is_asked_for`."""
_DEFINITE = frozenset(
    ("the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their", "whose", "'s", "’s")
)
_INDEFINITE = frozenset(("a", "an", "another", "any", "each", "either", "every", "neither", "no", "some"))


def is_asked_for(kind: Kind, definite: bool, which: str) -> bool:
    """Whether a noun phrase counts as an anaphor (if it has an antecedent).

    `nominal`: definite descriptions, which have a common noun and a definite article, a demonstrative or a possessor;
    `names`: proper names; `all-mentions`: whatever else there is, beside all pronouns.
    """
    return which == "all-mentions" or (which == "names" and kind == "name") or (
        which == "nominal" and kind == "nominal" and definite
    )  # fmt: skip


def is_definite(before: Sequence[str]) -> bool:
    """Whether the words before the head of a noun phrase make it definite: the first determiner or genitive decides."""
    first = next((word for word in map(str.lower, before) if word in _DEFINITE or word in _INDEFINITE), "")
    return first in _DEFINITE
