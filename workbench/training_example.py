"""What a trainable resolver learns from: prepared documents with the right chains of their mentions."""

from dataclasses import dataclass

from anaphora.workbench.document import Prepared


@dataclass(frozen=True, slots=True)
class Example:
    """A document to learn from: `chains` has for each of `prepared.mentions` the number of its key chain, -1: none.

    Mentions of the same number corefer; a case is answered rightly by an earlier mention of its anaphor's chain.
    """

    prepared: Prepared
    chains: tuple[int, ...]
