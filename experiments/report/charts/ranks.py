"""Where coreference measures rank the same systems differently, and whether that is more than noise."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import isnan

import numpy as np

from anaphora.experiments.report.drawing import Drawing, Figures, Shape, label, line, mark, path, width_of
from anaphora.workbench.results.scores import Scores, main_part
from anaphora.workbench.results.vocabulary import DASH, percent
from anaphora.workbench.statistics.defaults import ALPHA

ROW, STEP, TOP = 30, 96, 40
MEASURES = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll")
"""Those that are drawn, as far as they were asked for."""


def ranks(scores: Scores) -> Drawing | None:
    """The drawing; `None` for fewer than two systems or measures."""
    chosen = [measure for measure in scores.measures if measure.name in MEASURES] or list(scores.measures[:8])
    if len(scores.systems) < 2 or len(chosen) < 2:
        return None
    values = {
        measure.name: {name: scores.values(name, measure)[main_part(measure)] or 0.0 for name in scores.systems}
        for measure in chosen
    }
    places = {name: _places(row) for name, row in values.items()}
    sure = {measure.name: scores.rank_certainty(measure) for measure in chosen}
    order = sorted(scores.systems, key=lambda name: places[chosen[0].name][name])
    heights = {name: _spread(row, order) for name, row in places.items()}
    left = width_of(order) + 26
    right = left + STEP * (len(chosen) - 1)
    shapes: list[Shape] = []
    for place, measure in enumerate(chosen):
        shapes.append(label(measure.name, left + STEP * place, 16, "middle", "name"))
        shapes.append(line("grid", left + STEP * place, 26, left + STEP * place, TOP + ROW * len(order)))
    for number, name in enumerate(order):
        look = f"s{number + 1}" if number < 4 else "others"
        where = [
            (left + STEP * column, TOP + ROW * (heights[each.name][name] - 0.5)) for column, each in enumerate(chosen)
        ]
        for (one, other), measure in zip(pairwise(where), chosen[1:], strict=True):
            shapes.append(path(f"rank {look} w{_width(sure[measure.name].get(name))}", [one, other]))
        shapes += [mark(number, x, y, f"mark {look}") for x, y in where]
        shapes.append(label(name, left - 14, where[0][1] + 4, "end", "name"))
        shapes.append(label(name, right + 14, where[-1][1] + 4, look="name"))
    told = flips(scores, [measure.name for measure in chosen])
    return Drawing(
        name="ranks",
        title="How the measures rank the systems",
        description=" ".join(told) or "No two measures contradict each other significantly.",
        width=right + width_of(order) + 26,
        height=TOP + ROW * len(order) + 10,
        shapes=tuple(shapes),
        figures=Figures(
            ("measure", *order),
            tuple(
                (name, *(f"{places[name][each]:g}. ({percent(row[each])})" for each in order))
                for name, row in values.items()
            ),
        ),
        caption="First place on top; ties are side by side."
        + (
            " The thicker a line, the surer the place in a bootstrap over documents: thin ones that cross are noise."
            if any(sure.values())
            else ""
        ),
    )  # fmt: skip


def _places(values: Mapping[str, float]) -> dict[str, float]:
    """The rank of each system, 1 for the highest value; equal ones share the mean of theirs."""
    everybody = list(values.values())
    return {
        name: 1 + sum(other > value for other in everybody) + (everybody.count(value) - 1) / 2
        for name, value in values.items()
    }


def _spread(places: Mapping[str, float], order: Sequence[str]) -> dict[str, float]:
    """Places at which nothing lies on anything: level ones in the order in which they stand on the left."""
    ranked = sorted(places, key=lambda name: (places[name], order.index(name)))
    return {name: float(rank) for rank, name in enumerate(ranked, start=1)}


def _width(certainty: float | None) -> int:
    """One of four strokes, from a place that is as good as drawn by lot to one that is sure."""
    return 2 if certainty is None else 1 + int(np.searchsorted((0.5, 0.75, 0.95), certainty))


def flips(scores: Scores, measures: Sequence[str]) -> list[str]:
    """A sentence for each two measures of which each shows a difference to be real, and they contradict each other."""
    real: dict[tuple[str, str], dict[str, float]] = {}
    for pair in scores.pairs:
        if pair.measure in measures and pair.is_significant(ALPHA):
            real.setdefault((pair.first, pair.second), {})[pair.measure] = pair.difference
    found = []
    for (first, second), differences in real.items():
        for measure, other in combinations(differences, 2):
            if differences[measure] * differences[other] < 0:
                ahead, behind = (first, second) if differences[measure] > 0 else (second, first)
                found.append(f"{ahead} beats {behind} in {measure} and is beaten in {other}, both significantly.")
    return found


def agreement(scores: Scores) -> Figures | None:
    """Kendall's tau-b between the rankings of the measures; `None` for fewer than three systems."""
    chosen = [measure for measure in scores.measures if measure.name in MEASURES]
    if len(scores.systems) < 3 or len(chosen) < 2:
        return None
    values = {
        measure.name: [scores.values(name, measure)[main_part(measure)] or 0.0 for name in scores.systems]
        for measure in chosen
    }
    rows = []
    for name, mine in values.items():
        taus = (kendall(mine, theirs) for theirs in values.values())
        rows.append((name, *(DASH if tau is None else f"{tau:+.2f}" for tau in taus)))
    return Figures(("Kendall’s τ", *values), tuple(rows))


def kendall(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Kendall's tau-b of two rankings; `None` where one of them has all level."""
    from scipy.stats import kendalltau

    tau = float(kendalltau(first, second).statistic)
    return None if isnan(tau) else tau
