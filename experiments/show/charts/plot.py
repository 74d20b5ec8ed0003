"""Charts for papers and slides: those of any result by name, as PDF, SVG and PNG, as wide as a column or a page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from anaphora.experiments.commands.ablate.ablate import Ablated
from anaphora.experiments.commands.ablate.component_ablation import ComponentAblation
from anaphora.experiments.commands.evaluate.help_and_harm import HelpAndHarm
from anaphora.experiments.commands.losses import Losses
from anaphora.experiments.commands.score.datasets.macro import MacroScores
from anaphora.experiments.show.charts import ablation, chains, comparison, datasets, rewriting
from anaphora.experiments.show.charts.chart import Chart
from anaphora.experiments.show.charts.draw import DARK, LIGHT, paper_file, paper_svg
from anaphora.experiments.show.charts.layout import Plan
from anaphora.experiments.show.charts.shapes import FONT, Drawing
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.files import replacing
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.slices import slices

FORMATS = (".pdf", ".svg", ".png")
WIDTHS = {"column": 3.33, "page": 6.9}
"""Widths in inches: of a column of a two-column page, and of its text."""
_UNITS = 72 / 8 * FONT
"""Units of a drawing in an inch: letters are 8 points high."""
Plans: TypeAlias = dict[str, Callable[[], Plan | Chart | None]]


@dataclass(frozen=True)
class Plot:
    """A chart. In a notebook it shows itself; `save` writes it as PDF, SVG or PNG."""

    plan: Plan
    title: str = ""
    width: str = "column"
    dark: bool = False

    @property
    def drawing(self) -> Drawing:
        """The shapes of the chart at its width."""
        return self.plan.drawn(WIDTHS[self.width] * _UNITS)

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, whose ending names the format (.pdf, .svg or .png).

        Raises:
            OptionError: there is no such format.
            WorkbenchError: the file cannot be written.
        """
        file = Path(path)
        form = file.suffix.lower()
        if form not in FORMATS:
            raise OptionError(f"{file}: a chart is saved as {', '.join(FORMATS)}.", code="bad-suffix")
        colours = DARK if self.dark else LIGHT
        data = self._repr_svg_().encode() if form == ".svg" else paper_file(self.drawing, colours, form[1:])
        with replacing(file) as new:
            new.write_bytes(data)
        return file

    def _repr_svg_(self) -> str:
        return paper_svg(self.drawing, self.title, DARK if self.dark else LIGHT)


def charts(result: object) -> Plans:
    """The charts that a result has, by name."""
    match result:
        case Comparison():
            return _of_comparison(result)
        case Losses():
            return {"losses": partial(comparison.losses, result.base)} if result.base.anaphors else {}
        case Scores():
            usual = result.standard()
            return {"scores": partial(chains.one_measure, result, result.primary)} | _if({
                "measures": (len(usual.measures) > 1, partial(chains.measures, usual)),
                "differences": (bool(result.pairs), partial(chains.differences, result)),
            })  # fmt: skip
        case MacroScores():
            several = len(result.systems) > 1
            return {"scores": partial(datasets.averages, result), "datasets": partial(datasets.values, result)} | _if({
                "ranks": (several and result.ranks is not None, partial(datasets.ranks, result)),
                "wins": (several and bool(result.pairs), partial(datasets.wins, result)),
                "differences": (several and bool(result.pairs), partial(datasets.differences, result)),
            })  # fmt: skip
        case Ablated():
            parts = result.parts()
            rules = {} if result.additive else result.rules()
            importances = [part.relative_importance for part in parts.values()]
            changes = any(part.helped or part.hurt for part in parts.values())
            return _if({
                "importance": (importances != [None] * len(parts), partial(ablation.importance, "", parts)),
                "helped-hurt": (changes, partial(ablation.helped_and_hurt, "", parts)),
                "rules": (bool(rules.keys() - {""}), partial(ablation.rules, "", rules)),
            })  # fmt: skip
        case HelpAndHarm():
            return {
                "help-and-harm": partial(rewriting.help_and_harm, result),
                "recall": partial(chains.one_measure, result.scores, result.scores.measures[0]),
            }
        case ComponentAblation():
            return {"components": partial(ablation.components, result)}
        case _:
            return {}


def _of_comparison(result: Comparison) -> Plans:
    if not result.anaphors:
        return {}
    rivals = comparison.rivals(result)
    plans: Plans = {"scores": partial(comparison.scores, result)}
    plans |= _if({
        "differences": (len(rivals) > 1, partial(comparison.differences, result)),
        "coverage": (any(result.losses(name)["abstained"] for name in rivals), partial(comparison.coverage, result)),
        "coverage-curves": (
            any(curve.kind for curve in result.coverage.values()), partial(comparison.coverage_curves, result),
        ),
        "losses": (True, partial(comparison.losses, result)),
    })  # fmt: skip
    several = (by for by in ("candidates", "distance") if len(slices(result, by)) > 1)
    return plans | {by: partial(comparison.sliced, result, by) for by in several}


def _if(wanted: Mapping[str, tuple[bool, Callable[[], Plan | Chart | None]]]) -> Plans:
    return {name: chart for name, (is_there, chart) in wanted.items() if is_there}


def plot(result: object, name: str = "", width: str = "column", *, dark: bool = False) -> Plot:
    """The chart of that name (default: the first); of scores also that of any measure.

    Raises `UnknownNameError` if the result has no such chart, or if there is no such width.
    """
    plans = charts(result)
    if isinstance(result, Scores):
        plans |= {measure.name: partial(chains.one_measure, result, measure) for measure in result.measures}
    name = name or next(iter(plans), name)
    if name not in plans or not (chart := plans[name]()):
        raise unknown_name("chart", name, plans)
    if width not in WIDTHS:
        raise unknown_name("width", width, WIDTHS)
    return Plot(chart.plan, chart.title, width, dark) if isinstance(chart, Chart) else Plot(chart, name, width, dark)


def write_figures(result: object, folder: Path, form: str) -> list[str]:
    """Write every chart of a result into a folder as pdf, svg or png, each under its name; returns the names."""
    drawn = {name: plot(result, name) for name in charts(result)}
    with replacing(folder) as new:
        new.mkdir()
        for name, chart in drawn.items():
            chart.save(new / f"{name}.{form}")
    return list(drawn)
