"""Filters of "it" that refers to no nominal: rules, Evans' memory-based classifier, and one learned from parses.

Each gives every "it" a class and the reason.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from anaphora.preprocess.english.it_filter import learned, memory, rules
from anaphora.preprocess.english.it_filter.context import It, Judgement, occurrences
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import IT_CLASSES, ItClass, NonAnaphoric
from anaphora.workbench.errors import UnknownNameError
from anaphora.workbench.preparation import ItClasses, ItFilter

__all__ = ["FILTERS", "Judgement", "classify", "named", "non_anaphoric"]

FILTERS: Mapping[ItFilter, Callable[[Iterable[It], Sequence[ItClass]], Iterator[Judgement]]] = {
    "learned": learned.classify,
    "memory": memory.classify,
    "rules": rules.classify,
    "paice_husk": partial(rules.classify, sources=rules.PAICE_HUSK),
    "lappin_leass": partial(rules.classify, sources=rules.LAPPIN_LEASS),
}
"""Filter that gives each "it" a class; it may leave out those whose class is not among the classes asked for.

`workbench.preparation.ABOUT_FILTERS` says what they are."""

_TAKEN_OUT: Mapping[ItClasses, Sequence[ItClass]] = {
    "pleonastic": ("pleonastic",),
    "non-nominal": ("pleonastic", "clausal"),
}


def named(name: str) -> ItFilter:
    """The name of a filter, if there is one; raises `UnknownNameError` otherwise."""
    for filter_name in FILTERS:
        if name == filter_name:
            return filter_name
    raise UnknownNameError(f"There is no it filter {name!r}; choose from {', '.join(FILTERS)}.")


def classify(
    trees: Trees, which: ItFilter, paragraphs: tuple[int, ...] = (), kinds: Sequence[ItClass] = IT_CLASSES
) -> tuple[Judgement, ...]:
    """The "it"s of a document, in text order, that the filter `which` puts in a class of `kinds`, each with its reason.

    `paragraphs` are the tokens that begin a paragraph, which one feature of `memory` asks for. The filter "none" judges
    nothing.
    """
    if which == "none":
        return ()
    judged = FILTERS[which](occurrences(trees, paragraphs), kinds)
    return tuple(judgement for judgement in judged if judgement.kind in kinds)


def non_anaphoric(
    trees: Trees, which: ItFilter, classes: ItClasses, paragraphs: tuple[int, ...] = ()
) -> tuple[NonAnaphoric, ...]:
    """Return the pronouns that the filter `which` takes out of a document, in text order."""
    judged = classify(trees, which, paragraphs, _TAKEN_OUT[classes])
    return tuple(NonAnaphoric(judgement.token, judgement.explanation, judgement.kind) for judgement in judged)
