"""The forest plot: how far every resolver is behind the one that is ahead, with the interval of the difference."""

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
from anaphora.workbench.results.values import Pair
from anaphora.workbench.results.vocabulary import DASH, probability
from anaphora.workbench.statistics.defaults import ALPHA

ROW, PLOT = 24, 400


def forest(comparison: Comparison) -> Drawing | None:
    """The drawing; `None` without two resolvers to compare, or without anaphors."""
    rows = _pairs(comparison)
    if not rows:
        return None
    nearest, leader = rows[0], rows[0].second
    left = width_of([pair.first for pair in rows]) + 12
    ends = [100 * end for pair in rows for end in (*_ends(pair), pair.difference or 0.0, 0.0)]
    axis = scale(min(ends), max(ends), left, left + PLOT)
    lead = -100 * (nearest.difference or 0.0)
    apart = f"ahead of {nearest.first} by {lead:.1f} points" if lead else f"tied with {nearest.first}"
    return Drawing(
        name="forest",
        title=f"How far the other resolvers are behind {leader}",
        description=f"{leader} is {apart} ({nearest.verdict}).",
        width=left + PLOT + 20 + width_of([_label(pair) for pair in rows]),
        height=ROW * (len(rows) + 2.5),
        shapes=(
            *_frame(axis, len(rows)),
            *(shape for number, pair in enumerate(rows) for shape in _row(axis, left, number, pair)),
        ),
        figures=_figures(comparison),
        caption=f"Success rate minus that of {leader}, in points, with the 95% interval over documents; the shaded "
        f"band is ±{100 * EQUAL_WITHIN:.0f} points. Filled: the difference is significant (adjusted p).",
    )


def _pairs(comparison: Comparison) -> list[Pair]:
    """The pairs with the resolver that is ahead, seen from the other one, the nearest first."""
    if not comparison.leaders or len(comparison.resolvers) < 2:
        return []
    leader = comparison.leaders[0]
    others = [name for name in comparison.resolvers if name != leader and name not in comparison.read_key]
    return sorted((comparison.pair(name, leader) for name in others), key=lambda pair: -(pair.difference or 0.0))


def _ends(pair: Pair) -> tuple[float, ...]:
    return (pair.interval.low, pair.interval.high) if pair.interval else ()


def _frame(axis: Scale, rows: int) -> list[Shape]:
    bottom = ROW * (rows + 0.6)
    low, high = axis(max(axis.low, -100 * EQUAL_WITHIN)), axis(min(axis.high, 100 * EQUAL_WITHIN))
    shapes = [box("band", low, 4, high - low, bottom - 4)]
    for tick in axis.ticks:
        shapes.append(line("zero" if tick == 0 else "grid", axis(tick), 4, axis(tick), bottom))
        shapes.append(label(f"{tick:+g}" if tick else "0", axis(tick), bottom + 16, "middle", "tick"))
    shapes.append(label("points", axis.end, bottom + 34, "end", "tick"))
    return shapes


def _row(axis: Scale, left: float, number: int, pair: Pair) -> list[Shape]:
    y = ROW * (number + 0.7)
    shapes = [label(pair.first, left - 12, y + 4, "end", "name")]
    if pair.interval:
        shapes.append(whisker("interval", y, axis(100 * pair.interval.low), axis(100 * pair.interval.high)))
    look = "point held" if pair.is_significant(ALPHA) else "point"
    shapes.append(mark(2, axis(100 * (pair.difference or 0.0)), y, look))
    return [*shapes, label(_label(pair), axis.end + 14, y + 4)]


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
