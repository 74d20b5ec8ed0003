"""The manner of rewriting texts; apart, so that the command line knows it without loading what rewrites."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from anaphora.workbench.errors import OptionError

Unit: TypeAlias = Literal["sentence", "paragraph", "text"]
Each: TypeAlias = Unit | int
MIN_PROBABILITY = 0.9
"""Replacements are at least so probable by default. Wrong names are then fewer than 2 % of what the key replaces, in
texts that neural_ranker was not trained on: 0 of 204 on GUM dev, 3 of 450 on 16 texts of LitBank."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner of rewriting: replacements from a probability on, and once in `each` sentence, paragraph or text.

    A number stands for chunks of whole sentences with so many words at most.

    Raises:
        OptionError: the probability is none, or `each` has no such value.
    """

    min_probability: float = MIN_PROBABILITY
    each: Each = "sentence"

    @property
    def signature(self) -> str:
        """The part of signatures that names both."""
        return f"min-probability:{self.min_probability:g}|each:{self.each}"

    def __post_init__(self) -> None:
        """Check both."""
        if not isinstance(self.min_probability, int | float) or not 0 <= self.min_probability <= 1:
            problem = f"--min-probability cannot be {self.min_probability!r}. A probability is from 0 to 1."
            raise OptionError(problem, code="no-probability")
        if self.each not in get_args(Unit) and not (isinstance(self.each, int) and self.each > 0):
            cure = f"Choose from {', '.join(get_args(Unit))}, or say how many words a chunk has at most."
            raise OptionError(f"--each cannot be {self.each!r}. {cure}", code="each")
