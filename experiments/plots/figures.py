"""The charts of any result: one by its name, or all as files."""

from pathlib import Path

from anaphora.experiments.comparison.ablate import Ablated
from anaphora.experiments.comparison.component_ablation import ComponentAblation
from anaphora.experiments.comparison.losses import Losses
from anaphora.experiments.plots import ablation, comparison, datasets, scores
from anaphora.experiments.plots.plot import Chart, Plot, style
from anaphora.experiments.scoring.datasets.macro import MacroScores
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.files.atomic import replacing
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.scores import Scores


def charts(result: object) -> dict[str, Chart]:
    """The charts that a result has, by name: functions of their width."""
    match result:
        case Comparison():
            return comparison.charts(result)
        case Losses():
            return {"losses": comparison.charts(result.base)["losses"]} if result.base.anaphors else {}
        case Scores():
            return scores.charts(result)
        case MacroScores():
            return datasets.charts(result)
        case Ablated():
            return ablation.charts(result)
        case ComponentAblation():
            return ablation.component_charts(result)
        case _:
            return {}


def plot(result: object, name: str = "", width: str = "column", *, dark: bool = False) -> Plot:
    """The chart of that name (default: the first); of scores also that of any measure.

    Raises `UnknownNameError` if the result has no such chart, or if there is no such width.
    """
    known = charts(result) | (scores.by_measure(result) if isinstance(result, Scores) else {})
    name = name or next(iter(known), name)
    if name not in known:
        raise unknown_name("chart", name, known)
    with style(dark):
        return Plot(known[name](width), dark)


def write_figures(result: object, folder: Path, form: str) -> list[str]:
    """Write every chart of a result into a folder as pdf, svg or png, each under its name; returns the names."""
    drawn = {name: plot(result, name) for name in charts(result)}
    with replacing(folder) as made:
        made.mkdir()
        for name, chart in drawn.items():
            chart.save(made / f"{name}.{form}")
    return list(drawn)
