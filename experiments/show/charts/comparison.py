"""Charts of a comparison: rates, differences, losses, slices."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from anaphora.experiments.show.charts.chart import Chart, Figures, LinkedCell, Plans, behind, dot, of_table, plans_if
from anaphora.experiments.show.charts.layout import Bar, Bars, Dots, Lines, Segment, Series
from anaphora.workbench.results.comparison import EQUAL_WITHIN, Comparison, Contingency, differences_table, verdict
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.slices import FEW, Slice, slices
from anaphora.workbench.results.vocabulary import percent, share, stage
from anaphora.workbench.trace.document import SHARED_STAGES, STAGES

NAMED = 4
"""Resolvers drawn in colours of their own; the others are thin grey lines, without names if they are many."""
_GREY = 2  # so many others have names
SLICED_BY = {
    "distance": "sentences to the nearest acceptable antecedent",
    "candidates": "candidates after agreement",
    "pronoun": "pronoun",
    "genre": "genre",
}
_SLICES = 10  # drawn; the table has all
_SELECTIVE = 0.1  # of the anaphors that can be resolved, left unresolved by choice
_OWN_STAGES = tuple(name for name in STAGES if name not in SHARED_STAGES)


def rivals(comparison: Comparison, most: int | None = None) -> list[str]:
    """The resolvers with most right answers, best first; those that see the key left out."""
    return [name for name in comparison.ranking if name not in comparison.read_key][:most]


def scores(comparison: Comparison) -> Dots:
    """Success rates with 95% confidence intervals, best first; baselines grey."""
    rows = {
        name: {"": dot(name, rate.value, rate.interval, name not in comparison.baselines)}
        for name in comparison.ranking
        if (rate := comparison.rate("success_rate", name)).value is not None
    }
    return Dots(rows, "Success rate (%), 95% CI")


def coverage(comparison: Comparison) -> Dots:
    """Plot the precision of each resolver's answers, most precise first, and the share of anaphors it answers."""
    rates = {name: comparison.rate("precision", name) for name in rivals(comparison)}
    rows = {}
    for name, rate in sorted(rates.items(), key=lambda item: -(item[1].value or 0.0)):
        outcomes = [outcome for document in comparison.documents for outcome in document.outcomes[name]]
        answered = sum(outcome.antecedent is not None for outcome in outcomes) / len(outcomes)
        held = name not in comparison.baselines
        rows[name] = {
            "Precision (%)": dot(name, rate.value or 0.0, rate.interval, held),
            "Answered (%)": dot(name, answered, None, held),
        }
    return Dots(rows, panels=True)


def coverage_curves(comparison: Comparison) -> Lines:
    """Plot the precision of each resolver's surest answers over the share of the key anaphors that they cover.

    Resolvers that do not say how sure they are, but leave many anaphors open, have a point, the most precise ones
    first. Below a coverage of 5% a few answers decide, and nothing is drawn.
    """
    curves: dict[str, list[tuple[float, float]]] = {}
    points: dict[str, tuple[float, float]] = {}
    for name, curve in comparison.coverage.items():
        end = 100 * (curve.answered or 0.0), 100 * (curve.precision or 0.0)
        if curve.kind:
            shown = filter(None, (curve.at(percent / 100) for percent in range(5, 101)))
            curves[name] = [*((100 * point.coverage, 100 * point.precision) for point in shown), end]
        elif comparison.losses(name)["abstained"] > _SELECTIVE * comparison.reached:
            points[name] = end
    points = dict(sorted(points.items(), key=lambda entry: -entry[1][1]))
    series = [
        Series(name, line, f"line-{number + 1}" if number < NAMED else "others", named=number < NAMED)
        for number, (name, line) in enumerate(curves.items())
    ]
    series += [
        Series(name, [point], "others", NAMED + number, named=number < NAMED)
        for number, (name, point) in enumerate(points.items())
    ]
    heights = [y for line in series for _, y in line.points]
    ends = (min(heights, default=0.0), max(heights, default=100.0))
    return Lines(series, ("Coverage (% of key anaphors)", "Precision (%)"), ends)


def differences(comparison: Comparison) -> Chart | None:
    """Chart how far the others are behind the best resolver; `None` without two resolvers, or without anaphors."""
    if not comparison.leaders or len(comparison.resolvers) < 2:
        return None
    leader = comparison.leaders[0]
    others = [name for name in rivals(comparison) if name != leader]
    pairs = sorted((comparison.pair(name, leader) for name in others), key=lambda pair: -(pair.difference or 0.0))
    if not pairs:
        return None
    lead = -100 * (pairs[0].difference or 0.0)
    apart = f"ahead of {pairs[0].first} by {lead:.1f} points" if lead else f"tied with {pairs[0].first}"
    return Chart(
        "forest",
        f"How far the other resolvers are behind {leader}",
        f"{leader} is {apart} ({verdict(pairs[0])}).",
        replace(behind(leader, pairs), words=[_verdict(pair) for pair in pairs], band=100 * EQUAL_WITHIN),
        _pairs(comparison),
        f"Success rate minus that of {leader}, in points, with the 95% interval over documents; the shaded "
        f"band is ±{100 * EQUAL_WITHIN:.0f} points. Filled: the difference is significant (adjusted p).",
    )  # fmt: skip


def _verdict(pair: Pair[Contingency]) -> str:
    alone = f"right alone: {pair.detail.only_first}, other alone: {pair.detail.only_second}"
    return f"{100 * (pair.difference or 0.0):+.1f}  ({alone})  {verdict(pair)}"


def _pairs(comparison: Comparison) -> Figures:
    number = {name: str(index) for index, name in enumerate(comparison.resolvers)}
    return of_table(
        differences_table(comparison),
        {
            "only_first": lambda row: f"right={number[str(row[0])]}&wrong={number[str(row[1])]}",
            "only_second": lambda row: f"right={number[str(row[1])]}&wrong={number[str(row[0])]}",
        },
    )


def losses(comparison: Comparison) -> Chart:
    """The waterfall: from all key anaphors over what is lost to all, to one branch for each resolver."""
    total, left = comparison.anaphors, comparison.reached
    best = max(comparison.resolvers, key=comparison.right, default=None)
    finding = f"Of {total} key anaphors, {left} ({share(left, total)}) can be resolved"
    if best and comparison.right(best):
        count = comparison.right(best)
        finding += f"; {best} gets the most right, {count} ({share(count, total)})"
    elif best:
        finding += "; no resolver has any right"
    occurring = [name for name in _OWN_STAGES if any(comparison.losses(label)[name] for label in comparison.resolvers)]
    bounds = {match: comparison.upper_bound(match) for match in comparison.bounds}
    plan = Bars(
        [*_shared(comparison), *(_branch(comparison, name) for name in comparison.ranking)],
        "Anaphors (%)",
        bounds=[100 * (bound or 0.0) for bound in bounds.values()],
        bound=f"MAX {', '.join(f'{match} {percent(bound)}' for match, bound in bounds.items())}",
        legend={name: stage(name) for name in ("right", *(name for name in occurring if name != "right"))},
        plot=430,
    )
    return Chart(
        "waterfall",
        f"Where {total} key anaphors are lost",
        f"{finding}.",
        plan,
        _losses(comparison),
        "Above: losses before any resolver chooses, the same for all. Below: the outcome of each resolver on "
        "the rest; the line under a bar is the 95% interval of its success rate. A bar that goes beyond the MAX "
        "line belongs to a resolver that also looks at candidates which agreement had removed.",
    )


def _shared(comparison: Comparison) -> list[Bar]:
    """The rows above the branches."""
    total = height = comparison.anaphors

    def piece(look: str, start: int, count: int) -> list[Segment]:
        return [Segment(look, 100 * start / total, 100 * (start + count) / total, tip=str(count))] if count else []

    rows = [Bar("key anaphors", piece("all", 0, total), f"{total} = {share(total, total)}", bold=True)]
    for name, count in comparison.shared_losses().items():
        if count:
            height -= count
            look = "boundary" if name == "np_boundary" else "loss"
            rows.append(Bar(stage(name), piece(look, height, count), f"−{count} ({share(count, total)})"))
    return [*rows, Bar("resolvable", piece("ceiling", 0, height), f"{height} = {share(height, total)}", bold=True)]


def _branch(comparison: Comparison, name: str) -> Bar:
    counts = comparison.losses(name)
    total = comparison.anaphors
    segments = []
    start = 0
    for look in ("right", *(outcome for outcome in _OWN_STAGES if outcome != "right")):
        if counts[look]:
            end = start + counts[look]
            tip = f"{name}, {stage(look)}: {counts[look]}"
            segments.append(Segment(look, 100 * start / total, 100 * end / total, tip=tip))
            start = end
    right = counts["right"]
    words = f"{right} = {share(right, total)} ({share(right, comparison.reached)} of those)"
    interval = comparison.rate("success_rate", name).interval
    ends = (100 * interval.low, 100 * interval.high) if interval else None
    return Bar(name, segments, words, ends, below=True, bold=True)


def _losses(comparison: Comparison) -> Figures:
    counts = {name: comparison.losses(name) for name in comparison.resolvers}
    stages = [name for name in STAGES if any(row[name] for row in counts.values())]

    def cell(resolver: int, name: str, count: int) -> LinkedCell:
        asked = f"right={resolver}" if name == "right" else f"wrong={resolver}&stage={name}"
        return LinkedCell(str(count), asked if count else "")

    rows: tuple[tuple[str | LinkedCell, ...], ...] = tuple(
        (resolver, *(cell(number, name, row[name]) for name in stages))
        for number, (resolver, row) in enumerate(counts.items())
    )
    return Figures(("resolver", *map(stage, stages)), rows)


def sliced(comparison: Comparison, by: str) -> Chart | None:
    """Success rates over slices of the anaphors, chance dashed, the size of each slice behind them.

    `by` is one of `anaphora.workbench.results.slices.BY`; `None` if there are no two slices.
    """
    parts = slices(comparison, by)
    if len(parts) < 2 or not comparison.resolvers:
        return None
    drawn = parts[:_SLICES]
    named = rivals(comparison, NAMED)
    others = [name for name in rivals(comparison) if name not in named]
    few = frozenset(column for column, part in enumerate(drawn) if part.of < FEW)
    series = [Series(name, _rates(drawn, name), "others", named=len(others) <= _GREY) for name in others]
    chance = [(column, 100 * part.chance) for column, part in enumerate(drawn)]
    series.append(Series("chance", chance, "chance"))
    series += [
        Series(name, _rates(drawn, name), f"line-{number + 1}", number, few) for number, name in enumerate(named)
    ]
    shares = [100 * part.of / comparison.anaphors for part in drawn]
    return Chart(
        f"slices-{by}",
        f"Success rate by {SLICED_BY[by]}",
        _range(parts, named[0], by) if named else f"{len(parts)} slices.",
        Lines(
            series, (SLICED_BY[by], "Success rate"), (0, 100), [part.name for part in drawn],
            [f"{part.of:,}" for part in drawn], shares, unit="%",
        ),
        Figures(
            (SLICED_BY[by], "anaphors", "chance", *comparison.resolvers),
            tuple(
                (
                    part.name, f"{part.of:,}", percent(part.chance),
                    *(f"{percent(rate.value)} ({rate.right:g})" for rate in part.rates.values()),
                )
                for part in parts
            ),
        ),
        "Bars: share of the anaphors. Dashed: a random choice among the compatible candidates. "
        f"Hollow: fewer than {FEW} anaphors."
        + (" Thin grey: the other resolvers." if len(others) > _GREY else "")
        + (f" The {_SLICES} most frequent of {len(parts)}; the table has all." if len(parts) > _SLICES else ""),
    )  # fmt: skip


def _rates(parts: Sequence[Slice], name: str) -> list[tuple[float, float]]:
    return [(number, 100 * part.rates[name].right / part.of) for number, part in enumerate(parts)]


def _range(parts: Sequence[Slice], name: str, by: str) -> str:
    """Say in which slices the success rate of a resolver is lowest and highest."""
    rates = sorted((part.rates[name].right / part.of, part.name) for part in parts if part.of >= FEW)
    if len(rates) < 2:
        return f"Too few anaphors to show how {name} changes by {SLICED_BY[by]}."
    ends = " to ".join(f"{100 * rate:.1f}% ({part})" for rate, part in (rates[0], rates[-1]))
    left_out = f" (slices of fewer than {FEW} left out)" if len(rates) < len(parts) else ""
    return f"By {SLICED_BY[by]}, {name} runs from {ends}{left_out}."


def charts(result: Comparison, by: Sequence[str] = ()) -> Plans:
    """The charts of a comparison; those of slices `by` what is asked for, too."""
    if not result.anaphors:
        return {}
    names = rivals(result)
    kinds = dict.fromkeys(("candidates", "distance", *by))
    return {"scores": partial(scores, result)} | plans_if({
        "differences": (len(names) > 1, partial(differences, result)),
        "coverage": (any(result.losses(name)["abstained"] for name in names), partial(coverage, result)),
        "coverage-curves": (
            any(curve.kind for curve in result.coverage.values()), partial(coverage_curves, result),
        ),
        "losses": (True, partial(losses, result)),
    }) | {kind: partial(sliced, result, kind) for kind in kinds if len(slices(result, kind)) > 1}  # fmt: skip


def charts_of_losses(result: Comparison) -> Plans:
    """The chart of what each stage loses."""
    return {"losses": partial(losses, result)} if result.anaphors else {}
