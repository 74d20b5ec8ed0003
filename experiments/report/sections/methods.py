"""How the figures were made: signature, measures with their sources, stages."""

from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.page import part
from anaphora.experiments.report.section import Section
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.measures.success import MEASURES


def section(findings: Findings) -> Section:
    """All that shaped the figures, to be quoted with them."""
    measures = [*MEASURES] if findings.comparison else []
    chained = findings.chained.scores if findings.chained else None
    macro = findings.macro
    body = part(
        "methods.html.j2",
        findings=findings,
        measures=measures,
        chain_measures=chained.measures if chained else map(choose_measure, macro.measures) if macro else (),
        chain_signature=chained.signature if chained else "",
        error_signature=findings.chained.errors.signature if findings.chained and findings.chained.errors else "",
    )
    return Section("methods", "Methods", "Methods", (body,))
