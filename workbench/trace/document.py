"""The trace of one document."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.aliases import Array, Flags
from anaphora.workbench.document import Span
from anaphora.workbench.trace.columns import RIGHT, Anaphors, Outcomes
from anaphora.workbench.trace.confidence import Confidence
from anaphora.workbench.trace.rows import SHARED_STAGES, Answered, KeyAnaphor, Outcome, Rows


@dataclass(frozen=True, slots=True)
class DocumentTrace:
    """The trace of one document: its key anaphors, each resolver's outcome for each, and what lies beside them.

    `identified` counts the anaphors that preprocessing took for such, `attempted` those that a resolver answered.
    `spurious` are identified anaphors that are no mentions of the key. `not_counted` says why key pronouns are not
    evaluated: `first_mention`, `cataphora`, `split_antecedent`; they stand outside all other figures. `words` counts
    tokens, `non_anaphoric` the pronouns that refer to no nominal, by what the key says of them: `pleonastic`,
    `clausal`, or `unmarked` (no mention of the key). `left` says how many of these each resolver gave no antecedent.
    `cataphoric` and `split` are each resolver's cataphoric answers and split antecedents; right are those to the key's
    own, which `not_counted` counts. `confidences` say how sure each resolver is of its answers, if that was asked for.

    Anaphors and outcomes are kept as columns, since a large corpus has millions: a row is made when it is asked for,
    and what is asked of all rows is better asked of `column`, `stages` and `right`.
    """

    document_id: str
    genre: str
    anaphors: Rows[KeyAnaphor]
    outcomes: Mapping[str, Rows[Outcome]]
    identified: int
    attempted: Mapping[str, int]
    spurious: tuple[Span, ...]
    not_counted: Mapping[str, int]
    words: int = 0
    non_anaphoric: Mapping[str, int] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    cataphoric: Mapping[str, Answered] = field(default_factory=dict)
    split: Mapping[str, Answered] = field(default_factory=dict)
    confidences: Mapping[str, Confidence] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Turn rows into columns."""
        if not isinstance(self.anaphors, Anaphors):
            object.__setattr__(self, "anaphors", Anaphors.of(tuple(self.anaphors)))
        if not isinstance(self.outcomes, Outcomes):
            object.__setattr__(self, "outcomes", Outcomes.of(self.outcomes))

    def column(self, name: str) -> Array:
        """A number of every key anaphor: `distance`, `candidates`, `compatible`, `reachable`, `strict`, ..."""
        return cast(Anaphors, self.anaphors).column(name)

    def losses(self) -> dict[str, int]:
        """How many key anaphors each shared stage lost."""
        losses = self.column("loss")
        return {stage: int((losses == code).sum()) for code, stage in enumerate(SHARED_STAGES)}

    def stages(self, resolver: str) -> NDArray[np.uint8]:
        """For each key anaphor the index in `STAGES` of a resolver's outcome."""
        return cast(Outcomes, self.outcomes).stages(resolver)

    def right(self, resolver: str) -> Flags:
        """Whether a resolver has each key anaphor right."""
        return np.equal(self.stages(resolver), RIGHT)
