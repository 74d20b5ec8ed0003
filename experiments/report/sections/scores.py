"""The result table: one line a resolver."""

from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.drawing import Figures
from anaphora.experiments.report.section import Section, Sheet, Words
from anaphora.experiments.terminal import comparison_text


def section(findings: Findings) -> Section | None:
    """Success rates with counts and intervals, and how probable it is that each resolver comes first."""
    comparison = findings.comparison
    if comparison is None or findings.ablated:
        return None
    columns = comparison_text.columns(comparison)
    ranked = comparison.ranks()
    rows = []
    for result in comparison_text.results(comparison):
        name = result.resolver + (" (chance)" if result.random else "") + (" (ahead)" if result.ahead else "")
        first = (
            (f"{100 * ranked[result.resolver][0]:.0f} %",) if result.resolver in ranked else ("–",) if ranked else ()
        )
        rows.append((name, *(result.cells[column] for column in columns), *first))
    headings = ("resolver", *columns.values(), *(("P (best)",) if ranked else ()))
    ahead = frozenset(name for name, *_ in rows if name.endswith(" (ahead)"))
    note = (
        "Success rate: right answers of all key anaphors; the interval belongs to it. “Of MAX” takes only the anaphors "
        "that reach the resolvers with an acceptable antecedent."
        + (" P (best): how often it comes first if the documents are drawn anew; no test." if ranked else "")
    )
    table = Sheet("Scores", Figures(headings, tuple(rows)), note, ahead=ahead)
    return Section("scores", "Scores", "Scores", (table, Words((comparison_text.upper_bound(comparison),))))
