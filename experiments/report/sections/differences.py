"""Which differences are significant: the paired differences drawn and tabled, and who is right where another is not."""

from anaphora.experiments.report.charts.forest import forest
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.drawing import Cell, Figures
from anaphora.experiments.report.section import Block, Section, Sheet, Words
from anaphora.workbench.results.comparison import Comparison, differences_in_words


def section(findings: Findings) -> Section | None:
    """The forest plot, the significant differences, and the matrix of pairs."""
    comparison = findings.comparison
    if comparison is None or findings.ablated or len(comparison.resolvers) < 2 or not comparison.anaphors:
        return None
    blocks: list[Block] = []
    blocks += [Words((line,)) for line in differences_in_words(comparison)]
    if drawing := forest(comparison):
        blocks.append(drawing)
    note = "Anaphors that the resolver of the row gets right and the resolver of the column does not."
    blocks.append(Sheet("Right where another is not", _matrix(comparison), note))
    return Section("differences", "Differences", "Differences", tuple(blocks))


def _matrix(comparison: Comparison) -> Figures:
    names = comparison.resolvers
    ahead = {(pair.first, pair.second): pair.only_first for pair in comparison.pairs}
    ahead |= {(pair.second, pair.first): pair.only_second for pair in comparison.pairs}
    rows = []
    for row, one in enumerate(names):
        counts = [ahead.get((one, other), 0) for other in names]
        cells = (
            "–" if one == names[column] else Cell(str(count), f"right={row}&wrong={column}" if count else "")
            for column, count in enumerate(counts)
        )
        rows.append((one, *cells))
    return Figures(("right (row), wrong (column)", *names), tuple(rows))
