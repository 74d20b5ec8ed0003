"""What indicators are worth: decision power and relative importance, helped and hurt, shares, single weights."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from anaphora.experiments.comparison.ablate import PartWorth
from anaphora.experiments.report.drawing import (
    Drawing,
    Figures,
    Scale,
    Shape,
    box,
    label,
    line,
    mark,
    path,
    scale,
    width_of,
)
from anaphora.workbench.ablation.figures import Curve
from anaphora.workbench.results.vocabulary import DASH, probability
from anaphora.workbench.statistics.defaults import ALPHA

ROW, BAR = 22, 230
_HEIGHT = 13  # of a label
_LEAST, _MOST = -3.0, 5.0  # weights that are drawn
Rows = Mapping[str, PartWorth]
"""What each indicator is worth, by name."""


def scatter(resolver: str, rows: Rows) -> Drawing | None:
    """Decision power (upwards) against relative importance (to the right); they need not go together."""
    told = {
        name: (power, importance)
        for name, row in rows.items()
        if (power := row.decision_power) is not None and (importance := row.relative_importance) is not None
    }
    if not told:
        return None
    left, width, high = 46, 470, 300
    across = scale(*_ends([importance for _, importance in told.values()]), left, left + width)
    up = scale(0, 1, high + 26, 26)
    shapes = _axes(across, up)
    points = {name: (across(importance), up(power)) for name, (power, importance) in told.items()}
    taken = [(x - 6, x + 6, y) for x, y in points.values()]
    for name in sorted(told, key=lambda name: -told[name][0]):
        (x, y), text = points[name], f"{name.replace('_', ' ')} ({rows[name].applied})"
        start, end = x + 8, x + 8 + width_of([text])
        free = _free([other for other in taken if other != (x - 6, x + 6, y)], start, end, y, up.start)
        taken.append((start, end, free))
        shapes += [line("leader", x, y, start, free)] if free != y else []
        shapes += [mark(0, x, y, _look(rows[name])), label(text, start, free + 4)]
    first = max(told, key=lambda name: told[name][1])
    return Drawing(
        name="power",
        title=f"Decision power and relative importance of the indicators of {resolver}",
        description=f"The highest relative importance is that of {first.replace('_', ' ')}: "
        f"{told[first][1]:+.3f}, with a decision power of {told[first][0]:.3f}.",
        width=left + width + 40 + width_of([f"{name} (9999)" for name in told]),
        height=high + 78,
        shapes=tuple(shapes),
        figures=_figures(rows),
        caption="Up: of the candidates with its vote the share that was proposed and right or, of an indicator that "
        "only votes against, that was not right. Right: the share of the success rate that is lost without it (left "
        "of 0 it does harm). In brackets how often it applied. Filled: helped and hurt differ (adjusted p "
        "< .05, step-down max-T).",
    )


def churn(resolver: str, rows: Rows) -> Drawing | None:
    """Anaphors that a part helps and that it hurts; their difference is its relative importance."""
    most = max((count for row in rows.values() for count in (row.helped, row.hurt)), default=0)
    if not most:
        return None
    left = width_of(list(rows)) + 12
    middle = left + BAR / 2 + 36
    shapes: list[Shape] = []
    ordered = sorted(rows.items(), key=lambda pair: pair[1].hurt - pair[1].helped)
    for place, (name, row) in enumerate(ordered):
        y = ROW * (place + 1.3)
        helped, hurt = BAR / 2 * row.helped / most, BAR / 2 * row.hurt / most
        shapes += [
            label(name.replace("_", " "), left - 12, y + 4, "end", "name"),
            box("wrong", middle - hurt, y - 8, hurt, 15), label(str(row.hurt), middle - hurt - 6, y + 4, "end"),
            box("right", middle, y - 8, helped, 15), label(str(row.helped), middle + helped + 6, y + 4),
            label(f"{row.helped - row.hurt:+d}", middle + BAR / 2 + 84, y + 4, "end"),
        ]  # fmt: skip
    bottom = ROW * (len(rows) + 1)
    shapes += [
        line("zero", middle, ROW * 0.7, middle, bottom), label("hurts", middle - 8, 11, "end", "tick"),
        label("helps", middle + 8, 11, "start", "tick"), label("net", middle + BAR / 2 + 84, 11, "end", "tick"),
    ]  # fmt: skip
    first, last = ordered[0], ordered[-1]
    return Drawing(
        name="churn",
        title=f"Anaphors that each part of {resolver} helps and hurts",
        description=f"{first[0].replace('_', ' ')} gains most ({first[1].helped} helped, {first[1].hurt} hurt), "
        f"{last[0].replace('_', ' ')} least ({last[1].helped} helped, {last[1].hurt} hurt).",
        width=middle + BAR / 2 + 96,
        height=bottom + 8,
        shapes=tuple(shapes),
        figures=_figures(rows),
        caption="Helped: right with it and wrong without. Hurt: the other way round.",
    )


def shapley(resolver: str, rows: Rows) -> Drawing | None:
    """The share of each indicator in what all of them add to the tie-break alone."""
    told = {name: 100 * row.shapley for name, row in rows.items() if row.shapley is not None}
    if not told:
        return None
    left = width_of(list(told)) + 12
    axis = scale(*_ends(list(told.values())), left, left + BAR)
    shapes = [line("grid", axis(tick), 4, axis(tick), ROW * (len(told) + 0.5)) for tick in axis.ticks]
    ordered = sorted(told.items(), key=lambda pair: -pair[1])
    for place, (name, value) in enumerate(ordered):
        y = ROW * (place + 0.8)
        start, end = sorted((axis(0), axis(value)))
        shapes += [
            label(name.replace("_", " "), left - 12, y + 4, "end", "name"),
            box("right" if value >= 0 else "wrong", start, y - 8, end - start, 15),
            label(f"{value:+.1f}", axis.end + 10, y + 4),
        ]
    shapes += [label(f"{tick:g}", axis(tick), ROW * (len(told) + 0.5) + 14, "middle", "tick") for tick in axis.ticks]
    return Drawing(
        name="shapley",
        title=f"What each indicator of {resolver} adds (Shapley values)",
        description=f"{ordered[0][0].replace('_', ' ')} adds most ({ordered[0][1]:+.1f} points); "
        f"together they add {sum(told.values()) + 0.0:.1f} points to the tie-break alone.",
        width=left + BAR + 70,
        height=ROW * (len(told) + 0.5) + 22,
        shapes=tuple(shapes),
        figures=Figures(("indicator", "points"), tuple((name, f"{value:+.2f}") for name, value in ordered)),
        caption="Points of success rate: the mean gain over all orders in which the indicators could be added.",
    )


def sensitivity(resolver: str, name: str, curve: Curve, weight: float) -> Drawing:
    """The success rate as an exact step function of one weight; dots are the values on the ties between the steps."""
    left, width, high = 46, 250, 90
    low, top = min((*curve.at, *curve.between)), max((*curve.at, *curve.between))
    up = scale(100 * low, 100 * max(top, low + 0.01), high + 26, 26, 3)
    ends = [min(_MOST, max(_LEAST, point)) for point in (_LEAST, *curve.points, _MOST)]
    across = scale(_LEAST, _MOST, left, left + width, 8)
    steps = [
        path("step", [(across(one), up(100 * rate)), (across(other), up(100 * rate))])
        for (one, other), rate in zip(pairwise(ends), curve.between, strict=True)
        if other > one
    ]
    dots = [
        mark(0, across(weight), up(100 * rate), "dot on", 2)
        for weight, rate in zip(curve.points, curve.at, strict=True)
        if _LEAST <= weight <= _MOST
    ]
    frame = [line("grid", left, up(tick), left + width, up(tick)) for tick in up.ticks]
    frame += [label(f"{tick:g}", left - 5, up(tick) + 4, "end", "tick") for tick in up.ticks]
    frame += [label(f"{tick:g}", across(tick), high + 42, "middle", "tick") for tick in across.ticks]
    here = across(min(_MOST, max(_LEAST, weight)))
    return Drawing(
        name=f"weight-{name}",
        title=f"Success rate of {resolver} by the weight of {name.replace('_', ' ')}",
        description=f"{100 * low:.1f} to {100 * top:.1f}%, highest {_highest(curve)}; the weight is {weight:g}.",
        width=left + width + 14,
        height=high + 48,
        shapes=(
            *frame,
            line("here", here, 20, here, high + 28),
            *steps,
            *dots,
            label(name.replace("_", " "), left, 13, look="name"),
        ),
        figures=_steps(curve),
    )


def _highest(curve: Curve) -> str:
    """Where the rate is highest: the first of the steps or ties that are so, and whether there are others."""
    top = max((*curve.at, *curve.between))
    points = [f"{point:.2f}" for point in curve.points]
    between = [f"from {one} to {other}" for one, other in pairwise(points)]
    names = [f"below {points[0]}", *between, f"above {points[-1]}"] if points else ["everywhere"]
    steps = [name for name, rate in zip(names, curve.between, strict=True) if rate == top]
    ties = [f"at {point:.2f}" for point, rate in zip(curve.points, curve.at, strict=True) if rate == top]
    found = steps or ties
    return found[0] + (" and elsewhere" if len(found) > 1 else "")


def _steps(curve: Curve) -> Figures:
    first = "−3" if not curve.points or curve.points[0] > _LEAST else "lower"
    last = "5" if not curve.points or curve.points[-1] < _MOST else "higher"
    ends = (first, *(f"{point:.3f}" for point in curve.points), last)
    rows = []
    for number, rate in enumerate(curve.between):
        rows.append((f"{ends[number]} to {ends[number + 1]}", f"{100 * rate:.2f}"))
        if number < len(curve.points):
            rows.append((f"at {ends[number + 1]}", f"{100 * curve.at[number]:.2f}"))
    return Figures(("weight", "success rate, %"), tuple(rows))


def _ends(values: Sequence[float]) -> tuple[float, float]:
    return min(0.0, *values), max(0.0, *values)


def _look(row: PartWorth) -> str:
    p = row.p if row.p_adjusted is None else row.p_adjusted
    return "point held" if p is not None and p < ALPHA else "point"


def _axes(across: Scale, up: Scale) -> list[Shape]:
    shapes: list[Shape] = []
    for tick in across.ticks:
        shapes.append(line("zero" if tick == 0 else "grid", across(tick), up.end, across(tick), up.start))
        shapes.append(label(f"{tick:+g}" if tick else "0", across(tick), up.start + 16, "middle", "tick"))
    for tick in up.ticks:
        shapes.append(line("grid", across.start, up(tick), across.end, up(tick)))
        shapes.append(label(f"{tick:g}", across.start - 6, up(tick) + 4, "end", "tick"))
    shapes.append(label("relative importance →", across.end, up.start + 36, "end", "name"))
    shapes.append(label("↑ decision power", 0, 13, look="name"))
    return shapes


def _free(taken: Sequence[tuple[float, float, float]], start: float, end: float, y: float, bottom: float) -> float:
    """The nearest height at which a label from start to end lies on nothing that is there (from, to, height)."""
    for step in range(4 * len(taken) + 2):
        near = y + _HEIGHT / 2 * ((step + 1) // 2) * (1 if step % 2 else -1)
        beside = (at for first, last, at in taken if abs(near - at) < _HEIGHT and first < end and start < last)
        if _HEIGHT < near < bottom and next(beside, None) is None:
            return near
    return y


def _figures(rows: Rows) -> Figures:
    headings = (
        "indicator",
        "applied",
        "decision power",
        "relative importance",
        "helped",
        "hurt",
        "p",
        "adjusted p",
        "Shapley, points",
    )
    return Figures(headings, tuple(
        (
            name, DASH if row.applied is None else str(row.applied), _number(row.decision_power, ".3f"),
            _number(row.relative_importance, "+.3f"), str(row.helped), str(row.hurt), probability(row.p),
            probability(row.p_adjusted),
            _number(None if row.shapley is None else 100 * row.shapley, "+.2f"),
        )
        for name, row in rows.items()
    ))  # fmt: skip


def _number(value: float | None, form: str) -> str:
    return DASH if value is None else format(value, form)
