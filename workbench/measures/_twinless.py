"""Mentions that only one side has (twinless), as they were treated before Pradhan et al. 2014.

A policy changes key and response before they are compared, for recall in one way and for precision in another.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from anaphora.workbench.aliases import Flags, Numbers
from anaphora.workbench.coreference.overlap import Overlap, select, with_singletons
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures import Measure

Policy = Callable[[Overlap], tuple[Overlap, Overlap]]
"""A change of key and response, one way for recall and another for precision."""


def _discard(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """Twinless mentions of both sides are discarded (Bengtson & Roth 2008)."""
    both = _restrict(overlap, overlap.counterpart >= 0, overlap.twin >= 0)
    return both, both


def _drop_singletons(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """Only those of the response that are alone in their chains are discarded (Rahman & Ng 2009)."""
    both = _without_spurious_singletons(overlap)
    return both, both


def _complete(overlap: Overlap) -> tuple[Overlap, Overlap]:
    """The variants "sys" of Cai & Strube 2010, section 2.2.

    Those of the response that are alone are discarded, those of the key become singletons of the response. The others
    of the response are discarded for recall, and become singletons of the key for precision.
    """
    every = np.ones(len(overlap.key.span_id), dtype=np.bool_)
    for_recall = _with_missed(_restrict(overlap, every, overlap.twin >= 0))
    for_precision = _with_spurious(_with_missed(_without_spurious_singletons(overlap)))
    return for_recall, for_precision


POLICIES: dict[str, Policy] = {"discard": _discard, "rahman_ng": _drop_singletons, "cai_strube": _complete}


def with_policy(measure: Measure[Overlap], twinless: str) -> Measure[Overlap]:
    """A measure of recall and precision (four statistics) under a policy; `keep` leaves both sides as they are.

    Raises:
        OptionError: there is no such policy.
    """
    if twinless == "keep":
        return measure
    if twinless not in POLICIES:
        raise OptionError(f"twinless cannot be '{twinless}'. Choose from keep, {', '.join(POLICIES)}.")
    return replace(measure, count=partial(_count, count=measure.count, policy=POLICIES[twinless]))


def _count(overlap: Overlap, count: Callable[[Overlap], Numbers], policy: Policy) -> Numbers:
    for_recall, for_precision = policy(overlap)
    return np.concatenate((count(for_recall)[:, :2], count(for_precision)[:, 2:]), axis=1)


def _without_spurious_singletons(overlap: Overlap) -> Overlap:
    alone = overlap.response.size[overlap.response.chain] == 1
    return _restrict(overlap, np.ones(len(overlap.key.span_id), dtype=np.bool_), ~(alone & (overlap.twin < 0)))


def _restrict(overlap: Overlap, key: Flags, response: Flags) -> Overlap:
    """Key and response with some of their mentions."""
    number = np.append(np.where(key, np.cumsum(key) - 1, -1), -1)
    return Overlap(select(overlap.key, key), select(overlap.response, response), number[overlap.twin[response]])


def _with_missed(overlap: Overlap) -> Overlap:
    """The mentions that the response lacks are singletons there."""
    missed = np.setdiff1d(np.arange(len(overlap.key.span_id)), overlap.common[0])
    response = with_singletons(overlap.response, overlap.key, missed)
    return Overlap(overlap.key, response, np.concatenate((overlap.twin, missed)))


def _with_spurious(overlap: Overlap) -> Overlap:
    """The mentions that the key lacks are singletons there."""
    spurious = np.flatnonzero(overlap.twin < 0)
    twin = overlap.twin.copy()
    twin[spurious] = len(overlap.key.span_id) + np.arange(len(spurious))
    return Overlap(with_singletons(overlap.key, overlap.response, spurious), overlap.response, twin)
