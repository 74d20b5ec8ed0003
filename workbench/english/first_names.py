"""First names of the 1990 United States census (`first_names.tsv`), which tell the gender of persons."""

from functools import cache
from importlib.resources import files


def bearers(name: str) -> tuple[float, float]:
    """The shares of men and of women who bear a first name, in percent; 0 for a name that is not listed."""
    return _census().get(name.upper(), (0.0, 0.0))


@cache
def _census() -> dict[str, tuple[float, float]]:
    lines = files("anaphora.workbench.english").joinpath("first_names.tsv").read_text("ascii").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: (float(men), float(women)) for name, men, women in rows}
