"""Charts of chains scored against a key: one measure, all measures, how they rank the systems, errors by type."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import isnan

import numpy as np

from anaphora.experiments.charts.chart import Chart, Figures, behind, dot, of_dots
from anaphora.experiments.charts.layout import Bar, Bars, Dot, Dots, Grid, Lines, Segment, Series, Tile
from anaphora.experiments.charts.shapes import Anchor, Drawing, Shape, Text, line, mark, path, widest
from anaphora.workbench.error_analysis import ERROR_TYPES, ChainErrors, ErrorType, ResponseErrors
from anaphora.workbench.measures import COMPARED
from anaphora.workbench.results.scores import AnyMeasure, Scores, main_part
from anaphora.workbench.results.vocabulary import DASH, percent
from anaphora.workbench.statistics.defaults import ALPHA


def one_measure(scores: Scores, measure: AnyMeasure) -> Dots:
    """The main part of a measure of all systems with 95% confidence intervals, best first."""
    ordered = sorted(_dots(scores, measure).items(), key=lambda row: -row[1].value)
    axis = f"{measure.name} {main_part(measure).replace('f1', 'F1')} (%), 95% CI"
    return Dots({name: {"": each} for name, each in ordered}, axis)


def measures(scores: Scores) -> Dots:
    """The main parts of all measures with 95% confidence intervals, a dot for each system."""
    rows = {measure.name: _dots(scores, measure) for measure in scores.measures}
    return Dots({name: row for name, row in rows.items() if row}, "F1 or value (%), 95% CI")


def all_measures(scores: Scores) -> Chart:
    """The same, to stand beside the table."""
    drawn = measures(scores)
    told = "The same with 95% intervals over documents, a mark for each response."
    return Chart("measures", "All measures", told, drawn, of_dots(drawn))


def curves(scores: Scores) -> Lines:
    """The main part of each measure over simulated responses, in the order in which they were named."""
    series = [
        Series(
            measure.name,
            [(x, 100 * (value or 0.0)) for x, value in enumerate(_values(scores, measure))],
            f"line-{number + 1}",
            number,
        )
        for number, measure in enumerate(scores.measures)
    ]
    return Lines(series, ("Links right, then chains merged", "F1 (%)"), (0, 100), list(scores.systems))


def surface(scores: Scores, measure: AnyMeasure) -> Grid:
    """A variant of BLANC over the shares of right coreference links (rc) and right non-coreference links (rn).

    Of responses with the mentions of the key, in which all other links are wrong (Recasens & Hovy 2011, figure 7).
    """
    sums = scores.sums(scores.systems[0], measure)
    linked, apart = sums[1], sums[4]
    shares = np.linspace(0, 1, 11)
    grid = np.empty((11, 11, len(sums)))
    grid[...] = sums
    right_apart, right_linked = np.meshgrid(apart * shares[::-1], linked * shares, indexing="ij")
    grid[..., 0], grid[..., 2] = right_linked, right_linked + apart - right_apart
    grid[..., 3], grid[..., 5] = right_apart, right_apart + linked - right_linked
    values = measure.score(grid)[..., measure.parts.index(main_part(measure))]
    rows = ([Tile(value, f"{100 * value:.1f}") for value in row] for row in values.tolist())
    names = (f"rn {share:.0%}" for share in shares[::-1])
    return Grid(dict(zip(names, rows, strict=True)), [f"rc {share:.0%}" for share in shares])


def differences(scores: Scores) -> Dots:
    """How far each system is behind the best one in the primary measure; what is not significant grey."""
    name = scores.primary.name
    best, *others = _ranked(scores)
    return behind(best, (scores.pair(name, other, best) for other in others), f"{name}, ")


def _values(scores: Scores, measure: AnyMeasure) -> list[float | None]:
    return [scores.values(system, measure)[main_part(measure)] for system in scores.systems]


def _dots(scores: Scores, measure: AnyMeasure) -> dict[str, Dot]:
    values = dict(zip(scores.systems, _values(scores, measure), strict=True))
    return {
        system: dot(system, value, scores.interval(system, measure))
        for system in _ranked(scores)
        if (value := values[system]) is not None
    }


def _ranked(scores: Scores) -> list[str]:
    """The systems, best first in the primary measure."""
    values = dict(zip(scores.systems, _values(scores, scores.primary), strict=True))
    return sorted(scores.systems, key=lambda system: -(values[system] or 0.0))


@dataclass(frozen=True, slots=True)
class Ranks:
    """The systems' places by measure, a line for each: `heights` from the top, `sure` how likely it has them."""

    measures: Sequence[str]
    heights: dict[str, Sequence[int]]
    sure: dict[str, Sequence[float | None]]

    def drawn(self, width: float | None = None) -> Drawing:
        """First place on top; the surer the places, the thicker the line."""
        names, heads = list(self.heights), widest(self.measures, "bold")
        aside = widest(names, "bold") + 26
        usual = width is None or (width - 2 * aside) / max(1, len(self.measures) - 1) > heads
        row, top, right = (30.0, 40.0, aside) if usual else (22.0, 30 + heads, 12.0)
        step = 96.0 if width is None else (width - aside - right) / max(1, len(self.measures) - 1)
        bottom = top + row * len(names)
        shapes: list[Shape] = []
        for turn, measure in enumerate(self.measures):
            x = aside + step * turn
            turned = Text(measure, x + 4, top - 16, "start", "bold", 90)
            shapes.append(Text(measure, x, 16, "middle", "bold") if usual else turned)
            shapes.append(line("grid", x, top - 14, x, bottom))
        for number, (name, heights) in enumerate(self.heights.items()):
            look = str(number + 1) if number < 4 else "others"
            places = [(aside + step * column, top + row * (height - 0.5)) for column, height in enumerate(heights)]
            for ends, sure in zip(pairwise(places), self.sure[name][1:], strict=True):
                shapes.append(path(f"{'line-' * (number < 4)}{look} w{_width(sure)}", ends))
            shapes += [mark(number, x, y, f"mark-{look}", name) for x, y in places]
            shapes.append(Text(name, aside - 14, places[0][1] + 4, "end", "bold"))
            if usual:
                shapes.append(Text(name, places[-1][0] + 14, places[-1][1] + 4, look="bold"))
        return Drawing(aside + right + step * (len(self.measures) - 1), bottom + 10, tuple(shapes))


def _width(certainty: float | None) -> int:
    """One of four strokes, from a place that is as good as drawn by lot to one that is sure."""
    return 2 if certainty is None else 1 + int(np.searchsorted((0.5, 0.75, 0.95), certainty))


def ranks(scores: Scores) -> Chart | None:
    """Where measures rank the same systems differently; `None` for fewer than two systems or measures."""
    chosen = [measure for measure in scores.measures if measure.name in COMPARED] or list(scores.measures[:8])
    if len(scores.systems) < 2 or len(chosen) < 2:
        return None
    values = {measure.name: [value or 0.0 for value in _values(scores, measure)] for measure in chosen}
    places = {name: dict(zip(scores.systems, _mean_ranks(row), strict=True)) for name, row in values.items()}
    order = sorted(scores.systems, key=lambda name: places[chosen[0].name][name])
    heights = {  # level ones in the order in which they stand on the left, so that nothing lies on anything
        name: sorted(row, key=lambda system, row=row: (row[system], order.index(system)))  # type: ignore[misc]
        for name, row in places.items()
    }
    sure = {measure.name: scores.rank_certainty(measure) for measure in chosen}
    plan = Ranks(
        list(places),
        {name: [1 + heights[measure].index(name) for measure in places] for name in order},
        {name: [sure[measure].get(name) for measure in places] for name in order},
    )
    shown = {name: dict(zip(scores.systems, row, strict=True)) for name, row in values.items()}
    rows = (
        (name, *(f"{row[each]:g}. ({percent(shown[name][each])})" for each in order)) for name, row in places.items()
    )
    thick = " The thicker a line, the surer the place in a bootstrap over documents: thin ones that cross are noise."
    return Chart(
        "ranks",
        "How the measures rank the systems",
        " ".join(flips(scores, list(places))) or "No two measures contradict each other significantly.",
        plan,
        Figures(("measure", *order), tuple(rows)),
        f"First place on top; ties are side by side.{thick if any(sure.values()) else ''}",
    )


def _mean_ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, 1 for the highest; equal ones share the mean of theirs, as in `scipy.stats.rankdata`.

    Of a few systems; to load SciPy's statistics would take half as long as the whole report.
    """
    return [1 + sum(other > value for other in values) + (list(values).count(value) - 1) / 2 for value in values]


def flips(scores: Scores, measures: Sequence[str]) -> list[str]:
    """A sentence for each two measures of which each shows a difference to be real, and they contradict each other."""
    real: dict[tuple[str, str], dict[str, float]] = {}
    for pair in scores.pairs:
        if pair.measure in measures and pair.is_significant(ALPHA):
            real.setdefault((pair.first, pair.second), {})[pair.measure] = pair.points
    told = []
    for (first, second), apart in real.items():
        for measure, other in combinations(apart, 2):
            if apart[measure] * apart[other] < 0:
                ahead, behind = (first, second) if apart[measure] > 0 else (second, first)
                told.append(f"{ahead} beats {behind} in {measure} and is beaten in {other}, both significantly.")
    return told


def agreement(scores: Scores) -> Figures | None:
    """Kendall's tau-b between the rankings of the measures; `None` for fewer than three systems."""
    from scipy.stats import kendalltau

    chosen = [measure for measure in scores.measures if measure.name in COMPARED]
    if len(scores.systems) < 3 or len(chosen) < 2:
        return None
    values = {measure.name: [value or 0.0 for value in _values(scores, measure)] for measure in chosen}
    taus = {
        name: [float(kendalltau(mine, theirs).statistic) for theirs in values.values()] for name, mine in values.items()
    }
    rows = ((name, *(DASH if isnan(tau) else f"{tau:+.2f}" for tau in row)) for name, row in taus.items())
    return Figures(("Kendall’s τ", *values), tuple(rows))


def errors(found: ChainErrors) -> Chart | None:
    """The errors of chains by type, a bar for each system and type; `None` if there is no error at all."""
    systems = best_first(found)
    most = max((made.count(type) for made in systems.values() for type in ERROR_TYPES), default=0)
    if not most:
        return None
    step = 1.7 * most
    bars = [
        Bar(name, [_bar(step * row, made.count(type)) for row, type in enumerate(ERROR_TYPES)])
        for name, made in systems.items()
    ]
    heads: list[tuple[float, str, Anchor]] = [
        (step * row, "\n".join(type.split("_")), "start") for row, type in enumerate(ERROR_TYPES)
    ]
    first = next(iter(systems))
    gains = {type: systems[first].gain(type) for type in ERROR_TYPES}
    worst = max(ERROR_TYPES, key=lambda type: gains[type] or 0.0)
    without = "" if found.singletons else " without singletons"
    return Chart(
        "chain-errors",
        "Errors of the chains by type",
        f"{first} would gain most, {_points(gains[worst]).removeprefix('+')} points of CoNLL F1{without}, if "
        f"“{_words(worst)}” were corrected.",
        Bars(bars, heads=heads, plot=124.0 * len(ERROR_TYPES), most=step * len(ERROR_TYPES)),
        Figures(
            (f"errors, and points of CoNLL F1{without} if corrected", *map(_words, ERROR_TYPES)),
            tuple((name, *(_cell(made, type) for type in ERROR_TYPES)) for name, made in systems.items()),
        ),
        "The changes that turn the chains of a system into those of the key (Kummerfeld and Klein 2013). "
        "One wrong link that glues two entities is one conflated entity, however many mentions they have.",
    )


def _bar(start: float, count: int) -> Segment:
    return Segment("outranked", start, start + count, f"{count:,}")


def best_first(found: ChainErrors) -> dict[str, ResponseErrors]:
    """The systems in the order of their CoNLL F1."""
    return dict(sorted(found.systems.items(), key=lambda pair: -(pair[1].scores["conll"]["f1"] or 0.0)))


def _words(type: str) -> str:
    return type.replace("_", " ")


def _cell(response: ResponseErrors, type: ErrorType) -> str:
    alone, after = _points(response.gain(type)), _points(response.gain(type, in_sequence=True))
    return f"{response.count(type):,} ({alone} alone, {after} in sequence)"


def _points(value: float | None) -> str:
    return DASH if value is None else f"{100 * value:+.1f}"
