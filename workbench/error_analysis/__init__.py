"""Errors in chains: steps from response to key, what correcting them would gain, and wrong or missing links."""

from anaphora.workbench.error_analysis.analysis import (
    ABSENT,
    ELSEWHERE,
    RIGHT,
    ChainError,
    ChainErrors,
    ComparedChains,
    Correspondence,
    Denotation,
    Denotations,
    LinkError,
    ResponseErrors,
    chain_errors,
    denotations,
    response_errors,
)  # fmt: skip
from anaphora.workbench.error_analysis.beyond_identity import REFERENCES, VERDICTS, Judged, Reference, Said, judge
from anaphora.workbench.error_analysis.mentions import TYPES, Place, Text
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, TREES, ErrorType, Tree

__all__ = [
    "ABSENT", "ELSEWHERE", "ERROR_TYPES", "REFERENCES", "RIGHT", "TREES", "TYPES", "VERDICTS", "ChainError",
    "ChainErrors", "ComparedChains", "Correspondence", "Denotation", "Denotations", "ErrorType", "Judged", "LinkError",
    "Place", "Reference", "ResponseErrors", "Said", "Text", "Tree", "chain_errors", "denotations", "judge",
    "response_errors",
]  # fmt: skip
