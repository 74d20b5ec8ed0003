"""What a document shows of a mention and a candidate antecedent before anything is resolved.

They are the features of the mention-pair model, and what the anaphor and the candidate are by themselves: function,
form, length, type, and how often a head or a text has come before. All are whole numbers.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers._ranker.features import DEFINITENESS, FUNCTIONS, Values, entity_types, pronoun_classes
from anaphora.resolvers.chains._mention_pair.features import SETS, Pairs, matrix
from anaphora.resolvers.chains._mention_pair.table import Table
from anaphora.workbench.aliases import Integers
from anaphora.workbench.document import Prepared

MOST = 999
PAIR = SETS["all"]
_OWN = (
    "function", "definiteness", "length", "words_after_head", "modifiers", "entity_type", "pronoun", "number",
    "coordinated", "coordination", "heading", "same_head", "same_text", "place_in_sentence",
)  # fmt: skip
_BEFORE = ("heads_before", "texts_before", "forms_before", "demonstrative", "reflexive", "place_in_text")
_TOGETHER = ("same_type", "same_function", "candidates")
NAMES = (
    *PAIR,
    *(f"candidate_{name}" for name in _OWN),
    *(f"anaphor_{name}" for name in (*_OWN, *_BEFORE)),
    *_TOGETHER,
)


def pair_features(prepared: Prepared, table: Table, candidates: Integers, anaphors: Integers) -> Values:
    """The features of pairs, a row for each and a column for each of `NAMES`."""
    own, before = _own(prepared, table), _before(table)
    together = {
        **{f"same_{name}": own[of][candidates] == own[of][anaphors] for name, of in _SAME.items()},
        "candidates": np.bincount(anaphors, minlength=1)[anaphors],
    }
    columns = (
        *(own[name][candidates] for name in _OWN),
        *({**own, **before}[name][anaphors] for name in (*_OWN, *_BEFORE)),
        *(together[name] for name in _TOGETHER),
    )
    pairs = matrix(Pairs(table, candidates, anaphors), PAIR)
    alone = np.stack([np.minimum(each, MOST).astype(np.int16) for each in columns], axis=1)
    return np.hstack([pairs, alone])  # int8 becomes int16


_SAME = {"type": "entity_type", "function": "function"}


def _own(prepared: Prepared, table: Table) -> Mapping[str, Integers]:
    """What each mention is by itself."""
    mentions = prepared.mentions
    coordinations = {mention.coordination for mention in mentions if mention.coordination}
    columns: dict[str, list[int]] = {
        "function": [FUNCTIONS.index(mention.function) for mention in mentions],
        "definiteness": [DEFINITENESS.index(mention.definiteness) for mention in mentions],
        "length": [len(mention.span) for mention in mentions],
        "words_after_head": [mention.span.end - mention.head for mention in mentions],
        "modifiers": [mention.head - mention.base.start for mention in mentions],
        "coordinated": [mention.coordination is not None for mention in mentions],
        "coordination": [mention.span in coordinations for mention in mentions],
        "heading": [mention.heading for mention in mentions],
    }
    return {name: np.array(values, np.int64) for name, values in columns.items()} | {
        "entity_type": entity_types(prepared),
        "pronoun": pronoun_classes(prepared),
        "number": table.number,
        "same_head": _frequency(table.lemma),
        "same_text": _frequency(table.text),
        "place_in_sentence": np.arange(len(table)) - np.searchsorted(table.sentence, table.sentence),
    }


def _before(table: Table) -> Mapping[str, NDArray[np.generic]]:
    """What an anaphor is beside the mentions before it."""
    return {
        "heads_before": _earlier(table.lemma),
        "texts_before": _earlier(table.text),
        "forms_before": _earlier(table.form),
        "demonstrative": table.demonstrative,
        "reflexive": table.reflexive,
        "place_in_text": np.arange(len(table)),
    }


def _frequency(column: Integers) -> Integers:
    """How many mentions have the same value; 0 for those without one."""
    counts = np.bincount(column + 1, minlength=1)
    counts[0] = 0
    return counts[column + 1]


def _earlier(column: Integers) -> Integers:
    """How many earlier mentions have the same value."""
    seen: dict[int, int] = {-1: 0}
    found = np.zeros(len(column), np.int64)
    for mention, value in enumerate(column.tolist()):
        found[mention] = seen.get(value, 0)
        seen[value] = seen.get(value, 0) + (value >= 0)
    return found
