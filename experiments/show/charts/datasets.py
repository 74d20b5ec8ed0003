"""Charts of systems on many datasets: macro averages, differences, and grids of values, ranks and wins."""

from collections.abc import Sequence
from functools import partial

from anaphora.experiments.show.charts.chart import Chart, Plans, behind, difference, dot, of_table, plans_if
from anaphora.experiments.show.charts.layout import Dots, Grid, Tile
from anaphora.experiments.show.render import show
from anaphora.workbench.results.macro import (
    MacroScores,
    datasets_table,
    differences_table,
    extremes,
    measured,
    ranking_table,
    ranks_table,
    replicated_table,
    wins_table,
)
from anaphora.workbench.results.table import NOTHING, Table, number, shade
from anaphora.workbench.results.vocabulary import counted, percent


def averages(macro: MacroScores) -> Chart:
    """Macro averages with 95% confidence intervals, best first."""
    table = ranking_table(macro)
    rows = {name: {"": dot(name, macro.average(name), macro.interval(name))} for name in macro.ranking}
    return Chart(
        "macro-average",
        table.title,
        f"{macro.ranking[0]} is ahead.",
        Dots(
            rows, f"Macro average of {measured(macro)} (%), 95% CI",
            [percent(macro.average(name)) for name in macro.ranking],
        ),
        of_table(table),
        "With 95% intervals over datasets. Differences are paired, so systems whose intervals overlap may well differ.",
    )  # fmt: skip


def differences(macro: MacroScores) -> Dots:
    """Plot how far each system is behind the best one on average; what is not significant is grey."""
    best, *others = macro.ranking
    return behind(best, (macro.pairs.pair(other, best) for other in others))


def against(macro: MacroScores, best: str, other: str) -> Chart:
    """The differences of the best system from another on each dataset, and on average."""
    pairs = [(dataset.name, pair) for dataset in macro.datasets if (pair := dataset.pairs.pair(best, other))]
    pairs.sort(key=lambda entry: -entry[1].points)
    dots = {name: difference(name, pair) for name, pair in pairs}
    better = sum(point.held and point.value > 0 for point in dots.values())
    worse = sum(point.held and point.value < 0 for point in dots.values())
    average = macro.pairs.pair(best, other)
    rows = dots | ({"macro average": difference("macro average", average)} if average else {})
    return Chart(
        f"against-{macro.ranking.index(other)}",
        f"{best} less {other}, by dataset",
        f"{best} less {other}: significantly better on {better} and worse on {worse} of {len(dots)}.",
        Dots(
            {name: {"": point} for name, point in rows.items()}, "Points",
            [f"{point.value:+.1f}" for point in rows.values()], signed=True, total=average is not None,
        ),
        of_table(differences_table(macro, {best, other})),
        f"{measured(macro)} in points, with 95% intervals; filled: significant (adjusted p of the dataset’s pairs).",
    )  # fmt: skip


def values(macro: MacroScores) -> Chart:
    """The value of each system on each dataset."""
    averages = macro.by_dataset()
    best = macro.ranking[0]
    easy, hard = max(averages, key=averages.__getitem__), min(averages, key=averages.__getitem__)
    finding = (
        f"No system has a higher value than {best} on {macro.unbeaten(best)} of "
        f"{counted(len(macro.datasets), 'dataset')}. On average {hard} is the hardest ({percent(averages[hard])}) and "
        f"{easy} the easiest ({percent(averages[easy])})."
    )
    caption = (
        f"{measured(macro)} in per cent; the best of each dataset is bold, a dash is no response. "
        "The table below has the significant differences."
    )
    low, high = extremes(macro)
    scale = low - (high - low) / 8, high  # also the lowest value has a colour
    named = f"{measured(macro)} (%)"
    return _grid(datasets_table(macro), "values", finding, caption, macro.ranking, scale, axes=("system", named))


def ranks(macro: MacroScores) -> Chart:
    """Chart the probability of each rank for each system."""
    sure = sum(len({*(macro.likely_ranks(name) or ())}) == 1 for name in macro.ranking)
    numbers = [str(number) for number in range(1, len(macro.systems) + 1)]
    finding = f"{sure} of {counted(len(macro.systems), 'system')} keep their rank in 95% of the samples."
    caption = "How often the system has the rank in the hierarchical bootstrap, in per cent; empty: below 0.05."
    axes = ("rank", "share of the bootstrap samples (%)")
    return _grid(ranks_table(macro), "ranks", finding, caption, numbers, (0, 1), zeros=False, axes=axes)


def wins(macro: MacroScores) -> Chart:
    """On how many datasets one system has a higher value than another, and on how many that is shown."""
    best = macro.ranking[0]
    datasets = len(macro.datasets)
    everywhere = [
        pair.second
        for pair in (compared.best_first() for compared in macro.pairs)
        if pair.first == best and pair.detail.forward.wins == datasets
    ]
    finding = f"{best} beats {counted(len(everywhere), 'system')} of {len(macro.systems) - 1} on every dataset."
    caption = (
        "On how many datasets the system of the row has a higher value than that of the column. ≥: it is better on at "
        "least so many (partial conjunction, Dror et al. 2017) with Fisher’s combination, which takes datasets as "
        "independent. Bonferroni’s does not, and finds fewer where there are few documents."
    )
    table = wins_table(macro)
    axes = ("the row beats …", f"on so many of {counted(datasets, 'dataset')}; ≥: shown")
    return _grid(
        table, "wins", finding, caption, macro.ranking, (0, datasets), replicated_table(macro, "fisher"), axes=axes
    )


def _grid(
    table: Table, name: str, finding: str, caption: str, heads: Sequence[str], scale: tuple[float, float],
    below: Table | None = None, *, zeros: bool = True, axes: tuple[str, str],
) -> Chart:  # fmt: skip
    """The last columns of a table under these heads, white at the first end of the scale and darkest at the second.

    The best figures are bold. `below` has for each cell a number that stands under it (0: none); without `zeros` a cell
    that rounds to 0 is empty. `axes` say what columns and cells are.
    """
    places = range(len(table.columns) - len(heads), len(table.columns))
    best = table.best()
    rows = {}
    for y, row in enumerate(table.rows):
        tiles = []
        for x in places:
            value = number(row[x])
            text = "" if not zeros and value is not None and value < NOTHING else show(value, table.columns[x])
            least = number(below.rows[y][x]) if below else None
            tiles.append(Tile(shade(value, scale), text, (y, x) in best, f"≥ {least:.0f}" if least else ""))
        rows[str(row[0])] = tiles
    plan = Grid(rows, heads, frozenset(table.groups), *axes)
    return Chart(name, table.title, finding, plan, of_table(table), caption)


def charts(result: MacroScores) -> Plans:
    """The charts of scores on many datasets."""
    several = len(result.systems) > 1
    return {"scores": partial(averages, result), "datasets": partial(values, result)} | plans_if({
        "ranks": (several and result.ranks is not None, partial(ranks, result)),
        "wins": (several and bool(result.pairs), partial(wins, result)),
        "differences": (several and bool(result.pairs), partial(differences, result)),
    })  # fmt: skip
