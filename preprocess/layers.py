"""What may be handed in from outside in place of what is computed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from anaphora.preprocess.agreement import Features
from anaphora.workbench.document import Span


@dataclass(frozen=True, slots=True)
class Layers:
    """Layers handed in from outside in place of the computed ones (`None`: compute), for perfect input.

    `mentions` are spans, `non_anaphoric` pronoun tokens, `agreement` features of mentions by span, `constituents` parse
    bits; no constituents are computed, so without them there are none.
    """

    mentions: tuple[Span, ...] | None = None
    non_anaphoric: frozenset[int] | None = None
    agreement: Mapping[Span, Features] = field(default_factory=dict)
    constituents: tuple[str, ...] = ()
