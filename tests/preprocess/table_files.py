"""Tables of short texts in the folder `tables`: a row a text, columns divided by tabs."""

from pathlib import Path

FOLDER = Path(__file__).with_name("tables")


def rows(name: str | Path) -> list[list[str]]:
    r"""The rows of a table but for its comments; `\n` divides the sentences of a text."""
    lines = (FOLDER / name).with_suffix(".tsv").read_text("utf8").split("\n")
    return [line.replace("\\n", "\n").split("\t") for line in lines if line and not line.startswith("#")]
