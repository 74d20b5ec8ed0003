"""Validation of corpus files (`anaphora check`), and a copy of them in which what is certain is mended (`--repair`)."""

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

from anaphora import corpora
from anaphora.corpora import Finding, Mender, Repair
from anaphora.experiments.run.arguments import paths_of
from anaphora.experiments.run.command import JSON, TO, Command, PathLike, details
from anaphora.experiments.show.render import line
from anaphora.experiments.show.result import Result
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import JsonObject, replacing
from anaphora.workbench.options import COMPARED, OUTPUT, About
from anaphora.workbench.progress import reading
from anaphora.workbench.results.table import Column, Table


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """All problems found in files and folders (`every`); `path` names what was checked.

    Where a copy was `repaired`, this is its folder, `repairs` says what was done and left, and the problems are those
    of the copy.
    """

    path: str
    every: tuple[Finding, ...]
    repaired: str = ""
    repairs: tuple[Repair, ...] = ()

    @property
    def errors(self) -> int:
        """The number of problems that are errors; the others are warnings and notes."""
        return sum(finding.severity == "error" for finding in self.every)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The problems, or of more than a few of one kind the first, with the number of the others.

        Of a kind are those of one code in a file, or those of whole files.
        """
        kinds: dict[object, list[Finding]] = {}
        for number, finding in enumerate(self.every):
            place = finding.path if finding.line else ""
            kinds.setdefault((finding.severity, finding.code, place) if finding.code else number, []).append(finding)
        shown = ([_first_of(kind)] if len(kind) > _FEW else kind for kind in kinds.values())
        return tuple(chain.from_iterable(shown))

    def lines(self, *, details: bool = False) -> str:
        """The findings as compilers write them, `FILE:LINE: error: ...`, or with `details` every problem."""
        rows = [self._counts()] if self.repaired else []
        rows += [
            f"{_place(repair.path, repair.line)}: {'mended' if repair.done else 'left'}: {line(repair.text)}"
            for repair in self.repairs
        ]
        rows += [
            f"{_place(finding.path, finding.line)}: {finding.severity}: {line(finding.text)}"
            for finding in self._listed(details=details)
        ]
        if not self.every:
            rows.append(f"{self.repaired or self.path}: nothing to report")
        return "".join(f"{row}\n" for row in rows)

    def _listed(self, *, details: object) -> tuple[Finding, ...]:
        return self.every if details else self.findings

    def tables(self, **wanted: object) -> tuple[Table, ...]:
        """Tables of what was mended and what was left, and of the findings."""
        table = _table(self._listed(details=wanted.get("details")))
        if not self.every:
            table = Table(f"{self.repaired or self.path}: nothing to report", (), ())
        return (self._repairs(), table) if self.repaired else (table,)

    def figures(self, **_: object) -> Table:
        """A row a problem."""
        return _table(self.every)

    def as_json(self, **wanted: object) -> JsonObject:
        """The findings, or with `details` every problem, and what was mended and left."""
        data: JsonObject = {
            "path": self.path,
            "errors": self.errors,
            "findings": [
                {name: getattr(finding, name) for name in ("path", "line", "severity", "code", "text")}
                for finding in self._listed(details=wanted.get("details"))
            ],
        }
        if self.repaired:
            data |= {"repaired": self.repaired, "repairs": [repair._asdict() for repair in self.repairs]}
        return data

    def _counts(self) -> str:
        mended = sum(repair.done for repair in self.repairs)
        return f"{self.repaired}: {mended} mended, {len(self.repairs) - mended} left"

    def _repairs(self) -> Table:
        rows = tuple(
            (repair.path, repair.line, "mended" if repair.done else "left", repair.text) for repair in self.repairs
        )
        return Table(self._counts(), (*_PLACE, Column("repair"), Column("what")) if rows else (), rows)


_FEW = 3
"""So many problems of a kind are each a finding."""


def _place(path: str, number: int | None) -> str:
    return line(f"{path}:{number}" if number else path)


def _first_of(kind: Sequence[Finding]) -> Finding:
    """The first of the problems of a kind, which says how many others there are."""
    first, second, *_ = kind
    others = f"{len(kind) - 1:,} more of this kind, the next in {_place(second.path, second.line)}"
    return first._replace(text=f"{first.text} ({others}; --all lists them)")


def _table(findings: Iterable[Finding]) -> Table:
    rows = ((finding.path, finding.line, finding.severity, finding.text) for finding in findings)
    return Table("", _FINDINGS, tuple(rows))


_PLACE = (Column("file"), Column("line", "plain"))
_FINDINGS = (*_PLACE, Column("severity"), Column("finding"))


def _findings(paths: Iterable[Path], format: str | None) -> tuple[Finding, ...]:
    return tuple(finding for path in paths for finding in _of_path(path, format))


def _of_path(path: Path, format: str | None) -> list[Finding]:
    try:
        return corpora.check(path, format)
    except FormatError as error:
        return [Finding(error.path, error.line, "error", f"{error.problem}. {error.cure}")]


def _repaired(
    paths: Sequence[Path], format: str | None, folder: Path
) -> tuple[tuple[Finding, ...], str, tuple[Repair, ...]]:
    """Write a copy in which what is certain is mended into that folder: its problems, its name, and what was done."""
    _require_elsewhere(paths, folder)
    with replacing(folder) as copy:
        copy.mkdir()
        repairs = tuple(_mended(paths, format, copy))
        findings = _findings([copy], format)
        # the folder has another name in the end
        named = (finding._replace(path=finding.path.replace(str(copy), str(folder), 1)) for finding in findings)
        return tuple(named), str(folder), repairs


def _require_elsewhere(paths: Iterable[Path], target: Path) -> None:
    if target.is_file() or (target.is_dir() and any(target.iterdir())):
        raise OptionError(f"{target} exists. Name another folder for the repaired corpus.", code="exists")
    written = target.resolve()
    for path in (path.resolve() for path in paths):
        if written == path or path in written.parents or written in path.parents:
            problem = f"{target} and {path} lie within one another, and what is repaired stays as it is."
            raise OptionError(f"{problem} Name a folder elsewhere.", code="repair-in-place")


def _mended(paths: Sequence[Path], format: str | None, folder: Path) -> Iterable[Repair]:
    """Copy files, mended where their format can, into a folder; of several paths each has a folder of its own."""
    contents: dict[str, tuple[Path, str, str]] = {}
    for number, path in enumerate(paths, start=1):
        inside = folder if len(paths) == 1 else folder / f"{number}-{path.name}"
        forms = dict(corpora.files(path, format))
        whole = {path} if path.is_file() else {*path.rglob("*")}
        for file in sorted(file for file in whole if file.is_file() and not file.is_symlink()):
            target = inside / (file.relative_to(path) if path.is_dir() else file.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            form = forms.get(file)
            if form and form.mend:
                mender = _mend(file, form.mend, contents)
                target.write_bytes("".join(mender.lines).encode())
                yield from mender.repairs
            else:
                shutil.copyfile(file, target)


def _mend(file: Path, mend: Callable[[Mender], None], contents: dict[str, tuple[Path, str, str]]) -> Mender:
    """A file's lines with what is certain mended; a line that its format cannot even read is left."""
    mender = Mender.of(file, contents)
    try:
        mend(mender)
    except FormatError as error:
        mender.leave(error.line, f"{error.problem}. {error.cure}")
    return mender


Format = Annotated[str | None, About("The corpus format (default: detected).", COMPARED)]


def check(
    *paths: PathLike | Iterable[PathLike],
    files: Annotated[Sequence[PathLike], About("Corpus files or folders.", kind=list[Path], needed=True)] = (),
    format: Format = None,
    repair: Annotated[
        PathLike | None, About("Write a copy in which what is certain is mended.", OUTPUT, "FOLDER")
    ] = None,
) -> Result[CheckedFiles]:
    """Validate corpus files: every problem with file and line; exit code 1 if there is an error.

    Each is a line, `FILE:LINE: error: ...`, and stands in `data.findings`; of many of one kind in a file there is the
    first, with their number, and `data.every` has all. `repair` is a new folder for a copy in which what is certain is
    mended; then the problems are those of the copy, and `data.repairs` says what was done and what was left. The files
    that are checked stay as they are.

    Raises:
        WorkbenchError: there is nothing to repair, or the folder holds something or cannot be written to.
    """
    places = paths_of((*paths, *files))
    named = ", ".join(map(str, places))
    copy_at = None if repair is None else Path(repair)
    with reading(0, 1, *places):
        if copy_at is None:
            checked = CheckedFiles(named, _findings(places, format))
        else:
            checked = CheckedFiles(named, *_repaired(places, format, copy_at))
    forms = {"lines": checked.lines}
    return Result(checked, "", checked.tables, figures=checked.figures, json=checked.as_json, forms=forms)


COMMAND = Command(
    check,
    example="anaphora check my_corpus/ more.conllu --repair mended/",
    offers=(TO, JSON, details("Print every problem, also where many are of one kind.")),
    forms=("lines", "table", "markdown", "latex", "csv", "json"),
    written=("repair",),
    work="Checking",
    failed=lambda result: bool(result.data.errors),
)
