"""The entity that the mentions of a chain refer to."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Entity:
    """The entity that a chain is about; its `mentions` are indices into `Prepared.mentions`, in text order.

    `name` is the best of its names, for want of them a noun phrase, else a pronoun. `kind` is what it is, in small
    letters: person, place, organization, or another type of entity that the pipeline knows. What is not known, or on
    what the mentions disagree, is `None`.
    """

    id: str
    name: str
    kind: str | None
    gender: Literal["masculine", "feminine", "neuter"] | None
    number: Literal["singular", "plural"] | None
    mentions: tuple[int, ...]
