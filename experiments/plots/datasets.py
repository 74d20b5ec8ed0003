"""Charts of systems on many datasets: macro averages, differences, and grids of values, ranks and wins."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from anaphora.experiments.plots.charts import dot_plot, tiles
from anaphora.experiments.plots.comparison import point
from anaphora.experiments.plots.plot import Chart
from anaphora.experiments.scoring.datasets.macro import (
    MacroScores,
    datasets_table,
    extremes,
    measured,
    ranks_table,
    wins_table,
)
from anaphora.experiments.terminal.render import show
from anaphora.workbench.results.table import NOTHING, Table, number, shade

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def charts(macro: MacroScores) -> dict[str, Chart]:
    """The charts that the scores have, by name."""
    found: dict[str, Chart] = {
        "scores": partial(averages, macro),
        "datasets": partial(_grid, datasets_table(macro), macro.ranking, extremes(macro)),
    }
    if len(macro.systems) == 1:
        return found
    if macro.ranks is not None:
        numbers = [str(number) for number in range(1, len(macro.systems) + 1)]
        found["ranks"] = partial(_grid, ranks_table(macro), numbers, (0.0, 1.0), zeros=False)
    if macro.pairs:
        found["wins"] = partial(_grid, wins_table(macro), macro.ranking, (0.0, float(len(macro.datasets))))
        found["differences"] = partial(differences, macro)
    return found


def averages(macro: MacroScores, width: str) -> "Figure":
    """Macro averages with 95% confidence intervals, best first."""
    points = [point(system, macro.average(system), macro.interval(system)) for system in macro.ranking]
    return dot_plot({f"Macro average of {measured(macro)} (%), 95% CI": points}, width)


def differences(macro: MacroScores, width: str) -> "Figure":
    """How far each system is behind the best one on average; what is not significant grey."""
    best, *others = macro.ranking
    pairs = [pair for other in others if (pair := macro.pair(other, best))]
    points = [point(pair.first, pair.difference, pair.interval, muted=not pair.is_significant) for pair in pairs]
    return dot_plot({f"Difference from {best} (points), 95% CI": points}, width, zero=True)


def _grid(
    table: Table, heads: Sequence[str], scale: tuple[float, float], width: str, *, zeros: bool = True
) -> "Figure":
    """The last columns of a table, the darker the higher; without `zeros` those that round to 0 are empty."""
    rows = {}
    for row in table.rows:
        columns = list(zip(row, table.columns, strict=True))[-len(heads) :]
        figures = [(number(cell), column) for cell, column in columns]
        rows[str(row[0])] = [
            (shade(value, scale), show(value, column) if zeros or value is None or value >= NOTHING else "")
            for value, column in figures
        ]
    return tiles(rows, heads, width)
