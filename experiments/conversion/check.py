"""Validation of corpus files (`anaphora check`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from anaphora import corpora
from anaphora.corpora import Finding
from anaphora.workbench.errors import FormatError
from anaphora.workbench.progress import reading
from anaphora.workbench.results.table import Column, Table, record


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """All problems found in files and folders; `path` names what was checked."""

    path: str
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> int:
        """How many findings are errors; the others are warnings."""
        return sum(finding.severity == "error" for finding in self.findings)

    def tables(self) -> tuple[Table, ...]:
        """The findings."""
        rows = tuple((found.path, found.line, found.severity, found.text) for found in self.findings)
        title = "" if rows else f"{self.path}: nothing to report"
        found = Table(title, _FINDINGS if rows else (), rows, path="findings[]")
        return found, record({"path": self.path, "errors": self.errors})


_FINDINGS = (
    Column("file", key="path"), Column("line", "plain"), Column("severity"), Column("finding", key="text"),
)  # fmt: skip


def check_files(paths: Sequence[Path], format: str | None = None) -> CheckedFiles:
    """Check corpus files and folders; a path with nothing to read is an error, too."""
    with reading(0, 1, *paths):
        findings = tuple(finding for path in paths for finding in _findings(path, format))
    return CheckedFiles(", ".join(map(str, paths)), findings)


def _findings(path: Path, format: str | None) -> list[Finding]:
    try:
        return corpora.check(path, format)
    except FormatError as error:
        return [Finding(error.path, error.line, "error", f"{error.problem}. {error.cure}")]
