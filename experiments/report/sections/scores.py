"""The result table: one line a resolver."""

from dataclasses import replace

from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.drawing import of_table
from anaphora.experiments.report.section import Block, Section, Sheet, Words
from anaphora.workbench.results.comparison import Comparison, resolvers_table, upper_bounds
from anaphora.workbench.results.coverage import coverage_tables
from anaphora.workbench.results.table import printed


def section(findings: Findings) -> Section | None:
    """Success rates with counts and intervals, and how probable it is that each resolver comes first."""
    comparison = findings.comparison
    if comparison is None or findings.ablated:
        return None
    shown = of_table(resolvers_table(comparison, differences=True))
    rows = tuple((_named(comparison, str(name)), *others) for name, *others in shown.rows)
    shown = replace(shown, rows=rows)
    note = (
        "Success rate: correct answers, of all anaphors in the key. “Of MAX”: correct answers, of the anaphors that "
        "can be resolved at all."
        + (" *: significantly worse than the best." if any(map(comparison.is_worse, comparison.resolvers)) else "")
        + (" P(best): probability of ranking first (bootstrap over documents)." if comparison.ranks else "")
    )
    ahead = frozenset(_named(comparison, name) for name in comparison.leaders)
    bounds = f"{upper_bounds(comparison)}: the success rate of a perfect resolver."
    blocks: list[Block] = [Sheet("Scores", shown, note, ahead=ahead), Words((bounds,))]
    blocks += [
        Sheet(each.title, of_table(each), " ".join(each.notes), folded=True)
        for each in printed(coverage_tables(comparison.coverage, comparison.corpus))
    ]
    return Section("scores", "Scores", "Scores", tuple(blocks))


def _named(comparison: Comparison, name: str) -> str:
    chance = " (chance)" if name in comparison.random else ""
    return name + chance + (" (ahead)" if name in comparison.leaders else "")
