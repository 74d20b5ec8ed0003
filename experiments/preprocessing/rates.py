"""Rates as the evaluations of preprocessing count and print them."""

from collections.abc import Sequence

from anaphora.workbench.results.values import Rate


def rate(outcomes: Sequence[bool]) -> Rate:
    """How many outcomes are true."""
    return ratio(sum(outcomes), len(outcomes))


def ratio(right: int, total: int) -> Rate:
    """A rate without interval."""
    return Rate(right, total, right / total if total else None, None)


def share(rate: Rate) -> dict[str, object]:
    """A rate as JSON."""
    return {"k": rate.right, "of": rate.total, "value": rate.value}
