"""Property confidence: what a mention may be, each possibility with its confidence (Baldwin et al. 1998).

"Mrs. Fields" is a woman or a company, and matches pronouns of either; a link leaves only what both ends may be. The
paper gives no numbers; those here are ours.
"""

from collections.abc import Sequence

from anaphora.resolvers.chains._camp.word_lists import words
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.english.noun_phrases import bearers

TYPES = ("man", "woman", "organization", "place", "thing")
PERSON = slice(0, 2)
NON_PERSON = slice(2, 5)

Confidences = tuple[float, ...]
"""A confidence for each of `TYPES`; they add up to 1."""

_SURE = 0.9
"""The confidence in what the evidence of a name says; the rest stays with all else that it may be."""
_ANY: Confidences = (0.2,) * 5
_TYPE_OF = {"PERSON": "person", "ORGANIZATION": "organization", "PLACE": "place"}
_GENDERS = {"masculine": (1.0, 0.0), "feminine": (0.0, 1.0), "unknown": (0.5, 0.5)}


def confidences(prepared: Prepared, mention: Mention) -> Confidences:
    """What a mention may be: pronouns and nouns by their record, names by titles, first names and entity types too."""
    if mention.kind == "name":
        return _of_name(prepared, mention)
    if mention.animacy == "animate":
        return (*_GENDERS.get(mention.gender, (0.5, 0.5)), 0.0, 0.0, 0.0)
    if mention.animacy != "inanimate":
        return (*(0.4 * sex for sex in _GENDERS.get(mention.gender, (0.5, 0.5))), 0.2, 0.2, 0.2)
    if mention.kind == "pronoun":
        return (0.0, 0.0, 1 / 3, 1 / 3, 1 / 3)
    kind = words().kinds.get(mention.lemma) or _TYPE_OF.get(prepared.annotation.entity[mention.head])
    return tuple(float(type == (kind if kind in TYPES else "thing")) for type in TYPES)


def _of_name(prepared: Prepared, mention: Mention) -> Confidences:
    """Of a name something else than the evidence says stays possible: a person's may be a company's."""
    tokens = [prepared.document.words[token].lower() for token in mention.span]
    if any(token in words().designators for token in tokens[1:]):
        return (0.0, 0.0, 1.0, 0.0, 0.0)
    entity = _TYPE_OF.get(prepared.annotation.entity[mention.head], "")
    if mention.animacy == "animate":
        man, woman = _sexes(prepared, mention)
        return (_SURE * man, _SURE * woman, 1 - _SURE, 0.0, 0.0)
    if mention.animacy == "inanimate" or entity in TYPES:
        rest = (1 - _SURE) / 4
        kind = entity if entity in TYPES else "thing"
        return tuple(_SURE if type == kind else rest for type in TYPES)
    return _ANY


def _sexes(prepared: Prepared, mention: Mention) -> tuple[float, float]:
    """How probably a person's name is a man's or a woman's: by the record, else by how often first names are."""
    if mention.gender in ("masculine", "feminine"):
        return _GENDERS[mention.gender]
    for token in mention.base:
        share = share_of_men(prepared.document.words[token])
        if share is not None:
            return share, 1 - share
    return 0.5, 0.5


def share_of_men(name: str) -> float | None:
    """How many of the bearers of a first name are men, of 1; `None` for what is no first name in the census."""
    men, women = bearers(name)
    return men / (men + women) if men + women else None


def combine(first: Confidences, second: Confidences) -> Confidences | None:
    """What is left when two mentions are one entity, or `None` if nothing is."""
    both = [value * other for value, other in zip(first, second, strict=True)]
    total = sum(both)
    return tuple(product / total for product in both) if total > 0 else None


def overlap(candidate: Confidences, anaphor: Confidences) -> float:
    """How sure it is that the candidate is something that the anaphor may be, from 0 to 1."""
    return sum(value for value, allowed in zip(candidate, anaphor, strict=True) if allowed > 0)


def is_probably(confidences: Confidences) -> str:
    """Which of person, organization, place and thing has more than half of the confidence, or nothing."""
    person = sum(confidences[PERSON])
    if person > 0.5:
        return "person"
    return next((type for type, value in zip(TYPES, confidences, strict=True) if value > 0.5), "")


def certain(confidences: Sequence[float]) -> tuple[str, str]:
    """The gender and animacy that all possibilities have, "unknown" where they differ."""
    man, woman = confidences[PERSON]
    if not any(confidences[NON_PERSON]):
        return ("masculine" if not woman else "feminine" if not man else "unknown"), "animate"
    return ("neuter", "inanimate") if not man and not woman else ("unknown", "unknown")
