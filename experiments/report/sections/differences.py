"""Which differences are real: the paired differences drawn and tabled, and who is right where another is not."""

from anaphora.experiments.report.charts.forest import forest
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.drawing import Cell, Figures
from anaphora.experiments.report.section import Block, Section, Sheet, Words
from anaphora.experiments.terminal import comparison_text
from anaphora.workbench.results.comparison import Comparison


def section(findings: Findings) -> Section | None:
    """The forest plot, the differences that hold, and the matrix of pairs."""
    comparison = findings.comparison
    if comparison is None or findings.ablated or len(comparison.resolvers) < 2 or not comparison.anaphors:
        return None
    blocks: list[Block] = []
    if lines := comparison_text.differences(comparison):
        blocks.append(Words((lines[0],)))
        blocks += [Words(tuple(line.strip() for line in lines[1:]), "note")] if lines[1:] else []
    if drawing := forest(comparison):
        blocks.append(drawing)
    blocks += [Words((line,), "note") for line in comparison_text.ranking(comparison)]
    note = "On how many anaphors the resolver of the row is right where the resolver of the column is not."
    blocks.append(Sheet("Right where another is not", _matrix(comparison), note))
    return Section("differences", "Differences", "Differences", tuple(blocks))


def _matrix(comparison: Comparison) -> Figures:
    names = comparison.resolvers
    ahead = {(pair["first"], pair["second"]): pair["only_first"] for pair in comparison.pairs()}
    ahead |= {(pair["second"], pair["first"]): pair["only_second"] for pair in comparison.pairs()}
    rows = []
    for row, one in enumerate(names):
        counts = [ahead.get((one, other), 0) for other in names]
        cells = (
            "–" if one == names[column] else Cell(str(count), f"right={row}&wrong={column}" if count else "")
            for column, count in enumerate(counts)
        )
        rows.append((one, *cells))
    return Figures(("right, where not →", *names), tuple(rows))
