"""Charts of a comparison: success rates, differences to the best resolver, losses."""

from collections.abc import Callable

from anaphora.experiments.plots.charts import Point, dot_plot, stacked_bars
from anaphora.experiments.plots.plot import Plot
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import stage
from anaphora.workbench.statistics.defaults import ALPHA


def plot(comparison: Comparison, name: str, width: str) -> Plot:
    """The chart of that name. Raises `UnknownNameError` if there is none, or no such width."""
    charts: dict[str, Callable[[Comparison, str], Plot]] = {
        "scores": scores,
        "differences": differences,
        "losses": losses,
    }
    if name not in charts:
        raise unknown_name("chart", name, charts)
    return charts[name](comparison, width)


def scores(comparison: Comparison, width: str = "column") -> Plot:
    """Success rates with 95% confidence intervals, best first; baselines grey."""
    points = []
    for resolver in comparison.ranking:
        rate = comparison.rate("success_rate", resolver)
        if rate.value is not None:
            points.append(_point(resolver, rate.value, rate.interval, muted=resolver in comparison.baselines))
    return dot_plot(points, "Success rate (%), 95% CI", width=width)


def differences(comparison: Comparison, width: str = "column") -> Plot:
    """How far each resolver is behind the best one, with 95% confidence intervals; what is not significant grey."""
    best, *others = comparison.ranking
    points = []
    for pair in comparison.pairs:
        if best in (pair.first, pair.second) and pair.difference is not None:
            other = pair.second if pair.first == best else pair.first
            sign = -1 if pair.first == best else 1
            ends = sorted((sign * pair.interval.low, sign * pair.interval.high)) if pair.interval else None
            interval = Interval(*ends) if ends else None
            points.append(_point(other, sign * pair.difference, interval, muted=not pair.is_significant(ALPHA)))
    points.sort(key=lambda point: others.index(point.label))
    return dot_plot(points, f"Difference to {best} (points), 95% CI", width=width, zero=True)


def losses(comparison: Comparison, width: str = "page") -> Plot:
    """What became of all key anaphors, by resolver: lost at a stage, or right."""
    rows = {resolver: comparison.losses(resolver) for resolver in comparison.ranking}
    ordered = {name: {stage(part): row[part] for part in ("right", *row)} for name, row in rows.items()}
    return stacked_bars(ordered, "Anaphors", width=width)


def _point(label: str, value: float, interval: Interval | None, *, muted: bool) -> Point:
    low, high = (100 * interval.low, 100 * interval.high) if interval else (None, None)
    return Point(label, 100 * value, low, high, muted)
