"""How texts are rewritten; apart, so that the command line knows it without loading what rewrites."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from anaphora.workbench.errors import OptionError

Each: TypeAlias = Literal["sentence", "paragraph", "text"]
MIN_PROBABILITY = 0.9
"""Replacements are at least so probable by default. Wrong names are then fewer than 2 % of what the key replaces, in
texts that neural_ranker was not trained on: 0 of 204 on GUM dev, 4 of 450 on 16 texts of LitBank (9 from 0.85 on)."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How texts are rewritten: replacements from a probability on, and once in `each` sentence, paragraph or text.

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
        if not 0 <= self.min_probability <= 1:
            problem = f"--min-probability cannot be {self.min_probability}. A probability is from 0 to 1."
            raise OptionError(problem, code="no-probability")
        if self.each not in get_args(Each):
            problem = f"--each cannot be {self.each!r}. Choose from {', '.join(get_args(Each))}."
            raise OptionError(problem, code="each")
