"""The list of names of `--names`: a table of names with what they name."""

import csv
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from anaphora.corpora._lines import claim, lines, require_columns
from anaphora.preprocess.agreement import ListedName, NameList, without_genitive
from anaphora.workbench.document import Animacy, Gender, Number
from anaphora.workbench.errors import FormatError

_KINDS: Mapping[str, Animacy] = {
    "person": "animate", "place": "inanimate", "organization": "inanimate", "thing": "inanimate", "": "unknown",
}  # fmt: skip
_GENDERS: Mapping[str, Gender | None] = {
    "masculine": "masculine", "feminine": "feminine", "neuter": "neuter", "unknown": "unknown", "": None,
}  # fmt: skip
_NUMBERS: Mapping[str, Number | None] = {
    "singular": "singular", "plural": "plural", "unknown": "unknown", "": None,
}  # fmt: skip
_COLUMNS: Mapping[str, Sequence[str]] = {"kind": tuple(_KINDS), "gender": tuple(_GENDERS), "number": tuple(_NUMBERS)}
_CURE = "The first line names the columns: name, and kind, gender or number, separated by commas or TABs."


def read_names(path: Path) -> NameList:
    """Read a list of names, separated by commas or TABs; cells but the name may be empty, and columns missing.

    A thing with the gender of a person, as a ship that is "she", agrees with all.

    Raises:
        FormatError: the first line does not name the columns, a row has more or fewer of them, a cell is none of the
            values, or a name stands there twice; and as for all files.
    """
    header: list[str] = []
    entries: dict[str, ListedName] = {}
    digest = hashlib.blake2b(digest_size=4)
    delimiter = ","
    taken: set[str] = set()
    for number, line in lines(path):
        digest.update(f"{line}\n".encode())
        if not header:
            delimiter = "\t" if "\t" in line else ","
            header = _header(path, number, _cells(line, delimiter))
        elif line.strip():
            cells = _cells(line, delimiter)
            require_columns(path, number, cells, len(header), _CURE)
            row = dict(zip(header, cells, strict=True))
            if not row["name"]:
                raise FormatError(path, number, "the name is empty", "Write a name in each row.", code="bad-value")
            claim(path, number, row["name"], taken, "name")
            entries[without_genitive(row["name"])] = _entry(path, number, row)
    return NameList(entries, digest.hexdigest())


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def _header(path: Path, line: int, names: Sequence[str]) -> list[str]:
    header = [name.lower() for name in names]
    odd = [name for name in header if name != "name" and name not in _COLUMNS]
    if odd or "name" not in header or len(set(header)) < max(2, len(header)):
        problem = f"the first line names the columns {', '.join(header)}"
        raise FormatError(path, line, problem, _CURE, code="wrong-columns")
    return header


def _entry(path: Path, line: int, row: Mapping[str, str]) -> ListedName:
    kind, gender_said, number_said = (_value(path, line, column, row.get(column, "")) for column in _COLUMNS)
    animacy, gender, number = _KINDS[kind], _GENDERS[gender_said], _NUMBERS[number_said]
    if gender in ("masculine", "feminine"):
        of_person = kind in ("person", "")
        return ListedName("animate", gender, number) if of_person else ListedName("unknown", "unknown", number)
    if kind == "organization" and number is None:
        number = "unknown"  # it or they
    if kind == "" and gender == "neuter":
        animacy = "inanimate"
    return ListedName(animacy, gender or ("neuter" if animacy == "inanimate" else "unknown"), number)


def _value(path: Path, line: int, column: str, cell: str) -> str:
    if cell.lower() not in _COLUMNS[column]:
        allowed = ", ".join(filter(None, _COLUMNS[column]))
        problem, cure = f"the {column} is '{cell}'", f"Write {allowed}, or leave the cell empty."
        raise FormatError(path, line, problem, cure, code="bad-value")
    return cell.lower()
