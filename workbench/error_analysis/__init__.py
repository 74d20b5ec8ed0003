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
from anaphora.workbench.error_analysis.mentions import TYPES, Place, Text
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, TREES, ErrorType, Tree

__all__ = [
    "ABSENT", "ELSEWHERE", "ERROR_TYPES", "RIGHT", "TREES", "TYPES", "ChainError", "ChainErrors", "ComparedChains",
    "Correspondence", "Denotation", "Denotations", "ErrorType", "LinkError", "Place", "ResponseErrors", "Text", "Tree",
    "chain_errors", "denotations", "response_errors",
]  # fmt: skip
