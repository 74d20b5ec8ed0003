"""Charts of scores: one measure of all systems, all measures, differences to the best system."""

from functools import partial
from typing import TYPE_CHECKING

from anaphora.experiments.plots.charts import Point, dot_plot, grouped_dots, lines
from anaphora.experiments.plots.comparison import distances, point
from anaphora.experiments.plots.plot import Chart
from anaphora.workbench.results.scores import AnyMeasure, Scores, main_part

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def charts(scores: Scores) -> dict[str, Chart]:
    """The charts that the scores have, by name."""
    found: dict[str, Chart] = {"scores": partial(one_measure, scores, scores.primary)}
    if len(scores.standard().measures) > 1:
        found["measures"] = partial(measures, scores.standard())
    if scores.pairs:
        found["differences"] = partial(differences, scores)
    return found


def by_measure(scores: Scores) -> dict[str, Chart]:
    """The chart of each measure, by its name."""
    return {measure.name: partial(one_measure, scores, measure) for measure in scores.measures}


def one_measure(scores: Scores, measure: AnyMeasure, width: str) -> "Figure":
    """The main part of a measure of all systems with 95% confidence intervals, best first."""
    ordered = sorted(_points(scores, measure).values(), key=lambda each: -each.value)
    return dot_plot({f"{measure.name} {main_part(measure).replace('f1', 'F1')} (%), 95% CI": ordered}, width)


def measures(scores: Scores, width: str) -> "Figure":
    """The main parts of all measures with 95% confidence intervals, a dot for each system."""
    rows = {measure.name: _points(scores, measure) for measure in scores.measures}
    return grouped_dots({name: row for name, row in rows.items() if row}, "F1 or value (%), 95% CI", width)


def curves(scores: Scores, width: str) -> "Figure":
    """The main part of each measure over simulated responses, in the order in which they were named."""
    series = {
        measure.name: [100 * (scores.values(system, measure)[main_part(measure)] or 0.0) for system in scores.systems]
        for measure in scores.measures
    }
    names = ("Links right, then chains merged", "F1 (%)")
    return lines(list(scores.systems), series, names, width, [False] * len(scores.systems))


def differences(scores: Scores, width: str) -> "Figure":
    """How far each system is behind the best one in the primary measure; what is not significant grey."""
    name = scores.primary.name
    best, *others = _ranked(scores)
    points = distances((other, scores.pair(name, other, best)) for other in others)
    return dot_plot({f"Difference from {best} ({name}, points), 95% CI": points}, width, zero=True)


def _points(scores: Scores, measure: AnyMeasure) -> dict[str, Point]:
    part = main_part(measure)
    values = {system: scores.values(system, measure)[part] for system in _ranked(scores)}
    return {
        system: point(system, value, scores.interval(system, measure))
        for system, value in values.items()
        if value is not None
    }


def _ranked(scores: Scores) -> list[str]:
    """The systems, best first in the primary measure."""
    part = main_part(scores.primary)
    return sorted(scores.systems, key=lambda system: -(scores.values(system, scores.primary)[part] or 0.0))
