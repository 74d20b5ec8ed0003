"""Every anaphor with every answer, the text around it, and the candidates it was chosen from.

The first anaphors stand in the page itself. With a script all of them can be filtered, followed into the text, and
their candidates reweighted.
"""

from itertools import islice

from anaphora.experiments.report.anaphor_table import rows
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.page import data, part
from anaphora.experiments.report.payload import payload
from anaphora.experiments.report.section import Section
from anaphora.workbench.results import vocabulary as words
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.trace import STAGES

STATIC = 100
"""Anaphors that stand in the page itself; a script shows the others, so many at a time."""


def section(findings: Findings) -> Section | None:
    """The table, the filters, and all that a script needs to do more; `None` without anaphors or evidence."""
    comparison = findings.comparison
    if comparison is None or not comparison.anaphors:
        return None
    body = part(
        "anaphors.html.j2",
        comparison=comparison,
        rows=list(islice(rows(comparison), STATIC)),
        data=data(payload(comparison.evidence, comparison.resolvers, comparison.documents))
        if comparison.evidence
        else "",
        stages=_stages(comparison),
        forms=sorted({anaphor.form for document in comparison.documents for anaphor in document.anaphors}),
        stage_words=data({name: short for name, (short, _) in words.STAGES.items()}),
    )
    return Section("anaphors", "Anaphors", "Anaphors", (body,))


def _stages(comparison: Comparison) -> list[str]:
    """The stages at which any resolver lost an anaphor."""
    return [
        name
        for name in STAGES
        if name != "right" and any(comparison.losses(resolver)[name] for resolver in comparison.resolvers)
    ]
