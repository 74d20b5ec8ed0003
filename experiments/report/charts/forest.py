"""The forest plot: how far every resolver is behind the one that is ahead, with the interval of the difference."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphora.experiments.report.drawing import (
    Cell,
    Drawing,
    Figures,
    Scale,
    Shape,
    box,
    label,
    line,
    mark,
    scale,
    whisker,
    width_of,
)
from anaphora.workbench.results.comparison import EQUAL_WITHIN, Comparison
from anaphora.workbench.results.values import Interval, Pair
from anaphora.workbench.results.vocabulary import DASH, probability
from anaphora.workbench.statistics.defaults import ALPHA

ROW, PLOT = 24, 400


@dataclass(frozen=True, slots=True)
class Line:
    """A value with its interval, both fractions; `told` stands at the end of its line, `filled` marks it."""

    name: str
    value: float
    interval: Interval | None
    filled: bool
    told: str


def forest(comparison: Comparison) -> Drawing | None:
    """The drawing; `None` without two resolvers to compare, or without anaphors."""
    rows = _pairs(comparison)
    if not rows:
        return None
    nearest, leader = rows[0], rows[0].second
    lead = -100 * (nearest.difference or 0.0)
    apart = f"ahead of {nearest.first} by {lead:.1f} points" if lead else f"tied with {nearest.first}"
    lines = [
        Line(pair.first, pair.difference or 0.0, pair.interval, pair.is_significant(ALPHA), _label(pair))
        for pair in rows
    ]
    return drawn(
        "forest",
        f"How far the other resolvers are behind {leader}",
        f"{leader} is {apart} ({nearest.verdict}).",
        lines,
        _figures(comparison),
        f"Success rate minus that of {leader}, in points, with the 95% interval over documents; the shaded "
        f"band is ±{100 * EQUAL_WITHIN:.0f} points. Filled: the difference is significant (adjusted p).",
        band=EQUAL_WITHIN,
    )


def drawn(
    name: str,
    title: str,
    description: str,
    lines: Sequence[Line],
    figures: Figures,
    caption: str,
    *,
    signed: bool = True,
    band: float = 0.0,
    total: bool = False,
) -> Drawing:
    """Values with their intervals, a line each; if `signed` they are differences, and 0 is on the axis.

    Those within the `band` around 0 count as equal. The last line may be the `total` of the others.
    """
    left = width_of([each.name for each in lines]) + 12
    ends = [0.0] if signed else []
    for each in lines:
        ends += [100 * each.value] + ([100 * each.interval.low, 100 * each.interval.high] if each.interval else [])
    axis = scale(min(ends), max(ends), left, left + PLOT)
    shapes = _frame(axis, len(lines), signed, 100 * band)
    for number, each in enumerate(lines):
        shapes += _row(axis, left, ROW * (number + 0.7), each)
    if total:
        shapes.append(line("zero", 0, ROW * (len(lines) - 0.8), axis.end, ROW * (len(lines) - 0.8)))
    width = left + PLOT + 20 + width_of([each.told for each in lines])
    return Drawing(name, title, description, width, ROW * (len(lines) + 2.5), tuple(shapes), figures, caption)


def _pairs(comparison: Comparison) -> list[Pair]:
    """The pairs with the resolver that is ahead, seen from the other one, the nearest first."""
    if not comparison.leaders or len(comparison.resolvers) < 2:
        return []
    leader = comparison.leaders[0]
    others = [name for name in comparison.resolvers if name != leader and name not in comparison.read_key]
    return sorted((comparison.pair(name, leader) for name in others), key=lambda pair: -(pair.difference or 0.0))


def _frame(axis: Scale, rows: int, signed: bool, band: float) -> list[Shape]:
    bottom = ROW * (rows + 0.6)
    shapes = []
    if band:
        low, high = axis(max(axis.low, -band)), axis(min(axis.high, band))
        shapes.append(box("band", low, 4, high - low, bottom - 4))
    for tick in axis.ticks:
        shapes.append(line("zero" if tick == 0 else "grid", axis(tick), 4, axis(tick), bottom))
        told = f"{tick:+g}" if signed and tick else f"{tick:g}"
        shapes.append(label(told, axis(tick), bottom + 16, "middle", "tick"))
    shapes.append(label("points" if signed else "%", axis.end, bottom + 34, "end", "tick"))
    return shapes


def _row(axis: Scale, left: float, y: float, drawn: Line) -> list[Shape]:
    shapes = [label(drawn.name, left - 12, y + 4, "end", "name")]
    if drawn.interval:
        shapes.append(whisker("interval", y, axis(100 * drawn.interval.low), axis(100 * drawn.interval.high)))
    shapes.append(mark(2, axis(100 * drawn.value), y, "point held" if drawn.filled else "point"))
    return [*shapes, label(drawn.told, axis.end + 14, y + 4)]


def _label(pair: Pair) -> str:
    alone = f"right alone: {pair.only_first}, other alone: {pair.only_second}"
    return f"{100 * (pair.difference or 0.0):+.1f}  ({alone})  {pair.verdict}"


def _figures(comparison: Comparison) -> Figures:
    """All pairs."""
    number = {name: index for index, name in enumerate(comparison.resolvers)}
    rows = []
    for pair in comparison.pairs:
        first, second = number[pair.first], number[pair.second]
        rows.append((
            f"{pair.first} – {pair.second}",
            DASH if pair.difference is None else f"{100 * pair.difference:+.1f}",
            f"{100 * pair.interval.low:+.1f} to {100 * pair.interval.high:+.1f}" if pair.interval else DASH,
            Cell(str(pair.only_first), f"right={first}&wrong={second}"),
            Cell(str(pair.only_second), f"right={second}&wrong={first}"),
            probability(pair.p), probability(pair.p_adjusted), probability(pair.p_exact_if_independent),
            DASH if pair.detectable is None else f"{100 * pair.detectable:.1f}",
            pair.verdict,
        ))  # fmt: skip
    headings = (
        "pair", "points", "95% interval", "only the first right", "only the second right", "p (sign flips)",
        "adjusted p (step-down max-T)",
        "p if anaphors were independent (McNemar)", "smallest detectable difference, points", "verdict",
    )  # fmt: skip
    return Figures(headings, tuple(rows))
