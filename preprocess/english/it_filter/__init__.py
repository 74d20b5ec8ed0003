"""Filters of "it" that refers to no nominal: rules, Evans' memory-based classifier, and one learned from parses.

All answer through `classify`: a class and the reason for each "it".
"""

from collections.abc import Sequence

from anaphora.preprocess.english.it_filter import learned, memory, rules
from anaphora.preprocess.english.it_filter.context import CLASSES, Class, Judgement, occurrences
from anaphora.preprocess.trees import Trees
from anaphora.workbench.errors import UnknownNameError

__all__ = ["CLASSES", "FILTERS", "Class", "Judgement", "classify"]

FILTERS = {
    "learned": "logistic regression over words, tags and parse, ours",
    "memory": "the memory-based classifier of Evans 2001",
    "rules": "the rules of Paice & Husk 1987 and Lappin & Leass 1994, and ours",
    "paice_husk": "the patterns of Paice & Husk 1987",
    "lappin_leass": "the patterns of Lappin & Leass 1994",
}
"""The filters by name, with what they are."""


def classify(
    trees: Trees, which: str, paragraphs: tuple[int, ...] = (), kinds: Sequence[Class] = CLASSES
) -> tuple[Judgement, ...]:
    """The "it"s of a document, in text order, that the filter `which` puts in a class of `kinds`, each with its reason.

    `paragraphs` are the tokens that begin a paragraph, which one feature of `memory` asks for.
    Raises `UnknownNameError` if there is no such filter.
    """
    if which not in FILTERS:
        raise UnknownNameError(f"There is no it filter {which!r}; choose from {', '.join(FILTERS)}.")
    its = occurrences(trees, paragraphs)
    if which == "learned":
        return tuple(learned.classify(its, kinds))
    judged = memory.classify(its) if which == "memory" else rules.classify(its, which)
    return tuple(judgement for judgement in judged if judgement.kind in kinds)
