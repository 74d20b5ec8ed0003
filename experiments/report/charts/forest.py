"""The forest plot: how far every resolver is behind the one that is ahead, with the interval of the difference."""

from collections.abc import Mapping
from typing import Any

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
from anaphora.experiments.terminal import comparison_text
from anaphora.experiments.terminal.vocabulary import DASH
from anaphora.workbench.results.comparison import EQUAL_WITHIN, Comparison

ROW, PLOT = 24, 400


def forest(comparison: Comparison) -> Drawing | None:
    """The drawing; `None` without two resolvers to compare, or without anaphors."""
    rows = _rows(comparison)
    if not rows:
        return None
    leader = rows[0]["leader"]
    left = width_of([row["other"] for row in rows]) + 12
    ends = [100 * end for row in rows for end in (*(row["interval"] or ()), row["difference"], 0.0)]
    axis = scale(min(ends), max(ends), left, left + PLOT)
    height = ROW * (len(rows) + 2.5)
    behind = rows[0]
    lead = -100 * behind["difference"]
    apart = f"ahead of {behind['other']} by {lead:.1f} points" if lead else f"level with {behind['other']}"
    finding = f"{leader} is {apart} ({behind['word']})."
    return Drawing(
        name="forest",
        title=f"How far the other resolvers are behind {leader}",
        description=finding,
        width=left + PLOT + 20 + width_of([_told(row) for row in rows]),
        height=height,
        shapes=(
            *_frame(axis, len(rows)),
            *(shape for at, row in enumerate(rows) for shape in _row(axis, left, at, row)),
        ),
        figures=_figures(comparison),
        caption=f"Success rate less that of {leader}, in points, with the 95 % interval over documents; the shaded "
        f"band is ±{100 * EQUAL_WITHIN:.0f} points. Filled: the difference holds after Holm’s correction.",
    )


def _rows(comparison: Comparison) -> list[dict[str, Any]]:
    """The pairs with the resolver that is ahead, seen from the other one, the nearest first."""
    ahead = [result.resolver for result in comparison_text.results(comparison) if result.ahead]
    if not ahead or len(comparison.resolvers) < 2:
        return []
    found = []
    for pair in comparison.pairs():
        if ahead[0] in (pair["first"], pair["second"]) and not comparison.read_key & {pair["first"], pair["second"]}:
            mine = pair["second"] == ahead[0]
            sign = 1 if mine else -1
            found.append({
                "leader": ahead[0], "other": pair["first"] if mine else pair["second"],
                "difference": sign * pair["difference"],
                "interval": tuple(sorted(sign * end for end in pair["interval"])) if pair["interval"] else None,
                "gained": pair["only_first"] if mine else pair["only_second"],
                "lost": pair["only_second"] if mine else pair["only_first"],
                "p_holm": pair["p_holm"], "word": word(pair),
            })  # fmt: skip
    return sorted(found, key=lambda row: -row["difference"])


def word(pair: Mapping[str, Any]) -> str:
    """The verdict on a pair in one of six phrases; that two are equal is a finding too, and needs evidence."""
    if pair["p"] is None:
        return "not testable"
    if pair["p_holm"] is None:
        return "not tested, since one reads the key"
    if pair["p_holm"] is not None and pair["p_holm"] < comparison_text.SIGNIFICANT and pair["difference"]:
        return "differ"
    if pair["p"] < comparison_text.SIGNIFICANT:
        return "differ only before correction"
    return "equal within 2 points" if pair["equal_within_2_points"] else "no evidence of a difference"


def _frame(axis: Scale, rows: int) -> list[Shape]:
    bottom = ROW * (rows + 0.6)
    low, high = axis(max(axis.low, -100 * EQUAL_WITHIN)), axis(min(axis.high, 100 * EQUAL_WITHIN))
    shapes = [box("band", low, 4, high - low, bottom - 4)]
    for tick in axis.ticks:
        shapes.append(line("zero" if tick == 0 else "grid", axis(tick), 4, axis(tick), bottom))
        shapes.append(label(f"{tick:+g}" if tick else "0", axis(tick), bottom + 16, "middle", "tick"))
    shapes.append(label("points", axis.end, bottom + 34, "end", "tick"))
    return shapes


def _row(axis: Scale, left: float, at: int, row: Mapping[str, Any]) -> list[Shape]:
    y = ROW * (at + 0.7)
    held = row["word"] == "differ"
    shapes = [label(row["other"], left - 12, y + 4, "end", "name")]
    if row["interval"]:
        low, high = (axis(100 * end) for end in row["interval"])
        shapes.append(whisker("interval", y, low, high))
    shapes.append(mark(2, axis(100 * row["difference"]), y, "point held" if held else "point"))
    return [*shapes, label(_told(row), axis.end + 14, y + 4)]


def _told(row: Mapping[str, Any]) -> str:
    alone = f"right alone: {row['gained']}, other alone: {row['lost']}"
    return f"{100 * row['difference']:+.1f}  ({alone})  {row['word']}"


def _figures(comparison: Comparison) -> Figures:
    """All pairs."""
    number = {name: at for at, name in enumerate(comparison.resolvers)}
    rows = []
    for pair in comparison.pairs():
        one, other = number[pair["first"]], number[pair["second"]]
        ends = pair["interval"]
        rows.append((
            f"{pair['first']} – {pair['second']}",
            f"{100 * pair['difference']:+.1f}" if pair["difference"] is not None else DASH,
            f"{100 * ends[0]:+.1f} to {100 * ends[1]:+.1f}" if ends else DASH,
            Cell(str(pair["only_first"]), f"right={one}&wrong={other}"),
            Cell(str(pair["only_second"]), f"right={other}&wrong={one}"),
            probability(pair["p"]), probability(pair["p_holm"]),
            probability(pair["p_if_independent"]["exact"]),
            f"{100 * pair['detectable']:.1f}" if pair["detectable"] is not None else DASH,
            word(pair),
        ))  # fmt: skip
    headings = (
        "pair", "points", "95 % interval", "only the first right", "only the second right", "p (sign flips)",
        "p (Holm)", "p if anaphors were independent (McNemar)", "smallest visible difference, points", "verdict",
    )  # fmt: skip
    return Figures(headings, tuple(rows))


def probability(value: float | None) -> str:
    """A p as text."""
    return DASH if value is None else "< .001" if value < 0.001 else f"{value:.3f}"
