"""Noun phrases by their words: their kind, whether they are definite, which count as anaphors; and first names."""

from collections.abc import Container, Sequence
from functools import cache
from importlib.resources import files

from anaphora.workbench.document import Kind
from anaphora.workbench.language.packs import Language
from anaphora.workbench.language.pronouns import pronoun

NOUN_PHRASES = ("nominal", "names", "all-mentions")
"""The sets of anaphors that have noun phrases in them: see `is_asked_for`."""
_AFTER_HEAD = frozenset((
    ",", "--", "(", "at", "by", "for", "from", "in", "into", "of", "on", "that", "to", "which", "who", "whose", "with",
))  # fmt: skip
_NO_HEAD = frozenset(("'s", "’s", "'", "’", '"', "”", ".", ")"))


def is_asked_for(kind: Kind, definite: bool, which: str) -> bool:
    """Return whether a noun phrase counts as an anaphor (if it has an antecedent).

    Mitkov 2001, section 5.1, says that the success rates apply to definite descriptions and names as well as to
    pronouns; Mitkov 2002, section 1.4, names these two as the lexical noun phrases that are anaphors.

    `nominal`: definite descriptions, which have a common noun and a definite article, a demonstrative or a possessor;
    `names`: proper names; `all-mentions`: whatever else there is, beside all pronouns.
    """
    return which == "all-mentions" or (which == "names" and kind == "name") or (
        which == "nominal" and kind == "nominal" and definite
    )  # fmt: skip


def is_definite(before: Sequence[str], tables: Language) -> bool:
    """Return whether the words before its head make a noun phrase definite: the first determiner or genitive tells."""
    definite, indefinite = tables.of("before_head.definite"), tables.of("before_head.indefinite")
    return next((word in definite for word in map(str.lower, before) if word in definite or word in indefinite), False)


def kind_of(words: Sequence[str], used: Container[str]) -> Kind:
    """The kind of a mention from its words alone, for texts without tags (Trouilleux et al. 2000, section 4).

    `used` are the words of its text, as they are written there.

    A mention of one word of the list of pronouns is one. It is a name if the last word before a comma, a preposition or
    a relative pronoun begins with a capital letter and is written with a small one nowhere in the text; others are
    nominals.
    """
    if len(words) == 1 and pronoun(words[0].lower()):
        return "pronoun"
    end = next((token for token, word in enumerate(words) if token and word in _AFTER_HEAD), len(words))
    head = next((word for word in reversed(words[:end]) if word not in _NO_HEAD), words[0])
    return "name" if head[:1].isupper() and head.lower() not in used else "nominal"


def bearers(name: str) -> tuple[float, float]:
    """Return the shares of men and of women with a first name, in percent of each; 0 for words that are no names.

    From the 1990 United States census.
    """
    return _census().get(name.upper(), (0.0, 0.0))


@cache
def _census() -> dict[str, tuple[float, float]]:
    lines = files("anaphora.workbench.language").joinpath("en", "first_names.tsv").read_text("ascii").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: (float(men), float(women)) for name, men, women in rows}
