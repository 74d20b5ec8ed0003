"""GRIM (Brown & Heathers 2017): can a published percentage be k of n at all?"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from anaphora.workbench.errors import OptionError

_LONGEST = 12  # characters of a number


@dataclass(frozen=True, slots=True)
class Claim:
    """A percentage as it was printed, its decimals included, and the number of which it is said to be a share."""

    percentage: str
    of: int

    @property
    def value(self) -> Fraction:
        """The percentage as an exact number."""
        return Fraction(self.percentage)

    @property
    def decimals(self) -> int:
        """How many decimals were printed: "62.5" and "62.50" are different claims."""
        return len(self.percentage.partition(".")[2])

    @property
    def counts(self) -> range:
        """The counts whose share prints as the percentage, halves being rounded either way; empty: there are none."""
        half = Fraction(1, 2 * 10**self.decimals)
        low, high = (ceil((self.value - half) * self.of / 100), floor((self.value + half) * self.of / 100))
        return range(max(0, low), min(self.of, high) + 1)

    @property
    def nearest(self) -> tuple[int, ...]:
        """The counts on both sides of the percentage, or the one that hits it."""
        exact = self.value * self.of / 100
        return tuple(dict.fromkeys((floor(exact), ceil(exact))))

    def as_json(self) -> dict[str, object]:
        """The claim, the counts that give it (first and last), and the nearest ones with their percentages."""
        return {
            "percentage": self.percentage,
            "of": self.of,
            "possible": bool(self.counts),
            "counts": [self.counts[0], self.counts[-1]] if self.counts else None,
            "nearest": [{"count": count, "percentage": 100 * count / self.of} for count in self.nearest],
        }

    def in_words(self) -> str:
        """One sentence on the claim."""
        said = f"{self.percentage}\N{NO-BREAK SPACE}% of {self.of:,}"
        if not self.counts:
            return f"{said}: no count gives it; nearest {', '.join(map(self._printed, self.nearest))}."
        if len(self.counts) == 1:
            return f"{said}: {self._printed(self.counts[0])} gives it."
        always = "; of so many, some count gives every percentage" if self.of >= 100 * 10**self.decimals else ""
        return f"{said}: {len(self.counts):,} counts give it, {self.counts[0]:,} to {self.counts[-1]:,}{always}."

    def _printed(self, count: int) -> str:
        return f"{count:,} = {100 * count / self.of:.{max(2, self.decimals)}f}"


def claims(given: list[str]) -> list[Claim]:
    """The claims that are listed as percentage and number in turn; a sign "%" may follow the percentage.

    Raises:
        OptionError: a number is missing, is none, or lies out of range.
    """
    if not given or len(given) % 2:
        raise OptionError("Give pairs of percentage and sample size: 62.5 426 59.02 426.", code="not-in-pairs")
    return [_claim(*pair) for pair in zip(given[::2], given[1::2], strict=True)]


def _claim(percentage: str, of: str) -> Claim:
    digits = percentage.removesuffix("%").strip()
    whole, _, decimals = digits.partition(".")
    if not (whole + decimals).isdecimal() or not whole or len(digits) > _LONGEST or Fraction(digits) > 100:
        raise OptionError(
            f"{percentage!r} is not a percentage. Write it as printed, from 0 to 100, such as 62.5.",
            code="not-a-percentage",
        )
    if not of.isdecimal() or len(of) > _LONGEST or int(of) == 0:
        raise OptionError(
            f"{of!r} is not a sample size. Write a whole number above 0, such as 426.", code="not-a-count"
        )
    return Claim(digits, int(of))
