"""Small cases with their exact figures, against which a scorer can be held (`anaphora list --scorer-tests`).

The folder `scorer_tests` has the cases as files and the tables `right.csv` and `wrong.csv`: what scorers with one of
the usual mistakes give instead, wherever that differs.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cache
from io import StringIO
from math import inf, isinf, isnan
from pathlib import Path

from anaphora.workbench.errors import FormatError, UnknownNameError
from anaphora.workbench.files import read_toml, replacing, text
from anaphora.workbench.measures import RECALL_PRECISION_F1
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.scorer_check import Held, ScorerCheck
from anaphora.workbench.results.table import Column, Table

FOLDER = Path(__file__).with_name("scorer_tests")
_DOCUMENTS = {
    "conll": r"(?s)#begin document \((\w+)\).*?#end document\n",
    "jsonl": r'\{"doc_key": "(\w+)_\d+".*\n',
}
"""Documents in the files of all cases, by their suffix; the group is the case, which may have several."""
_UNDEFINED = frozenset(("-", "–", "—", "none", "nan", "null"))
_CURE = "Columns are case, measure, recall, precision, f1; 'anaphora list --scorer-tests --to csv' prints such a table."
Figure = tuple[str, str, str]
"""Case, measure and part."""
_measure = cache(choose_measure)


@cache
def described(what: str) -> Mapping[str, Mapping[str, str]]:
    """The "cases": what each is, its source, and `singletons = "drop"` where they do not count; or the "mistakes"."""
    return read_toml(FOLDER / f"{what}.toml")[1]


def cases_table() -> Table:
    """The cases in words."""
    rows = tuple((name, f"{case['about']}; {case['source']}.") for name, case in described("cases").items())
    notes = (f"Files: {FOLDER}", "A folder behind --scorer-tests gets them; the CSV of a scorer's figures is checked.")
    return Table("Cases to check a scorer with", (Column("case"), Column("about", heading="what it is")), rows, notes)


def right_table() -> Table:
    """The right figures, a row for each case and measure, as a scorer's own are to be written."""
    header, *rows = csv.reader(StringIO(text(FOLDER / "right.csv")))
    return Table("", tuple(Column(name, "plain") for name in header), tuple(map(tuple, rows)))


def write_cases(folder: Path) -> None:
    """Copy the files into a folder, those of each case also as files of its own.

    Raises `WorkbenchError` if the folder cannot be written.
    """
    files = {path.name: text(path) for path in sorted(FOLDER.iterdir())}
    for side in ("key", "response"):
        for suffix, document in _DOCUMENTS.items():
            for found in re.finditer(document, files[f"{side}.{suffix}"]):
                name = f"{found[1]}.{side}.{suffix}"
                files[name] = files.get(name, "") + found[0]
    with replacing(folder) as temporary:
        temporary.mkdir()
        for name, content in files.items():
            (temporary / name).write_bytes(content.encode("utf-8"))


def check_scorer(path: Path) -> ScorerCheck:
    """Hold the figures of a scorer, a CSV as that of the right ones, against these.

    Fractions or percent, rounded or cut off; those of one or two decimals, whose zeros may be left out, at as many as
    any. What a scorer leaves undefined is 0, as the reference scorer prints it.

    Raises:
        FormatError: the file is no such table, or has a case or measure that there is not.
    """
    right, typed = _right(), dict(_figures(path))
    cells = {figure: cell for figure, cell in typed.items() if figure in right}
    if not cells:
        raise FormatError(path, None, "no figure is of a case and measure here", _CURE, code="no-common-document")
    values = {figure: 0.0 if isnan(float(cell)) else float(cell) for figure, cell in cells.items()}
    scale, more = (100, 2) if max(values.values()) > 1 else (1, 0)
    digits = {figure: len(cell.partition(".")[2]) + more for figure, cell in cells.items()}
    most = max(digits.values()) or inf
    near = {figure: max(10.0 ** -(count if count > 2 else most), 1e-9) for figure, count in digits.items()}
    values = {figure: value / scale for figure, value in values.items()}
    wrong = {figure for figure, value in values.items() if abs(value - right[figure]) >= near[figure]}
    fits = {}
    for name, changed in _wrong().items():
        fitting = [it for it in changed if it in wrong and abs(values[it] - changed[it]) < near[it]]
        fits[name] = fitting if 2 * len(fitting) >= len(changed.keys() & values.keys()) else []
    causes = _explain(fits)
    held = (Held(*it, value, right[it], it not in wrong, causes.get(it)) for it, value in values.items())
    return ScorerCheck(tuple(held), len(right) - len(cells), len(typed) - len(cells), described("mistakes"))


def _explain(fits: Mapping[str, list[Figure]]) -> dict[Figure, str]:
    """The mistake behind each figure, where `fits` are the figures that each explains; what explains most goes first.

    None is named that explains less than half of the figures that it changes: that is chance.
    """
    explained: dict[Figure, str] = {}
    for _ in fits:
        left = {name: [figure for figure in figures if figure not in explained] for name, figures in fits.items()}
        best = max(left, key=lambda name: len(left[name]))
        explained |= dict.fromkeys(left[best], best)
    return explained


@cache
def _right() -> Mapping[Figure, float]:
    return {figure: float(cell) for figure, cell in _figures(FOLDER / "right.csv")}


@cache
def _wrong() -> Mapping[str, Mapping[Figure, float]]:
    """By mistake the figures that it changes."""
    by_mistake: dict[str, dict[Figure, float]] = {name: {} for name in described("mistakes")}
    for row in csv.DictReader(StringIO(text(FOLDER / "wrong.csv"))):
        for part in filter(row.get, RECALL_PRECISION_F1):
            figure = row["case"], row["measure"], part
            if float(row[part]) != _right()[figure]:
                by_mistake[row["mistake"]][figure] = float(row[part])
    return by_mistake


def _figures(path: Path) -> Iterator[tuple[Figure, str]]:
    """The figures of a CSV as they stand there, without percent signs; empty cells are none."""
    reader = csv.reader(StringIO(text(path).removeprefix("\ufeff"), newline=""))
    header = [name.strip().lower() for name in next(reader, [])]
    if not {"case", "measure"} <= {*header} or not {*header} & {*RECALL_PRECISION_F1}:
        raise FormatError(path, 1, f"the columns are {', '.join(header)}", _CURE, code="wrong-columns")
    seen: set[Figure] = set()
    for cells in reader:
        row = dict(zip(header, (cell.strip().rstrip("%").strip() for cell in cells), strict=False))
        case, line = row.get("case", ""), reader.line_num
        if case not in described("cases"):
            raise FormatError(path, line, f"there is no case '{case}'", _CURE, code="unknown-reference")
        try:
            measure = _measure(row.get("measure", "")).name
        except UnknownNameError as error:
            raise FormatError(path, line, "no such measure", str(error), code="unknown-reference") from error
        for part in filter(row.get, RECALL_PRECISION_F1):
            cell = "nan" if row[part].lower() in _UNDEFINED else row[part]
            try:
                number = float(cell)
            except ValueError:
                number = inf
            if isinf(number):
                raise FormatError(path, line, f"{part} is '{cell}', no number", _CURE, code="bad-value")
            figure = case, measure, part
            if figure in seen:
                raise FormatError(path, line, f"{measure} of {case} has {part} twice", _CURE, code="inconsistent")
            seen.add(figure)
            yield figure, cell
