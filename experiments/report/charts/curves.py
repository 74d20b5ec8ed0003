"""Success rates over slices of the anaphors: a line a resolver, chance dashed below, the size of each slice as bars."""

from collections.abc import Sequence

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
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.slices import FEW, Slice, slices
from anaphora.workbench.results.vocabulary import percent

HIGH, STEP, LEFT, TOP = 210, 84, 52, 12
NAMED = 4
"""Resolvers drawn in colours of their own; the others are thin lines without a name."""
TITLES = {
    "distance": "sentences to the nearest acceptable antecedent",
    "candidates": "candidates after agreement",
    "pronoun": "pronoun",
    "genre": "genre",
}
_MOST = 10  # slices drawn; the table has all
_APART = 15  # between the names at the right end


def curve(comparison: Comparison, by: str) -> Drawing | None:
    """The drawing for one of `anaphora.workbench.results.slices.BY`; `None` if there are no two slices."""
    found = slices(comparison, by)
    if len(found) < 2 or not comparison.resolvers:
        return None
    drawn = found[:_MOST]
    named = best(comparison, NAMED)
    others = [name for name in comparison.resolvers if name not in named and name not in comparison.read_key]
    axis = scale(0, 100, TOP + HIGH, TOP, 5)
    right = LEFT + STEP * len(drawn)
    shapes = [*_frame(axis, drawn, right, by), *_bars(drawn, comparison.anaphors)]
    shapes += [_line(axis, drawn, name, "others") for name in others]
    shapes.append(
        path("chance", [(_x(place), axis(100 * part.expected / part.of)) for place, part in enumerate(drawn)])
    )
    for number, name in enumerate(named):
        shapes += [_line(axis, drawn, name, f"series s{number + 1}"), *_points(axis, drawn, name, number)]
    shapes += _names(axis, drawn, named, right)
    return Drawing(
        name=f"slices-{by}",
        title=f"Success rate by {TITLES[by]}",
        description=_finding(found, named[0], by) if named else f"{len(found)} slices.",
        width=max(right + 30 + width_of([*named, "chance"]), 2 * width_of([TITLES[by]])),
        height=TOP + HIGH + 62,
        shapes=tuple(shapes),
        figures=_figures(comparison, found, by),
        caption="Bars: share of the anaphors. Dashed: a random choice among the compatible candidates. "
        f"Hollow: fewer than {FEW} anaphors."
        + (" Thin grey: the other resolvers." if others else "")
        + (f" The {_MOST} most frequent of {len(found)}; the table has all." if len(found) > _MOST else ""),
    )


def best(comparison: Comparison, most: int) -> list[str]:
    """The resolvers with most right answers, best first; those that see the key left out."""
    return [name for name in comparison.ranking if name not in comparison.read_key][:most]


def _x(at: int) -> float:
    return LEFT + STEP * (at + 0.5)


def _rate(it: Slice, name: str) -> float:
    return 100 * it.right[name] / it.of


def _line(axis: Scale, drawn: Sequence[Slice], name: str, look: str) -> Shape:
    return path(look, [(_x(place), axis(_rate(part, name))) for place, part in enumerate(drawn)])


def _points(axis: Scale, drawn: Sequence[Slice], name: str, number: int) -> list[Shape]:
    return [
        mark(number, _x(place), axis(_rate(part, name)), f"mark s{number + 1}" + (" hollow" if part.of < FEW else ""))
        for place, part in enumerate(drawn)
    ]


def _frame(axis: Scale, drawn: Sequence[Slice], right: float, by: str) -> list[Shape]:
    shapes: list[Shape] = []
    for tick in axis.ticks:
        shapes.append(line("grid", LEFT, axis(tick), right, axis(tick)))
        shapes.append(label(f"{tick:.0f}%", LEFT - 6, axis(tick) + 4, "end", "tick"))
    for place, part in enumerate(drawn):
        shapes.append(label(part.name, _x(place), TOP + HIGH + 18, "middle"))
        shapes.append(label(f"{part.of:,}", _x(place), TOP + HIGH + 34, "middle", "tick"))
    return [*shapes, label(TITLES[by], LEFT, TOP + HIGH + 54, look="tick")]


def _bars(drawn: Sequence[Slice], of: int) -> list[Shape]:
    heights = [HIGH * part.of / of for part in drawn]
    return [
        box("share", _x(place) - STEP * 0.28, TOP + HIGH - height, STEP * 0.56, height)
        for place, height in enumerate(heights)
    ]


def _names(axis: Scale, drawn: Sequence[Slice], named: Sequence[str], right: float) -> list[Shape]:
    """Names at the right end of the lines, moved apart where they would touch."""
    last = drawn[-1]
    wanted = sorted([(axis(_rate(last, name)), name, f"series-name n{place + 1}") for place, name in enumerate(named)])
    wanted = sorted([*wanted, (axis(100 * last.expected / last.of), "chance", "tick")])
    shapes, below = [], -1e9
    for y, name, look in wanted:
        place = max(y, below + _APART)
        shapes.append(line("leader", _x(len(drawn) - 1) + 7, y, right + 6, place))
        shapes.append(label(name, right + 10, place + 4, look=look))
        below = place
    return shapes


def _finding(found: Sequence[Slice], name: str, by: str) -> str:
    told = [part for part in found if part.of >= FEW]
    if len(told) < 2:
        return f"Too few anaphors to show how {name} changes by {TITLES[by]}."
    high, low = max(told, key=lambda part: _rate(part, name)), min(told, key=lambda part: _rate(part, name))
    ends = " to ".join(f"{_rate(part, name):.1f}% ({part.name})" for part in (low, high))
    left_out = f" (slices of fewer than {FEW} left out)" if len(told) < len(found) else ""
    return f"By {TITLES[by]}, {name} runs from {ends}{left_out}."


def _figures(comparison: Comparison, found: Sequence[Slice], by: str) -> Figures:
    rows = tuple(
        (
            part.name, f"{part.of:,}", percent(part.expected / part.of),
            *(f"{percent(part.right[name] / part.of)} ({part.right[name]})" for name in comparison.resolvers),
        )
        for part in found
    )  # fmt: skip
    return Figures((TITLES[by], "anaphors", "chance", *comparison.resolvers), rows)
