"""Charts of a comparison: rates, differences to the best resolver, losses, rates by the difficulty of anaphors."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from anaphora.experiments.plots.charts import Point, curves, dot_plot, lines, stacked_bars
from anaphora.experiments.plots.plot import Chart
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.slices import FEW, slices
from anaphora.workbench.results.values import Interval, Pair, ScorePair
from anaphora.workbench.results.vocabulary import stage
from anaphora.workbench.statistics.defaults import ALPHA

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DRAWN = 4  # resolvers with a line of their own
_SELECTIVE = 0.1  # of the anaphors that can be resolved, left unresolved by choice
_BY = {"candidates": "Candidates after agreement", "distance": "Sentences to the nearest antecedent"}


def charts(comparison: Comparison) -> dict[str, Chart]:
    """The charts that the comparison has, by name."""
    if not comparison.anaphors:
        return {}
    found: dict[str, Chart] = {"scores": partial(scores, comparison)}
    if len(_rivals(comparison)) > 1:
        found["differences"] = partial(differences, comparison)
    if any(comparison.losses(name)["abstained"] for name in _rivals(comparison)):
        found["coverage"] = partial(coverage, comparison)
    if any(each.kind for each in comparison.coverage.values()):
        found["coverage-curves"] = partial(coverage_curves, comparison)
    found["losses"] = partial(losses, comparison)
    sliced = {by: partial(by_difficulty, comparison, by) for by in _BY if len(slices(comparison, by)) > 1}
    return found | sliced


def scores(comparison: Comparison, width: str) -> "Figure":
    """Success rates with 95% confidence intervals, best first; baselines grey."""
    points = []
    for resolver in comparison.ranking:
        rate = comparison.rate("success_rate", resolver)
        if rate.value is not None:
            points.append(point(resolver, rate.value, rate.interval, muted=resolver in comparison.baselines))
    return dot_plot({"Success rate (%), 95% CI": points}, width)


def differences(comparison: Comparison, width: str) -> "Figure":
    """How far each resolver is behind the best one, with 95% confidence intervals; what is not significant grey."""
    best, *others = _rivals(comparison)
    points = distances((other, comparison.pair(other, best)) for other in others)
    return dot_plot({f"Difference from {best} (points), 95% CI": points}, width, zero=True)


def coverage(comparison: Comparison, width: str) -> "Figure":
    """How precise the answers of each resolver are, most precise first, and how many anaphors it answers."""
    rates = {name: comparison.rate("precision", name) for name in _rivals(comparison)}
    panels: dict[str, list[Point]] = {"Precision (%)": [], "Answered (%)": []}
    for name, rate in sorted(rates.items(), key=lambda item: -(item[1].value or 0.0)):
        outcomes = [outcome for document in comparison.documents for outcome in document.outcomes[name]]
        answered = sum(outcome.antecedent is not None for outcome in outcomes)
        muted = name in comparison.baselines
        panels["Precision (%)"].append(point(name, rate.value or 0.0, rate.interval, muted=muted))
        panels["Answered (%)"].append(point(name, answered / len(outcomes), None, muted=muted))
    return dot_plot(panels, width)


def coverage_curves(comparison: Comparison, width: str) -> "Figure":
    """How precise the surest answers of each resolver are, by the share of the key anaphors that they cover.

    Resolvers that do not say how sure they are, but leave many anaphors open, have a point, the most precise ones
    first. Below a coverage of 5% a few answers decide, and nothing is drawn.
    """
    series: dict[str, list[tuple[float, float]]] = {}
    points: dict[str, tuple[float, float]] = {}
    for name, each in comparison.coverage.items():
        end = 100 * (each.answered or 0.0), 100 * (each.precision or 0.0)
        if each.kind:
            shown = filter(None, (each.at(percent / 100) for percent in range(5, 101)))
            series[name] = [*((100 * point.coverage, 100 * point.precision) for point in shown), end]
        elif comparison.losses(name)["abstained"] > _SELECTIVE * comparison.reached:
            points[name] = end
    points = dict(sorted(points.items(), key=lambda entry: -entry[1][1]))
    return curves(series, points, ("Coverage (% of key anaphors)", "Precision (%)"), width)


def losses(comparison: Comparison, width: str) -> "Figure":
    """What became of all key anaphors, by resolver: right, or which stage lost them."""
    rows = {}
    for resolver in comparison.ranking:
        counts = comparison.losses(resolver)
        rows[resolver] = {stage(part): 100 * counts[part] / comparison.anaphors for part in ("right", *counts)}
    return stacked_bars(rows, "Anaphors (%)", width)


def by_difficulty(comparison: Comparison, by: str, width: str) -> "Figure":
    """Success rates of the best resolvers over slices of the anaphors, and of a random choice, below all of them."""
    found = slices(comparison, by)
    named = _rivals(comparison)[:_DRAWN]
    series = {name: [100 * part.right[name] / part.of for part in found] for name in named}
    series["random choice"] = [100 * part.expected / part.of for part in found]
    places = [f"{part.name}\n({part.of})" for part in found]
    few = [part.of < FEW for part in found]
    return lines(places, series, (f"{_BY[by]} (anaphors)", "Success rate (%)"), width, few)


def point(label: str, value: float, interval: Interval | None, *, muted: bool = False) -> Point:
    """A fraction as a point in percent."""
    low, high = (100 * interval.low, 100 * interval.high) if interval else (None, None)
    return Point(label, 100 * value, low, high, muted)


def distances(pairs: Iterable[tuple[str, Pair | ScorePair | None]]) -> list[Point]:
    """The difference of each pair, by the name of its first, grey if not significant; none of what was not compared."""
    return [
        point(name, pair.difference, pair.interval, muted=not pair.is_significant(ALPHA))
        for name, pair in pairs
        if pair and pair.difference is not None
    ]


def _rivals(comparison: Comparison) -> list[str]:
    return [name for name in comparison.ranking if name not in comparison.read_key]
