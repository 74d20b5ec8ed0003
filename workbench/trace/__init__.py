"""The trace: what happened to each key anaphor at each stage, for each resolver. Every figure is a reduction of it.

An anaphor is charged to the first stage at which no acceptable antecedent is left, so that the losses of a resolver
and its successes add up to the number of key anaphors. The shared stages generalise the MAX columns of Mitkov 2001,
section 6 (upper bound left by preprocessing).
"""

from anaphora.workbench.trace.build import (
    CRITERIA,
    Criteria,
    answerable,
    counted_cases,
    mention_chains,
    right_candidates,
    trace,
)
from anaphora.workbench.trace.document import (
    SHARED_STAGES,
    STAGES,
    Answered,
    Confidence,
    DocumentTrace,
    KeyAnaphor,
    Outcome,
)
from anaphora.workbench.trace.key_anaphors import is_clause, is_key_pronoun, key_anaphors

__all__ = [
    "CRITERIA",
    "SHARED_STAGES",
    "STAGES",
    "Answered",
    "Confidence",
    "Criteria",
    "DocumentTrace",
    "KeyAnaphor",
    "Outcome",
    "answerable",
    "counted_cases",
    "is_clause",
    "is_key_pronoun",
    "key_anaphors",
    "mention_chains",
    "right_candidates",
    "trace",
]  # fmt: skip
