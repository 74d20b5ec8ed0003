"""Small cases with their exact figures, against which a scorer can be held (`anaphora list --scorer-tests`).

The folder `scorer_tests` has the cases as files and the tables `right.csv` and `wrong.csv`: what scorers with one of
the usual mistakes give instead, wherever that differs.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from anaphora.experiments.commands.evaluate.questions import records
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
_NUMBER = re.compile(r"-?(\d{1,9}\.?\d{0,30}|\.\d{1,30})(e-?\d{1,2})?")
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
    rows = tuple(tuple(str(cell) for cell in row.values()) for _, row in records(FOLDER / "right.csv"))
    return Table("", tuple(Column(name, "plain") for name in ("case", "measure", *RECALL_PRECISION_F1)), rows)


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
    """Hold the figures of a scorer, in a table as that of the right ones or in JSON lines, against these.

    Fractions or percent, rounded or cut off; those of one or two decimals, whose zeros may be left out, at as many as
    any. What a scorer leaves undefined is 0, as the reference scorer prints it.

    Raises:
        FormatError: the file is no such table, or has a case or measure that there is not.
    """
    right, typed = _right(), dict(_figures(path))
    cells = {figure: cell for figure, cell in typed.items() if figure in right}
    if not cells:
        raise FormatError(path, None, "no figure is of a case and measure here", _CURE, code="no-common-document")
    scale = 100 if max(map(float, cells.values())) > 1 else 1
    values = {figure: float(cell) / scale for figure, cell in cells.items()}
    digits = {figure: len(cell.partition(".")[2]) + (2 if scale > 1 else 0) for figure, cell in cells.items()}
    most = max(digits.values())
    near = {figure: _rounding(count if count > 2 else most) for figure, count in digits.items()}
    wrong = {figure for figure, value in values.items() if abs(value - right[figure]) >= near[figure]}
    fits = {}
    for name, changed in _wrong().items():
        fits[name] = [
            figure for figure in wrong & changed.keys() if abs(values[figure] - changed[figure]) < near[figure]
        ]
        if 2 * len(fits[name]) < len(changed.keys() & values.keys()):
            fits[name] = []  # less than half of what the mistake changes: chance
    causes: dict[Figure, str] = {}
    for _ in fits:
        left = {name: [figure for figure in figures if figure not in causes] for name, figures in fits.items()}
        best = max(left, key=lambda name: len(left[name]))
        causes |= dict.fromkeys(left[best], best)
    held = (
        Held(*figure, value, right[figure], figure not in wrong, causes.get(figure)) for figure, value in values.items()
    )
    return ScorerCheck(tuple(held), len(right) - len(cells), len(typed) - len(cells), described("mistakes"))


def _rounding(digits: int) -> float:
    """The most by which a rounded figure is off; one of many digits may be cut off, as the reference scorer does."""
    return max((1 if digits > 3 else 0.5) * 10.0**-digits, 1e-9) if digits else 1e-9


@cache
def _right() -> Mapping[Figure, float]:
    return {figure: float(cell) for figure, cell in _figures(FOLDER / "right.csv")}


@cache
def _wrong() -> Mapping[str, Mapping[Figure, float]]:
    """By mistake the figures that it changes."""
    by_mistake: dict[str, dict[Figure, float]] = {name: {} for name in described("mistakes")}
    for _, row in records(FOLDER / "wrong.csv"):
        for figure, cell in _cells(row):
            if float(cell) != _right()[figure]:
                by_mistake[str(row["mistake"])][figure] = float(cell)
    return by_mistake


def _figures(path: Path) -> Iterator[tuple[Figure, str]]:
    """The figures of a file as they stand there, without percent signs; what is undefined is 0."""
    seen: set[Figure] = set()
    for line, row in records(path):
        if row.get("case") not in described("cases"):
            raise FormatError(path, line, f"there is no case {row.get('case')!r}", _CURE, code="unknown-reference")
        try:
            figures = [*_cells(row)]
        except UnknownNameError as error:
            raise FormatError(path, line, "there is no such measure", f"{error}", code="unknown-reference") from error
        for figure, cell in figures:
            if not _NUMBER.fullmatch(cell):
                raise FormatError(path, line, f"{figure[2]} is {cell!r}, no number", _CURE, code="bad-value")
            if figure in seen:
                raise FormatError(path, line, f"{' '.join(figure)} stands twice", _CURE, code="inconsistent")
            seen.add(figure)
            yield figure, cell


def _cells(row: Mapping[str, object]) -> Iterator[tuple[Figure, str]]:
    """The figures of a row that are not empty. Raises `UnknownNameError` for a measure that there is not."""
    for part in RECALL_PRECISION_F1:
        if cell := str(row.get(part, "")).strip(" %").lower():
            figure = str(row["case"]), _measure(str(row.get("measure"))).name, part
            yield figure, "0" if cell in _UNDEFINED else cell
