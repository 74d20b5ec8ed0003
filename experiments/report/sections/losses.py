"""Where anaphors are lost: the waterfall, and what stands beside it."""

from anaphora.experiments.report.charts.waterfall import drawing
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.section import Heading, Section, Words
from anaphora.workbench.results.comparison import beside


def section(findings: Findings) -> Section | None:
    """The waterfall with its ceiling, and what is counted nowhere in it."""
    comparison = findings.comparison
    if comparison is None:
        return None
    notes = tuple(beside(comparison))
    return Section(
        "losses", "Losses", "Losses", (drawing(comparison), Heading("Beside the bars"), Words(notes, "note"))
    )
