"""First names of the 1990 United States census."""

from functools import cache
from importlib.resources import files


def bearers(name: str) -> tuple[float, float]:
    """The share of men and that of women who have a first name, in percent of all; 0 for what is none."""
    return _census().get(name.upper(), (0.0, 0.0))


@cache
def _census() -> dict[str, tuple[float, float]]:
    lines = files("anaphora.workbench.english").joinpath("first_names.tsv").read_text("ascii").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: (float(men), float(women)) for name, men, women in rows}
