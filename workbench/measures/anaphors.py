"""Anaphors one by one, as CorefUD scores zeros (Tuggener 2014; Žabokrtský et al. 2022)."""

import numpy as np

from anaphora.workbench.arrays import Flags, Numbers, firsts, flagged
from anaphora.workbench.chains.overlap import KINDS, Overlap, Side, equal_spans
from anaphora.workbench.measures import Measure, matrix, recall_precision

_PRONOUN = KINDS.index("pronoun")


def _all(overlap: Overlap) -> Numbers:
    """Every mention but the first of its chain is an anaphor; summed over a corpus this is what MUC counts."""
    return _count(overlap, ~overlap.key.first_of_chain, ~overlap.response.first_of_chain)


def _pronouns(overlap: Overlap) -> Numbers:
    """Only pronouns; documents are left out in which it is not known of every mention whether it is one.

    What the key says of a mention holds for its counterpart too.
    """
    key, response = overlap.key, overlap.response
    kind = response.kind.copy()
    kind[overlap.common[1]] = key.kind[overlap.common[0]]
    counts = _count(
        overlap, ~key.first_of_chain & (key.kind == _PRONOUN), ~response.first_of_chain & (kind == _PRONOUN)
    )
    unknown = key.of_mentions(key.kind < 0) + response.of_mentions(kind < 0)
    return np.where(unknown[:, np.newaxis] > 0, 0.0, counts)


def _zeros(overlap: Overlap) -> Numbers:
    """Mentions whose head is an empty node, in the key, or of what stands for none of its anaphors, in the response.

    As in the CorefUD scorer the mention in the very place of a zero goes before the one that it is aligned with, so
    that one of the response may stand for two.
    """
    key, response = overlap.key, overlap.response
    anaphors = np.flatnonzero(_are_zeros(key) & ~key.first_of_chain)
    equal = overlap.lookup.equal if overlap.lookup else equal_spans(response, key)
    counterpart = np.where(equal >= 0, equal, overlap.lookup.counterpart if overlap.lookup else overlap.counterpart)
    begins = np.append(response.first_of_chain, True)
    chain = np.append(response.chain, -1)[counterpart]
    # the first mention of the key chain whose counterpart is in the same response chain
    _, first = np.unique(key.chain * (len(response.chain_document) + 1) + chain, return_index=True)
    has_antecedent = ~flagged(first, len(key.span_id))
    linked = anaphors[~begins[counterpart[anaphors]]]
    covered = flagged(counterpart[linked], len(response.span_id))
    spurious = _are_zeros(response) & ~response.first_of_chain & ~covered
    right = key.of_mentions(has_antecedent[linked], linked)
    answered = key.of_mentions(np.ones(len(linked)), linked)
    asked = key.of_mentions(np.ones(len(anaphors)), anaphors)
    return matrix(right, asked, right, answered + response.of_mentions(spurious))


def _are_zeros(side: Side) -> Flags:
    return flagged(list(side.zeros), len(side.span_id))


def _count(overlap: Overlap, key_anaphors: Flags, response_anaphors: Flags) -> Numbers:
    """An anaphor is right if an earlier mention of its key chain is in its response chain.

    It is wrongly linked if none is, not found if the response lacks it or begins a chain with it; one of the response
    that stands for none of the key is spurious. Recall is right / (right + wrong + not found), precision
    right / (right + wrong + spurious).
    """
    key, response = overlap.common
    # the first mention of a cell has no earlier one in the same two chains
    order = np.argsort(key)
    first_of_cell = np.empty(len(key), dtype=np.bool_)
    first_of_cell[order] = firsts(overlap.cell[order])
    right_mentions = key_anaphors[key] & response_anaphors[response] & ~first_of_cell
    right = overlap.key.of_mentions(right_mentions, key)
    return matrix(right, overlap.key.of_mentions(key_anaphors), right, overlap.response.of_mentions(response_anaphors))


MEASURES = (
    Measure("anaphors", _all, recall_precision, "every mention but the first of its chain; Tuggener 2014"),
    Measure("pronouns", _pronouns, recall_precision, "pronouns that are not the first of their chain; Tuggener 2014"),
    Measure("zero", _zeros, recall_precision, "zeros that are not the first of their chain; Žabokrtský et al. 2022"),
)
