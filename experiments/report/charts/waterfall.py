"""The loss waterfall: from all key anaphors over what is lost to all, to one branch for each resolver."""

from dataclasses import dataclass

from anaphora.experiments.report.drawing import Cell, Drawing, Figures, Shape, box, label, line, whisker
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.vocabulary import percent, share, short, stage
from anaphora.workbench.trace import SHARED_STAGES, STAGES

LEFT, BAR, RIGHT, ROW, THICK = 170, 430, 330, 26, 15
_Row = tuple[str, str, str, list[tuple[str, int, int]]]
OWN_STAGES = tuple(name for name in STAGES if name not in SHARED_STAGES)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a bar: `look` is the stage or `all`, `loss`, `ceiling`, and decides its fill."""

    look: str
    count: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: the label on the left, the pieces, the figures on the right, the ends of an interval."""

    kind: str
    label: str
    figures: str
    y: float
    segments: tuple[Segment, ...]
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Mark:
    """MAX under one matching: a vertical line through the branches."""

    label: str
    x: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Waterfall:
    """Everything that the drawing shows. `legend` holds the stages that occur in the branches, each with its x."""

    title: str
    description: str
    width: float
    height: float
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    marks_top: float
    marks_bottom: float
    legend: tuple[tuple[str, float], ...]


def drawing(comparison: Comparison) -> Drawing:
    """The waterfall as a drawing; its table has the losses of every resolver, and every number lists its anaphors."""
    laid = waterfall(comparison)
    shapes: list[Shape] = []
    for bound in laid.marks:
        shapes.append(line("max", bound.x, laid.marks_top, bound.x, laid.marks_bottom))
        aside = -5 if bound.anchor == "end" else 5
        shapes.append(label(bound.label, bound.x + aside, laid.marks_top + 17, bound.anchor, "max"))
    for bar in laid.bars:
        shapes += _shapes(bar)
    for name, x in laid.legend:
        shapes.append(box(name, LEFT + x, laid.height - 22, THICK, THICK))
        shapes.append(label(stage(name), LEFT + x + 21, laid.height - 10))
    return Drawing(
        name="waterfall",
        title=laid.title,
        description=laid.description,
        width=laid.width,
        height=laid.height,
        shapes=tuple(shapes),
        figures=_figures(comparison),
        caption="Above: losses before any resolver chooses, the same for all. Below: the outcome of each resolver on "
        "the rest; the line under a bar is the 95% interval of its success rate. A bar that goes beyond the MAX "
        "line belongs to a resolver that also looks at candidates which agreement had removed.",
    )


def _shapes(bar: Bar) -> list[Shape]:
    shapes = [label(short(bar.label, 22), LEFT - 10, bar.y + 16, "end", "name" if bar.kind != "loss" else "")]
    shapes += [box(segment.look, segment.x, bar.y + 4, segment.width, THICK) for segment in bar.segments]
    if bar.interval:
        shapes.append(whisker("interval", bar.y + 22.5, *bar.interval, size=2.5))
    return [*shapes, label(bar.figures, LEFT + BAR + 10, bar.y + 16)]


def _figures(comparison: Comparison) -> Figures:
    losses = {name: comparison.losses(name) for name in comparison.resolvers}
    stages = [name for name in STAGES if any(counts[name] for counts in losses.values())]
    rows: tuple[tuple[str | Cell, ...], ...] = tuple(
        (resolver, *(_cell(number, name, counts[name]) for name in stages))
        for number, (resolver, counts) in enumerate(losses.items())
    )
    return Figures(("resolver", *map(stage, stages)), rows)


def _cell(resolver: int, name: str, count: int) -> Cell:
    asked = f"right={resolver}" if name == "right" else f"wrong={resolver}&stage={name}"
    return Cell(str(count), asked if count else "")


def waterfall(comparison: Comparison) -> Waterfall:
    """Lay out the drawing of a comparison; with no anaphors every bar is empty."""
    labels = _shared(comparison) + [_branch(comparison, name) for name in comparison.resolvers]
    bars = tuple(_bar(comparison, number, row) for number, row in enumerate(labels))
    branches = len(comparison.resolvers)
    top = ROW * (len(bars) - branches)
    bottom = ROW * (len(bars) + 1)
    occurring = [name for name in OWN_STAGES if any(comparison.losses(each)[name] for each in comparison.resolvers)]
    return Waterfall(
        title=f"Where {comparison.anaphors} key anaphors are lost",
        description=_description(comparison),
        width=LEFT + BAR + RIGHT,
        height=bottom + 1.6 * ROW,
        bars=bars,
        marks=tuple(_mark(comparison, match) for match in ("strict", "partial")) + _head_mark(comparison),
        marks_top=top,
        marks_bottom=bottom,
        legend=_legend(occurring),
    )


def _bar(comparison: Comparison, number: int, row: _Row) -> Bar:
    kind, label, figures, pieces = row
    y = ROW * (number + (kind == "branch"))  # a row is left free for the labels of the marks
    bounds = comparison.rate("success_rate", label).interval if kind == "branch" else None
    ends = (_x(bounds.low), _x(bounds.high)) if bounds else None
    return Bar(kind, label, figures, y, _segments(pieces, comparison.anaphors), ends)


def _x(share: float) -> float:
    return round(LEFT + BAR * share, 2)


def _shared(comparison: Comparison) -> list[_Row]:
    """The rows above the branches; a piece is its look, where it begins and how long it is, in anaphors."""
    total = height = comparison.anaphors
    rows: list[_Row] = [("all", "key anaphors", f"{total} = {share(total, total)}", [("all", 0, total)])]
    for name, count in comparison.shared_losses().items():
        if count:
            height -= count
            look = "boundary" if name == "np_boundary" else "loss"
            rows.append(("loss", stage(name), f"−{count} ({share(count, total)})", [(look, height, count)]))
    rows.append(("ceiling", "resolvable", f"{height} = {share(height, total)}", [("ceiling", 0, height)]))
    return rows


def _branch(comparison: Comparison, name: str) -> _Row:
    losses, pieces, at = comparison.losses(name), [], 0
    for look in ("right", *(own for own in OWN_STAGES if own != "right")):
        pieces.append((look, at, losses[look]))
        at += losses[look]
    count = losses["right"]
    of_max = share(count, comparison.reached)
    return "branch", name, f"{count} = {share(count, comparison.anaphors)} ({of_max} of those)", pieces


def _segments(pieces: list[tuple[str, int, int]], of: int) -> tuple[Segment, ...]:
    scale = BAR / of if of else 0
    return tuple(
        Segment(look, count, round(LEFT + scale * start, 2), round(scale * count, 2))
        for look, start, count in pieces
        if count
    )


def _mark(comparison: Comparison, match: str) -> Mark:
    """Strict is never above partial, so their labels stand on different sides."""
    value = comparison.upper_bound(match)
    anchor = "end" if match == "strict" else "start"
    return Mark(f"MAX {match} {percent(value)}", _x(value or 0), anchor)


def _head_mark(comparison: Comparison) -> tuple[Mark, ...]:
    """What reaches the resolvers where that is more than either MAX, as it may be if only heads must match."""
    reached = comparison.reached / comparison.anaphors if comparison.anaphors else 0.0
    if reached <= (comparison.upper_bound("partial") or 0.0):
        return ()
    return (Mark("", _x(reached), "start"),)


def _legend(names: list[str]) -> tuple[tuple[str, float], ...]:
    placed, x = [], 0.0
    for name in ("right", *(other for other in names if other != "right")):
        placed.append((name, x))
        x += 44 + 7.5 * len(stage(name))
    return tuple(placed)


def _description(comparison: Comparison) -> str:
    left = comparison.reached
    best = max(comparison.resolvers, key=comparison.right, default=None)
    reach = f"Of {comparison.anaphors} key anaphors, {left} ({share(left, comparison.anaphors)}) can be resolved"
    if best is None:
        return f"{reach}."
    count = comparison.right(best)
    if not count:
        return f"{reach}; no resolver has any right."
    return f"{reach}; {best} gets the most right, {count} ({share(count, comparison.anaphors)})."
