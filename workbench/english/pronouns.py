"""The table of English pronouns, and which of them count as anaphors."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from anaphora.workbench.document import Animacy, Annotation, Gender, Number

PronounKind = Literal["third-person", "personal", "all"]
AnaphorKind = Literal[PronounKind, "nominal", "names", "all-mentions"]
"""What may be resolved: for pronouns see `is_anaphoric`, for the others `workbench.english.noun_phrases`."""
PRONOUNS: tuple[PronounKind, ...] = get_args(PronounKind)
ANAPHORS: tuple[AnaphorKind, ...] = get_args(AnaphorKind)


@dataclass(frozen=True, slots=True)
class Pronoun:
    """An entry of the table; `type` is personal, possessive, reflexive or demonstrative."""

    person: int
    number: Number
    gender: Gender
    animacy: Animacy
    type: str


@cache
def _table() -> dict[str, Pronoun]:
    import tomllib

    entries = tomllib.loads(files("anaphora.workbench.english").joinpath("pronouns.toml").read_text("utf8"))
    return {form: Pronoun(*entry) for form, entry in entries.items()}


def pronoun(form: str) -> Pronoun | None:
    """What the table says of a lower-case word form; `None` for words that are no pronouns."""
    return _table().get(form)


def use(entry: Pronoun, annotation: Annotation, token: int) -> str:
    """The type of a pronoun where it stands: "her" is personal in the table, and possessive before a noun."""
    if entry.type != "personal":
        return entry.type
    owner = annotation.tag[token] == "PRP$" or annotation.relation[token] == "nmod:poss"
    return "possessive" if owner else "personal"


def is_anaphoric(person: int, type: str, which: str) -> bool:
    """Whether pronouns of this person and type count as anaphors.

    `third-person`: personal, possessive and reflexive pronouns of the third person, the scope of Mitkov 1998 and of the
    evaluation papers; `personal`: those of every person; `all`, and `all-mentions`: demonstratives too. Where only
    noun phrases are asked for, no pronoun counts.
    """
    if which in ("all", "all-mentions"):
        return True
    return which in PRONOUNS and type != "demonstrative" and (which == "personal" or person == 3)
