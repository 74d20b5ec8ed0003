"""Who is right together."""

from anaphora.experiments.report.charts.upset import together
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.section import Section


def section(findings: Findings) -> Section | None:
    """The combinations of resolvers that are right on the same anaphors."""
    drawing = together(findings.comparison) if findings.comparison and not findings.ablated else None
    return Section("agreement", "Agreement between resolvers", "Agreement", (drawing,)) if drawing else None
