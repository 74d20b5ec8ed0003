"""Checks of options that resolvers share."""

from collections.abc import Iterable

from anaphora.workbench.errors import OptionError


def check_choice(option: str, value: str, known: Iterable[str]) -> None:
    """Raise `OptionError` if an option has none of its known values."""
    known = tuple(known)
    if value not in known:
        raise OptionError(f"There is no {option} {value!r}; choose from {', '.join(known)}.", code="unknown-value")


def check_range(option: str, value: float, fits: bool, expected: str) -> None:
    """Raise `OptionError` if a number does not fit what is expected of the option."""
    if not fits:
        raise OptionError(f"The {option} is {value}; it must be {expected}.", code="out-of-range")
