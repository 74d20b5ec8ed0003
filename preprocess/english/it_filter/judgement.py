"""What a filter says of one "it"."""

from dataclasses import dataclass
from typing import Literal

Class = Literal["pleonastic", "clausal", "anaphoric"]
CLASSES: tuple[Class, ...] = ("pleonastic", "clausal", "anaphoric")


@dataclass(frozen=True, slots=True)
class Judgement:
    """One "it": `pleonastic` refers to nothing, `clausal` to no nominal, and why the filter says so, in words."""

    token: int
    kind: Class
    explanation: str
