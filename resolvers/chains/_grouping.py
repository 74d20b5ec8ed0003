"""Chains of mentions that have something in common."""

from collections.abc import Hashable, Iterable, Sequence

from anaphora.workbench.decision import Chains
from anaphora.workbench.linking import components


def group(marks: Sequence[Iterable[Hashable]]) -> Chains:
    """The chains of mentions that share a mark, directly or through others; `marks` has those of each mention."""
    first: dict[Hashable, int] = {}
    links = [(first.setdefault(mark, mention), mention) for mention, own in enumerate(marks) for mark in own]
    return components(len(marks), links)
