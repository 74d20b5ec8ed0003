"""First names of the 1990 United States census, as the package `names` distributes it."""

from functools import cache
from importlib.resources import files


def bearers(name: str) -> tuple[float, float]:
    """The share of men and that of women who have a first name, in percent of all; 0 for what is none."""
    men, women = _census()
    return men.get(name.upper(), 0.0), women.get(name.upper(), 0.0)


@cache
def _census() -> tuple[dict[str, float], dict[str, float]]:
    def read(name: str) -> dict[str, float]:
        rows = (line.split() for line in files("names").joinpath(name).read_text("ascii").splitlines())
        return {row[0]: float(row[1]) for row in rows if row}

    return read("dist.male.first"), read("dist.female.first")
