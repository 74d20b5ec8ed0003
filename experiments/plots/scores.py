"""Charts of scores: one part of one measure, all systems."""

from anaphora.experiments.plots.charts import Point, dot_plot
from anaphora.experiments.plots.plot import Plot
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.results.scores import Scores


def plot(scores: Scores, name: str, width: str) -> Plot:
    """A measure of all systems with 95% confidence intervals; `name` is that of a measure, or "scores".

    Raises `UnknownNameError` if the measure was not scored.
    """
    measures = {measure.name: measure for measure in scores.measures}
    name = ("conll" if "conll" in measures else next(iter(measures))) if name == "scores" else name
    if name not in measures:
        raise unknown_name("chart", name, ["scores", *measures])
    measure = measures[name]
    part = "f1" if "f1" in measure.parts else measure.parts[0]
    points = []
    for system in scores.systems:
        value = scores.values(system, measure)[part]
        low, high = scores.intervals[system][name].get(part, (None, None))
        if value is not None:
            points.append(Point(system, 100 * value, _percent(low), _percent(high)))
    points.sort(key=lambda point: -point.value)
    return dot_plot(points, f"{name} {part} (%), 95% CI", width=width)


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value
