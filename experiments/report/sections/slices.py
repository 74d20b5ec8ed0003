"""Success rates on parts of the anaphors."""

from anaphora.experiments.report.charts.curves import curve
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.section import Row, Section, Words
from anaphora.workbench.results.slices import BY

_NOTE = (
    "Exploratory: no correction for the number of slices. Read a curve against chance: where both fall, the slice "
    "is harder, and the resolver not necessarily worse."
)


def section(findings: Findings) -> Section | None:
    """A drawing for distance, candidates, pronoun and genre, as far as there is more than one slice."""
    if findings.comparison is None:
        return None
    drawn = tuple(drawing for by in BY if (drawing := curve(findings.comparison, by)))
    return Section("slices", "Slices", "Slices", (Words((_NOTE,), "note"), Row(drawn))) if drawn else None
