"""Validation of corpus files (`anaphora check`)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from anaphora import corpora
from anaphora.corpora import Finding
from anaphora.workbench.errors import FormatError

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """All problems found in files and folders; `path` names what was checked."""

    path: str
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> int:
        """How many findings are errors; the others are warnings."""
        return sum(finding.severity == "error" for finding in self.findings)

    def as_json(self) -> dict[str, object]:
        """The shape that `anaphora check --json` writes."""
        return {"path": self.path, "errors": self.errors, "findings": [asdict(finding) for finding in self.findings]}

    def as_table(self) -> "Table | Text":
        """The findings for the terminal; a name that is wider than its column continues on the next line."""
        from rich.table import Table
        from rich.text import Text

        if not self.findings:
            return Text(f"{self.path}: nothing to report")
        table = Table()
        for name, is_long in {"file": True, "line": False, "severity": False, "finding": True}.items():
            table.add_column(name, overflow="fold", no_wrap=not is_long)
        for finding in self.findings:
            table.add_row(Text(finding.path), str(finding.line or ""), finding.severity, Text(finding.text))
        return table


def check_files(paths: Sequence[Path], format: str | None = None) -> CheckedFiles:
    """Check corpus files and folders; a path with nothing to read is an error, too."""
    findings = tuple(finding for path in paths for finding in _findings(path, format))
    return CheckedFiles(", ".join(map(str, paths)), findings)


def _findings(path: Path, format: str | None) -> list[Finding]:
    try:
        return corpora.check(path, format)
    except FormatError as error:
        return [Finding(error.path, error.line, "error", f"{error.problem}. {error.cure}")]
