"""Errors in chains: steps from response to key, what correcting them would gain, and wrong or missing links."""

from anaphora.workbench.coreference.errors.analysis import (
    ABSENT,
    ELSEWHERE,
    RIGHT,
    ChainError,
    ChainErrors,
    ComparedChains,
    LinkError,
    ResponseErrors,
    chain_errors,
    response_errors,
)  # fmt: skip
from anaphora.workbench.coreference.errors.denotations import Correspondence, Denotation, Denotations, denotations
from anaphora.workbench.coreference.errors.mentions import TYPES, Place, Text
from anaphora.workbench.coreference.errors.spanning_tree import TREES, Tree
from anaphora.workbench.coreference.errors.transformation import ERROR_TYPES, ErrorType

__all__ = [
    "ABSENT", "ELSEWHERE", "ERROR_TYPES", "RIGHT", "TREES", "TYPES", "ChainError", "ChainErrors", "ComparedChains",
    "Correspondence", "Denotation", "Denotations", "ErrorType", "LinkError", "Place", "ResponseErrors", "Text", "Tree",
    "chain_errors", "denotations", "response_errors",
]  # fmt: skip
