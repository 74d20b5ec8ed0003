"""Charts of what the parts of a resolver are worth: indicators that vote, rules of a ladder, components of chains."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from anaphora.experiments.show.charts.chart import Chart, Figures, Plans, of_table, plans_if
from anaphora.experiments.show.charts.layout import Bar, Bars, Dot, Dots, Lines, Segment, Series
from anaphora.workbench.ablation.figures import Curve, PartWorth
from anaphora.workbench.results.ablated import Ablated
from anaphora.workbench.results.components import SHOWN, ComponentAblation
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval, Rate
from anaphora.workbench.results.vocabulary import DASH, percent
from anaphora.workbench.statistics import ALPHA

Worth = Mapping[str, PartWorth]
"""The worth of each part, by name."""
_LEAST, _MOST = -3.0, 5.0  # weights that are drawn
_RANGES = 160  # of the weights of a curve that has more steps than can be told apart


def words(name: str) -> str:
    """The name of a part in words."""
    return name.replace("_", " ") or DASH


def ranked(parts: Worth) -> dict[str, PartWorth]:
    """The parts by what they gain on balance, most first."""
    return dict(sorted(parts.items(), key=lambda item: item[1].hurt - item[1].helped))


def importance(resolver: str, parts: Worth) -> Chart | None:
    """Relative importance, most important first, and decision power beside it; what is not significant grey."""
    drawn = {name: part for name, part in ranked(parts).items() if part.relative_importance is not None}
    if not drawn:
        return None
    several = sum(part.decision_power is not None for part in drawn.values()) > 1
    rows: dict[str, dict[str, Dot]] = {}
    for name, part in drawn.items():
        p = part.p if part.p_adjusted is None else part.p_adjusted
        held = p is not None and p < ALPHA
        ends = part.importance_interval or (None, None)
        values = {"Relative importance, 95% CI": (part.relative_importance, *ends)}
        values |= {"Decision power": (part.decision_power, None, None)} if several else {}
        rows[words(name)] = {
            axis: Dot(value, low, high, held, f"{words(name)}: {value:.3f}")
            for axis, (value, low, high) in values.items()
            if value is not None
        }
    first = max(drawn, key=lambda name: drawn[name].relative_importance or 0.0)
    power = drawn[first].decision_power
    beside = "" if power is None else f", with a decision power of {power:.3f}"
    return Chart(
        "power",
        f"Relative importance and decision power of the parts of {resolver}",
        f"The highest relative importance is that of {words(first)}: {drawn[first].relative_importance:+.3f}{beside}.",
        Dots(rows, words=["" if part.applied is None else f"{part.applied:,}" for part in drawn.values()], panels=True),
        _worth(parts),
        "Relative importance: the share of the success rate that is lost without it (left of 0 it does harm), with the "
        "95% interval over documents. Decision power: of the candidates with its vote the share that was proposed and "
        "right or, of an indicator that only votes against, that was not right. On the right how often it applied. "
        "Filled: helped and hurt differ (adjusted p < .05, step-down max-T).",
    )


def helped_and_hurt(resolver: str, parts: Worth) -> Chart | None:
    """Anaphors that are right only with a part, and right only without it; their difference is its importance."""
    if not any(part.helped or part.hurt for part in parts.values()):
        return None
    rows = ranked(parts)
    bars = [
        Bar(
            words(name),
            [
                Segment("wrong", 0, -part.hurt, str(part.hurt or "")),
                Segment("right", 0, part.helped, str(part.helped or "")),
            ],
            f"net {part.helped - part.hurt:+d}",
        )
        for name, part in rows.items()
    ]
    first, last = next(iter(rows)), next(reversed(rows))
    return Chart(
        "churn",
        f"Anaphors that each part of {resolver} helps and hurts",
        f"{words(first)} gains most ({rows[first].helped} helped, {rows[first].hurt} hurt), "
        f"{words(last)} least ({rows[last].helped} helped, {rows[last].hurt} hurt).",
        Bars(bars, "Anaphors", heads=[(0, "hurt", "end"), (0, "helped", "start")], plot=300),
        _worth(parts),
        "Helped: right with it and wrong without. Hurt: the other way round.",
    )


def shapley(resolver: str, parts: Worth) -> Chart | None:
    """The share of each indicator in what all of them add to the tie-break alone."""
    added = {name: 100 * part.shapley for name, part in parts.items() if part.shapley is not None}
    if not added:
        return None
    ordered = sorted(added.items(), key=lambda pair: -pair[1])
    bars = [
        Bar(words(name), [Segment("right" if value >= 0 else "wrong", 0, value)], f"{value:+.1f}")
        for name, value in ordered
    ]
    return Chart(
        "shapley",
        f"What each indicator of {resolver} adds (Shapley values)",
        f"{words(ordered[0][0])} adds most ({ordered[0][1]:+.1f} points); "
        f"together they add {sum(added.values()) + 0.0:.1f} points to the tie-break alone.",
        Bars(bars, "Points", signed=True, plot=250),
        Figures(("indicator", "points"), tuple((name, f"{value:+.2f}") for name, value in ordered)),
        "Points of success rate: the mean gain over all orders in which the indicators could be added.",
    )


def rules(resolver: str, counts: Mapping[str, Rate]) -> Chart | None:
    """Chart the anaphors that each rule decides, rightly and wrongly; `None` if no rule decided anything."""
    fired = {name or DASH: row for name, row in counts.items() if row.total}
    if not fired:
        return None

    def shown(row: Rate) -> str:
        return f"{row.right:.0f} of {row.total} ({percent(row.value)}%)"

    bars = [
        Bar(words(name), [Segment("right", 0, row.right), Segment("outranked", row.right, row.total)], shown(row))
        for name, row in fired.items()
    ]
    first = next(iter(fired))
    return Chart(
        "rules",
        f"The rules of {resolver}",
        f"“{first}” decides most: {shown(fired[first])} rightly.",
        Bars(bars, "Anaphors decided", legend={"right": "right", "outranked": "wrong"}, plot=360),
        Figures(
            ("rule", "decided", "right", "precision"),
            tuple((name, str(row.total), f"{row.right:.0f}", f"{percent(row.value)}%") for name, row in fired.items()),
        ),
    )


def components(ablated: ComponentAblation) -> Dots:
    """Recall and precision with all components up to each, in their order: what a component adds, and what it costs."""
    rows = {
        name: {
            f"{SHOWN[measure]} {side}": Dot(100 * value)
            for measure in SHOWN
            for side in ("recall", "precision")
            if (value := part.values["until"][measure][side]) is not None
        }
        for name, part in ablated.components().items()
    }
    return Dots(rows, "With all components so far (%)")


def sensitivity(resolver: str, name: str, curve: Curve, weight: float, unit: float = 1.0) -> Chart:
    """The success rate as a step function of one weight; dots are the values on the ties between the steps.

    It is drawn from -3 to 5 units, of which a hand-made score is 1. Learned weights have thousands of steps, narrower
    than a line: of those the lowest and highest rate is shown in each of equal ranges.
    """
    low, top = min((*curve.at, *curve.between)), max((*curve.at, *curve.between))
    first, last = _LEAST * unit, _MOST * unit
    inside = [(point, 100 * rate) for point, rate in zip(curve.points, curve.at, strict=True) if first <= point <= last]
    if len(inside) > _RANGES:
        ranges = _ranges(curve, first, last)
        band = [((left + right) / 2, 100 * rate) for left, right, *rates in ranges for rate in rates]
        steps, dots, figures = [Series("", band, "step", named=False)], [], _of_ranges(ranges)
    else:
        steps, dots, figures = _drawn_steps(curve, first, last), inside, _steps(curve, first, last)
    return Chart(
        f"weight-{name}",
        f"Success rate of {resolver} by the weight of {words(name)}",
        f"{100 * low:.1f} to {100 * top:.1f}%, highest {_highest(curve)}; the weight is {weight:g}.",
        Lines(
            steps, ("", words(name)), (100 * low, 100 * max(top, low + 0.01)), across=(first, last),
            dots=dots, here=min(last, max(first, weight)), plot=250, height=90,
        ),
        figures,
    )  # fmt: skip


def _drawn_steps(curve: Curve, first: float, last: float) -> list[Series]:
    ends = [min(last, max(first, point)) for point in (first, *curve.points, last)]
    return [
        Series("", [(left, 100 * rate), (right, 100 * rate)], "step", named=False)
        for (left, right), rate in zip(pairwise(ends), curve.between, strict=True)
        if right > left
    ]


def _ranges(curve: Curve, first: float, last: float) -> list[tuple[float, float, float, float]]:
    """The start and end of each range, and the lowest and highest rate in it."""
    ends = [first + (last - first) * number / _RANGES for number in range(_RANGES + 1)]
    rates = []
    for left, right in pairwise(ends):
        start, end = bisect_left(curve.points, left), bisect_left(curve.points, right)
        held = (*curve.between[start : end + 1], *curve.at[start:end])
        rates.append((left, right, min(held), max(held)))
    return rates


def _of_ranges(ranges: Sequence[tuple[float, float, float, float]]) -> Figures:
    rows = (
        (f"{_number(left)} to {_number(right)}", *(f"{100 * rate:.2f}" for rate in rates))
        for left, right, *rates in ranges
    )
    return Figures(("weight", "lowest success rate, %", "highest, %"), tuple(rows))


def _highest(curve: Curve) -> str:
    """Say where the rate is highest: on which step or, failing that, tie first, and whether elsewhere too."""
    top = max((*curve.at, *curve.between))
    points = [_number(point) for point in curve.points]
    between = [f"from {low} to {high}" for low, high in pairwise(points)]
    names = [f"below {points[0]}", *between, f"above {points[-1]}"] if points else ["everywhere"]
    steps = [name for name, rate in zip(names, curve.between, strict=True) if rate == top]
    ties = [f"at {point}" for point, rate in zip(points, curve.at, strict=True) if rate == top]
    chosen = steps or ties
    return chosen[0] + (" and elsewhere" if len(chosen) > 1 else "")


def _number(value: float) -> str:
    """A weight with three digits, also where weights are small."""
    return f"{value:.3g}"


def _steps(curve: Curve, least: float, most: float) -> Figures:
    first = f"{least:g}" if not curve.points or curve.points[0] > least else "lower"
    last = f"{most:g}" if not curve.points or curve.points[-1] < most else "higher"
    ends = (first, *map(_number, curve.points), last)
    rows = []
    for number, rate in enumerate(curve.between):
        rows.append((f"{ends[number]} to {ends[number + 1]}", f"{100 * rate:.2f}"))
        if number < len(curve.points):
            rows.append((f"at {ends[number + 1]}", f"{100 * curve.at[number]:.2f}"))
    return Figures(("weight", "success rate, %"), tuple(rows))


_WORTH = (
    Column("indicator"), Column("applied", "count"), Column("decision_power", "decimal", digits=3),
    Column("relative_importance", "signed", digits=3),
    Column("importance_interval", "signed", "95% interval", digits=3, detail=True, ends=True),
    Column("helped", "count"), Column("hurt", "count"),
    Column("p", "p"), Column("p_adjusted", "p", "adjusted p"),
    Column("shapley", "points", "Shapley", "points", digits=2),
)  # fmt: skip


def _worth(parts: Worth) -> Figures:
    def cell(part: PartWorth, name: str) -> Cell:
        value = getattr(part, name)
        return Interval.of(value) if name == "importance_interval" else value

    rows = ((name, *(cell(part, column.name) for column in _WORTH[1:])) for name, part in parts.items())
    return of_table(Table("", _WORTH, tuple(rows)))


def charts(result: Ablated) -> Plans:
    """The charts of an ablation."""
    parts = result.parts()
    counts = {} if result.additive else result.rules()
    importances = [part.relative_importance for part in parts.values()]
    changes = any(part.helped or part.hurt for part in parts.values())
    return plans_if({
        "importance": (importances != [None] * len(parts), partial(importance, "", parts)),
        "helped-hurt": (changes, partial(helped_and_hurt, "", parts)),
        "rules": (bool(counts.keys() - {""}), partial(rules, "", counts)),
    })  # fmt: skip


def charts_of_components(result: ComponentAblation) -> Plans:
    """The charts of an ablation of components."""
    return {"components": partial(components, result)}
