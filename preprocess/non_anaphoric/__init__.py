"""Filters of "it" that refers to no nominal: rules, Evans' memory-based classifier, and one learned from parses.

All answer through `classified`: a class and the reason for each "it".
"""

from preprocess.non_anaphoric import learned, memory, rules
from preprocess.non_anaphoric.context import occurrences
from preprocess.non_anaphoric.judgement import CLASSES, Judgement
from preprocess.trees import Trees
from workbench.errors import UnknownNameError

__all__ = ["CLASSES", "FILTERS", "Judgement", "classified"]

FILTERS = {
    "learned": "logistic regression over words, tags and parse, ours",
    "memory": "the memory-based classifier of Evans 2001",
    "rules": "the rules of Paice & Husk 1987 and Lappin & Leass 1994, and ours",
    "paice_husk": "the patterns of Paice & Husk 1987",
    "lappin_leass": "the patterns of Lappin & Leass 1994",
}
"""The filters by name, with what they are."""

_JUDGES = {"learned": learned.classified, "memory": memory.classified}


def classified(trees: Trees, which: str, paragraphs: tuple[int, ...] = ()) -> tuple[Judgement, ...]:
    """The class of each "it" of a document, in text order, by the filter `which`, with its reason.

    `paragraphs` are the tokens that begin a paragraph, which one feature of `memory` asks for.
    Raises `UnknownNameError` if there is no such filter.
    """
    if which not in FILTERS:
        raise UnknownNameError(f"There is no filter {which!r} of it; choose from {', '.join(FILTERS)}.")
    its = occurrences(trees, paragraphs)
    return tuple(_JUDGES[which](its) if which in _JUDGES else rules.classified(its, which))
