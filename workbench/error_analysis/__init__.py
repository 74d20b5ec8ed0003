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
from anaphora.workbench.error_analysis.beyond_identity import (
    REFERENCES,
    VERDICTS,
    JudgedExpression,
    Reference,
    ReferenceAnswer,
    judge,
)
from anaphora.workbench.error_analysis.mentions import TYPES, DocumentText, ShownMention
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, TREES, ErrorType, Tree

__all__ = [
    "ABSENT",
    "ELSEWHERE",
    "ERROR_TYPES",
    "REFERENCES",
    "RIGHT",
    "TREES",
    "TYPES",
    "VERDICTS",
    "ChainError",
    "ChainErrors",
    "ComparedChains",
    "Correspondence",
    "Denotation",
    "Denotations",
    "DocumentText",
    "ErrorType",
    "JudgedExpression",
    "LinkError",
    "Reference",
    "ReferenceAnswer",
    "ResponseErrors",
    "ShownMention",
    "Tree",
    "chain_errors",
    "denotations",
    "judge",
    "response_errors",
]  # fmt: skip
